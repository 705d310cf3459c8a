"""The records of a batch, each with a page or with the reason why it has none."""

from __future__ import annotations

import gzip
import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import count
from numbers import Integral
from pathlib import Path
from typing import IO, cast

from cutline.errors import SourceError
from cutline.service.enrich.results import Enriched, Failure
from cutline.service.enrich.surrogates import replace_surrogates


@dataclass(frozen=True, slots=True)
class Record:
    """One page that is to be extracted.

    Attributes:
        id: as it was given; None where none was.
        html: the page; None if it is to be fetched.
        url: the page's address; never None if there is no html.
        line: its line in the file, or its number among the records, from 1; None outside a batch.
    """

    id: str | int | None
    html: str | bytes | None
    url: str | None
    line: int | None = None


def read_records(
    source: Iterable[Mapping[str, object]] | str | Path, max_line_bytes: int
) -> Iterator[Record | Enriched]:
    """Return the records of a source; a bad one is replaced by its result, an error.

    Args:
        source: mappings with `html` (str or bytes), `url` or both, and perhaps an `id` (str or int); or a file that has
            one such object of JSON a line, compressed if its name ends in .gz; `-` is standard input.
        max_line_bytes: a longer line of a file is bad, and never in memory as a whole.

    Raises:
        SourceError: at once, if the source cannot be read; later, if it breaks off.
    """
    if isinstance(source, str | Path):
        _check_readable(str(source))
        return _read_items(_read_lines(str(source), max_line_bytes))
    if isinstance(source, Mapping | bytes) or not isinstance(source, Iterable):
        raise SourceError("The source must be a file or several records; put a single record into a list.")
    return _read_items(enumerate(source, start=1))


def _read_items(items: Iterable[tuple[int, object]]) -> Iterator[Record | Enriched]:
    for line, item in items:
        record_id: str | int | None = None
        try:
            if isinstance(item, SourceError):
                raise item
            if not isinstance(item, Mapping):
                raise SourceError(f"A record must be an object with html or url, not {_name_type(item)}.")
            record_id = _read_id(item.get("id"))
            yield _read_record(item, record_id, line)
        except SourceError as error:
            yield Enriched.of(record_id, Failure.of(error), line)


def _read_id(given: object) -> str | int | None:
    if given is None:
        return None
    if isinstance(given, str):
        return replace_surrogates(given)
    if isinstance(given, Integral) and not isinstance(given, bool):
        return int(given)
    raise SourceError(f"The id of a record must be text or a whole number, not {_name_type(given)}.")


def _read_record(item: Mapping[object, object], record_id: str | int | None, line: int) -> Record:
    html, url = item.get("html"), item.get("url")
    if url is not None and not isinstance(url, str):
        raise SourceError(f"The url of a record must be text, not {_name_type(url)}.")
    if html is None and not url:
        raise SourceError("A record must have html, url or both.")
    if html is not None and not isinstance(html, str | bytes):
        raise SourceError(f"The html of a record must be text or bytes, not {_name_type(html)}.")
    page = replace_surrogates(html) if isinstance(html, str) else html
    return Record(record_id, page, replace_surrogates(url) if url else None, line)


def _name_type(value: object) -> str:
    return type(value).__name__


def _check_readable(name: str) -> None:
    if name == "-":
        return
    if not os.path.exists(name):
        raise SourceError(f"There is no file {name}.")
    if os.path.isdir(name) or not os.access(name, os.R_OK):
        raise SourceError(f"{name} is a folder, or may not be read; give a file with one JSON object a line.")


def _read_lines(name: str, max_bytes: int) -> Iterator[tuple[int, object]]:
    number = 0
    try:
        with _open(name) as stream:
            for number in count(1):
                line = stream.readline(max_bytes + 1)
                if not line:
                    return
                if len(line) > max_bytes:
                    _skip_line(stream, line, max_bytes)
                    sentence = f"Line {number} has more than {max_bytes} bytes (setting enrich.max_line_bytes)."
                    yield number, SourceError(sentence)
                elif line.strip():
                    yield number, _parse_line(line, number)
    except (OSError, EOFError, zlib.error) as error:
        raise SourceError(f"{name} cannot be read beyond line {max(number - 1, 0)}: {error}.") from error


def _open(name: str) -> AbstractContextManager[IO[bytes]]:
    if name == "-":
        return nullcontext(sys.stdin.buffer)
    return cast(IO[bytes], gzip.open(name)) if name.endswith(".gz") else Path(name).open("rb")


def _skip_line(stream: IO[bytes], line: bytes, max_bytes: int) -> None:
    while line and not line.endswith(b"\n"):
        line = stream.readline(max_bytes)


def _parse_line(line: bytes, number: int) -> object:
    try:
        return json.loads(line)
    except json.JSONDecodeError as error:
        return SourceError(f"Line {number} is not JSON: {error.msg} (column {error.colno}).")
    except UnicodeDecodeError:
        return SourceError(f"Line {number} is not UTF-8.")
    except (ValueError, RecursionError):
        return SourceError(f"Line {number} is JSON that is nested too deeply or has too large a number.")
