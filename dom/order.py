"""What stands before what in a page."""

from __future__ import annotations

import math
from itertools import count
from typing import TYPE_CHECKING

from lxml.html import HtmlElement

if TYPE_CHECKING:
    from cutline.dom.segments import TextSegment  # which takes a Document, as the order is part of one


class DocumentOrder:
    """Places elements and text segments on one scale, that of the document.

    Elements start at whole numbers. Between two of them text starts and elements end.
    """

    def __init__(self, body: HtmlElement) -> None:
        """Number a page's elements."""
        self._starts: dict[HtmlElement, int] = dict(zip(body.iter(), count(), strict=False))
        self._ends: dict[HtmlElement, float] = {body: len(self._starts) - 0.5}

    def of_element(self, element: HtmlElement) -> float:
        """Return where an element starts."""
        return self._starts[element]

    def span(self, element: HtmlElement) -> tuple[float, float]:
        """Return where an element starts and ends; one around the body holds everything."""
        start = self._starts.get(element)
        return (-1, math.inf) if start is None else (start, self._find_end(element))

    def of_segment(self, segment: TextSegment) -> float:
        """Return where a segment starts: behind an element's start, or behind its end."""
        run = segment.runs[0]
        return self._find_end(run.node) if run.is_tail else self._starts[run.node] + 0.5

    def _find_end(self, element: HtmlElement) -> float:
        """Return where an element ends: before the next one that is not in it."""
        last_in_it: list[HtmlElement] = []
        around = element
        while around not in self._ends:
            following = around.getnext()
            if following is not None:
                self._ends[around] = self._starts[following] - 0.5
            else:
                last_in_it.append(around)
                around = around.getparent()
        end = self._ends[around]
        for inner in last_in_it:
            self._ends[inner] = end
        return end
