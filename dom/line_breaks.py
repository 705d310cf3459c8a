"""How line breaks split a page's text, by computed style or by HTML's default styles, and rules (`<hr>`) an article."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.segments import TextSegment, read_shown_text
from cutline.dom.tags import UNSEEN_TAGS, breaks_line

SINGLE_TAGS = frozenset(("br", "hr"))


def line_breaker(document: Document, displays: Collection[str]) -> Callable[[HtmlElement], bool]:
    """Return a function that tells whether an element is a line-break node.

    It is one if it is a br or hr, or if its computed display is one of `displays`. Without a layout, HTML's default
    style of the tag decides.

    Source: Luo et al. 2009, section 3.1 (definition 1).
    """
    layout = document.layout
    if layout is None:
        return breaks_line
    return lambda element: element.tag in SINGLE_TAGS or layout.style(element).display in displays


def split_segments(document: Document, breaks: Callable[[HtmlElement], bool]) -> list[TextSegment]:
    """Return the segments of all visible text, in document order.

    Args:
        document: the page.
        breaks: whether an element is a line-break node, which separates the text before, in and after it.

    Source: Luo et al. 2009, section 3.1 (text segments).
    """
    if document.segments is not None and breaks is breaks_line:
        return document.segments
    return read_shown_text(document.body, document.hidden.__contains__, breaks, document.listings.keys()).segments


def find_lines(segments: Sequence[TextSegment]) -> frozenset[int]:
    """Return the indexes of the segments that are the next line of the one before: a single `<br>` parts them.

    Pages draw paragraphs with two of them.
    """
    return frozenset(
        segment.index
        for before, segment in pairwise(segments)
        if before.block is segment.block and before.index + 1 == segment.index and _follows_break(segment)
    )


def _follows_break(segment: TextSegment) -> bool:
    """Return whether a single `<br>` is right before a segment, also right before the inline elements it begins in."""
    first = segment.runs[0]
    element = first.node if first.is_tail else _find_before(first.node, segment.block)
    if element is None or element.tag != "br":
        return False
    above = element.getprevious()
    return above is None or above.tag != "br" or bool((above.tail or "").strip())


def _find_before(element: HtmlElement, block: HtmlElement) -> HtmlElement | None:
    """Return the element right before the inline elements that begin with this one; None if there is none.

    What shows nothing is passed over, such as the script of a formula.
    """
    while element is not block:
        before = element.getprevious()
        if before is None:
            element = element.getparent()
        elif before.tag in UNSEEN_TAGS and not (before.tail or "").strip():
            element = before
        else:
            return before
    return None


def find_rules(document: Document, kept: Sequence[TextSegment]) -> frozenset[int]:
    """Return the indexes of the segments that follow a visible rule.

    A rule parts an article if what holds it also holds the kept segments before and behind it; one in a box that is
    dropped does not.

    Args:
        document: the page.
        kept: the segments of the article, in document order.
    """
    rules = document.order.list_tagged("hr")
    return frozenset(_find_parted(document, kept, rules)) if rules else frozenset()


def _find_parted(document: Document, kept: Sequence[TextSegment], rules: Sequence[HtmlElement]) -> Iterator[int]:
    starts = list(map(document.order.of_segment, kept))
    for rule in rules:
        behind = bisect_left(starts, document.order.of_element(rule))
        around = rule.getparent()
        if not 0 < behind < len(kept) or around is None:
            continue
        start, end = document.order.span(around)
        if start <= starts[behind - 1] and starts[behind] <= end and not _is_hidden(document, rule):
            yield kept[behind].index


def _is_hidden(document: Document, rule: HtmlElement) -> bool:
    return rule in document.hidden or any(element in document.hidden for element in rule.iterancestors())
