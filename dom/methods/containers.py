"""The container of an article: the lowest element with most of its kept text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from lxml.html import HtmlElement

from cutline.dom.ancestors import climb, climb_to
from cutline.dom.features.ancestry import Subtrees
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.segments import TextSegment
from cutline.dom.tables import is_layout
from cutline.dom.tags import HEADING_TAGS

TEXT_SHARE = 0.7  # share of the kept text in the article's container, at least; summaries and captions may be outside
ROW_LEVELS = 3  # elements from a row up to its table; data that is most of a text is in what is around its table
WHOLE_TAGS = frozenset("ul ol dl table blockquote".split())  # judged as a whole


def find_container(page: ScoredPage, kept: Sequence[int]) -> tuple[HtmlElement, range]:
    """Return the lowest element with most of the kept text, and the range from its first to its last kept segment.

    A list, table, quote or paragraph that the range begins or ends in is in it as a whole, and so is text right in the
    container before it: the first paragraph of an old page.
    """
    segments, reader = page.segments, page.document.facts
    facts = [reader.read(segments[number].block) for number in kept]
    elements = reader.facts
    tree = Subtrees.of(elements, facts)
    (sums,) = tree.sum_up(np.array([[len(segments[number].text) for number in kept]], np.float64))
    container = int(np.argmax(np.where(sums >= TEXT_SHARE * sums.max(), tree.depths, -1)))
    table = next((each for each in climb(elements[container].element, ROW_LEVELS) if each.tag == "table"), None)
    if table is not None and not is_layout(table):
        while elements[container].element is not table.getparent():
            container = int(tree.parents[container])
    is_inside = np.zeros(len(elements), bool)
    is_inside[container] = True
    for number, parent in enumerate(tree.parents[container + 1 :].tolist(), start=container + 1):
        is_inside[number] = is_inside[parent]  # parents come before their children
    inside = [number for number, place in zip(kept, tree.places.tolist(), strict=True) if is_inside[place]]
    around = elements[container].element
    start, end = (_find_edge(segments, number, step, around) for number, step in ((inside[0], -1), (inside[-1], 1)))
    return around, range(_find_start(page, start, around), end + 1)


def _find_start(page: ScoredPage, start: int, container: HtmlElement) -> int:
    """Return the first text right in a container before a text of it, with only headings of sections between."""
    for number in reversed(range(start)):
        block = page.segments[number].block
        if block is container and page.is_prose(number):
            start = number
        elif block.tag not in HEADING_TAGS or block.tag == "h1":
            break
    return start


def _find_edge(segments: Sequence[TextSegment], number: int, step: int, container: HtmlElement) -> int:
    """Return the last segment, counted on from one by steps, of the list, table, quote or lines it is in."""
    above = climb_to(container, segments[number].block)
    outer = next((element for element in reversed(list(above)) if element.tag in WHOLE_TAGS), None)
    if outer is None:
        outer = segments[number].block
        if outer is container:
            return number
    while 0 <= number + step < len(segments) and outer in climb_to(container, segments[number + step].block):
        number += step
    return number
