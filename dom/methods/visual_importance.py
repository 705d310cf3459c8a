"""How important a part of a page is by where it stands across it.

Source: K. Nethra and J. Anitha, "Web Content Extraction by Integrating Textual and Visual Importance of Web Pages",
section 3.3.2 (formulas 3 and 4). The printed variance is a slip: as the edges of the widest node are mapped to -1 and +1,
the standard deviation is half its width.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, sqrt

from cutline.dom.render.layout import Box


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
        return max(0.0, (self._integrate(box.right) - self._integrate(box.left)) / 2)

    def _integrate(self, x: float) -> float:
        return erf((x - self.mean) / (self.deviation * sqrt(2)))


def span_importance(widest: Box) -> VisualImportance:
    """Return the distribution over a page's widest node, which has some width."""
    return VisualImportance((widest.left + widest.right) / 2, widest.width / 2)
