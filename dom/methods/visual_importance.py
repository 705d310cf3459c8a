"""How important the texts of a page are by where they stand across it.

Source: K. Nethra and J. Anitha, "Web Content Extraction by Integrating Textual and Visual Importance of Web Pages",
section 3.3.2 (formulas 3 and 4). The printed variance is a slip: as the edges of the widest node are mapped to -1 and
+1, the standard deviation is half its width.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import erf, sqrt

from lxml.html import HtmlElement

from cutline.dom.render.layout import Box, Layout

TextPlace = tuple[HtmlElement, bool]  # a text as `Layout.text_boxes` names it: an element, and whether it is its tail


@dataclass(frozen=True, slots=True)
class VisualImportance:
    """The normal distribution of a page's visual importance across it.

    Attributes:
        mean: the middle of the page's widest node, in pixels.
        deviation: half its width.
    """

    mean: float
    deviation: float

    def of(self, box: Box) -> float:
        """Return the importance (0..1) of what has this box: the integral between its left and its right edge."""
        return (self._integrate(box.right) - self._integrate(box.left)) / 2

    def _integrate(self, x: float) -> float:
        return erf((x - self.mean) / (self.deviation * sqrt(2)))


def span_importance(widest: Box) -> VisualImportance:
    """Return the distribution over a page's widest node, which has some width."""
    return VisualImportance((widest.left + widest.right) / 2, widest.width / 2)


def weigh_texts(layout: Layout, nodes: Iterable[Box]) -> dict[TextPlace, float]:
    """Return the visual importance of each text that is shown, the distribution lying over the widest of the nodes.

    What lies wholly off the page, where no scrolling leads, is not seen and not measured: menus wait there.
    """
    on_page = [box for box in nodes if box.width and _overlap(box, layout.page)]
    widest = max(on_page, key=lambda box: box.width, default=None)
    if widest is None:
        return {}
    importance = span_importance(widest)
    return {place: importance.of(box) for place, box in layout.text_boxes.items()}


def _overlap(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom
