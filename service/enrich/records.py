"""Records of a run: pages with their ids and addresses."""

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
    """One page to extract, or the reason why it cannot be.

    Attributes:
        id: the caller's id; None if there is none.
        page: the page; it is fetched if it has no html.
        error: why the record cannot be used.
    """

    id: str | int | None = None
    page: PageGiven = NO_PAGE
    error: Failure | None = None

    @property
    def size(self) -> int:
        """Length of the page in bytes, or in characters if it is text."""
        return len(self.page.html or "")

    def read(self) -> Record:
        """Return the record itself."""
        return self

    def without_page(self, error: CutlineError) -> Record:
        """Return the record as unusable because of an error."""
        return replace(self, page=replace(self.page, html=None), error=Failure.of(error))


class Content(Protocol):
    """An entry of an input: a record, or something from which a worker makes one."""

    @property
    def size(self) -> int:
        """Its approximate size in memory, in bytes."""

    def read(self) -> Record:
        """Return the record."""


def make_record(given: object) -> Record:
    """Return the record in a JSON object, a row or a mapping; an invalid one has an `error`."""
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
    if isinstance(given, float) and (
        given != given or given.is_integer()
    ):  # pandas turns ids into floats if some are missing
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
