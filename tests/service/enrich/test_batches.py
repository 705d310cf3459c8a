"""Records cut into batches."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.page_given import PageGiven
from cutline.service.enrich import batches
from cutline.service.enrich.batches import Batch, Item, Record, Skipped, cut_batches


def cut(items: list[Item], batch_size: int = 3, **limits: float) -> list[Batch]:
    """Cut items, with other limits such as `BATCH_BYTES=11`."""
    with pytest.MonkeyPatch.context() as patch:
        for name, limit in limits.items():
            patch.setattr(batches, name, limit)
        return list(cut_batches(4, "a.jsonl", items, batch_size))


def item(number: int, html: str | None) -> Item:
    return Item(number, Skipped("no page") if html is None else Record(None, PageGiven(html)), number / 100)


@given(st.lists(st.none() | st.text(max_size=30)), st.integers(1, 5), st.integers(1, 60))
def test_everything_is_in_one_batch_in_order(pages: list[str | None], batch_size: int, batch_bytes: int) -> None:
    items = [item(number, html) for number, html in enumerate(pages, start=1)]
    found = cut(items, batch_size, BATCH_BYTES=batch_bytes)
    assert [number for batch in found for number, _ in batch.items] == [
        number for number, html in enumerate(pages, start=1) if html is not None
    ]
    assert sum(sum(batch.skipped.values()) for batch in found) == pages.count(None)
    assert all(len(batch.items) <= batch_size for batch in found)
    places = [place for batch in found for place in range(batch.span.first, batch.span.last + 1)]
    assert places == list(range(1, len(pages) + 1))


def test_a_batch_is_full_of_records_or_bytes_or_after_a_while() -> None:
    items = [item(number, "x" * 10) for number in range(1, 8)]
    assert [len(batch.items) for batch in cut(items)] == [3, 3, 1]
    assert [len(batch.items) for batch in cut(items, BATCH_BYTES=11)] == [2, 2, 2, 1]
    assert [len(batch.items) for batch in cut(items, FILL_SECONDS=0)] == [1] * 7


def test_what_is_skipped_belongs_to_the_batch_that_it_lies_in() -> None:
    first, last = cut([item(number, None if number in (1, 3, 6) else "x") for number in range(1, 7)])
    assert (first.span.first, first.span.last, dict(first.skipped)) == (1, 5, {"no page": 2})
    assert (last.span.first, last.span.last, last.items, dict(last.skipped)) == (6, 6, (), {"no page": 1})
    assert (first.span.source, first.source, first.share, last.share) == (4, "a.jsonl", 0.05, 0.06)
