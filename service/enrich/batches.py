"""Records of a run and batches of them, the span of the input that each covers, and the tally of their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from numbers import Integral
from time import monotonic
from typing import Generic, Protocol, TypeVar

from pydantic import Field

from cutline.errors import CutlineError, SourceError
from cutline.page_given import PageGiven
from cutline.service.pages.extraction import Enriched, Failure, replace_surrogates
from cutline.types import Frozen

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


BATCH_BYTES = 8_000_000  # of pages; a batch this large is closed, which limits memory
FILL_SECONDS = 5.0  # after which an incomplete batch is processed as it is


class FailureCount(Frozen):
    """Number of records that failed with the same error code."""

    count: int = Field(ge=1)
    message: str = Field(description="The message of the first one.")


class Tally(Frozen):
    """Number of records processed, failed and skipped."""

    pages: int = Field(default=0, ge=0, description="Processed records, including failed ones.")
    failures: dict[str, FailureCount] = Field(default={}, description="Failed records by error code.")
    skipped: dict[str, int] = Field(default={}, description="Input entries that are not pages, counted by kind.")
    duplicates: int = Field(default=0, ge=0, description="Articles that an earlier one has, counted at the end.")

    @classmethod
    def of(cls, results: Iterable[Enriched], skipped: dict[str, int]) -> Tally:
        """Return the tally of some results, and of what was skipped between their records."""
        tally = Tally(skipped=skipped)
        for error in (result.error for result in results):
            failures = {error.code: FailureCount(count=1, message=error.message)} if error else {}
            tally += Tally(pages=1, failures=failures)
        return tally

    @property
    def failed(self) -> int:
        """Number of records without an article."""
        return sum(failure.count for failure in self.failures.values())

    def __add__(self, other: Tally) -> Tally:
        """Return the sum of both tallies."""
        failures = dict(self.failures)
        for code, more in other.failures.items():
            known = failures.get(code)
            failures[code] = FailureCount(count=known.count + more.count, message=known.message) if known else more
        skipped = dict(Counter(self.skipped) + Counter(other.skipped))
        duplicates = self.duplicates + other.duplicates
        return Tally(pages=self.pages + other.pages, failures=failures, skipped=skipped, duplicates=duplicates)


class Summary(Frozen):
    """Result of a run."""

    pages: int = Field(ge=0, description="Processed records, including failed ones.")
    failed: int = Field(ge=0, description="Records that have an error instead of an article.")
    seconds: float = Field(ge=0, description="Wall time.")
    resumed: int = Field(default=0, ge=0, description="Those of `pages` that an earlier run processed.")
    was_finished: bool = Field(default=False, description="Whether an earlier run had finished, and nothing was done.")
    failures: dict[str, FailureCount] = Field(default={}, description="Failed records by error code.")
    skipped: dict[str, int] = Field(default={}, description="Input entries that are not pages, counted by kind.")
    duplicates: int = Field(default=0, ge=0, description="Articles that an earlier one has, marked or dropped.")

    @classmethod
    def of(cls, tally: Tally, seconds: float, resumed: int = 0) -> Summary:
        """Return the summary of a run."""
        return cls(**dict(tally), failed=tally.failed, seconds=seconds, resumed=resumed)


Packed_co = TypeVar("Packed_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Skipped:
    """An input entry that is not a page, such as a request in a WARC file; `why` names it."""

    why: str


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a source.

    Attributes:
        number: its line, row, or number among the records of the source; from 1, ascending.
        content: a record, something to make a record from, or a skipped entry.
        share: share of the source that has been read (0..1); None if unknown.
    """

    number: int
    content: Content | Skipped
    share: float | None = None


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """The entries `first` to `last` (inclusive) of the source with the index `source`."""

    source: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Consecutive records of one source.

    Attributes:
        span: the entries it covers, including those skipped before and between its records.
        source: name of the source, if it has one.
        items: (entry number, record) of each record.
        skipped: number of skipped entries, by what they are.
        share: share of the source that has been read (0..1); None if unknown.
    """

    span: SourceSpan
    source: str | None
    items: tuple[tuple[int, Content], ...]
    skipped: Mapping[str, int]
    share: float | None


@dataclass(frozen=True, slots=True)
class FinishedBatch(Generic[Packed_co]):
    """A processed batch.

    Attributes:
        span: the entries it covers.
        packed: the results in the requested form.
        tally: number of records processed, failed and skipped.
        share: share of the source that has been read (0..1); None if unknown.
    """

    span: SourceSpan
    packed: Packed_co
    tally: Tally
    share: float | None


def cut_batches(source: int, name: str | None, items: Iterable[Item], batch_size: int) -> Iterator[Batch]:
    """Yield the batches of one source, of limited record count and size; the last may contain only skipped records.

    A batch is closed early if its records come slowly, so that nobody waits long for the first one.
    """
    open_batch = _OpenBatch()
    for item in items:
        open_batch.add(item)
        if open_batch.is_full(batch_size):
            yield open_batch.close(source, name)
            open_batch = _OpenBatch()
    if open_batch.last:
        yield open_batch.close(source, name)


class _OpenBatch:
    """A batch that is being filled."""

    def __init__(self) -> None:
        self.items: list[tuple[int, Content]] = []
        self.size = 0
        self.since = monotonic()
        self.last = 0
        self._first = 0
        self._share: float | None = None
        self._skipped: Counter[str] = Counter()

    def add(self, item: Item) -> None:
        self._first = self._first or item.number
        self.last = item.number
        self._share = item.share
        if isinstance(item.content, Skipped):
            self._skipped[item.content.why] += 1
        else:
            self.items.append((item.number, item.content))
            self.size += item.content.size

    def is_full(self, batch_size: int) -> bool:
        return bool(self.items) and (
            len(self.items) >= batch_size or self.size >= BATCH_BYTES or monotonic() - self.since >= FILL_SECONDS
        )

    def close(self, source: int, name: str | None) -> Batch:
        span = SourceSpan(source, self._first, self.last)
        return Batch(span, name, tuple(self.items), dict(self._skipped), self._share)


class DoneSpans:
    """Processed spans; adjacent ones are merged, so that a long run takes little memory."""

    def __init__(self) -> None:
        """Start empty."""
        self._spans: dict[int, list[tuple[int, int]]] = {}

    def add(self, spans: Iterable[SourceSpan]) -> None:
        """Add spans that do not overlap."""
        for span in spans:
            _join(self._spans.setdefault(span.source, []), span.first, span.last)
        for source, given in self._spans.items():
            joined: list[tuple[int, int]] = []
            for first, last in sorted(given):
                _join(joined, first, last)
            self._spans[source] = joined

    def skip_done(self, source: int, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items of a source that are not processed yet."""
        spans = iter(self._spans.get(source, ()))
        first, last = next(spans, (0, 0))
        for item in items:
            while last and item.number > last:
                first, last = next(spans, (0, 0))
            if not last or item.number < first:
                yield item


def _join(joined: list[tuple[int, int]], first: int, last: int) -> None:
    """Append a span, merging it with the last one if they are adjacent."""
    if joined and first == joined[-1][1] + 1:
        first, _ = joined.pop()
    joined.append((first, last))
