"""A list of addresses, whose pages are fetched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cutline.errors import SourceError
from cutline.service.enrich.inputs.input_file import InputFile
from cutline.service.enrich.inputs.json_lines import read_lines
from cutline.service.enrich.records import Record
from cutline.service.enrich.segments import Item
from cutline.service.enrich.surrogates import replace_surrogates

COMMENT = "#"


@dataclass(frozen=True, slots=True)
class AddressList(InputFile):
    """A text file with one address a line, compressed if its name ends in .gz or .zst; empty lines and # are skipped.

    Attributes:
        path: of the file.
        max_bytes: of a line.
    """

    max_bytes: int

    def items(self) -> Iterator[Item]:
        """Yield the addresses, numbered by their lines."""
        for number, line, share in read_lines(self.path, self.max_bytes):
            if isinstance(line, SourceError):
                yield Item(number, Record(None, None, None).without_page(line), share)
                continue
            address = replace_surrogates(line.decode("utf-8-sig", errors="replace")).strip()
            if address and not address.startswith(COMMENT):
                yield Item(number, Record(None, None, address), share)
