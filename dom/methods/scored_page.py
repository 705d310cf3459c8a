"""A page whose texts a classifier has scored, and the doubtful ones that their surroundings keep."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from cutline.config.settings import AutoSettings
from cutline.dom.document import Document
from cutline.dom.features.segments import PROSE_LINK_SHARE
from cutline.dom.segments import TextSegment

MOST_LINKS = 0.5  # share of characters inside links, from which a list, a table or code is a list of links
MOST_OF_LIST = 0.5  # share of a list's characters that are kept, from which it is mostly kept
LONG = 8  # words from which a text is a paragraph
DECIMALS = 4  # decimals of a mean score


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
