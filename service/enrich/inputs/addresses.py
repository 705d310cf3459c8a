"""A list of addresses, whose pages are fetched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutline.errors import SourceError
from cutline.service.enrich.inputs.file_state import describe_file
from cutline.service.enrich.inputs.json_lines import read_lines
from cutline.service.enrich.records import Record
from cutline.service.enrich.segments import Item
from cutline.service.enrich.surrogates import replace_surrogates

COMMENT = "#"


@dataclass(frozen=True, slots=True)
class AddressList:
    """A text file with one address a line, compressed if its name ends in .gz or .zst; empty lines and # are skipped.

    Attributes:
        path: of the file.
        max_bytes: of a line.
    """

    path: str
    max_bytes: int

    @property
    def name(self) -> str:
        """The file."""
        return self.path

    def items(self) -> Iterator[Item]:
        """Yield the addresses, numbered by their lines."""
        for number, line, share in read_lines(self.path, self.max_bytes):
            if isinstance(line, SourceError):
                yield Item(number, Record(None, None, None).without_page(line), share)
                continue
            address = replace_surrogates(line.decode("utf-8-sig", errors="replace")).strip()
            if address and not address.startswith(COMMENT):
                yield Item(number, Record(None, None, address), share)

    def describe(self) -> str:
        """Return what changes when the file does."""
        return describe_file(self.path)
