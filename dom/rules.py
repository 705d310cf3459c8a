"""Where rules (`<hr>`) part an article."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.segments import TextSegment


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
