"""The records of a batch cut into segments, the pieces that are worked on, written and counted as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

from cutline.config.service_settings import EnrichSettings
from cutline.service.enrich.records import Content
from cutline.service.enrich.results import Tally

Packed_co = TypeVar("Packed_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something in an input that is no page, such as a request in a WARC file; `why` says what."""

    why: str


@dataclass(frozen=True, slots=True)
class Item:
    """What stands at one place of a source.

    Attributes:
        number: its line, its row, or its number among the records of the source; from 1, rising.
        content: a record, that of which one can be made, or nothing that is to be extracted.
        share: how much of the source lies before its end (0..1); None if nobody knows.
    """

    number: int
    content: Content | Skipped
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Span:
    """The places from `first` to `last` of one source, which is known by its number among the sources."""

    source: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Segment:
    """Records of one source that follow each other.

    Attributes:
        span: where they stand; what is skipped before and between them belongs to it.
        source: the source's name, if it has one.
        items: the records.
        skipped: what stands between them, counted.
        share: how much of the source lies before its end (0..1); None if nobody knows.
    """

    span: Span
    source: str | None
    items: tuple[tuple[int, Content], ...]
    skipped: Mapping[str, int]
    share: float | None


@dataclass(frozen=True, slots=True)
class Worked(Generic[Packed_co]):
    """A segment that was worked off.

    Attributes:
        span: where its records stand.
        packed: their results, in the form that was asked for.
        tally: what became of them.
        share: how much of the source lies before its end (0..1); None if nobody knows.
    """

    span: Span
    packed: Packed_co
    tally: Tally
    share: float | None


class SegmentCutter:
    """Cuts items into segments of at most so many records and bytes.

    A segment is closed earlier where its records come slowly, so that nobody waits long for the first.
    """

    def __init__(self, batch_size: int, settings: EnrichSettings) -> None:
        """Take the records of a segment, from 1, and the limits of bytes and seconds."""
        self._batch_size = batch_size
        self._settings = settings

    def cut(self, source: int, name: str | None, items: Iterable[Item]) -> Iterator[Segment]:
        """Yield the segments of one source, of which the last may hold nothing but what was skipped."""
        open_segment = _OpenSegment()
        for item in items:
            open_segment.add(item)
            if self._is_full(open_segment):
                yield open_segment.close(source, name)
                open_segment = _OpenSegment()
        if open_segment.last:
            yield open_segment.close(source, name)

    def _is_full(self, segment: _OpenSegment) -> bool:
        return bool(segment.items) and (
            len(segment.items) >= self._batch_size
            or segment.size >= self._settings.batch_bytes
            or monotonic() - segment.since >= self._settings.fill_seconds
        )


class _OpenSegment:
    """A segment to which items are added."""

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

    def close(self, source: int, name: str | None) -> Segment:
        span = Span(source, self._first, self.last)
        return Segment(span, name, tuple(self.items), dict(self._skipped), self._share)
