"""The folder next to an output that holds an unfinished run, and the final move of its files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from pydantic import ValidationError

from cutline.errors import OptionError
from cutline.service.enrich import journal
from cutline.service.enrich.batches import DoneSpans, FinishedBatch, SourceSpan, Tally
from cutline.service.enrich.journal import Repeats
from cutline.service.enrich.outputs import OutputFormat, Packed
from cutline.types import Frozen

SYNC_SECONDS = 1.0  # between syncs to disk: the work that a crash may undo
DESCRIPTION = "run.json"
JOURNAL = "journal.jsonl"
ARTICLES = "articles"
FAILURES = "failures.jsonl"
MARK = "all-done.json"  # says that all records are in the files, which only need their final names


def name_working_folder(out: Path) -> Path:
    """Return the folder that a run writes to."""
    return out.with_name(f"{out.name}.partial")


class WorkingFolder:
    """The files of an unfinished run, which grow batch by batch.

    A batch counts once it is in the journal, which is written after its articles and failures are on disk. When a run
    is resumed, everything after the last journal entry is truncated.

    Attributes:
        done: the entries that earlier runs processed.
        tally: tally of all records in the files.
    """

    def __init__(self, folder: Path) -> None:
        """Open the files in a folder; create them if they are missing.

        Args:
            folder: the folder.

        Raises:
            OptionError: they do not match their journal.
            OSError: they cannot be opened.
        """
        self.done = DoneSpans()
        self.tally = Tally()
        self._synced = monotonic()
        self._entries: list[journal.Entry] = []
        self._journal = journal.Journal(folder / JOURNAL)
        last = self._read_journal()
        self._articles = _restore(folder / ARTICLES, last.articles if last else 0)
        self._failures = _restore(folder / FAILURES, last.failures if last else 0)

    def add(self, batch: FinishedBatch[Packed]) -> None:
        """Write a batch; the journal gets its entry with the next sync.

        Raises:
            OSError: it cannot be written, for example because the disk is full.
        """
        self._articles.add(batch.packed.articles)
        self._failures.add(batch.packed.failures)
        self._entries.append(
            journal.Entry(
                span=batch.span,
                articles=self._articles.size,
                failures=self._failures.size,
                tally=batch.tally,
                named=batch.packed.named,
            )
        )
        self.tally += batch.tally
        if monotonic() - self._synced >= SYNC_SECONDS:
            self.sync()

    def _read_journal(self) -> journal.Entry | None:
        """Read what is done already, and return the last entry, if there is one."""
        last: journal.Entry | None = None

        def read_spans() -> Iterator[SourceSpan]:
            nonlocal last
            for last in self._journal.read():
                self.tally += last.tally
                yield last.span

        self.done.add(read_spans())
        return last

    def sync(self) -> None:
        """Flush everything written to disk, then add it to the journal.

        Raises:
            OSError: it cannot be written, for example because the disk is full.
        """
        if self._entries:
            self._articles.sync()
            self._failures.sync()
            self._journal.note(self._entries)
            self._entries.clear()
        self._synced = monotonic()

    def close(self) -> None:
        """Sync and close the files.

        Raises:
            OSError: it cannot be written, for example because the disk is full.
        """
        try:
            self.sync()
        finally:
            for file in (self._journal, self._articles, self._failures):
                file.close()


@contextmanager
def open_working_folder(out: Path, description: journal.RunDescription, *, resume: bool) -> Iterator[Path]:
    """Yield the folder of a run, locked against other processes.

    Args:
        out: the output.
        description: of the run.
        resume: whether to continue an unfinished run.

    Raises:
        OptionError: there is an unfinished run, and it is not to be resumed, is a different one, or is still running.
        OSError: the folder cannot be written to.
    """
    folder = name_working_folder(out)
    folder.mkdir(exist_ok=True)
    with journal.hold(folder):
        if not _has_work(folder):
            for file in (*folder.iterdir(), name_finished_run(out)):
                file.unlink(missing_ok=True)
        elif not resume:
            raise OptionError(f"{folder} holds an unfinished run: continue it with --resume, or remove the folder.")
        journal.keep_description(folder / DESCRIPTION, description)
        yield folder


def _has_work(folder: Path) -> bool:
    done = folder / JOURNAL
    return (folder / MARK).exists() or (done.exists() and done.stat().st_size > 0)


def _restore(path: Path, size: int) -> journal.GrowingFile:
    """Open a file, truncated to the size in its last journal entry."""
    file = journal.GrowingFile(path)
    if file.size < size:
        file.close()
        raise OptionError(f"{path} is shorter than its journal says; remove the folder {path.parent} and start over.")
    file.cut(size)
    return file


class FinishedRun(Frozen):
    """Marks a run whose records are all in the files, which only have to be moved; then it is kept beside them."""

    file: str  # the name of the finished file in the working folder
    description: journal.RunDescription
    tally: Tally


def name_dead_letters(out: Path) -> Path:
    """Return the file for records without an article."""
    return out.with_name(f"{out.name}.failed.jsonl")


def name_finished_run(out: Path) -> Path:
    """Return the file that says that the run of an output is finished."""
    return out.with_name(f"{out.name}.done")


def find_finished_run(out: Path, description: journal.RunDescription) -> FinishedRun | None:
    """Return the finished run that a run would repeat; None if its output is not there or a later one is unfinished.

    Raises:
        OptionError: the finished run is a different one.
    """
    if not out.exists() or name_working_folder(out).exists():
        return None
    try:
        run = FinishedRun.model_validate_json(name_finished_run(out).read_bytes())
    except (FileNotFoundError, ValidationError):
        return None
    if what := journal.find_difference(run.description, description):
        raise OptionError(
            f"The finished run of {out} was started with {what}. "
            "Start a new run without --resume, which replaces the file, or write to another file."
        )
    return run


def find_mark(folder: Path) -> FinishedRun | None:
    """Return the mark that all records are done, if there is one."""
    try:
        return FinishedRun.model_validate_json((folder / MARK).read_bytes())
    except FileNotFoundError:
        return None
    except ValidationError as error:
        raise OptionError(
            f"{folder} was written by another version of cutline. Start a new run without --resume, which replaces it."
        ) from error


def mark_all_done(
    folder: Path, form: OutputFormat, description: journal.RunDescription, tally: Tally, repeats: Repeats | None
) -> FinishedRun:
    """Convert the articles to their final form, and write the mark."""
    finished = form.finish(folder / ARTICLES, repeats)
    journal.sync(finished)
    tally += Tally(duplicates=repeats.count if repeats else 0)
    mark = FinishedRun(file=finished.name, description=description, tally=tally)
    journal.replace_file(folder / MARK, mark.model_dump_json().encode())
    return mark


def move_files(folder: Path, mark: FinishedRun, out: Path) -> None:
    """Move the files of a run to their final names, the mark last, and remove its folder.

    If the run has no failures, the dead-letter file of an earlier run is removed.
    """
    dead_letters = name_dead_letters(out)
    if mark.tally.failures:
        _move(folder / FAILURES, dead_letters)
    else:
        dead_letters.unlink(missing_ok=True)
    _move(folder / mark.file, out)
    journal.sync(out.parent)
    for file in folder.iterdir():
        if file.name != MARK:
            file.unlink()
    _move(folder / MARK, name_finished_run(out))
    folder.rmdir()
    journal.sync(out.parent)


def _move(file: Path, target: Path) -> None:
    if file.exists():  # otherwise it was moved before an earlier process was killed
        os.replace(file, target)
