"""The progress of a batch on stderr: a bar in a terminal, else a line now and then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from cutline.service.enrich.batches import FinishedBatch, Tally
from cutline.service.pages.extraction import Enriched

LINE_SECONDS = 30.0  # between two lines where there is no bar
NOTHING: dict[str, Any] = {"pages": 0, "failures": "", "speed": 0.0}  # is told at the start


class LinedProgress(Progress):
    """A progress bar that writes a line every `LINE_SECONDS` where it cannot be drawn."""

    _told = 0.0  # when the last line was due

    def update(self, task_id: TaskID, **changes: Any) -> None:
        """Change a task as rich does, and tell of it."""
        super().update(task_id, **changes)
        if not self.disable or "pages" not in changes:
            return
        self._told = self._told or self.tasks[task_id].start_time or 0.0
        if (now := self.get_time()) - self._told >= LINE_SECONDS:
            self._told = now
            parts = (f"{changes['pages']:,} pages", changes["failures"], f"{changes['speed']:.1f}/s")
            self.console.print(" · ".join(filter(None, parts)), soft_wrap=True, highlight=False)


def open_progress() -> Progress:
    """Return the progress of a batch, to use as a context manager."""
    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.fields[pages]:,} pages"),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[failures]}"),
        TextColumn("{task.fields[speed]:.1f}/s"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    return LinedProgress(*columns, console=console, disable=not console.is_terminal, expand=True, transient=True)


class BatchProgress:
    """Counts batches in a progress bar; the shares of the sources tell how much is left."""

    def __init__(self, progress: Progress, sources: int) -> None:
        """Take the bar, and how many sources there are."""
        self._progress = progress
        self._sources = sources
        self._task = progress.add_task("", total=None, **NOTHING)
        self._tally = Tally()

    def __call__(self, finished: FinishedBatch[Any]) -> None:
        """Count a batch."""
        self._tally += finished.tally
        if finished.share is not None:
            reached = (finished.span.source + finished.share) / self._sources
            self._progress.update(self._task, total=1.0, completed=max(reached, self._task_now.completed))
        failures = ", ".join(f"{failure.count:,} {code}" for code, failure in self._tally.failures.items())
        _tell(self._progress, self._task, self._tally.pages, failures)

    @property
    def _task_now(self) -> Any:
        return self._progress.tasks[self._task]


def track(results: Iterable[Enriched], progress: Progress, total: int) -> Iterator[Enriched]:
    """Yield the results of a batch, each counted in the progress bar; `total` is how many there will be."""
    task = progress.add_task("", total=total, **NOTHING)
    failed = 0
    for number, result in enumerate(results, start=1):
        yield result
        failed += result.error is not None
        _tell(progress, task, number, f"{failed} failed" if failed else "", completed=number)


def _tell(progress: Progress, task: TaskID, pages: int, failures: str, **more: Any) -> None:
    elapsed = progress.tasks[task].elapsed
    progress.update(task, pages=pages, failures=failures, speed=pages / elapsed if elapsed else 0.0, **more)
