"""Visual separators: the lines through a pool of blocks that cross none of them, and their weights.

Source: Cai et al., MSR-TR-2003-79, section 4.2. The paper starts with one separator over the whole pool and, block by
block, splits the one that contains the block, shrinks those it crosses and removes those it covers; what is left,
without the outermost, are the gaps between the blocks in order, found here in one pass over them. A line between two
blocks that touch is a separator of no thickness.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cutline.config.settings import VipsSettings
from cutline.dom.render.layout import Box
from cutline.dom.vips.nodes import Font, VisualNode

GREATEST_WEIGHT = 9


@dataclass(frozen=True, slots=True)
class Direction:
    """Which way separators run: how a box lies across it.

    Attributes:
        start: where a box starts, such as its top for horizontal separators.
        end: where it ends.
        is_horizontal: whether fonts on both sides matter.
    """

    start: Callable[[Box], float]
    end: Callable[[Box], float]
    is_horizontal: bool


HORIZONTAL = Direction(lambda box: box.top, lambda box: box.bottom, True)
VERTICAL = Direction(lambda box: box.left, lambda box: box.right, False)


@dataclass(frozen=True, slots=True)
class Separator:
    """A line that crosses no block.

    Attributes:
        position: how many of the blocks, in the order of their starts, lie before it.
        weight: how visible it is (0..9).
    """

    position: int
    weight: int


def detect_separators(
    blocks: Sequence[VisualNode], lines: Sequence[Box], direction: Direction, constants: VipsSettings
) -> list[Separator]:
    """Return the separators between blocks, which are in the order of their starts, with their weights.

    Args:
        blocks: the nodes of the pool.
        lines: the boxes of `hr` elements between them.
        direction: which way the separators run.
        constants: the weights.
    """
    middles = sorted((direction.start(line) + direction.end(line)) / 2 for line in lines)
    separators = []
    before = blocks[0]
    for position, after in enumerate(blocks[1:], start=1):
        end, start = direction.end(before.box), direction.start(after.box)
        if start >= end - constants.overlap:
            has_line = bisect_left(middles, end) < bisect_left(middles, start)
            weight = weigh(before, after, max(0.0, start - end), has_line, direction, constants)
            separators.append(Separator(position, weight))
        if direction.end(after.box) > end:
            before = after
    return separators


def weigh(
    before: VisualNode,
    after: VisualNode,
    distance: float,
    has_line: bool,
    direction: Direction,
    constants: VipsSettings,
) -> int:
    """Return the weight of the separator between two blocks (the five rules of 4.2)."""
    weight = min(distance / constants.distance_step, constants.distance_weight)
    if has_line:
        weight += constants.line_weight
    if before.background != after.background:
        weight += constants.background_weight
    if direction.is_horizontal:
        weight += _weigh_fonts(before.font, after.font, constants)
        if before.is_all_text and after.is_all_text:
            weight -= constants.similar_weight
    return max(0, min(GREATEST_WEIGHT, round(weight)))


def _weigh_fonts(above: Font | None, below: Font | None, constants: VipsSettings) -> float:
    if above is None or below is None or above == below:
        return 0.0
    return constants.font_weight + (constants.larger_below_weight if below[0] > above[0] else 0.0)
