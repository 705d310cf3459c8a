"""A page whose texts a classifier has scored, the doubtful ones that their surroundings keep, and their container."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from lxml.html import HtmlElement

from cutline.config.settings import AutoSettings
from cutline.dom.ancestors import climb, climb_to
from cutline.dom.document import Document
from cutline.dom.features.ancestry import Subtrees
from cutline.dom.features.segments import PROSE_LINK_SHARE
from cutline.dom.segments import TextSegment
from cutline.dom.tables import is_layout
from cutline.dom.tags import HEADING_TAGS

MOST_LINKS = 0.5  # share of characters inside links, from which a list, a table or code is a list of links
MOST_OF_LIST = 0.5  # share of a list's characters that are kept, from which it is mostly kept
LONG = 8  # words from which a text is a paragraph
DECIMALS = 4  # decimals of a mean score

TEXT_SHARE = 0.7  # share of the kept text in the article's container, at least; summaries and captions may be outside
ROW_LEVELS = 3  # elements from a row up to its table; data that is most of a text is in what is around its table
WHOLE_TAGS = frozenset("ul ol dl table blockquote".split())  # judged as a whole


@dataclass(frozen=True, slots=True)
class Gap:
    """A segment that is kept because of its surroundings: its index, the score that decided, and the threshold."""

    number: int
    score: float
    threshold: float


@dataclass(frozen=True, slots=True)
class ScoredPage:
    """A page whose segments have scores.

    Attributes:
        document, segments: the page.
        scores: the probability that each segment is article text (0..1).
        limits: the thresholds for gaps, tables, code and boxes.
    """

    document: Document
    segments: Sequence[TextSegment]
    scores: Sequence[float]
    limits: AutoSettings

    def is_prose(self, number: int) -> bool:
        """Return whether little of a segment is links."""
        return self.segments[number].link_share < PROSE_LINK_SHARE

    def is_paragraph(self, number: int) -> bool:
        """Return whether a segment is prose of several words."""
        return self.is_prose(number) and len(self.segments[number].text.split()) >= LONG

    def size(self, numbers: Iterable[int]) -> int:
        """Return the characters of segments."""
        return sum(len(self.segments[number].text) for number in numbers)

    def mean(self, numbers: Sequence[int]) -> float:
        """Return the mean score of segments, weighted by text length."""
        weighed = sum(self.scores[number] * len(self.segments[number].text) for number in numbers)
        return round(weighed / self.size(numbers), DECIMALS)

    def mean_of_text(self, numbers: Sequence[int]) -> float:
        """Return the mean score of segments; 0 if they are mostly links."""
        return self.mean(numbers) if self.is_text(numbers) else 0.0

    def is_text(self, numbers: Sequence[int]) -> bool:
        """Return whether less than half of the text of segments is links."""
        return self.link_share(numbers) < MOST_LINKS

    def link_share(self, numbers: Sequence[int]) -> float:
        """Return the share of the characters of segments that are inside links (0..1)."""
        return sum(self.segments[number].link_characters for number in numbers) / self.size(numbers)

    def is_mostly_kept(self, numbers: Sequence[int], kept: Container[int]) -> bool:
        """Return whether most of the text of segments is kept and little of it is links."""
        own = self.size(number for number in numbers if number in kept)
        return own >= MOST_OF_LIST * self.size(numbers) and self.is_text(numbers)


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
