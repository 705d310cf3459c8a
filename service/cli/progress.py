"""The progress bar of a batch, on stderr where that is a terminal."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Thread

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, Task, TextColumn, TimeElapsedColumn

from cutline.service.enrich import Enriched


def open_progress() -> Progress:
    """Return a progress bar, to be entered as a context manager; it shows nothing where stderr is no terminal."""
    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        MofNCompleteColumn(),
        BarColumn(bar_width=None),
        TextColumn("{task.fields[failed]} failed"),
        TextColumn("{task.fields[speed]:.1f}/s"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=console, disable=not console.is_terminal, expand=True, transient=True)


def track(results: Iterable[Enriched], progress: Progress, source: str | None = None) -> Iterator[Enriched]:
    """Yield the results, each counted in the progress bar.

    Args:
        results: the results of a batch.
        progress: the bar.
        source: the file whose lines are all the results there will be, if there is one.
    """
    task = progress.add_task("", total=None, failed=0, speed=0.0)
    if source is not None and not progress.disable and os.path.isfile(source):
        # Counting takes a while; the batch need not wait for it.
        Thread(target=lambda: progress.update(task, total=count_lines(Path(source))), daemon=True).start()
    failed = 0
    for number, result in enumerate(results, start=1):
        yield result
        failed += result.error is not None
        progress.update(task, completed=number, failed=failed, speed=_speed(progress.tasks[0]))


def count_lines(file: Path) -> int:
    """Return how many lines of a file, compressed or not, hold more than white space."""
    with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as stream:
        return sum(not line.isspace() for line in stream)


def _speed(task: Task) -> float:
    return task.completed / task.elapsed if task.elapsed else 0.0
