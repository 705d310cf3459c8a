"""How much of what each element of a page holds are links, and how many of them lead to other stories."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.metadata.plain_text import collapse
from cutline.dom.related.links import is_headline
from cutline.dom.segments import TextSegment
from cutline.dom.web_addresses import absolute_url, split_address

WEB = ("http", "https", "")  # schemes; the empty one of relative addresses


class Sums(NamedTuple):
    """What a run of segments holds.

    Attributes:
        characters: of its text.
        links: those of them inside links.
        linked: segments that are partly links.
        stories: segments that have a headline which leads to another page.
    """

    characters: int = 0
    links: int = 0
    linked: int = 0
    stories: int = 0

    def plus(self, other: Sums) -> Sums:
        """Return what both runs hold."""
        return Sums(*map(sum, zip(self, other, strict=True)))

    def minus(self, other: Sums) -> Sums:
        """Return what is left without a run that is part of this one."""
        return Sums(*(own - theirs for own, theirs in zip(self, other, strict=True)))


class LinkSums:
    """Adds up the links of one page."""

    def __init__(self, document: Document, segments: Sequence[TextSegment]) -> None:
        """Take the page and all its segments."""
        self._document = document
        self._own = [self._measure(segment) for segment in segments]
        placed = [(document.order.of_element(segment.block), segment.index) for segment in segments]
        placed.sort()  # by their blocks: text may follow in a block behind all blocks within it
        self._places = [place for place, _ in placed]
        self._sums = list(accumulate((self._own[index] for _, index in placed), Sums.plus, initial=Sums()))

    def of_segment(self, segment: TextSegment) -> Sums:
        """Return what one segment holds."""
        return self._own[segment.index]

    def of_element(self, element: HtmlElement) -> Sums:
        """Return what the blocks in an element hold, itself among them if it is one."""
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
            link = _find_link(run.parent) if run.in_link else None
            if link is not None:
                texts[link] = texts.get(link, "") + run.text
        return any(
            is_headline(collapse(text)) and self._leads_away(link.get("href", "")) for link, text in texts.items()
        )

    def _leads_away(self, address: str) -> bool:
        """Whether an address is that of another page; any relative one is where the page's own is not known."""
        url = absolute_url(address, self._document.base_url) or ""
        page = (self._document.url or "").partition("#")[0]
        return split_address(url).scheme in WEB and url.partition("#")[0] not in ("", page)


def _find_link(element: HtmlElement | None) -> HtmlElement | None:
    while element is not None and element.tag != "a":
        element = element.getparent()
    return element
