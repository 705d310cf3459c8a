"""Records that the caller has: mappings, or texts with a context as spaCy takes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cutline.service.enrich.records import Record, make_record
from cutline.service.enrich.segments import Item


@dataclass(frozen=True, slots=True)
class Mappings:
    """Any iterable of mappings, or of tuples `(html, context)` or `(mapping, context)`.

    Attributes:
        records: the iterable, which is read once and no further ahead than need be.
        contexts: where the context of each tuple is kept by its number; None: it is the id of the record.
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
        """Return nothing: nobody knows whether the caller's records are those of another time."""
        return ""

    def _read(self, number: int, given: object) -> Record:
        match given:
            case tuple((page, context)):
                record = dict(page) if isinstance(page, Mapping) else {"html": page}
                if self.contexts is None:
                    return make_record({"id": context, **record})
                self.contexts[number] = context
                return make_record(record)
            case _:
                return make_record(given)
