"""The folder beside an output in which a run writes until all of its records are done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from cutline.errors import OptionError
from cutline.service.enrich.outputs import Packed
from cutline.service.enrich.results import Tally
from cutline.service.enrich.runs.description import RunDescription, keep_description
from cutline.service.enrich.runs.growing_file import GrowingFile
from cutline.service.enrich.runs.journal import Entry, Journal
from cutline.service.enrich.runs.locks import hold
from cutline.service.enrich.segments import Span, Worked
from cutline.service.enrich.spans import DoneSpans

DESCRIPTION = "run.json"
JOURNAL = "journal.jsonl"
ARTICLES = "articles"
FAILURES = "failures.jsonl"
MARK = "all-done.json"  # every record is in the files, which only have to get their names


def name_working_folder(out: Path) -> Path:
    """Return the folder in which a run writes."""
    return out.with_name(f"{out.name}.partial")


class WorkingFolder:
    """The files of an unfinished run, which grow by segments.

    A segment is in them for good once the journal says so, which it does after its articles and failures are on the
    disk. What lies beyond the last entry of the journal is cut off when the run goes on.

    Attributes:
        done: the places that earlier runs have worked off.
        tally: what became of all records that are in the files.
    """

    def __init__(self, folder: Path, sync_seconds: float) -> None:
        """Open the files in a folder, which are made if they are absent.

        Args:
            folder: the folder.
            sync_seconds: how long what was written may be without an entry in the journal.

        Raises:
            OptionError: they are not what their journal says.
            OSError: they cannot be opened.
        """
        self.done = DoneSpans()
        self.tally = Tally()
        self._sync_seconds = sync_seconds
        self._synced = monotonic()
        self._entries: list[Entry] = []
        self._journal = Journal(folder / JOURNAL)
        last = self._read_journal()
        self._articles = _restore(folder / ARTICLES, last.articles if last else 0)
        self._failures = _restore(folder / FAILURES, last.failures if last else 0)

    def add(self, worked: Worked[Packed]) -> None:
        """Write a segment, and from time to time an entry for each that was written since the last time.

        Raises:
            OSError: it cannot be written, for lack of space say.
        """
        self._articles.add(worked.packed.articles)
        self._failures.add(worked.packed.failures)
        self._entries.append(
            Entry(
                source=worked.span.source,
                first=worked.span.first,
                last=worked.span.last,
                articles=self._articles.size,
                failures=self._failures.size,
                tally=worked.tally,
            )
        )
        self.tally += worked.tally
        if monotonic() - self._synced >= self._sync_seconds:
            self.sync()

    def _read_journal(self) -> Entry | None:
        """Take notice of what was done, and return the last entry, if there is any."""
        last: Entry | None = None

        def read_spans() -> Iterator[Span]:
            nonlocal last
            for last in self._journal.read():
                self.tally += last.tally
                yield last.span

        self.done.add(read_spans())
        return last

    def sync(self) -> None:
        """Have all that was written survive the end of the process and of the machine.

        Raises:
            OSError: it cannot be written, for lack of space say.
        """
        if self._entries:
            self._articles.sync()
            self._failures.sync()
            self._journal.add(self._entries)
            self._entries.clear()
        self._synced = monotonic()

    def close(self) -> None:
        """Have all survive that was written whole, and close the files.

        Raises:
            OSError: it cannot be written, for lack of space say.
        """
        try:
            self.sync()
        finally:
            for file in (self._journal, self._articles, self._failures):
                file.close()


@contextmanager
def open_working_folder(out: Path, description: RunDescription, *, resume: bool) -> Iterator[Path]:
    """Yield the folder of a run, which nobody else writes to meanwhile.

    Args:
        out: the output.
        description: of the run.
        resume: whether an unfinished run is to be gone on with.

    Raises:
        OptionError: there is an unfinished run that is not to be resumed, is another one, or still runs.
        OSError: the folder cannot be written to.
    """
    folder = name_working_folder(out)
    folder.mkdir(exist_ok=True)
    with hold(folder):
        if not _has_work(folder):
            for file in folder.iterdir():
                file.unlink()
        elif not resume:
            raise OptionError(f"{folder} holds an unfinished run: go on with it (--resume), or remove the folder.")
        keep_description(folder / DESCRIPTION, description)
        yield folder


def _has_work(folder: Path) -> bool:
    journal = folder / JOURNAL
    return (folder / MARK).exists() or (journal.exists() and journal.stat().st_size > 0)


def _restore(path: Path, size: int) -> GrowingFile:
    """Open a file, without what was written after its last entry in the journal."""
    file = GrowingFile(path)
    if file.size < size:
        file.close()
        raise OptionError(f"{path} is shorter than its journal says; remove the folder {path.parent} and start over.")
    file.cut(size)
    return file
