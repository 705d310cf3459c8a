"""Input folders of HTML files, and the addresses that a table has for them."""

from __future__ import annotations

import csv
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import TextIOWrapper
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO

from cutline.dom.web_addresses import is_web_address
from cutline.errors import CutlineError, PageTooLarge, SourceError
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Item, Record
from cutline.service.enrich.inputs.files import (
    DAMAGE,
    InputFile,
    describe_file,
    give_reason,
    open_file,
    strip_compression,
)
from cutline.service.pages.extraction import replace_surrogates

PAGE_SUFFIXES = (".html", ".htm", ".xhtml")


@dataclass(frozen=True, slots=True)
class StoredPage:
    """An unopened file, which the worker opens.

    Attributes:
        path: of the file.
        id: of the record.
        size: of the file, in bytes.
        max_bytes: size limit of a page.
        url: where the page came from, if known.
    """

    path: str
    id: str
    size: int
    max_bytes: int
    url: str | None = None

    def read(self) -> Record:
        """Return the record, with an error if the file cannot be read."""
        record = Record(self.id)
        try:
            return Record(self.id, PageGiven(self._read_page(), self.url))
        except CutlineError as error:
            return record.without_page(error)
        except DAMAGE as error:
            return record.without_page(SourceError(f"The file cannot be read: {give_reason(error)}."))

    def _read_page(self) -> bytes:
        with open_file(self.path) as file:
            page = file.stream.read(self.max_bytes + 1)
        if len(page) > self.max_bytes:
            raise PageTooLarge(f"The page has more than {self.max_bytes:,} bytes. Raise page.max_bytes to read it.")
        return page


@dataclass(frozen=True, slots=True)
class StoredPages(InputFile):
    """A page, or the pages (.html, .htm, .xhtml, each also .gz or .zst) in a folder and its subfolders, by name.

    Links to folders are not followed. The `id` of a page is its path relative to the folder.

    Attributes:
        path: of the page or the folder.
        max_bytes: size limit of a page.
        addresses: where the pages came from, by their ids.
    """

    max_bytes: int
    addresses: Mapping[str, str] = field(default_factory=dict)

    def items(self) -> Iterator[Item]:
        """Yield the pages, numbered from 1."""
        total = sum(1 for _ in self._list())
        for number, (path, name) in enumerate(self._list(), start=1):
            content = StoredPage(path, name, _find_size(path), self.max_bytes, self.addresses.get(name))
            yield Item(number, content, min(1.0, number / max(1, total)))

    def list_names(self) -> Iterator[str]:
        """Yield the ids of the pages."""
        return (name for _, name in self._list())

    def describe(self) -> str:
        """Return a fingerprint that changes when a page is changed, added or removed."""
        digest = hashlib.sha256()
        for path, name in self._list():
            digest.update(os.fsencode(f"{path}\0{describe_file(path)}\0{self.addresses.get(name, '')}\0"))
        return digest.hexdigest()

    def _list(self) -> Iterator[tuple[str, str]]:
        """Yield the path of each page, and its id."""
        if not os.path.isdir(self.path):
            yield self.path, Path(self.path).name
            return
        for path in _list_pages(self.path):
            yield path, replace_surrogates(Path(path).relative_to(self.path).as_posix())


def _find_size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:  # it is gone; reading it will report that
        return 0


def open_folder(path: str, max_bytes: int) -> StoredPages:
    """Return the pages of a folder.

    Raises:
        SourceError: it holds no pages.
    """
    if next(_list_pages(path), None) is None:
        raise SourceError(f"The folder {path} holds no page: no file in it ends in .html, .htm or .xhtml.")
    return StoredPages(path, max_bytes)


def is_page_name(name: str) -> bool:
    """Return whether a file with this name counts as a page."""
    return strip_compression(name).endswith(PAGE_SUFFIXES)


def _list_pages(folder: str) -> Iterator[str]:
    """Yield the paths of the pages below a folder; only the names of one folder per level are in memory."""
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            yield from _list_pages(entry.path)
        elif is_page_name(entry.name) and entry.is_file():
            yield entry.path


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
        raise SourceError(f"The table {path} cannot be read: {give_reason(error)}.") from error


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
