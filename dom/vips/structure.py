"""Content structure construction: the blocks of one pool, merged from the lightest separator to the heaviest.

Source: Cai et al., MSR-TR-2003-79, section 4.3. Merging the blocks beside the lightest separators first, until the
heaviest are met, gives the same tree as parting the pool at its heaviest separators first; the latter is done, because
a separator that a block of another part interrupted is seen as soon as that part is parted off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cutline.config.settings import VipsSettings
from cutline.dom.render.layout import Box
from cutline.dom.vips.extraction import GREATEST_COHERENCE, Pool
from cutline.dom.vips.nodes import VisualNode
from cutline.dom.vips.separators import HORIZONTAL, VERTICAL, Direction, Separator, detect_separators

MAX_LEVELS = 20  # two directions of ten weights; pages made to nest without end are left flat below


@dataclass(slots=True, eq=False)
class Group:
    """Blocks of a pool that belong together; grows while it is built, and is never changed after.

    Attributes:
        coherence: the DoC: the heavier the separators within it, the smaller.
        members: groups, and blocks with their DoC, in document order.
    """

    coherence: int
    members: list[Group | tuple[VisualNode, int]] = field(default_factory=list)


def build_structure(pool: Pool, coherence: int, constants: VipsSettings) -> Group:
    """Return the pool as nested groups; no group has a smaller DoC than the one around it.

    Args:
        pool: two or more blocks, and the lines between them.
        coherence: the DoC of the block that the pool was made from.
        constants: the weights of separators.
    """
    order = {node: number for number, (node, _) in enumerate(pool.blocks)}
    grades = {node: max(coherence, grade) for node, grade in pool.blocks}
    whole = Group(coherence)
    waiting = [(whole, list(order), 0)]
    while waiting:
        group, nodes, level = waiting.pop()
        parts = _part(nodes, pool.lines, constants) if level < MAX_LEVELS else [nodes]
        if len(parts) == 1:
            group.members.extend((node, grades[node]) for node in nodes)
            continue
        for part in sorted((sorted(part, key=order.__getitem__) for part in parts), key=lambda part: order[part[0]]):
            if len(part) == 1:
                group.members.append((part[0], grades[part[0]]))
                continue
            weight = _heaviest(_detect(part, pool.lines, constants))
            least = min(grades[node] for node in part)
            inner = Group(max(group.coherence, min(GREATEST_COHERENCE - weight, least)))
            group.members.append(inner)
            waiting.append((inner, part, level + 1))
    return whole


Found = list[tuple[list[VisualNode], list[Separator]]]


def _detect(nodes: Sequence[VisualNode], lines: Sequence[Box], constants: VipsSettings) -> Found:
    """Return, for each direction, the nodes in the order of their starts and the separators between them."""
    found: Found = []
    for direction in (HORIZONTAL, VERTICAL):
        ordered = sorted(nodes, key=lambda node: _extent(node, direction))
        found.append((ordered, detect_separators(ordered, lines, direction, constants)))
    return found


def _extent(node: VisualNode, direction: Direction) -> tuple[float, float]:
    return direction.start(node.box), direction.end(node.box)


def _heaviest(found: Found) -> int:
    return max((separator.weight for _, separators in found for separator in separators), default=0)


def _part(nodes: Sequence[VisualNode], lines: Sequence[Box], constants: VipsSettings) -> list[list[VisualNode]]:
    """Return the nodes parted at their heaviest separators, which are those of one direction."""
    found = _detect(nodes, lines, constants)
    weight = _heaviest(found)
    for ordered, separators in found:
        cuts = [separator.position for separator in separators if separator.weight == weight]
        if cuts:
            return [ordered[start:end] for start, end in zip([0, *cuts], [*cuts, len(ordered)], strict=True)]
    return [list(nodes)]
