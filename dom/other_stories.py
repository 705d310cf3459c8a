"""Further stories below the first one in the same page, which readers scroll on to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from lxml.html import HtmlElement

from cutline.dom.blocks import BlockFinder
from cutline.dom.common_ancestor import common_ancestor
from cutline.dom.document import Document
from cutline.dom.methods.body import Body
from cutline.dom.segments import TextSegment


def find_other_stories(
    document: Document, segments: Sequence[TextSegment], kept: Iterable[int], least: int
) -> frozenset[int]:
    """Return which of the kept segments belong to stories behind the first.

    A story is an `<article>` with an `<h1>` of its own and more than `least` characters of kept text. Pages use
    `<article>` for the entries of a live report and for comments as well, but only stories bring the title of a page.

    Args:
        document, segments: the page.
        kept: places of the segments taken for article text.
        least: characters.
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
    """Yield the articles around an element, the innermost first."""
    while (article := articles.first_block(element)) is not body:
        yield article
        element = article.getparent()


def end_story(document: Document, segments: Sequence[TextSegment], body: Body, last: int, following: int) -> Body:
    """Return a body without the story that begins behind one of its segments.

    Args:
        document, segments: the page.
        body: of both stories.
        last: the place of the last segment of the first story.
        following: that of the first one of the next story.
    """
    around_last = {segments[last].block, *segments[last].block.iterancestors()}
    way = [segments[following].block, *segments[following].block.iterancestors()]
    apart = (part for part, around in pairwise(way) if around in around_last and part not in around_last)
    begin = next(apart, segments[following].runs[0].node)  # which is a break, say, between two lines of one block
    start = document.order.of_element(begin)
    decisions = tuple(
        decision._replace(kept=False, reason="other_story")
        if decision.kept and number > last and document.order.of_segment(segment) >= start
        else decision
        for number, (segment, decision) in enumerate(zip(segments, body.decisions, strict=True))
    )
    kept = [segment.block for segment, decision in zip(segments, decisions, strict=True) if decision.kept]
    return replace(body, root=common_ancestor(kept), decisions=decisions, next_story=begin)
