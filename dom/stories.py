"""Where one story on a page ends and the next begins."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, pairwise, takewhile

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.dom.body import Body
from cutline.dom.comments import SIGNATURE, TIME
from cutline.dom.document import Document
from cutline.dom.features.marks import MARKS
from cutline.dom.metadata.declared_titles import read_title_element
from cutline.dom.metadata.plain_text import fold
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.tree import BlockFinder, common_ancestor

HEADLINES = frozenset(("h1", "h2", "h3"))
SENTENCE_ENDS = (".", "!", "?", ":", "。")  # which it has none of
BEFORE, BEHIND = 2, 6  # segments before and behind a headline among which that line is
SECTIONS = 2  # parts alike before another one, from which that is the next part of the same story
LISTS = frozenset("ul ol dl table tbody tr".split())  # their children are parts of one list

_AUTHOR = 1 << MARKS.index("author")


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


def find_next_story(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[int], least: int
) -> HtmlElement | None:
    """Return the element at which the first story that follows the article begins; None if none does.

    A story is an `<article>` with its own `<h1>`, or stands in an element like the article's and begins with a headline
    of the same tag and class, with an author or a date near it. Pages also use `<article>` for comments and for
    entries of a live report, and headings for sections, but only stories have the title of a page.

    Args:
        document, segments: the page.
        kept: indices of the segments taken for article text, ascending.
        least: number of characters; a story has more.
    """
    found = (_find_next_article(document, segments, kept, least), _find_next_headline(document, segments, kept))
    begins = [begin for begin in found if begin is not None and not _is_resumed(document, segments, kept, begin)]
    return min(begins, key=document.order.of_element, default=None)


def _find_next_article(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[int], least: int
) -> HtmlElement | None:
    articles = BlockFinder(("article",), document.body)
    headings = (articles.first_block(heading) for heading in document.body.iter("h1"))
    texts: dict[HtmlElement, set[int]] = {article: set() for article in headings if article is not document.body}
    if len(texts) < 2:
        return None
    for number in kept:
        for article in _list_articles(segments[number].block, articles, document.body):
            if article in texts:
                texts[article].add(number)
    stories = [article for article, text in texts.items() if _measure(segments, text) > least]
    return next((each for each in stories[1:] if texts[each].isdisjoint(texts[stories[0]])), None)


def _list_articles(element: HtmlElement, articles: BlockFinder, body: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the `<article>` ancestors of an element, innermost first."""
    while (article := articles.first_block(element)) is not body:
        yield article
        element = article.getparent()


def _find_next_headline(document: Document, segments: Sequence[TextSegment], kept: Sequence[int]) -> HtmlElement | None:
    """Return where the next headline like the article's begins a story, as on pages that go on without end.

    A front page does not declare the title of its first post: there, the first is no more the article than the others.
    """
    headlines = [number for number, segment in enumerate(segments) if segment.block.tag in HEADLINES]
    title = fold(document.metadata.title or "")
    first = _find_titled(segments, headlines, title)
    if first is None or not _declares(document, title):
        return None
    signed = _list_signed(document, segments, [number for number in headlines if number >= first])
    for start, end in pairwise([*signed, len(segments)]):
        cut, behind = bisect_left(kept, start), bisect_left(kept, end)
        last = kept[cut - 1] if cut else -1
        is_other = last > first and fold(segments[start].text) != title
        own = kept[bisect_left(kept, first) : cut]
        if is_other and _measure(segments, kept[cut:behind]) > SIGNATURE and _is_apart(segments, own, first, start):
            return _find_begin(segments, last, start)
    return None


def _find_titled(segments: Sequence[TextSegment], headlines: Iterable[int], title: str) -> int | None:
    """Return the first headline with the page's title; None if there is none, or the page has no title."""
    return next((number for number in headlines if title and fold(segments[number].text) == title), None)


def _list_signed(document: Document, segments: Sequence[TextSegment], headlines: Sequence[int]) -> list[int]:
    """Return the headlines like the first that have an author or a date; none if they are headings of its sections."""
    name = _name(segments[headlines[0]].block)
    alike = [number for number in headlines if _name(segments[number].block) == name]
    signed = [number for number in alike if _is_signed(document, segments, number)] if len(alike) > 1 else []
    return signed if signed[:1] == alike[:1] and 2 * len(signed) > len(alike) else []


def _is_apart(segments: Sequence[TextSegment], own: Sequence[int], first: int, following: int) -> bool:
    """Return whether two headlines stand in two elements alike, each with its story: a story's sections share one.

    `own` are the indices of the first story's segments, `first` and `following` those of the headlines.
    """
    above: dict[HtmlElement, list[HtmlElement]] = {}
    paths = [_list_path(segments[number].block, above) for number in (first, following)]
    unit, other = next(((a, b) for a, b in zip(*paths, strict=False) if a is not b), (None, None))
    if unit is None or other is None or _name(unit) != _name(other):
        return False
    inside = [number for number in own if unit in (segments[number].block, *segments[number].block.iterancestors())]
    return 2 * _measure(segments, inside) > _measure(segments, own)


def _declares(document: Document, title: str) -> bool:
    declared = (read_title_element(document.root), document.declarations.tags.first("og:title"))
    return any(title in fold(text) for text in declared if text)


def _is_signed(document: Document, segments: Sequence[TextSegment], headline: int) -> bool:
    """Return whether a line near a headline, before the next one, has an author or a date."""
    above = takewhile(_may_sign, reversed(segments[max(headline - BEFORE, 0) : headline]))
    behind = segments[headline + 1 : headline + 1 + BEHIND]
    below = filter(_may_sign, takewhile(lambda segment: segment.block.tag not in HEADLINES, behind))
    lines = chain(above, below)
    return any(TIME.search(line.text) or document.facts.read(line.block).near_marks & _AUTHOR for line in lines)


def _may_sign(line: TextSegment) -> bool:
    return len(line.text) <= SIGNATURE and not line.text.endswith(SENTENCE_ENDS)


def _is_resumed(document: Document, segments: Sequence[TextSegment], kept: Sequence[int], begin: HtmlElement) -> bool:
    """Return whether the first story goes on behind the element of another, among paragraphs of its own."""
    start, end = document.order.span(begin)
    places = [document.order.of_segment(segments[number]) for number in kept]
    cut, behind = bisect_left(places, start), bisect_right(places, end)
    if all(len(segments[number].text) <= SIGNATURE for number in kept[cut:behind]):  # a headline in front of its text
        return False
    own = {segments[number].block.getparent() for number in kept[:cut]}
    return any(segments[number].block.getparent() in own for number in kept[behind:])


def _measure(segments: Sequence[TextSegment], numbers: Iterable[int]) -> int:
    return sum(len(segments[number].text) for number in numbers)


def _find_begin(segments: Sequence[TextSegment], last: int, following: int) -> HtmlElement:
    """Return the greatest element that holds one segment and not another before it; else what divides them."""
    around_last = {segments[last].block, *segments[last].block.iterancestors()}
    around = [segments[following].block, *segments[following].block.iterancestors()]
    apart = (part for part, parent in pairwise(around) if parent in around_last and part not in around_last)
    return next(apart, segments[following].runs[0].node)  # such as a br between two lines of one block


def list_behind(
    document: Document, segments: Sequence[TextSegment], numbers: Iterable[int], begin: HtmlElement
) -> list[int]:
    """Return those of some segments, given by their indices, that stand in or behind an element."""
    start = document.order.of_element(begin)
    return [number for number in numbers if document.order.of_segment(segments[number]) >= start]


def may_begin_story(document: Document, segments: Sequence[TextSegment], place: int) -> bool:
    """Return whether another story may begin at a segment: whether it is no item, section or listing of the first.

    Lists, letters, round-ups and reports have parts alike, each about something else. A story that follows another is
    the second of its kind, and never the third. What begins with code shares few words with what explains it.

    Args:
        document: the page.
        segments: those kept, in document order.
        place: index of the segment at which the words change, from 1.
    """
    begin = _find_begin(segments, place - 1, place)
    if segments[place - 1].block is segments[place].block or begin.getparent().tag in LISTS:
        return False
    if any(each.block in document.listings for each in segments[place : place + 2]):  # the first may be its label
        return False
    places = [document.order.of_segment(segment) for segment in segments[:place]]
    alike = (each for each in begin.itersiblings(preceding=True) if _name(each) == _name(begin))
    spans = (document.order.span(each) for each in alike)
    sections = (span for span in spans if bisect_left(places, span[0]) < bisect_right(places, span[1]))
    return len(list(islice(sections, SECTIONS))) < SECTIONS


def end_story(document: Document, segments: Sequence[TextSegment], body: Body, last: int, following: int) -> Body:
    """Return a body without the story that begins after its segment `last`.

    Args:
        document, segments: the page.
        body: the body with both stories.
        last: index of the last segment of the first story.
        following: index of the first segment of the next story.
    """
    begin = _find_begin(segments, last, following)
    behind = frozenset(list_behind(document, segments, range(last + 1, len(segments)), begin))
    decisions = tuple(
        decision._replace(kept=False, reason="other_story") if decision.kept and number in behind else decision
        for number, decision in enumerate(body.decisions)
    )
    kept = [segment.block for segment, decision in zip(segments, decisions, strict=True) if decision.kept]
    return replace(body, root=common_ancestor(kept), decisions=decisions, next_story=begin)
