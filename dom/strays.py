"""Kept text that is none of the article's: words of menus alone at its edges, and copies of its own text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS

LONG = 8  # words from which a segment is a paragraph that others are measured from
SHORT = 3  # words up to which a segment may be a stray one
NEAR = 2  # segments to a paragraph within which a short one belongs to it

LEAST_CHARACTERS = 60  # of a text whose copy says nothing new; shorter ones come again, as names and refrains do


def find_stray_segments(segments: Sequence[TextSegment], kept: Sequence[int]) -> list[int]:
    """Return which of the kept segments are a few words before the first paragraph or behind the last.

    A single word of a menu often stands in the article as well, which is all that a classifier may know of it.

    Args:
        segments: of a page.
        kept: places of the segments taken for article text, ascending.
    """

    def count(number: int) -> int:
        return len(cut_words(segments[number].text))

    first = next((number for number in kept if count(number) >= LONG), None)
    if first is None:
        return []
    last = next(number for number in reversed(kept) if count(number) >= LONG)
    return [
        number
        for number in kept
        if not first - NEAR <= number <= last + NEAR
        and count(number) <= SHORT
        and segments[number].block.tag not in HEADING_TAGS
    ]


def find_repeats(segments: Sequence[TextSegment], kept: Iterable[int]) -> list[int]:
    """Return which of the kept segments, given in document order, say word for word what one before them says."""
    known: set[str] = set()
    repeats = []
    for number in kept:
        text = segments[number].text
        if len(text) < LEAST_CHARACTERS:
            continue
        if text in known:
            repeats.append(number)
        known.add(text)
    return repeats
