"""Records cut into segments."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutline.config import load_settings
from cutline.service.enrich.records import Record
from cutline.service.enrich.segments import Item, Segment, SegmentCutter, Skipped

SETTINGS = load_settings().enrich


def cut(items: list[Item], batch_size: int = 3, **limits: float) -> list[Segment]:
    return list(SegmentCutter(batch_size, SETTINGS.model_copy(update=limits)).cut(4, "a.jsonl", items))


def item(number: int, html: str | None) -> Item:
    return Item(number, Skipped("no page") if html is None else Record(None, html, None), number / 100)


@given(st.lists(st.none() | st.text(max_size=30)), st.integers(1, 5), st.integers(1, 60))
def test_everything_is_in_one_segment_in_order(pages: list[str | None], batch_size: int, batch_bytes: int) -> None:
    items = [item(number, html) for number, html in enumerate(pages, start=1)]
    segments = cut(items, batch_size, batch_bytes=batch_bytes)
    assert [number for segment in segments for number, _ in segment.items] == [
        number for number, html in enumerate(pages, start=1) if html is not None
    ]
    assert sum(sum(segment.skipped.values()) for segment in segments) == pages.count(None)
    assert all(len(segment.items) <= batch_size for segment in segments)
    places = [place for segment in segments for place in range(segment.span.first, segment.span.last + 1)]
    assert places == list(range(1, len(pages) + 1))


def test_a_segment_is_full_of_records_or_bytes_or_after_a_while() -> None:
    items = [item(number, "x" * 10) for number in range(1, 8)]
    assert [len(segment.items) for segment in cut(items)] == [3, 3, 1]
    assert [len(segment.items) for segment in cut(items, batch_bytes=11)] == [2, 2, 2, 1]
    assert [len(segment.items) for segment in cut(items, fill_seconds=0)] == [1] * 7


def test_what_is_skipped_belongs_to_the_segment_that_it_lies_in() -> None:
    first, last = cut([item(number, None if number in (1, 3, 6) else "x") for number in range(1, 7)])
    assert (first.span.first, first.span.last, dict(first.skipped)) == (1, 5, {"no page": 2})
    assert (last.span.first, last.span.last, last.items, dict(last.skipped)) == (6, 6, (), {"no page": 1})
    assert (first.span.source, first.source, first.share, last.share) == (4, "a.jsonl", 0.05, 0.06)
