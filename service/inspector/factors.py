"""What the score of an image's place adds up from, as bars to both sides of nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cutline.types import Factor

SHOWN_FACTORS = 5  # the weightiest; all others are one bar
REST = "all else"
HALF = 50.0  # length of the longest bar


@dataclass(frozen=True, slots=True)
class Bar:
    """One factor, or the sum of several.

    Attributes:
        name: what the factor says of the image.
        side: `for` or `against` the image.
        start, length: of the bar, from -`HALF` to `HALF`.
        weight: in figures, with its sign.
    """

    name: str
    side: str
    start: str
    length: str
    weight: str


def draw_factors(factors: Sequence[Factor]) -> tuple[Bar, ...]:
    """Return the weightiest factors of a place score, given first, and the sum of all others."""
    rest = math.fsum(factor.weight for factor in factors[SHOWN_FACTORS:])
    shown = [(factor.says, factor.weight) for factor in factors[:SHOWN_FACTORS]] + [(REST, rest)]
    most = max(abs(weight) for _, weight in shown) or 1.0
    return tuple(_draw(name, weight, weight / most * HALF) for name, weight in shown)


def _draw(name: str, weight: float, length: float) -> Bar:
    side = "for" if weight > 0 else "against"
    return Bar(name, side, f"{min(length, 0):.1f}", f"{abs(length):.1f}", f"{weight:+.2f}")
