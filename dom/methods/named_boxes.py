"""Boxes whose names say that they are none of the article: side bars, blogrolls, who wrote it, comments below it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice, takewhile

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.comments import is_forum
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.words import join_patterns, list_words

MOST_BESIDE = 0.25  # share of the kept text that such a box may have; more is the article in a box of an odd name
OF_ARTICLE = ("h1", "main", "article")  # what no such box holds
MAX_NAMES = 300  # characters of names
BESIDE = re.compile(rf"(?:^|\s)(?:{join_patterns('elements', 'beside')})(?:$|\s)", re.IGNORECASE)
TITLES = frozenset(map(fold, list_words("comments", "titles")))
DIGITS = re.compile(r"\d{1,5}")  # "2 comments", "Comments (2)"
MAX_TITLE = 60  # characters of such a heading
MAX_TITLES = 10  # looked at
LEVELS = 5  # elements around the heading, one of which may be named
COMMENTS = re.compile(rf"(?:^|\s)(?:{join_patterns('elements', 'comments')})(?:$|\s)", re.IGNORECASE)
MOST_COMMENTS = 0.5  # share of the kept text that comments may be
MAX_BESIDE = 30  # elements before such a part, and behind it, that are looked at


def find_side_boxes(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts before and behind all others that stand in such boxes.

    What stands between paragraphs is an inset of the article, whatever its box is called.
    """
    is_beside = cache(_is_beside)
    before, behind = (
        takewhile(lambda number: any(map(is_beside, page.segments[number].block.iterancestors())), numbers)
        for numbers in (kept, reversed(kept))
    )
    found = sorted({*before, *behind})
    return found if page.size(found) <= MOST_BESIDE * page.size(kept) else []


def _is_beside(element: HtmlElement) -> bool:
    return _is_named(element, BESIDE) and next(element.iter(*OF_ARTICLE), None) is None


def find_titled_comments(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts in boxes named comments that begin with such a heading, or behind one that is named so.

    They stand behind the longer part of the text. A forum has none: there the thread is the text.
    """
    titles = (number for number, segment in enumerate(page.segments) if _is_title(segment))
    found = {n for title in islice(titles, MAX_TITLES) for n in _list_comments(page, kept, title)}
    most = MOST_COMMENTS * page.size(kept)
    if not found or page.size(sorted(found)) >= most or is_forum(page.document, page.segments):
        return []
    return sorted(found)


def _is_title(segment: TextSegment) -> bool:
    if segment.block.tag not in HEADING_TAGS or len(segment.text) > MAX_TITLE:
        return False
    return fold(DIGITS.sub("", segment.text)) in TITLES


def _list_comments(page: ScoredPage, kept: Sequence[int], title: int) -> Iterator[int]:
    """Yield the kept texts from a title on in its named box.

    In its parent, if the title itself is named, and there up to the next heading of its level that says something else.
    """
    heading = page.segments[title].block
    named = next((each for each in climb(heading, LEVELS) if _is_named(each, COMMENTS)), None)
    box = named.getparent() if named is not None and named is heading else named
    if box is not None and (named is heading or next(box.iter("h1", "main"), None) is None):
        inside = (n for n in kept if n >= title and box in page.segments[n].block.iterancestors())
        yield from inside if named is not heading else takewhile(lambda n: not _ends(page.segments[n], heading), inside)


def _ends(segment: TextSegment, heading: HtmlElement) -> bool:
    tag = segment.block.tag
    return tag in HEADING_TAGS and tag <= heading.tag and segment.block is not heading and not _is_title(segment)


def _is_named(element: HtmlElement, names: re.Pattern[str]) -> bool:
    """Return whether a template gave an element such a name, not software that made an `id` of its heading."""
    classes, name = element.get("class", "")[:MAX_NAMES], element.get("id", "")[:MAX_NAMES]
    return names.search(classes) is not None or (names.search(name) is not None and not _is_named_by_heading(element))


def _is_named_by_heading(part: HtmlElement) -> bool:
    """Return whether the `id` of a heading or of its section is what the heading says, and that of one beside it too.

    "Comments" is a section of a manual then, and `comments` no name that a template gives.
    """
    if not _is_slug(part):
        return False
    around = part.getparent()
    beside = (_is_slug(each) for each in _list_beside(part))
    if part.tag not in HEADING_TAGS or around is None:
        return any(beside)
    return any(beside) or any(_is_slug(each[0]) for each in _list_beside(around) if len(each))


def _list_beside(part: HtmlElement) -> chain[HtmlElement]:
    return chain(islice(part.itersiblings(preceding=True), MAX_BESIDE), islice(part.itersiblings(), MAX_BESIDE))


def _is_slug(part: HtmlElement) -> bool:
    heading = part if part.tag in HEADING_TAGS else next(iter(part), None)
    if heading is None or heading.tag not in HEADING_TAGS:
        return False
    key = fold(part.get("id") or "")
    return bool(key) and fold(read_visible_text(heading)) == key
