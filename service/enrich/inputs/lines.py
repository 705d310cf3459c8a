"""Input files with one record per line: JSON objects, or addresses to fetch."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import count

from cutline.errors import SourceError
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Item, Record, make_record
from cutline.service.enrich.inputs.files import DAMAGE, InputFile, OpenFile, describe_break, describe_file, open_file
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
        for number, line, share in read_lines(self.path, self.max_bytes):
            if isinstance(line, SourceError):
                yield Item(number, Record().without_page(line), share)
            elif line.strip():
                raw = JsonLine(line, number)
                yield Item(
                    number, raw if WITH_PAGE.search(line) else raw.read(), share
                )  # records without html are fetched by this process

    def describe(self) -> str:
        """Return a fingerprint that changes when the file does; empty for standard input."""
        return "" if self.path == STDIN else describe_file(self.path)


def read_lines(path: str, max_bytes: int) -> Iterator[tuple[int, bytes | SourceError, float | None]]:
    """Yield (number, line, share of the file read) for each line of a file.

    A line longer than `max_bytes` is yielded as a SourceError, and so is everything after a damaged place.
    """
    number = 0
    try:
        with _open(path) as file:
            for number in count(1):
                line = file.stream.readline(max_bytes + 1)
                if not line:
                    return
                if len(line) > max_bytes:
                    while line and not line.endswith(b"\n"):
                        line = file.stream.readline(max_bytes)
                    too_long = f"Line {number} has more than {max_bytes} bytes (setting enrich.max_line_bytes)."
                    yield number, SourceError(too_long), file.find_share()
                else:
                    yield number, line, file.find_share()
    except DAMAGE as error:
        yield number or 1, describe_break(path, f"line {max(number - 1, 0)}", error), 1.0


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
        for number, line, share in read_lines(self.path, self.max_bytes):
            if isinstance(line, SourceError):
                yield Item(number, Record().without_page(line), share)
                continue
            address = replace_surrogates(line.decode("utf-8-sig", errors="replace")).strip()
            if address and not address.startswith(COMMENT):
                yield Item(number, Record(None, PageGiven(None, address)), share)
