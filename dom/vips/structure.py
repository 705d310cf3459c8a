"""Visual separators between the blocks of one pool, and the blocks merged from the lightest separator to the heaviest.

Source: Cai et al., MSR-TR-2003-79, sections 4.2 and 4.3. The paper starts with one separator over the whole pool and,
block by block, splits the one that contains the block, shrinks those it crosses and removes those it covers; what is
left, without the outermost, are the gaps between the blocks in order, found here in one pass over them. A line between
two blocks that touch is a separator of no thickness.

Merging the blocks beside the lightest separators first, until the heaviest are met, gives the same tree as parting the
pool at its heaviest separators first; the latter is done, because a separator that a block of another part interrupted
is seen as soon as that part is parted off.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cutline.dom.render.layout import Box
from cutline.dom.vips.extraction import GREATEST_COHERENCE, Pool
from cutline.dom.vips.nodes import Font, VisualNode

GREATEST_WEIGHT = 9
# The paper names what separators weigh by, but gives no numbers.
OVERLAP = 1.0  # pixels by which two blocks may overlap and still be separate; browsers round
DISTANCE_STEP = 10.0  # pixels between two blocks that add 1 to the weight of their separator
DISTANCE_WEIGHT = 4.0  # the most that distance adds
LINE_WEIGHT = 3.0  # added for an hr
BACKGROUND_WEIGHT = 2.0  # added for different backgrounds on both sides
FONT_WEIGHT = 1.0  # added for different fonts above and below
LARGER_BELOW_WEIGHT = 1.0  # added on top of that where the font below is the larger: a heading
SIMILAR_WEIGHT = 1.0  # taken off between two blocks of mere text
MAX_LEVELS = 20  # two directions of ten weights; pages made to nest without end are left flat below


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


def detect_separators(blocks: Sequence[VisualNode], lines: Sequence[Box], direction: Direction) -> list[Separator]:
    """Return the separators between blocks, which are in the order of their starts, with their weights.

    Args:
        blocks: the nodes of the pool.
        lines: the boxes of `hr` elements between them.
        direction: which way the separators run.
    """
    middles = sorted((direction.start(line) + direction.end(line)) / 2 for line in lines)
    separators = []
    before = blocks[0]
    for position, after in enumerate(blocks[1:], start=1):
        end, start = direction.end(before.box), direction.start(after.box)
        if start >= end - OVERLAP:
            has_line = bisect_left(middles, end) < bisect_left(middles, start)
            weight = weigh(before, after, max(0.0, start - end), has_line, direction)
            separators.append(Separator(position, weight))
        if direction.end(after.box) > end:
            before = after
    return separators


def weigh(before: VisualNode, after: VisualNode, distance: float, has_line: bool, direction: Direction) -> int:
    """Return the weight of the separator between two blocks (the five rules of 4.2)."""
    weight = min(distance / DISTANCE_STEP, DISTANCE_WEIGHT)
    if has_line:
        weight += LINE_WEIGHT
    if before.background != after.background:
        weight += BACKGROUND_WEIGHT
    if direction.is_horizontal:
        weight += _weigh_fonts(before.font, after.font)
        if before.is_all_text and after.is_all_text:
            weight -= SIMILAR_WEIGHT
    return max(0, min(GREATEST_WEIGHT, round(weight)))


def _weigh_fonts(above: Font | None, below: Font | None) -> float:
    if above is None or below is None or above == below:
        return 0.0
    return FONT_WEIGHT + (LARGER_BELOW_WEIGHT if below[0] > above[0] else 0.0)


@dataclass(slots=True, eq=False)
class Group:
    """Blocks of a pool that belong together; grows while it is built, and is never changed after.

    Attributes:
        coherence: the DoC: the heavier the separators within it, the smaller.
        members: groups, and blocks with their DoC, in document order.
    """

    coherence: int
    members: list[Group | tuple[VisualNode, int]] = field(default_factory=list)


def build_structure(pool: Pool, coherence: int) -> Group:
    """Return the pool as nested groups; no group has a smaller DoC than the one around it.

    Args:
        pool: two or more blocks, and the lines between them.
        coherence: the DoC of the block that the pool was made from.
    """
    order = {node: number for number, (node, _) in enumerate(pool.blocks)}
    grades = {node: max(coherence, grade) for node, grade in pool.blocks}
    whole = Group(coherence)
    waiting = [(whole, list(order), 0)]
    while waiting:
        group, nodes, level = waiting.pop()
        parts = _part(nodes, pool.lines) if level < MAX_LEVELS else [nodes]
        if len(parts) == 1:
            group.members.extend((node, grades[node]) for node in nodes)
            continue
        for part in sorted((sorted(part, key=order.__getitem__) for part in parts), key=lambda part: order[part[0]]):
            if len(part) == 1:
                group.members.append((part[0], grades[part[0]]))
                continue
            weight = _heaviest(_detect(part, pool.lines))
            least = min(grades[node] for node in part)
            inner = Group(max(group.coherence, min(GREATEST_COHERENCE - weight, least)))
            group.members.append(inner)
            waiting.append((inner, part, level + 1))
    return whole


Found = list[tuple[list[VisualNode], list[Separator]]]


def _detect(nodes: Sequence[VisualNode], lines: Sequence[Box]) -> Found:
    """Return, for each direction, the nodes in the order of their starts and the separators between them."""
    found: Found = []
    for direction in (HORIZONTAL, VERTICAL):
        ordered = sorted(nodes, key=lambda node: _extent(node, direction))
        found.append((ordered, detect_separators(ordered, lines, direction)))
    return found


def _extent(node: VisualNode, direction: Direction) -> tuple[float, float]:
    return direction.start(node.box), direction.end(node.box)


def _heaviest(found: Found) -> int:
    return max((separator.weight for _, separators in found for separator in separators), default=0)


def _part(nodes: Sequence[VisualNode], lines: Sequence[Box]) -> list[list[VisualNode]]:
    """Return the nodes parted at their heaviest separators, which are those of one direction."""
    found = _detect(nodes, lines)
    weight = _heaviest(found)
    for ordered, separators in found:
        cuts = [separator.position for separator in separators if separator.weight == weight]
        if cuts:
            return [ordered[start:end] for start, end in zip([0, *cuts], [*cuts, len(ordered)], strict=True)]
    return [list(nodes)]
