"""The journal that makes a run resumable, and the description that identifies a run."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, ValidationError

from cutline.errors import OptionError
from cutline.service.enrich.batches import SourceSpan, Tally
from cutline.service.enrich.plan import RunPlan
from cutline.types import Frozen


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file atomically."""
    written = path.with_name(f"{path.name}.new")
    written.write_bytes(content)
    sync(written)
    os.replace(written, path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Flush a file, or the names in a folder, to disk, so that they survive a crash of the machine."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class GrowingFile:
    """An append-only file, unbuffered: errors name the file, and closing has nothing left to write."""

    def __init__(self, path: Path) -> None:
        """Open the file; create it if it is missing.

        Raises:
            OSError: it cannot be opened.
        """
        self.path = path
        self.descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self.size = os.fstat(self.descriptor).st_size

    def cut(self, size: int) -> None:
        """Truncate the file to a size in bytes."""
        os.ftruncate(self.descriptor, size)
        self.size = size

    def add(self, piece: bytes) -> None:
        """Append bytes; a killed process may leave them incomplete.

        Raises:
            OSError: they cannot be written, for example because the disk is full.
        """
        rest = memoryview(piece)
        with self._named():
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
        self.size += len(piece)

    def sync(self) -> None:
        """Flush the appended bytes to disk.

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
    """Lock a folder against other processes while the `with` block runs; the lock ends with the process.

    Raises:
        OptionError: another process has the lock.
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


class Named(NamedTuple):
    """An article that is written: the line and the id of its record, and its fingerprint; None if it has no words."""

    line: int | None
    id: str | int | None
    fingerprint: str | None


class Entry(Frozen):
    """A batch that is completely written to the files."""

    span: SourceSpan
    articles: int = Field(ge=0, description="Size of the article file in bytes after this batch.")
    failures: int = Field(ge=0, description="Size of the dead-letter file in bytes after this batch.")
    tally: Tally
    named: tuple[Named, ...] = Field(default=(), description="Its articles in the file, if duplicates are looked for.")


class Journal(GrowingFile):
    """A file with one line per finished batch."""

    def read(self) -> Iterator[Entry]:
        """Yield the entries, and truncate an incomplete last one."""
        whole = 0
        with self.path.open("rb") as lines:
            for line in lines:
                try:
                    entry = Entry.model_validate_json(line) if line.endswith(b"\n") else None
                except ValidationError:
                    entry = None
                if entry is None:
                    break
                whole += len(line)
                yield entry
        self.cut(whole)

    def note(self, entries: Iterable[Entry]) -> None:
        """Append entries; once this returns, they survive a crash of the process and of the machine.

        Raises:
            OSError: they cannot be written.
        """
        self.add(b"".join(entry.model_dump_json(exclude_defaults=True).encode() + b"\n" for entry in entries))
        self.sync()


# How messages describe a changed field.
DIFFERENCES = {
    "sources": "other inputs, or the inputs have changed",
    "options": "other options",
    "settings": "other settings",
    "version": "another version of cutline",
}


class RunDescription(Frozen):
    """Everything that the content of an output depends on."""

    sources: tuple[tuple[str, str], ...]  # name and fingerprint of each
    options: str
    settings: str
    version: str


def describe_run(plan: RunPlan) -> RunDescription:
    """Return the description of a run; of its settings only those that affect articles count."""
    given = plan.options.model_dump(exclude={"url"}) | {"duplicates": plan.run_options.duplicates}
    sorted_options = {name: sorted(value) if isinstance(value, frozenset) else value for name, value in given.items()}
    return RunDescription(
        sources=tuple((source.name or "", source.describe()) for source in plan.inputs),
        options=repr(sorted(sorted_options.items())),
        settings=plan.settings.digest,
        version=version("cutline"),
    )


def keep_description(path: Path, description: RunDescription) -> None:
    """Write the description of a new run, or check that it matches the unfinished run.

    Raises:
        OptionError: the unfinished run is a different one.
    """
    if not path.exists():
        replace_file(path, description.model_dump_json().encode())
        return
    try:
        other = RunDescription.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise OptionError(f"{path} is not the description of a run; remove the folder {path.parent}.") from error
    if what := find_difference(other, description):
        raise OptionError(
            f"The unfinished run in {path.parent} was started with {what}. "
            "Resume it with what it was started with, or remove the folder and start over."
        )


def find_difference(earlier: RunDescription, description: RunDescription) -> str | None:
    """Return what an earlier run was started with that this one is not, in words; None if both are the same."""
    return next(
        (what for name, what in DIFFERENCES.items() if getattr(earlier, name) != getattr(description, name)), None
    )
