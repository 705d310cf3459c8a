"""Inputs of a run, one module per kind; files are recognised by their names.

Import from here: `Input`, `open_inputs` and `give_addresses`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Protocol

from cutline.config import Settings
from cutline.dom.web_addresses import is_web_address
from cutline.errors import OptionError, SourceError
from cutline.service.enrich.batches import Item, Record, make_record
from cutline.service.enrich.inputs.files import (
    STDIN,
    LinesFile,
    open_parquet,
    read_address,
    read_json,
    strip_compression,
)
from cutline.service.enrich.inputs.folder import StoredPages, describe_misses, is_page_name, open_folder, read_addresses
from cutline.service.enrich.inputs.warc import open_warc

__all__ = ["Input", "give_addresses", "open_inputs"]


@dataclass(frozen=True, slots=True)
class Mappings:
    """Any iterable of mappings, of addresses, or of tuples `(html, context)` or `(mapping, context)`.

    Attributes:
        records: the iterable; it is read once, and no further ahead than necessary.
        contexts: collects the context of each tuple by record number; if None, it becomes the id of the record.
        name: None: there is no file.
    """

    records: Iterable[object]
    contexts: dict[int, object] | None = None
    name: None = None

    def items(self) -> Iterator[Item]:
        """Yield the records, numbered from 1."""
        for number, given in enumerate(self.records, start=1):
            yield Item(number, self._read(number, given))

    def describe(self) -> str:
        """Return an empty text: nobody knows whether the caller passes the same records again."""
        return ""

    def _read(self, number: int, given: object) -> Record:
        match given:
            case tuple((page, context)):
                record = dict(page) if isinstance(page, Mapping) else {"html": page}
                if self.contexts is None:
                    return make_record({"id": context, **record})
                self.contexts[number] = context
                return make_record(record)
            case str() if is_web_address(given):
                return make_record({"url": given})
            case _:
                return make_record(given)


KINDS = "JSON lines (.jsonl), Parquet (.parquet), WARC (.warc), pages (.html) or addresses (.txt), or a folder of pages"


class Input(Protocol):
    """An input of a run."""

    @property
    def name(self) -> str | None:
        """The file or folder; None if there is none."""

    def items(self) -> Iterator[Item]:
        """Yield its entries in order, the same ones each time; an unreadable one is a record with an error."""

    def describe(self) -> str:
        """Return a fingerprint that changes when the source does."""


def open_inputs(given: object, settings: Settings, contexts: dict[int, object] | None = None) -> tuple[Input, ...]:
    """Return the inputs that the caller gave.

    Args:
        given: the path of a file or folder, a list or tuple of paths, or an iterable of records or addresses.
        settings: the size limits of a page and a line.
        contexts: collects the contexts of tuples `(html, context)` by record number; if None, they become ids.

    Raises:
        SourceError: an input cannot be read, or its name does not say what it holds.
        OptionError: the package that reads it is missing.
    """
    match given:
        case str() | Path():
            return (_open(str(given), settings),)
        case [_, *_] if isinstance(given, list | tuple) and all(isinstance(path, Path | str) for path in given):
            if all(is_web_address(str(path)) for path in given):
                return (Mappings(given, contexts),)
            return tuple(_open(str(path), settings) for path in given)
        case Mapping() | bytes():
            pass
        case Iterable() if hasattr(given, "columns"):
            raise SourceError("A table is no list of records; give its rows: frame.to_dict('records').")
        case Iterable():
            return (Mappings(given, contexts),)
    raise SourceError("The source must be a file or several records; put a single record into a list.")


def give_addresses(inputs: Iterable[Input], table: str | Path) -> tuple[tuple[Input, ...], tuple[str, ...]]:
    """Return inputs of stored pages with the addresses that a table has for them, and what does not fit, in sentences.

    Args:
        inputs: folders of pages, or pages.
        table: see `read_addresses`.

    Raises:
        SourceError: the table cannot be read, or matches no page.
        OptionError: an input is no stored page; its records have addresses of their own.
    """
    addresses = read_addresses(table)
    given: list[StoredPages] = []
    for each in inputs:
        if not isinstance(each, StoredPages):
            raise OptionError("The option 'addresses' goes with folders of pages; other records hold their own url.")
        given.append(replace(each, addresses=addresses))
    names = chain.from_iterable(each.list_names() for each in given)
    return tuple(given), describe_misses(table, addresses, names)


def _open(path: str, settings: Settings) -> Input:
    if path.lstrip().startswith("<"):
        raise SourceError("The source is a page, not the path of a file; give each page as a record: {'html': page}.")
    if is_web_address(path):
        raise SourceError(
            f"{path} is an address, not a file. Write addresses into a .txt file, one per line; in Python, put "
            f"them into a list without files: [{path!r}]."
        )
    if path != STDIN:
        _check_readable(path)
    for is_kind, make in _KINDS:
        if is_kind(path):
            return make(path, settings)
    raise SourceError(f"The name of {path} does not say what it holds: give {KINDS}.")


def _check_readable(path: str) -> None:
    if not os.path.exists(path):
        raise SourceError(f"There is no file {path}.")
    if not os.access(path, os.R_OK):
        raise SourceError(f"{path} may not be read.")


def _ends_in(*suffixes: str) -> Callable[[str], bool]:
    return lambda path: strip_compression(path).endswith(suffixes)


def _is_json_lines(path: str) -> bool:
    return path == STDIN or Path(strip_compression(path)).suffix in ("", ".jsonl", ".ndjson", ".json")


# Recognises a kind by its path, and opens it.
_KINDS: tuple[tuple[Callable[[str], bool], Callable[[str, Settings], Input]], ...] = (
    (os.path.isdir, lambda path, settings: open_folder(path, settings.page.max_bytes)),
    (_ends_in(".parquet"), lambda path, settings: open_parquet(path)),
    (_ends_in(".warc"), lambda path, settings: open_warc(path, settings.page.max_bytes)),
    (_ends_in(".txt"), lambda path, settings: LinesFile(path, settings.enrich.max_line_bytes, read_address)),
    (is_page_name, lambda path, settings: StoredPages(path, settings.page.max_bytes)),
    (_is_json_lines, lambda path, settings: LinesFile(path, settings.enrich.max_line_bytes, read_json)),
)
