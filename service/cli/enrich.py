"""`cutline enrich`: a batch of pages in files, with its progress on stderr; `cutline discover`: pages to give it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from cutline.config import Settings
from cutline.options import Options
from cutline.service.cli.commands import Exit, complain, leave
from cutline.service.cli.console import STDOUT, write
from cutline.service.cli.options import field_option, page_options, settings_option, workers_option
from cutline.service.discover import discover
from cutline.service.enrich.batches import FinishedBatch, Summary, Tally
from cutline.service.enrich.enrichment import plan_run, write_results
from cutline.service.enrich.plan import RunOptions, RunPlan, read_run_options
from cutline.service.enrich.working_folder import name_dead_letters, name_working_folder
from cutline.service.pages.extraction import Enriched

GO_ON = "finished records are kept; run the same command with --resume to continue."


@click.command()
@click.argument("inputs", metavar="IN...", nargs=-1, required=True)
@click.option(
    "--out", default=STDOUT, show_default=True, metavar="OUT", help="Where to write the articles; - for stdout."
)
@workers_option
@field_option(RunOptions, "engine")
@field_option(RunOptions, "ray_address", metavar="ADDRESS")
@field_option(RunOptions, "order")
@field_option(RunOptions, "duplicates")
@click.option(
    "--addresses",
    metavar="TABLE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the pages of a folder came from: CSV or JSON lines with file and url.",
)
@field_option(RunOptions, "batch_size", type=click.IntRange(1), metavar="N")
@field_option(RunOptions, "timeout", type=float, metavar="SECONDS")
@click.option(
    "--resume", is_flag=True, help="Continue an unfinished run, if there is one; do nothing if it is finished."
)
@page_options
def command(
    inputs: tuple[str, ...],
    out: str,
    resume: bool,
    addresses: Path | None,
    options: Options,
    settings: Settings,
    **run_options: object,
) -> None:
    """Extract the articles of many stored pages into one file.

    IN is a file of JSON lines (.jsonl; objects with "html", or a "url" to fetch, and optionally "id"), Parquet
    (.parquet; the same fields as columns), WARC (.warc), URLs to fetch (.txt), a folder of pages (*.html, *.htm,
    *.xhtml), or - for JSON lines on stdin. .gz and .zst are decompressed; for WARC, only .gz.

    OUT is a file of JSON lines (.jsonl, .jsonl.gz, .jsonl.zst) or Parquet (.parquet). Each article has the "id" of its
    record, and the "source" and "line" that it came from. Failed records go to OUT.failed.jsonl with the reason; on
    stdout they are lines with "error". Until the run is finished, the files are in the folder OUT.partial.
    """
    plan = plan_run(list(inputs), options, read_run_options(**run_options), settings, addresses=addresses)
    for note in plan.notes:
        complain(note)
    summary = _run(plan, out, resume)
    if summary.was_finished:
        complain(f"already finished: {_locate(summary, out)}; run the command without --resume to start over.")
    else:
        _report(summary, out)
    leave(Exit.FAILED if summary.failed else Exit.OK)


def _run(plan: RunPlan, out: str, resume: bool) -> Summary:
    try:
        with open_progress() as progress:
            return write_results(plan, out, resume=resume, watch=BatchProgress(progress, len(plan.inputs)))
    except (KeyboardInterrupt, OSError):
        if name_working_folder(Path(out)).exists():
            complain(GO_ON)
        raise


def _report(summary: Summary, out: str) -> None:
    done = summary.pages - summary.resumed
    speed = done / summary.seconds if summary.seconds else 0.0
    earlier = f" ({summary.resumed:,} by an earlier run)" if summary.resumed else ""
    pages = "1 page" if summary.pages == 1 else f"{summary.pages:,} pages"
    figures = f"{pages}{earlier}, {summary.failed:,} failed"
    complain(f"{figures}, {summary.seconds:.1f} s, {speed:.1f} pages a second.")
    for code, failure in sorted(summary.failures.items(), key=lambda item: -item[1].count):
        complain(f"{failure.count:,} {code}, such as: {failure.message}")
    for why, count in sorted(summary.skipped.items(), key=lambda item: -item[1]):
        complain(f"{count:,} skipped: {why}")
    if summary.duplicates:
        complain(f"Articles that repeat an earlier one: {summary.duplicates:,}.")
    if out != STDOUT:
        complain(f"{_locate(summary, out)}.")


def _locate(summary: Summary, out: str) -> str:
    failures = f", the failures in {name_dead_letters(Path(out))}" if summary.failed else ""
    return f"the articles are in {out}{failures}"


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
            before = self._progress.tasks[self._task].completed
            self._progress.update(self._task, total=1.0, completed=max(reached, before))
        failures = ", ".join(f"{failure.count:,} {code}" for code, failure in self._tally.failures.items())
        _tell(self._progress, self._task, self._tally.pages, failures)


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


@click.command()
@click.argument("site", metavar="SITE")
@click.option("--since", metavar="DATE", help="Leave out pages that are older, or have no date.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Print at most N addresses.")
@click.option("--jsonl", "as_json", is_flag=True, help="Print JSON lines with url, title, published, modified, source.")
@settings_option
def discover_command(site: str, since: str | None, limit: int | None, as_json: bool, settings: Settings) -> None:
    """Print the addresses of the pages that a site lists, for `cutline enrich`.

    SITE is an address or a host name, the address of a sitemap or a feed, or a stored sitemap or feed. Of a site, its
    feeds are read first, then the sitemaps that robots.txt names, those for news before the others.

    One address a line, as `cutline enrich urls.txt` reads them. `--jsonl` fits `cutline enrich -`.
    """
    found = discover(site, since=since, limit=limit, config=settings, report=lambda url, error: complain(error, url))
    for page in found:
        write(f"{json.dumps(asdict(page), ensure_ascii=False) if as_json else page.url}\n")
