"""Where one story on a page ends and the next begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.dom.body import Body
from cutline.dom.document import Document
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.tree import BlockFinder, common_ancestor


@dataclass(frozen=True, slots=True, eq=False)
class Joints:
    """The n - 1 joints between n consecutive segments.

    Attributes:
        depths: how many of their ancestors, counted from the root, the two neighbours' blocks share.
        is_alike: whether the two elements at which their paths part have the same tag and class.
        is_heading: whether the segment after the joint is a heading.
    """

    depths: NDArray[np.intp]
    is_alike: NDArray[np.bool_]
    is_heading: NDArray[np.bool_]


def find_joints(segments: Sequence[TextSegment]) -> Joints:
    """Return the joints between segments in document order."""
    above: dict[HtmlElement, list[HtmlElement]] = {}
    paths = [_list_path(segment.block, above) for segment in segments]
    depths, alike = [], []
    for before, behind in pairwise(paths):
        depth = next((n for n, (a, b) in enumerate(zip(before, behind, strict=False)) if a is not b), None)
        depths.append(min(len(before), len(behind)) if depth is None else depth)
        alike.append(depth is not None and _name(before[depth]) == _name(behind[depth]))
    headings = [segment.block.tag in HEADING_TAGS for segment in segments[1:]]
    return Joints(np.array(depths, np.intp), np.array(alike, bool), np.array(headings, bool))


def _list_path(element: HtmlElement, above: dict[HtmlElement, list[HtmlElement]]) -> list[HtmlElement]:
    """Return the path from the root to an element; `above` caches the paths of parents."""
    parent = element.getparent()
    if parent not in above:
        above[parent] = [*element.iterancestors()][::-1]
    return [*above[parent], element]


def _name(element: HtmlElement) -> tuple[str, str]:
    return str(element.tag), element.get("class") or ""


def find_other_stories(
    document: Document, segments: Sequence[TextSegment], kept: Iterable[int], least: int
) -> frozenset[int]:
    """Return the indices of the kept segments that belong to stories after the first.

    A story is an `<article>` with its own `<h1>` and more than `least` characters of kept text. Pages also use
    `<article>` for comments and for entries of a live report, but only stories have the title of a page.

    Args:
        document, segments: the page.
        kept: indices of the segments taken for article text.
        least: number of characters.
    """
    articles = BlockFinder(("article",), document.body)
    headings = (articles.first_block(heading) for heading in document.body.iter("h1"))
    texts: dict[HtmlElement, set[int]] = {article: set() for article in headings if article is not document.body}
    if len(texts) < 2:
        return frozenset()
    for number in kept:
        for article in _list_articles(segments[number].block, articles, document.body):
            if article in texts:
                texts[article].add(number)
    stories = [text for text in texts.values() if sum(len(segments[number].text) for number in text) > least]
    others = (text for text in stories[1:] if text.isdisjoint(stories[0]))
    return frozenset(number for text in others for number in text)


def _list_articles(element: HtmlElement, articles: BlockFinder, body: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the `<article>` ancestors of an element, innermost first."""
    while (article := articles.first_block(element)) is not body:
        yield article
        element = article.getparent()


def end_story(document: Document, segments: Sequence[TextSegment], body: Body, last: int, following: int) -> Body:
    """Return a body without the story that begins after its segment `last`.

    Args:
        document, segments: the page.
        body: the body with both stories.
        last: index of the last segment of the first story.
        following: index of the first segment of the next story.
    """
    around_last = {segments[last].block, *segments[last].block.iterancestors()}
    chain = [segments[following].block, *segments[following].block.iterancestors()]
    apart = (part for part, around in pairwise(chain) if around in around_last and part not in around_last)
    begin = next(apart, segments[following].runs[0].node)  # such as a br between two lines of one block
    start = document.order.of_element(begin)
    decisions = tuple(
        decision._replace(kept=False, reason="other_story")
        if decision.kept and number > last and document.order.of_segment(segment) >= start
        else decision
        for number, (segment, decision) in enumerate(zip(segments, body.decisions, strict=True))
    )
    kept = [segment.block for segment, decision in zip(segments, decisions, strict=True) if decision.kept]
    return replace(body, root=common_ancestor(kept), decisions=decisions, next_story=begin)
