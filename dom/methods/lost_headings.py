"""Headings that a classifier doubts, right before text that is kept."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import chain, islice

from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.tags import HEADING_TAGS

HEADING_THRESHOLD = 0.3  # probability from which a heading right before kept text is kept ...
# ... and if another of the same tag and class is kept, or it continues a numbering.
ALIKE_HEADING_THRESHOLD = 0.2
LABEL_SCORE = 0.1  # below it, a segment between a heading and its text is no part of either
MAX_OWN_LINKS = 2  # of a heading to itself, or to the table of contents; more are a menu of the page
# "3. Results", "Step 3: Stir", "Schritt 3"; the words before the number are those of the whole series.
NUMBERED = re.compile(r"\W*([^\W\d]{0,12})\W{0,2}?(\d{1,3})(?!\d)")

Place = tuple[str, str, int]  # tag, words before the number, and the number of a numbered heading


def find_headings(page: ScoredPage, inside: range, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the likely headings right before kept text, or before another such heading.

    One above the container is like others that are kept, and stands before text that is no link.

    Args:
        page: the page.
        inside: the segments of the article's container.
        kept: indices of the segments that are kept.
    """
    alike = _list_shapes(page, kept)
    numbered = _find_numbered(page, inside, kept)
    following = inside.stop
    first = max(min(inside.start, *kept) - 1, 0) if kept else inside.start
    for number in reversed(range(first, inside.stop)):
        is_like_kept = _find_shape(page, number) in alike
        if number in kept:
            following = number
        elif following == number + 1 and (number >= inside.start or _leads_on(page, number, is_like_kept)):
            least = _find_least(is_like_kept or number in numbered)
            if page.scores[number] >= least and _is_own(page, number, numbered):
                yield Gap(number, page.scores[number], least)
                following = number
            elif page.scores[number] < LABEL_SCORE and number + 1 in kept:
                following = number  # one label or advertisement between a heading and its text


def _list_shapes(page: ScoredPage, kept: Collection[int]) -> frozenset[tuple[str, str | None]]:
    """Return the tags and classes of the kept headings."""
    return frozenset(_find_shape(page, number) for number in kept if page.segments[number].block.tag in HEADING_TAGS)


def _find_least(is_alike: bool) -> float:
    return ALIKE_HEADING_THRESHOLD if is_alike else HEADING_THRESHOLD


def _find_shape(page: ScoredPage, number: int) -> tuple[str, str | None]:
    block = page.segments[number].block
    return str(block.tag), block.get("class")


def _leads_on(page: ScoredPage, number: int, is_like_kept: bool) -> bool:
    """Return whether a heading above the container stands before text that is no link, and in no navigation."""
    beside = page.segments[number].block.iterancestors("nav", "aside")
    return is_like_kept and page.is_prose(number + 1) and next(beside, None) is None


def _is_own(page: ScoredPage, number: int, numbered: Collection[int]) -> bool:
    return number in numbered or is_heading(page, number)


def is_heading(page: ScoredPage, number: int) -> bool:
    """Return whether a segment is a heading without links, or with links to itself or to what it unfolds."""
    block = page.segments[number].block
    if block.tag not in HEADING_TAGS:
        return False
    if page.is_prose(number):
        return True
    links = [*islice(block.iter("a"), MAX_OWN_LINKS + 1), *islice(block.iterancestors("a"), 1)]
    return len(links) <= MAX_OWN_LINKS and all(link.get("href", "#").startswith("#") for link in links)


def _find_numbered(page: ScoredPage, inside: range, kept: Collection[int]) -> frozenset[int]:
    """Return the headings, with links or without, whose number is next to that of a kept one of the same series."""
    places = {number: place for number in inside if (place := _read_place(page, number)) is not None}
    known = {place for number, place in places.items() if number in kept}
    found = set()
    for number in chain(places, reversed(places)) if known else ():
        tag, words, count = places[number]
        if (tag, words, count - 1) in known or (tag, words, count + 1) in known:
            known.add(places[number])
            found.add(number)
    return frozenset(found)


def _read_place(page: ScoredPage, number: int) -> Place | None:
    segment = page.segments[number]
    match = NUMBERED.match(segment.text) if segment.block.tag in HEADING_TAGS else None
    return None if match is None else (str(segment.block.tag), match[1].casefold(), int(match[2]))
