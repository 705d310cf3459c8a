"""The records of a run: pages with their ids and addresses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from numbers import Integral
from typing import Protocol

from cutline.errors import CutlineError, SourceError
from cutline.page_given import PageGiven
from cutline.service.pages.results import Failure, replace_surrogates

NO_PAGE = PageGiven(None)


@dataclass(frozen=True, slots=True)
class Record:
    """One page that is to be extracted, or the reason why there is none.

    Attributes:
        id: as it was given; None where none was.
        page: the page; without html it is to be fetched.
        error: why the record cannot be used.
    """

    id: str | int | None = None
    page: PageGiven = NO_PAGE
    error: Failure | None = None

    @property
    def size(self) -> int:
        """Its bytes, or characters."""
        return len(self.page.html or "")

    def read(self) -> Record:
        """Return the record itself: it has been read."""
        return self

    def without_page(self, error: CutlineError) -> Record:
        """Return the record as one that cannot be used."""
        return replace(self, page=replace(self.page, html=None), error=Failure.of(error))


class Content(Protocol):
    """What stands at a place of an input: a record, or that of which a worker makes one."""

    @property
    def size(self) -> int:
        """The bytes it takes in memory, about."""

    def read(self) -> Record:
        """Return the record."""


def make_record(given: object) -> Record:
    """Return the record that an object of JSON, a row or a mapping of the caller's is."""
    record = Record()
    try:
        if not isinstance(given, Mapping):
            raise SourceError(f"A record must be an object with html or url, not {_name_type(given)}.")
        record = replace(record, id=_read_id(given.get("id")))
        url = _read_url(given.get("url"))
        record = replace(record, page=PageGiven(None, url))
        return replace(record, page=PageGiven(_read_page(given.get("html"), url), url))
    except SourceError as error:
        return record.without_page(error)


def _read_id(given: object) -> str | int | None:
    if given is None:
        return None
    if isinstance(given, str):
        return replace_surrogates(given)
    if isinstance(given, Integral) and not isinstance(given, bool):
        return int(given)
    if isinstance(given, float) and (given != given or given.is_integer()):  # pandas has such where others are missing
        return None if given != given else int(given)
    raise SourceError(f"The id of a record must be text or a whole number, not {_name_type(given)}.")


def _read_url(given: object) -> str | None:
    if given is not None and not isinstance(given, str):
        raise SourceError(f"The url of a record must be text, not {_name_type(given)}.")
    return replace_surrogates(given) if given else None


def _read_page(given: object, url: str | None) -> str | bytes | None:
    if given is None and url is None:
        raise SourceError("A record must have html, url or both.")
    if given is not None and not isinstance(given, str | bytes):
        raise SourceError(f"The html of a record must be text or bytes, not {_name_type(given)}.")
    return replace_surrogates(given) if isinstance(given, str) else given


def _name_type(value: object) -> str:
    return type(value).__name__
