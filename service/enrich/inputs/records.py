"""Input files of records: JSON lines, addresses to fetch, one per line, and the rows of Parquet."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import count
from types import ModuleType
from typing import Any

from cutline.errors import SourceError
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Content, Item, Record, make_record
from cutline.service.enrich.inputs.files import (
    DAMAGE,
    InputFile,
    OpenFile,
    describe_break,
    describe_file,
    import_extra,
    open_file,
)
from cutline.service.pages.extraction import replace_surrogates

STDIN = "-"
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


@dataclass(frozen=True, slots=True)
class JsonLinesFile:
    """A file of JSON lines, compressed if its name ends in .gz or .zst; `-` is standard input.

    Attributes:
        path: of the file.
        max_bytes: size limit of a line; a longer one is an error, and is never in memory as a whole.
    """

    path: str
    max_bytes: int

    @property
    def name(self) -> str | None:
        """The file; None for standard input."""
        return None if self.path == STDIN else self.path

    def items(self) -> Iterator[Item]:
        """Yield the lines that are not blank."""
        return read_items(self.path, self.max_bytes, _read_json)

    def describe(self) -> str:
        """Return a fingerprint that changes when the file does; empty for standard input."""
        return "" if self.path == STDIN else describe_file(self.path)


def _read_json(number: int, line: bytes) -> Content | None:
    raw = JsonLine(line, number) if line.strip() else None
    return raw.read() if raw and not WITH_PAGE.search(line) else raw  # this process fetches records without html


def read_items(path: str, max_bytes: int, read: Callable[[int, bytes], Content | None]) -> Iterator[Item]:
    """Yield what the lines of a file hold.

    A line longer than `max_bytes` is an error, and so is everything after a damaged place.

    Args:
        path: of the file.
        max_bytes: size limit of a line.
        read: takes the number and the bytes of a line; returns None for one that holds nothing.
    """
    number = 0
    try:
        with _open(path) as file:
            for number in count(1):
                line = file.stream.readline(max_bytes + 1)
                if not line:
                    return
                if len(line) <= max_bytes:
                    content = read(number, line)
                else:
                    while line and not line.endswith(b"\n"):
                        line = file.stream.readline(max_bytes)
                    too_long = f"Line {number} has more than {max_bytes} bytes (setting enrich.max_line_bytes)."
                    content = Record().without_page(SourceError(too_long))
                if content is not None:
                    yield Item(number, content, file.find_share())
    except DAMAGE as error:
        broken = describe_break(path, f"line {max(number - 1, 0)}", error)
        yield Item(number or 1, Record().without_page(broken), 1.0)


def _open(path: str) -> AbstractContextManager[OpenFile]:
    return nullcontext(OpenFile(sys.stdin.buffer, lambda: None)) if path == STDIN else open_file(path)


@dataclass(frozen=True, slots=True)
class AddressList(InputFile):
    """A text file with one address per line, compressed if its name ends in .gz or .zst; blank lines and # are skipped.

    Attributes:
        path: of the file.
        max_bytes: size limit of a line.
    """

    max_bytes: int

    def items(self) -> Iterator[Item]:
        """Yield the addresses, numbered by their lines."""
        return read_items(self.path, self.max_bytes, _read_address)


def _read_address(_number: int, line: bytes) -> Content | None:
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
