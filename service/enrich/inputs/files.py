"""Input files: how they are opened and described, and the records in JSON lines, lists of addresses and Parquet."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import IO, Any, BinaryIO

import zstandard

from cutline.errors import OptionError, SourceError, name_extra
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Content, Item, Record, make_record
from cutline.service.pages.extraction import replace_surrogates


def import_extra(module: str, extra: str, purpose: str) -> ModuleType:
    """Import a module of an optional package.

    Args:
        module: full name of the module.
        extra: the extra of cutline that installs it.
        purpose: what needs it, for the message: "Parquet files".

    Raises:
        OptionError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise OptionError(f"For {purpose} the package {package} is needed: {name_extra(extra)}.") from error


STDIN = "-"
CHUNK_BYTES = 1 << 17  # read from a file at once
SUFFIXES = (".gz", ".zst")  # of compressed files
DAMAGE = (OSError, EOFError, zlib.error, zstandard.ZstdError)  # exceptions that reading a damaged file may raise


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that is being read.

    Attributes:
        stream: its decompressed bytes.
        find_share: returns the share of the file that has been read (0..1); None if its size is unknown.
    """

    stream: IO[bytes]
    find_share: Callable[[], float | None]


@contextmanager
def open_file(path: str | Path) -> Iterator[OpenFile]:
    """Yield a file, decompressed if its name ends in .gz or .zst; `-` is standard input."""
    if path == STDIN:
        yield OpenFile(sys.stdin.buffer, lambda: None)
        return
    with open(path, "rb", buffering=CHUNK_BYTES) as raw, decompress(raw, str(path)) as stream:
        size = raw.seek(0, io.SEEK_END) if raw.seekable() else 0
        if raw.seekable():
            raw.seek(0)
        yield OpenFile(stream, lambda: min(1.0, raw.tell() / size) if size else None)


def strip_compression(name: str) -> str:
    """Return a file name in lower case, without a compression suffix."""
    name = name.lower()
    return next((name.removesuffix(suffix) for suffix in SUFFIXES if name.endswith(suffix)), name)


def decompress(raw: BinaryIO, name: str) -> IO[bytes]:
    """Return what an open file holds, decompressed if its name ends in .gz or .zst."""
    if name.lower().endswith(".gz"):
        return io.BufferedReader(gzip.GzipFile(fileobj=raw), CHUNK_BYTES)
    if name.lower().endswith(".zst"):
        return io.BufferedReader(ZstdFile(raw), CHUNK_BYTES)
    return raw


class ZstdFile(io.RawIOBase):
    """Reads the frames of a zstd file; unlike zstandard's own reader, it notices a truncated file."""

    def __init__(self, raw: BinaryIO) -> None:
        """Take the compressed file."""
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._is_inside = False
        self._rest = b""  # compressed
        self._ready = memoryview(b"")  # decompressed

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes, and return how many; 0 at the end.

        Raises:
            EOFError: the file ends within a frame.
            zstandard.ZstdError: it is damaged.
        """
        while not self._ready:
            chunk = self._rest or self._raw.read(CHUNK_BYTES)
            if not chunk:
                if self._is_inside:
                    raise EOFError("the file ends in the middle of a frame")
                return 0
            self._ready = memoryview(self._decompress(chunk))
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _decompress(self, chunk: bytes) -> bytes:
        self._is_inside = True
        data = self._frame.decompress(chunk)
        self._rest = b""
        if self._frame.eof:
            self._rest = self._frame.unused_data
            self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._is_inside = False
        return data


def describe_break(path: str, place: str, error: BaseException) -> SourceError:
    """Return the error for everything in a file after a place, such as `line 5`."""
    return SourceError(f"{path} cannot be read beyond {place}: {give_reason(error)}.")


def give_reason(error: BaseException) -> str:
    """Return why a file cannot be read, without a full stop."""
    reason: str = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return reason.rstrip(".")


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file or folder that records are read from, or standard input.

    Attributes:
        path: its path, or `-`.
    """

    path: str

    @property
    def name(self) -> str | None:
        """The file; None for standard input."""
        return None if self.path == STDIN else self.path

    def describe(self) -> str:
        """Return a fingerprint that changes when the file does; empty for standard input."""
        return "" if self.path == STDIN else describe_file(self.path)


def describe_file(path: str | os.PathLike[str]) -> str:
    """Return the size of a file and its modification time."""
    state = os.stat(path)
    return f"{state.st_size} bytes of {state.st_mtime_ns}"


WITH_PAGE = re.compile(rb'"html"\s*+:\s*+"')
COMMENT = "#"


@dataclass(frozen=True, slots=True)
class JsonLine:
    """An unparsed line; the worker parses it, because parsing takes as long as reading."""

    text: bytes
    number: int

    @property
    def size(self) -> int:
        """Its length in bytes."""
        return len(self.text)

    def read(self) -> Record:
        """Return the record, with an error if the line is not valid."""
        try:
            return make_record(json.loads(self.text))
        except json.JSONDecodeError as error:
            sentence = f"Line {self.number} is not JSON: {error.msg} (column {error.colno})."
        except UnicodeDecodeError:
            sentence = f"Line {self.number} is not UTF-8."
        except (ValueError, RecursionError):
            sentence = f"Line {self.number} is JSON that is nested too deeply or has too large a number."
        return Record().without_page(SourceError(sentence))


ReadLine = Callable[[int, bytes], Content | None]


@dataclass(frozen=True, slots=True)
class LinesFile(InputFile):
    """A file with a record on each line, compressed if its name ends in .gz or .zst; `-` is standard input.

    Attributes:
        path: of the file.
        max_bytes: size limit of a line; a longer one is an error, and is never in memory as a whole.
        read: takes the number and the bytes of a line; returns None for one that holds nothing.
    """

    max_bytes: int
    read: ReadLine

    def items(self) -> Iterator[Item]:
        """Yield what the lines hold, numbered by the lines; everything after a damaged place is one error."""
        number = 0
        try:
            with open_file(self.path) as file:
                for number in count(1):
                    line = file.stream.readline(self.max_bytes + 1)
                    if not line:
                        return
                    content = self._pass_over(file, number, line) or self.read(number, line)
                    if content is not None:
                        yield Item(number, content, file.find_share())
        except DAMAGE as error:
            broken = describe_break(self.path, f"line {max(number - 1, 0)}", error)
            yield Item(number or 1, Record().without_page(broken), 1.0)

    def _pass_over(self, file: OpenFile, number: int, line: bytes) -> Record | None:
        """Return the error for a line that is too long, and read on to its end; None for any other line."""
        if len(line) <= self.max_bytes:
            return None
        while line and not line.endswith(b"\n"):
            line = file.stream.readline(self.max_bytes)
        too_long = f"Line {number} has more than {self.max_bytes} bytes (setting enrich.max_line_bytes)."
        return Record().without_page(SourceError(too_long))


def read_json(number: int, line: bytes) -> Content | None:
    """Return the record in a line of JSON; blank lines hold none."""
    raw = JsonLine(line, number) if line.strip() else None
    return raw.read() if raw and not WITH_PAGE.search(line) else raw  # this process fetches records without html


def read_address(_number: int, line: bytes) -> Content | None:
    """Return the record for an address; blank lines and comments hold none."""
    address = replace_surrogates(line.decode("utf-8-sig", errors="replace")).strip()
    return Record(None, PageGiven(None, address)) if address and not address.startswith(COMMENT) else None


COLUMNS = ("html", "url", "id")
ROWS = 16  # decoded at once
BUFFER_BYTES = 1 << 20  # read per column at once; without it pyarrow reads a whole row group


@dataclass(frozen=True, slots=True)
class ParquetRows(InputFile):
    """A Parquet file, read in small batches of rows, whatever the size of its row groups.

    Attributes:
        path: of the file.
    """

    def items(self) -> Iterator[Item]:
        """Yield the rows, numbered from 1."""
        first = 1
        with _import_parquet().ParquetFile(self.path, buffer_size=BUFFER_BYTES, pre_buffer=False) as file:
            for group in range(file.metadata.num_row_groups):
                yield from self._read_group(file, group, first)
                first += file.metadata.row_group(group).num_rows

    def _read_group(self, file: Any, group: int, first: int) -> Iterator[Item]:
        """Yield the rows of a row group; if it is damaged, its remaining rows are one failure."""
        numbers = count(first)
        number = first - 1
        columns = [name for name in COLUMNS if name in file.schema_arrow.names]
        try:
            for batch in file.iter_batches(ROWS, row_groups=[group], columns=columns):
                for row in batch.to_pylist():
                    number = next(numbers)
                    yield Item(number, make_record(row), number / file.metadata.num_rows)
        except (OSError, ValueError) as error:
            broken = describe_break(self.path, f"row {number}", error)
            share = (number + 1) / file.metadata.num_rows
            yield Item(number + 1, Record().without_page(broken), share)


def open_parquet(path: str) -> ParquetRows:
    """Return the records of a file.

    Raises:
        SourceError: the file is not a Parquet file, or has neither a column `html` nor `url`.
        OptionError: pyarrow is missing.
    """
    parquet = _import_parquet()
    try:
        names = parquet.read_schema(path).names
    except (OSError, ValueError) as error:  # pyarrow's own errors are ValueErrors
        raise SourceError(f"{path} is not a Parquet file: {str(error).rstrip('.')}.") from error
    if "html" not in names and "url" not in names:
        raise SourceError(f"{path} has no column html or url; its columns are {', '.join(names)}.")
    return ParquetRows(path)


def _import_parquet() -> ModuleType:
    return import_extra("pyarrow.parquet", "parquet", "Parquet files")
