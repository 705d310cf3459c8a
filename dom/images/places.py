"""Where pictures stand among the kept blocks: behind one, or in the middle of one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.segments import TextRun, TextSegment, collapse_space


class Place(NamedTuple):
    """Where a picture stands.

    Attributes:
        position: the index of the segment before it; None if it stands before all.
        offset: how many characters of this segment's text stand before it; None if all of it does, and for a listing.
    """

    position: int | None
    offset: int | None


class KeptPlaces:
    """Finds places among the segments of an article."""

    def __init__(self, document: Document, kept: Sequence[TextSegment]) -> None:
        """Take the page and the kept segments, in document order."""
        self._order, self._listings, self._kept = document.order, document.listings, kept
        self._measured: dict[TextSegment, tuple[Sequence[float], Sequence[int]]] = {}
        self._starts = [self._order.of_run(_find_words(segment.runs)) for segment in kept]

    def count_before(self, element: HtmlElement) -> int:
        """Return how many segments begin before an element; white space before their first word does not count."""
        return bisect_left(self._starts, self._order.of_element(element))

    def find_place(self, element: HtmlElement) -> Place:
        """Return where an element stands."""
        count = self.count_before(element)
        if not count:
            return Place(None, None)
        segment, place = self._kept[count - 1], self._order.of_element(element)
        last = _find_words(reversed(segment.runs))
        if self._order.of_run(last) < place or segment.block in self._listings:
            return Place(segment.index, None)
        starts, lengths = self._measure(segment)
        return Place(segment.index, lengths[bisect_left(starts, place) - 1])

    def _measure(self, segment: TextSegment) -> tuple[Sequence[float], Sequence[int]]:
        """Return where each run of a segment starts, and how many characters of its text end with this run."""
        if segment not in self._measured:
            starts = [self._order.of_run(run) for run in segment.runs]
            self._measured[segment] = starts, list(_measure_text(segment.runs))
        return self._measured[segment]


def _measure_text(runs: Iterable[TextRun]) -> Iterator[int]:
    """Yield the length of the text up to the end of each run, white space collapsed."""
    shown, has_space = 0, False
    for run in runs:
        if words := collapse_space(run.text):
            shown += len(words) + (shown > 0 and (has_space or run.text[0].isspace()))
            has_space = run.text[-1].isspace()
        else:
            has_space = has_space or any(map(str.isspace, run.text))
        yield shown


def _find_words(runs: Iterable[TextRun]) -> TextRun:
    """Return the first of a segment's texts that is more than white space."""
    return next(run for run in runs if collapse_space(run.text))
