"""The progress bar of a batch."""

from io import StringIO

from rich.console import Console
from rich.progress import Progress

from cutline.service.cli.enrich import BatchProgress, LinedProgress
from cutline.service.enrich.batches import FailureCount, FinishedBatch, SourceSpan, Tally


def test_it_knows_from_the_shares_of_the_sources_how_much_is_left() -> None:
    progress = Progress()
    watch = BatchProgress(progress, sources=2)
    failed = {"empty-page": FailureCount(count=2, message="")}
    (task,) = progress.tasks
    watch(FinishedBatch(SourceSpan(0, 1, 5), b"", Tally(pages=5, failures=failed), share=0.5))
    assert (task.completed, task.total, task.fields["pages"], task.fields["failures"]) == (0.25, 1.0, 5, "2 empty-page")
    watch(FinishedBatch(SourceSpan(1, 1, 5), b"", Tally(pages=5, failures=failed), share=0.5))
    watch(FinishedBatch(SourceSpan(0, 6, 10), b"", Tally(pages=5), share=1.0))  # late: it was slow
    assert (task.completed, task.fields["pages"], task.fields["failures"]) == (0.75, 15, "4 empty-page")


def test_it_counts_where_no_share_is_known() -> None:
    progress = Progress()
    BatchProgress(progress, sources=1)(FinishedBatch(SourceSpan(0, 1, 5), b"", Tally(pages=5), share=None))
    assert (progress.tasks[0].total, progress.tasks[0].fields["pages"]) == (None, 5)


def test_without_a_terminal_it_writes_a_line_every_half_minute() -> None:
    now, written = [100.0], StringIO()
    progress = LinedProgress(console=Console(file=written), disable=True, get_time=lambda: now[0])
    watch = BatchProgress(progress, sources=1)
    for seconds in (10.0, 25.0, 10.0, 40.0):
        now[0] += seconds
        failed = {"empty-page": FailureCount(count=1, message="")}
        watch(FinishedBatch(SourceSpan(0, 1, 5), b"", Tally(pages=700, failures=failed), share=0.5))
    assert written.getvalue().splitlines() == [
        "1,400 pages · 2 empty-page · 40.0/s",
        "2,800 pages · 4 empty-page · 32.9/s",
    ]
