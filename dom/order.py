"""What stands before what in a page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from lxml import etree
from lxml.html import HtmlElement

if TYPE_CHECKING:
    from cutline.dom.segments import TextSegment  # which takes a Document, as the order is part of one


class DocumentOrder:
    """Places elements and text segments on one scale, that of the document."""

    def __init__(self, body: HtmlElement) -> None:
        """Number the starts and ends of a page's elements."""
        self._starts: dict[HtmlElement, int] = {}
        self._ends: dict[HtmlElement, int] = {}
        for number, (event, element) in enumerate(etree.iterwalk(body, events=("start", "end"))):
            (self._starts if event == "start" else self._ends)[element] = number

    def of_element(self, element: HtmlElement) -> float:
        """Return where an element starts."""
        return self._starts[element]

    def span(self, element: HtmlElement) -> tuple[float, float]:
        """Return where an element starts and ends; one around the body holds everything."""
        return self._starts.get(element, -1), self._ends.get(element, math.inf)

    def of_segment(self, segment: TextSegment) -> float:
        """Return where a segment starts: behind an element's start, or behind its end."""
        run = segment.runs[0]
        return (self._ends if run.is_tail else self._starts)[run.node] + 0.5
