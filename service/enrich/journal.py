"""The journal of a run that can be resumed, and the description by which the run is known again."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from pydantic import Field, ValidationError

from cutline.config import Settings
from cutline.errors import OptionError
from cutline.service.enrich.batches import Span, Tally
from cutline.service.enrich.inputs import Input
from cutline.types import Frozen, Options


def replace_file(path: Path, content: bytes) -> None:
    """Write a file; at no moment is there another one under its name than the old one or the new one."""
    written = path.with_name(f"{path.name}.new")
    written.write_bytes(content)
    sync(written)
    os.replace(written, path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Have the content of a file, or the names in a folder, survive the end of the machine."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class GrowingFile:
    """A file that is added to, unbuffered: an error names the file, and nothing is left to be written later."""

    def __init__(self, path: Path) -> None:
        """Open the file, which is made if it is absent.

        Raises:
            OSError: it cannot be opened.
        """
        self.path = path
        self.descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self.size = os.fstat(self.descriptor).st_size

    def cut(self, size: int) -> None:
        """Drop what lies beyond a size."""
        os.ftruncate(self.descriptor, size)
        self.size = size

    def add(self, piece: bytes) -> None:
        """Add a piece, which a killed process may leave unfinished.

        Raises:
            OSError: it cannot be written, for lack of space say.
        """
        rest = memoryview(piece)
        with self._named():
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
        self.size += len(piece)

    def sync(self) -> None:
        """Have what was added survive the end of the machine.

        Raises:
            OSError: it cannot be written.
        """
        with self._named():
            os.fsync(self.descriptor)

    def close(self) -> None:
        """Close the file."""
        os.close(self.descriptor)

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Let no other process hold a folder while the `with` block runs; the end of the process, however, lets go of it.

    Raises:
        OptionError: another one holds it.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OptionError(f"Another run writes to {folder}; wait for its end, or stop it.") from error
        yield
    finally:
        os.close(descriptor)


class Entry(Frozen):
    """A batch that is in the files, all of it."""

    source: int = Field(ge=0)
    first: int = Field(ge=1)
    last: int = Field(ge=1)
    articles: int = Field(ge=0, description="Bytes of the file of articles with this batch and all before it.")
    failures: int = Field(ge=0, description="The same of the file of dead letters.")
    tally: Tally

    @property
    def span(self) -> Span:
        """Where its records stand."""
        return Span(self.source, self.first, self.last)


class Journal:
    """A file to which a line is added for each batch."""

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


# What is said of each field that is not what it was.
DIFFERENCES = {
    "sources": "other inputs, or the inputs have changed",
    "options": "other options",
    "settings": "other settings",
    "version": "another version of cutline",
}


class RunDescription(Frozen):
    """All that the content of an output depends on."""

    sources: tuple[tuple[str, str], ...]  # the name of each, and what changes when it does
    options: str
    settings: str
    version: str


def describe_run(sources: Sequence[Input], options: Options, settings: Settings) -> RunDescription:
    """Return the description of a run.

    Args:
        sources: its inputs.
        options: with which pages are extracted.
        settings: of which those count that an article may depend on.
    """
    given = options.model_dump(exclude={"url"})
    sorted_options = {name: sorted(value) if isinstance(value, frozenset) else value for name, value in given.items()}
    return RunDescription(
        sources=tuple((source.name or "", source.describe()) for source in sources),
        options=repr(sorted(sorted_options.items())),
        settings=settings.digest,
        version=version("cutline"),
    )


def keep_description(path: Path, description: RunDescription) -> None:
    """Write the description of a new run, or check that it is that of the unfinished one.

    Raises:
        OptionError: the unfinished run is another one.
    """
    if not path.exists():
        replace_file(path, description.model_dump_json().encode())
        return
    try:
        other = RunDescription.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise OptionError(f"{path} is no description of a run; remove the folder {path.parent}.") from error
    for name, what in DIFFERENCES.items():
        if getattr(other, name) != getattr(description, name):
            raise OptionError(
                f"The unfinished run in {path.parent} was begun with {what}. "
                "Go on with what it was begun with, or remove the folder and start over."
            )
