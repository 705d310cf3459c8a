"""Input files of records: JSON lines, addresses to fetch, one per line, and the rows of Parquet."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from types import ModuleType
from typing import Any

from cutline.errors import SourceError
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Content, Item, Record, make_record
from cutline.service.enrich.inputs.files import DAMAGE, InputFile, OpenFile, describe_break, import_extra, open_file
from cutline.service.pages.extraction import replace_surrogates

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
