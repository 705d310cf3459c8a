"""The addresses of stored pages, from a table, and how well it fits the pages."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from io import TextIOWrapper
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO

from cutline.dom.web_addresses import is_web_address
from cutline.errors import SourceError
from cutline.service.enrich.inputs.files import DAMAGE, open_file, strip_compression

LINES = (".jsonl", ".ndjson")
COLUMNS = ("file", "url")
DELIMITERS = ",;\t"
EXAMPLES = 3  # names that a note shows


def read_addresses(path: str | Path) -> dict[str, str]:
    """Return the address of each page by its file, as the table names it: the path below the folder.

    Args:
        path: of the table: a header with the columns `file` and `url`, parted by commas, semicolons or tabs, or JSON
            lines (.jsonl) with objects of both; also .gz and .zst. Other columns are not read.

    Raises:
        SourceError: it cannot be read, lacks one of the columns, or has something other than a web address as `url`.
    """
    try:
        with open_file(path) as file, TextIOWrapper(file.stream, "utf-8-sig", newline="") as text:
            return dict(_read_rows(text, strip_compression(str(path)).endswith(LINES)))
    except FileNotFoundError as error:
        raise SourceError(f"There is no table {path}.") from error
    except UnicodeDecodeError as error:
        raise SourceError(f"The table {path} is not UTF-8.") from error
    except (*DAMAGE, csv.Error, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"The table {path} cannot be read: {reason.rstrip('.')}.") from error


def describe_misses(table: str | Path, addresses: Mapping[str, str], pages: Iterable[str]) -> tuple[str, ...]:
    """Return a sentence for the rows that match no page, and one for the pages without a row, if there are any.

    Args:
        table: the path of the table.
        addresses: what it says, by file.
        pages: the names of the pages, as the column `file` should name them.

    Raises:
        SourceError: no row matches a page.
    """
    unused, missed, count = dict.fromkeys(addresses), list[str](), 0
    for page in pages:
        unused.pop(page, None)
        if page not in addresses:
            count += 1
            missed += [page] if len(missed) < EXAMPLES else []
    if not addresses:
        raise SourceError(f"The table {table} has no row with a url.")
    if len(unused) == len(addresses):
        raise SourceError(
            f"No row of {table} matches a page: the column file has names such as {next(iter(unused))}, the pages are "
            f"{_list_examples(missed)}. Write the path of each page below its folder into the column file."
        )
    rows = f"Rows of {table} that match no page: {len(unused):,}, such as {_list_examples(unused)}."
    rest = f"Pages without a row in {table}: {count:,}, such as {_list_examples(missed)}."
    return (*([rows] if unused else []), *([rest] if missed else []))


def _list_examples(names: Iterable[str]) -> str:
    return ", ".join(islice(names, EXAMPLES))


def _read_rows(text: TextIO, is_json: bool) -> Iterator[tuple[str, str]]:
    rows: Iterable[Any] = map(json.loads, filter(str.strip, text)) if is_json else _open_table(text)
    for number, row in enumerate(rows, start=1):
        file, url = (row.get(name) if isinstance(row, Mapping) else None for name in COLUMNS)
        if not isinstance(file, str) or not isinstance(url, str):
            raise ValueError(f"record {number} has no {' and '.join(COLUMNS)}")
        if url.strip():
            if not is_web_address(url.strip()):
                raise ValueError(f"record {number} has the url {url!r:.80}, which is not a web address")
            yield Path(file).as_posix(), url.strip()


def _open_table(text: TextIO) -> csv.DictReader[str]:
    header = text.readline()
    table = csv.DictReader(chain([header], text), delimiter=max(DELIMITERS, key=header.count))
    missing = [name for name in COLUMNS if name not in (table.fieldnames or ())]
    if missing:
        raise ValueError(f"its first line has no column {' and '.join(missing)}, but reads {header.strip()!r:.80}")
    return table
