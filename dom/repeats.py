"""Text that a page has twice: a copy for other screens, a pulled quote."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cutline.dom.segments import TextSegment

LEAST_CHARACTERS = 60  # of a text whose copy says nothing new; shorter ones come again, as names and refrains do


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
