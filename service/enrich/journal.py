"""The journal that makes a run resumable, the description that identifies a run, and the repeats among its articles."""

from __future__ import annotations

import fcntl
import os
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
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


SHIFTS = (0, 16, 32, 48)  # of the blocks of a fingerprint
BLOCK = 0xFFFF
MOST_COMPARED = 1_000  # fingerprints with the same block, the latest ones; of ten million articles, 150 share a block
NONE = 0


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where the record of an article stands in the input."""

    id: str | int | None
    source: str | None
    line: int | None


class FirstFingerprints:
    """The fingerprints that repeat none before, numbered from 1: 24 bytes for each, and a megabyte.

    Source: Manku, Jain & Das Sarma, Detecting near-duplicates for web crawling, WWW 2007, section 3: fingerprints that
    differ in at most three bits share at least one of their four blocks of 16 bits.
    """

    def __init__(self, distance: int) -> None:
        """Take the number of bits, from 0 to 3, in which fingerprints of one article may differ."""
        self._distance = distance
        self._fingerprints = array("Q", [NONE])
        # For each block, the latest fingerprint with each of its values; and for each fingerprint, the one before it.
        self._latest = [array("I", bytes(4 * (BLOCK + 1))) for _ in SHIFTS]
        self._before = [array("I", [NONE]) for _ in SHIFTS]

    def find_or_add(self, fingerprint: int) -> int | None:
        """Return the number of the first that this one repeats; None if there is none: then it is one itself."""
        if found := min(self._list_near(fingerprint), default=None):
            return found
        for shift, latest, before in zip(SHIFTS, self._latest, self._before, strict=True):
            before.append(latest[fingerprint >> shift & BLOCK])
            latest[fingerprint >> shift & BLOCK] = len(self._fingerprints)
        self._fingerprints.append(fingerprint)
        return None

    def _list_near(self, fingerprint: int) -> Iterator[int]:
        for shift, latest, before in zip(SHIFTS, self._latest, self._before, strict=True):
            number = latest[fingerprint >> shift & BLOCK]
            for _ in range(MOST_COMPARED):
                if number == NONE:
                    break
                if (self._fingerprints[number] ^ fingerprint).bit_count() <= self._distance:
                    yield number
                number = before[number]


class Repeats:
    """Says of each article of a finished run, in the order of the file, which earlier one it repeats.

    Of the earlier ones only where the journal names them is in memory: 12 bytes.

    Attributes:
        is_dropped: whether articles that repeat another are dropped, not marked.
        count: how many there were.
    """

    def __init__(self, journal: Path, sources: Sequence[str | None], distance: int, *, is_dropped: bool) -> None:
        """Take the journal of the run, the names of its inputs, and the bits in which fingerprints may differ."""
        self.is_dropped = is_dropped
        self.count = 0
        self._journal, self._sources = journal, sources
        self._firsts = FirstFingerprints(distance)
        self._offsets, self._positions = array("Q", [0]), array("I", [0])  # of the firsts, in the journal and its lines
        self._coming = self._read()

    def take(self, count: int) -> list[RecordPlace | None]:
        """Return for each of the next articles the first record that has it; None for one that repeats none."""
        return list(islice(self._coming, count))

    def _read(self) -> Iterator[RecordPlace | None]:
        with self._journal.open("rb") as lines, self._journal.open("rb") as again:
            offset = 0
            for line in lines:
                for position, named in enumerate(Entry.model_validate_json(line).named):
                    number = self._find_first(named, offset, position)
                    if number is not None:
                        self.count += 1
                        again.seek(self._offsets[number])
                        yield self._place(again.readline(), self._positions[number])
                    else:
                        yield None
                offset += len(line)

    def _find_first(self, named: Named, offset: int, position: int) -> int | None:
        if named.fingerprint is None:
            return None
        number = self._firsts.find_or_add(int(named.fingerprint, 16))
        if number is None:
            self._offsets.append(offset)
            self._positions.append(position)
        return number

    def _place(self, line: bytes, position: int) -> RecordPlace:
        entry = Entry.model_validate_json(line)
        named = entry.named[position]
        return RecordPlace(named.id, self._sources[entry.span.source], named.line)
