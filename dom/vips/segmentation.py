"""VIPS: divides a page into a tree of visual blocks until each is coherent enough.

Source: D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma, "VIPS: a Vision-based Page Segmentation Algorithm", Microsoft Research,
MSR-TR-2003-79, section 4. `extraction` extracts blocks; here separators are detected and the content structure is
built, and both are repeated. Where the paper is silent:

- A block of DoC 10 is never divided, since that is the maximum; so PDoC 10 asks for DoC 10.
- A page without a layout gets an approximate one (`nodes.flow_layout`).

Separators (4.2 and 4.3): the paper starts with one over the whole pool. For each block it splits the separator that
contains the block, shrinks those that the block crosses and removes those it covers. What remains, except at the outer
edges, are the gaps between consecutive blocks, which are found here in one pass. A line between two adjacent blocks is
a separator of zero thickness.

The paper merges blocks from the lightest separator to the heaviest. Splitting the pool at its heaviest separators first
gives the same tree, and also finds separators that a block of another part interrupts, as soon as that part is split
off.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from cutline.config.settings import VipsSettings
from cutline.dom.document import Document
from cutline.dom.render.layout import Box, TextPlace, unite
from cutline.dom.vips.extraction import GREATEST_COHERENCE, Pool, extract_blocks
from cutline.dom.vips.nodes import Font, VisualNode, build_nodes, flow_layout

GREATEST_WEIGHT = 9
# The paper names the criteria for weights but gives no numbers.
OVERLAP = 1.0  # pixels that separate blocks may overlap, since browsers round
DISTANCE_STEP = 10.0  # pixels between two blocks that add 1 to the weight of their separator
DISTANCE_WEIGHT = 4.0  # maximum weight added for distance
LINE_WEIGHT = 3.0  # added for an hr
BACKGROUND_WEIGHT = 2.0  # added for different backgrounds on both sides
FONT_WEIGHT = 1.0  # added for different fonts above and below
LARGER_BELOW_WEIGHT = 1.0  # added on top of that if the font below is larger: a heading
SIMILAR_WEIGHT = 1.0  # subtracted between two blocks with text alone
MAX_LEVELS = 20  # nested groups: two directions of ten weights; below that, hostile pages are left flat


@dataclass(frozen=True, slots=True)
class Direction:
    """A direction of separators, with the extent of a box across it.

    Attributes:
        start: returns where a box starts: its top for horizontal separators, else its left edge.
        end: returns where a box ends.
        is_horizontal: whether separators are horizontal; only then the fonts above and below count.
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
        position: number of blocks before it, ordered by their starts.
        weight: visibility (0..9).
    """

    position: int
    weight: int


def detect_separators(blocks: Sequence[VisualNode], lines: Sequence[Box], direction: Direction) -> list[Separator]:
    """Return the separators between blocks, with their weights.

    Args:
        blocks: the nodes of the pool, ordered by their starts; at least one.
        lines: the boxes of `hr` elements between them.
        direction: the direction of the separators.
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
class _Draft:
    """A block while the page is being divided; a group of several nodes has no node."""

    coherence: int
    node: VisualNode | None
    children: list[_Draft] = field(default_factory=list)


def _build_structure(pool: Pool, whole: _Draft) -> list[_Draft]:
    """Add the pool to a block as nested groups, in document order; return the blocks of single nodes.

    No group has a smaller DoC than its parent: the heavier the separators inside, the smaller.
    """
    order = {node: number for number, (node, _) in enumerate(pool.blocks)}
    grades = {node: max(whole.coherence, grade) for node, grade in pool.blocks}
    single = []
    waiting = [(whole, list(order), 0)]
    while waiting:
        draft, nodes, level = waiting.pop()
        parts = _split_at_heaviest(nodes, pool.lines) if level < MAX_LEVELS else [nodes]
        if len(parts) == 1:
            parts = [[node] for node in nodes]
        for part in sorted((sorted(part, key=order.__getitem__) for part in parts), key=lambda part: order[part[0]]):
            if len(part) == 1:
                child = _Draft(grades[part[0]], part[0])
                single.append(child)
            else:
                grade = min(GREATEST_COHERENCE - _heaviest(_detect(part, pool.lines)), *map(grades.__getitem__, part))
                child = _Draft(max(draft.coherence, grade), None)
                waiting.append((child, part, level + 1))
            draft.children.append(child)
    return single


Found = list[tuple[list[VisualNode], list[Separator]]]


def _detect(nodes: Sequence[VisualNode], lines: Sequence[Box]) -> Found:
    """Return, for each direction, the nodes ordered by their starts and the separators between them."""
    found: Found = []
    for direction in (HORIZONTAL, VERTICAL):
        ordered = sorted(nodes, key=lambda node: (direction.start(node.box), direction.end(node.box)))
        found.append((ordered, detect_separators(ordered, lines, direction)))
    return found


def _heaviest(found: Found) -> int:
    return max((separator.weight for _, separators in found for separator in separators), default=0)


def _split_at_heaviest(nodes: Sequence[VisualNode], lines: Sequence[Box]) -> list[list[VisualNode]]:
    """Return the nodes split at their heaviest separators, all in one direction."""
    found = _detect(nodes, lines)
    weight = _heaviest(found)
    for ordered, separators in found:
        cuts = [separator.position for separator in separators if separator.weight == weight]
        if cuts:
            return [ordered[start:end] for start, end in zip([0, *cuts], [*cuts, len(ordered)], strict=True)]
    return [list(nodes)]


PAGE_COHERENCE = 1


@dataclass(frozen=True, slots=True, eq=False)
class VisionBlock:
    """A visual block: a part of a page that a reader perceives as one.

    Attributes:
        coherence: the degree of coherence, DoC (1..10); never smaller than the parent block's.
        box: its rectangle; None for a page without visible content.
        element: its element, or the parent of a text node; None for a group of nodes.
        texts: a leaf's texts, in document order; empty for other blocks.
        children: the blocks it was divided into, in document order of their first text or image.
    """

    coherence: int
    box: Box | None
    element: HtmlElement | None
    texts: tuple[TextPlace, ...]
    children: tuple[VisionBlock, ...]

    def leaves(self) -> Iterator[VisionBlock]:
        """Yield the leaves of this block's tree, in order; the block itself if it was not divided."""
        waiting = [self]
        while waiting:
            block = waiting.pop()
            if block.children:
                waiting.extend(reversed(block.children))
            else:
                yield block


def build_block_tree(document: Document, settings: VipsSettings) -> VisionBlock:
    """Return the page as a tree of blocks; each leaf has a DoC above the permitted one (PDoC) or cannot be divided.

    Every visible text is in exactly one leaf. Leaves cover the page's texts and images, but not empty elements.
    """
    layout = document.layout or flow_layout(document)
    body = build_nodes(document, layout)
    if body is None:
        return VisionBlock(PAGE_COHERENCE, None, document.body, (), ())
    page = _Draft(PAGE_COHERENCE, body)
    waiting = [page]
    while waiting:
        draft = waiting.pop()
        is_whole = draft.coherence > settings.permitted_coherence or draft.coherence == GREATEST_COHERENCE
        if draft.node is not None and draft.node.children and not is_whole:
            waiting.extend(_divide(draft, draft.node, max(body.box.area, 1.0)))
    return _freeze(page)


def _divide(draft: _Draft, node: VisualNode, page_area: float) -> list[_Draft]:
    """Divide a block for one round; return the blocks of single nodes, which may be divided further."""
    pool = extract_blocks(node, page_area)
    if len(pool.blocks) == 1:
        draft.node, coherence = pool.blocks[0]
        draft.coherence = max(draft.coherence, coherence)
        return [draft]
    return _build_structure(pool, draft)


def _freeze(page: _Draft) -> VisionBlock:
    """Return the finished tree, built bottom-up without recursion because pages may be deeply nested."""
    order = [page]
    for draft in order:
        order.extend(draft.children)
    frozen: dict[_Draft, VisionBlock] = {}
    for draft in reversed(order):
        children = tuple(frozen[child] for child in draft.children)
        node = draft.node
        frozen[draft] = VisionBlock(
            draft.coherence,
            node.box if node else unite(*(child.box for child in children if child.box)),
            node.element if node else None,
            tuple(_list_texts(node)) if node and not children else (),
            children,
        )
    return frozen[page]


def _list_texts(node: VisualNode) -> Iterator[TextPlace]:
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.place:
            yield current.place
        waiting.extend(reversed(current.children))
