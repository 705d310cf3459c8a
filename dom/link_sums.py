"""How much of the text in each element is links, and how many links lead to other stories."""

from __future__ import annotations

import operator
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.metadata.plain_text import collapse
from cutline.dom.related.links import find_link, is_headline
from cutline.dom.segments import TextSegment
from cutline.dom.web_addresses import absolute_url, split_address

WEB = ("http", "https", "")  # schemes; relative addresses have the empty one


class Sums(NamedTuple):
    """Counts over a set of segments.

    Attributes:
        characters: characters of text.
        links: characters inside links.
        linked: segments with at least one character inside a link.
        stories: segments with a headline that links to another page.
    """

    characters: int = 0
    links: int = 0
    linked: int = 0
    stories: int = 0

    def plus(self, other: Sums) -> Sums:
        """Return the sums of both sets."""
        return Sums(*map(operator.add, self, other))

    def minus(self, other: Sums) -> Sums:
        """Return the sums without those of a subset."""
        return Sums(*map(operator.sub, self, other))


class LinkSums:
    """Sums up the links of one page."""

    def __init__(self, document: Document, segments: Sequence[TextSegment]) -> None:
        """Take the page and all its segments."""
        self._document = document
        self._own = [self._measure(segment) for segment in segments]
        placed = [(document.order.of_element(segment.block), segment.index) for segment in segments]
        placed.sort()  # by block, since text of a block may follow its nested blocks
        self._places = [place for place, _ in placed]
        self._sums = list(accumulate((self._own[index] for _, index in placed), Sums.plus, initial=Sums()))

    def of_segment(self, segment: TextSegment) -> Sums:
        """Return the counts of one segment."""
        return self._own[segment.index]

    def of_element(self, element: HtmlElement) -> Sums:
        """Return the counts of all segments whose block is the element or in its subtree."""
        start, end = self._document.order.span(element)
        first, behind = bisect_left(self._places, start), bisect_left(self._places, end)
        return self._sums[behind].minus(self._sums[first])

    def _measure(self, segment: TextSegment) -> Sums:
        links = segment.link_characters
        is_story = links > 0 and self._has_headline(segment)
        return Sums(len(segment.text), links, int(links > 0), int(is_story))

    def _has_headline(self, segment: TextSegment) -> bool:
        texts: dict[HtmlElement, str] = {}
        for run in segment.runs:
            link = find_link(run.parent) if run.in_link else None
            if link is not None:
                texts[link] = texts.get(link, "") + run.text
        return any(
            is_headline(collapse(text)) and self._leads_away(link.get("href", "")) for link, text in texts.items()
        )

    def _leads_away(self, address: str) -> bool:
        """Return whether an address leads to another page; if the page's own is unknown, any relative one counts."""
        url = absolute_url(address, self._document.base_url) or ""
        page = (self._document.url or "").partition("#")[0]
        return split_address(url).scheme in WEB and url.partition("#")[0] not in ("", page)
