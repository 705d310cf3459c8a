"""The journal of a run: which segments are in its files for good, and how long the files are with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import Field, ValidationError

from cutline.service.enrich.results import Tally
from cutline.service.enrich.runs.growing_file import GrowingFile
from cutline.service.enrich.segments import Span
from cutline.types import Frozen


class Entry(Frozen):
    """A segment that is in the files, all of it."""

    source: int = Field(ge=0)
    first: int = Field(ge=1)
    last: int = Field(ge=1)
    articles: int = Field(ge=0, description="Bytes of the file of articles with this segment and all before it.")
    failures: int = Field(ge=0, description="The same of the file of dead letters.")
    tally: Tally

    @property
    def span(self) -> Span:
        """Where its records stand."""
        return Span(self.source, self.first, self.last)


class Journal:
    """A file to which a line is added for each segment."""

    def __init__(self, path: Path) -> None:
        """Open the file, which is made if it is absent.

        Raises:
            OSError: it cannot be opened.
        """
        self._file = GrowingFile(path)

    def read(self) -> Iterator[Entry]:
        """Yield the entries; a last one that was not written whole is cut off."""
        whole = 0
        with self._file.path.open("rb") as lines:
            for line in lines:
                try:
                    entry = Entry.model_validate_json(line) if line.endswith(b"\n") else None
                except ValidationError:
                    entry = None
                if entry is None:
                    break
                whole += len(line)
                yield entry
        self._file.cut(whole)

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries; when this returns they survive the end of the process and of the machine.

        Raises:
            OSError: they cannot be written.
        """
        self._file.add(b"".join(entry.model_dump_json().encode() + b"\n" for entry in entries))
        self._file.sync()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
