"""Lists of links to stories, and how each stands to the article."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from cutline.dom.related.links import StoryLink
from cutline.dom.segments import TextSegment

MAX_HEADING_CHARACTERS = 60  # of the words above a list that say what it holds
MAX_BETWEEN = 2  # segments between a list's heading and its first link: a kicker, a date


@dataclass(frozen=True, slots=True, eq=False)
class LinkList:
    """Links to stories that stand together, or one that stands alone.

    Attributes:
        links: in document order; no two lead to one address.
        root: the smallest element that holds all of them, and none of the article.
        region: the elements from it up to the first one that holds text of the article, which is none of them.
        heading: the words above it or before it that may say what it holds; empty where there are none.
        holder: the innermost element that holds both the list and text of the article.
    """

    links: tuple[StoryLink, ...]
    root: HtmlElement
    region: tuple[HtmlElement, ...]
    holder: HtmlElement
    heading: str


def find_lists(
    links: Sequence[StoryLink], segments: Sequence[TextSegment], kept: Sequence[int], body: HtmlElement
) -> list[LinkList]:
    """Return the lists that the links stand in, in document order.

    Args:
        links: to stories; those around text of the article are in none.
        segments: all of the page.
        kept: places of those that are the article.
        body: the page's.
    """
    holders = _list_holders(segments, kept, body)
    links = [link for link in links if link.element not in holders]
    stories = _count_stories(links, holders)
    grouped: dict[HtmlElement, list[StoryLink]] = {}
    for link in links:
        root = next(element for element in _climb(link.element, holders) if _is_list(element, stories, holders))
        grouped.setdefault(root, []).append(link)
    headings = _HeadingFinder(segments, links)
    return [_make_list(root, group, holders, headings) for root, group in grouped.items()]


def _list_holders(segments: Sequence[TextSegment], kept: Sequence[int], body: HtmlElement) -> set[HtmlElement]:
    """Return every element that holds text of the article."""
    holders: set[HtmlElement] = {body}
    for place in kept:
        element = segments[place].block
        while element is not None and element not in holders:
            holders.add(element)
            element = element.getparent()
    return holders


def _climb(element: HtmlElement, holders: set[HtmlElement]) -> list[HtmlElement]:
    """Return the element and those around it that hold no text of the article, the innermost first."""
    region = []
    while element is not None and element not in holders:
        region.append(element)
        element = element.getparent()
    return region


def _count_stories(links: Sequence[StoryLink], holders: set[HtmlElement]) -> dict[HtmlElement, set[str]]:
    stories: dict[HtmlElement, set[str]] = {}
    for link in links:
        for element in _climb(link.element, holders):
            stories.setdefault(element, set()).add(link.url)
    return stories


def _is_list(element: HtmlElement, stories: dict[HtmlElement, set[str]], holders: set[HtmlElement]) -> bool:
    """Whether an element holds several stories, or is all that stands alone."""
    return len(stories[element]) > 1 or element.getparent() in holders


def _make_list(
    root: HtmlElement, links: Sequence[StoryLink], holders: set[HtmlElement], headings: _HeadingFinder
) -> LinkList:
    region = _climb(root, holders)
    unique = {link.url: link for link in reversed(links)}
    ordered = tuple(sorted(unique.values(), key=lambda link: link.place))
    return LinkList(ordered, root, tuple(region), region[-1].getparent(), headings.find(ordered[0], region[-1]))


class _HeadingFinder:
    """Finds the words above lists."""

    def __init__(self, segments: Sequence[TextSegment], links: Sequence[StoryLink]) -> None:
        self._segments = segments
        self._linked = {place for link in links for place in range(link.place, link.last + 1)}

    def find(self, link: StoryLink, top: HtmlElement) -> str:
        """Return what stands before a link in the same segment, else the nearest short text above within an element."""
        own = self._segments[link.place].text
        if own.find(link.title) > 0:
            return own[: own.find(link.title)][:MAX_HEADING_CHARACTERS]
        first = max(0, link.place - MAX_BETWEEN)
        near = [self._segments[place] for place in range(first, link.place) if place not in self._linked]
        texts = [
            segment.text
            for segment in near
            if len(segment.text) <= MAX_HEADING_CHARACTERS
            and (segment.block is top or top in segment.block.iterancestors())
        ]
        return " / ".join(texts)
