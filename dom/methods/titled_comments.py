"""Comments below a heading that says so, in a box named after them: of one reader or of none, as blogs have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.comments import is_forum
from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.methods.slugs import is_named_by_heading
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.words import list_words

TITLES = frozenset(map(fold, list_words("comments", "titles")))
DIGITS = re.compile(r"\d{1,5}")  # "2 comments", "Comments (2)"
MAX_TITLE = 60  # characters of such a heading
MAX_TITLES = 10  # looked at
LEVELS = 5  # elements around the heading, one of which may be named
MAX_NAMES = 300  # characters of names
NAMED = re.compile(
    r"(?:^|\s)(?:(?:\w+[-_])?comments?|comment[-_]?(?:list|section|area|form)|trackbacks?|webmentions?|respond)(?:$|\s)",
    re.IGNORECASE,
)
MOST = 0.5  # share of the kept text that comments may be


def find_titled_comments(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts in boxes named comments that begin with such a heading, or behind one that is named so.

    They stand behind the longer part of the text. A forum has none: there the thread is the text.
    """
    titles = (number for number, segment in enumerate(page.segments) if _is_title(segment))
    found = {n for title in islice(titles, MAX_TITLES) for n in _list_comments(page, kept, title)}
    if not found or page.size(sorted(found)) >= MOST * page.size(kept) or is_forum(page.document, page.segments):
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
    named = next((each for each in climb(heading, LEVELS) if _is_named(each)), None)
    box = named.getparent() if named is not None and named is heading else named
    if box is not None and (named is heading or next(box.iter("h1", "main"), None) is None):
        inside = (n for n in kept if n >= title and box in page.segments[n].block.iterancestors())
        yield from inside if named is not heading else takewhile(lambda n: not _ends(page.segments[n], heading), inside)


def _ends(segment: TextSegment, heading: HtmlElement) -> bool:
    tag = segment.block.tag
    return tag in HEADING_TAGS and tag <= heading.tag and segment.block is not heading and not _is_title(segment)


def _is_named(element: HtmlElement) -> bool:
    classes, name = element.get("class", "")[:MAX_NAMES], element.get("id", "")[:MAX_NAMES]
    return NAMED.search(classes) is not None or (NAMED.search(name) is not None and not is_named_by_heading(element))
