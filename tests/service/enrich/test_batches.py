"""Records, batches of them, and the spans that are done."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.page_given import PageGiven
from cutline.service.enrich import batches
from cutline.service.enrich.batches import Batch, DoneSpans, Item, Record, Skipped, SourceSpan, cut_batches, make_record


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


NUMBERS = st.sets(st.integers(1, 60))


@given(NUMBERS, NUMBERS, st.randoms(use_true_random=False))
def test_what_is_not_done_is_passed_on_and_nothing_else(there: set[int], done: set[int], chance: object) -> None:
    spans = [SourceSpan(source, number, number) for number in done for source in (0, 2)]
    chance.shuffle(spans)  # type: ignore[attr-defined]
    known = DoneSpans()
    known.add(spans[: len(spans) // 2])
    known.add(spans[len(spans) // 2 :])
    for source, expected in ((0, there - done), (1, there), (2, there - done)):
        items = [Item(number, Skipped("")) for number in sorted(there)]
        assert [item.number for item in known.skip_done(source, items)] == sorted(expected)


def test_neighbours_take_no_more_memory_than_one() -> None:
    known = DoneSpans()
    known.add(SourceSpan(0, first, first + 15) for first in range(1, 160_001, 16))
    assert known._spans == {0: [(1, 160_000)]}


class TestRecord:
    @pytest.mark.parametrize(
        ("given", "reason"),
        [
            ({}, "html, url or both"),
            ({"html": None, "url": None}, "html, url or both"),
            ({"url": ""}, "html, url or both"),
            ({"html": 3}, "text or bytes, not int"),
            ({"html": float("nan")}, "text or bytes, not float"),
            ({"html": ["<p>"]}, "text or bytes, not list"),
            ({"html": "<p>", "url": 5}, "url of a record must be text, not int"),
            ({"html": "<p>", "id": [1]}, "id of a record must be text or a whole number, not list"),
            ({"html": "<p>", "id": True}, "id of a record"),
            (["<p>"], "must be an object with html or url, not list"),
            ("<p>", "must be an object with html or url, not str"),
            (None, "must be an object with html or url, not NoneType"),
        ],
    )
    def test_that_cannot_be_used_is_one_with_an_error(self, given: Any, reason: str) -> None:
        record = make_record(given)
        assert record.error is not None
        assert (record.page.html, record.error.code) == (None, "bad-source")
        assert reason in record.error.message

    def test_keeps_its_id_and_address_when_the_rest_is_bad(self) -> None:
        bad = make_record({"id": "a", "url": "https://example.org/", "html": 3})
        assert (bad.id, bad.page.url) == ("a", "https://example.org/")

    def test_may_have_html_as_bytes_and_more_keys(self) -> None:
        given = {"id": 7, "html": b"<p>", "url": "https://example.org/", "crawled": "2024"}
        assert make_record(given) == Record(7, PageGiven(b"<p>", "https://example.org/"))

    def test_with_half_characters_is_mended(self) -> None:
        record = make_record({"id": "\ud83d", "html": "a\udc00b \ud83d\ude00"})
        assert record == Record("\ufffd", PageGiven("a\ufffdb 😀"))


@pytest.mark.parametrize(("given", "record_id"), [(7.0, 7), (float("nan"), None)])
def test_ids_that_pandas_made_floats_are_whole_numbers_again(given: float, record_id: int | None) -> None:
    assert make_record({"html": "<p>", "id": given}).id == record_id


def test_other_floats_are_no_ids() -> None:
    record = make_record({"html": "<p>", "id": 7.5})
    assert record.error is not None and "whole number, not float" in record.error.message
