"""Standfirsts: what stands right below a headline and says what the article is about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from cutline.dom.ancestors import climb
from cutline.dom.block_reasons import DATE
from cutline.dom.document import Document
from cutline.dom.features.marks import MARKS
from cutline.dom.features.segments import PROSE_LINK_SHARE
from cutline.dom.metadata.person_names import ROLES
from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.words import join_patterns

DECLARED_THRESHOLD = (
    0.02  # probability from which a text below the headline is kept that the page declares as summary ...
)
MARKED_THRESHOLD = 0.1  # ... or that is named after one, or in the headline's `<header>`
NEAR = 3  # segments below the headline, at most
FAR = 20  # segments between headline and first paragraph, at most
PARAGRAPH = 60  # characters of a kept text that is a paragraph
LEAST = 22  # characters of a standfirst
LEVELS = 4  # elements around it, one of which may be a `<header>`
NAMED_LEVELS = 2  # it and the element around it, one of which may be named after a standfirst
MAX_NAMES = 300  # characters of an element's classes that are read
OTHER_TAGS = frozenset(("figcaption", "figure", "address", "time", "h1", "li"))
NAMED = re.compile(rf"(?:^|[\W_])(?:{join_patterns('lists', 'standfirsts')})(?![a-z])", re.IGNORECASE)

_LEAD, _CAPTION, _AUTHOR = (1 << MARKS.index(mark) for mark in ("lead", "caption", "author"))


def find_standfirsts(page: ScoredPage, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the doubtful texts right below the headline that the page presents as its standfirst.

    `kept` are the indices of the segments that are kept.
    """
    segments, metadata = page.segments, page.document.metadata
    title, summary = fold(metadata.title or ""), fold(metadata.summary or "")
    for number in _find_place(segments, kept, title):
        text = fold(segments[number].text)
        if number in kept or not _may_be_standfirst(segments[number]) or text in title or title in text:
            continue
        is_declared = bool(summary) and (text in summary or summary in text)
        threshold = DECLARED_THRESHOLD if is_declared else MARKED_THRESHOLD
        if page.scores[number] >= threshold and (is_declared or _is_marked(page.document, segments[number])):
            yield Gap(number, page.scores[number], threshold)


def _find_place(segments: Sequence[TextSegment], kept: Collection[int], title: str) -> range:
    """Return where a standfirst may be: right below the headline, and above the first paragraph."""
    first = next((number for number in sorted(kept) if len(segments[number].text) > PARAGRAPH), 0)
    above = range(first - 1, max(first - FAR, 0) - 1, -1)
    headline = next((number for number in above if _is_headline(segments[number], title)), first)
    return range(headline + 1, min(first, headline + 1 + NEAR))


def _is_headline(segment: TextSegment, title: str) -> bool:
    """Return whether a heading says the title, behind no more than a label of the same length."""
    if segment.block.tag not in HEADING_TAGS:
        return False
    text = fold(segment.text)
    return text == title or (title != "" and text.endswith(title) and len(text) <= 2 * len(title))


def _may_be_standfirst(segment: TextSegment) -> bool:
    is_prose = len(segment.text) >= LEAST and segment.link_share < PROSE_LINK_SHARE
    is_role = segment.text.split()[-1].casefold() in ROLES  # "Co-Founder & Marketing Director"
    return is_prose and not is_role and segment.block.tag not in OTHER_TAGS and DATE.search(segment.text) is None


def _is_marked(document: Document, segment: TextSegment) -> bool:
    around = islice(segment.block.iterancestors(), LEVELS)
    marks = document.facts.read(segment.block).near_marks
    if marks & _AUTHOR:
        return False
    names = (element.get("class", "")[:MAX_NAMES] for element in climb(segment.block, NAMED_LEVELS))
    is_named = marks & _LEAD or (not marks & _CAPTION and any(map(NAMED.search, names)))
    return bool(is_named) or any(element.tag == "header" for element in around)
