"""Which places have been worked off."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutline.service.enrich.batches import DoneSpans, Item, Skipped, SourceSpan

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
