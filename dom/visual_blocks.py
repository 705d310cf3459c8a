"""The visual blocks of a rendered page: a tree of rectangles, each covered by its parent, and their features.

Source: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007,
"Data Representation", "Extended Visual Features" and definitions 1 to 3. Where the paper is silent:

- Rectangles are rounded to whole pixels, as in the paper's browser: a text on its own line is as wide as its element.
- Of blocks with the same rectangle, the first in document order covers the others. The parent is the smallest block
  that covers a block; of equally small ones, the last in document order.
- The page block is the whole page: floats and overflow outside `body` would otherwise have no parent.
- The statistics of a block count the blocks it covers, not its element's descendants.
- A paragraph is a text segment, whatever its tag. It counts for the block with most of its characters and is bold or
  italic if that text is. A text in a link is a hyperlink, and so is a link without text, such as that of an image.
- The paper gives two examples of relative features, a quotient of sizes and a difference of positions. Here sizes and
  statistics are divided by the parent's, positions and formats are subtracted. The page block is its own parent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt
from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.related.links import find_link
from cutline.dom.render.layout import Box, Layout
from cutline.dom.segments import TextRun, TextSegment

FEW = 32  # blocks in a group small enough to compare one by one

IntArray = npt.NDArray[np.int64]
POSITION = ("left", "top", "nested_depth")
SIZE = ("width", "height")
FORMAT = ("font_size", "is_bold", "is_italic")
STATISTICS = (
    "image_number",
    "hyperlink_number",
    "text_length",
    "paragraph_number",
    "italic_paragraph_number",
    "bold_paragraph_number",
    "table_number",
)
SUBTRACTED = ("left", "top", *FORMAT)
DIVIDED = (*SIZE, *STATISTICS)

# The columns of block features, in order.
COLUMNS = (*POSITION, *SIZE, *FORMAT, *STATISTICS, *(f"relative_{name}" for name in (*SUBTRACTED, *DIVIDED)))

FloatArray = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class VisualBlock:
    """A visible rectangle: of an element, of its text, or of the text after it (its tail)."""

    node: HtmlElement
    kind: Literal["element", "text", "tail"]
    box: Box

    @property
    def element(self) -> HtmlElement:
        """The element whose style applies to the block."""
        return self.node.getparent() if self.kind == "tail" else self.node


@dataclass(frozen=True)
class VisualTree:
    """The visual blocks of a page; a block's ID is its index in `blocks`.

    Attributes:
        blocks: in document order; the first is the page block.
        edges: left, top, right and bottom of each block, in whole pixels (n by 4).
        parents: the ID of each block's parent; -1 for the page block.
        order: all IDs, parents before their children.
    """

    blocks: tuple[VisualBlock, ...]
    edges: IntArray
    parents: IntArray
    order: IntArray

    @cached_property
    def is_inner(self) -> npt.NDArray[np.bool_]:
        """Which blocks have a child; the others are leaf blocks (definition 3)."""
        inner = np.zeros(len(self.blocks), dtype=bool)
        inner[self.parents[1:]] = True
        return inner

    @cached_property
    def depths(self) -> IntArray:
        """The depth of each block; 0 for the page block."""
        depths = [0] * len(self.blocks)
        parents = self.parents.tolist()
        for block in self.order[1:].tolist():
            depths[block] = depths[parents[block]] + 1
        return np.array(depths, dtype=np.int64)

    @cached_property
    def children(self) -> list[list[int]]:
        """The IDs of each block's children, in document order."""
        children: list[list[int]] = [[] for _ in self.blocks]
        for block, parent in enumerate(self.parents.tolist()):
            if parent >= 0:
                children[parent].append(block)
        return children


def build_visual_tree(document: Document, layout: Layout) -> VisualTree:
    """Return the visual block tree of a rendered page."""
    page = VisualBlock(document.body, "element", layout.page)
    blocks = (page, *list_blocks(document, layout))
    edges = np.array([_round_edges(block.box) for block in blocks], dtype=np.int64)
    areas = (edges[:, 2] - edges[:, 0]) * (edges[:, 3] - edges[:, 1])
    areas[0] = max(areas) + 1  # the page block covers all
    order = np.argsort(-areas, kind="stable")
    parents = np.empty(len(blocks), dtype=np.int64)
    parents[order] = order[find_covers(edges[order])]
    parents[0] = -1
    return VisualTree(blocks, edges, parents, order)


def list_blocks(document: Document, layout: Layout) -> Iterator[VisualBlock]:
    """Yield, in document order, the visible elements and texts in `body` that have a size (definition 1)."""
    for event, element in document.walk():
        if event == "start":
            if element is not document.body and (box := layout.box(element)) and _has_size(box):
                yield VisualBlock(element, "element", box)
            if (box := layout.text_box(element, False)) and _has_size(box):
                yield VisualBlock(element, "text", box)
        elif event == "tail" and (box := layout.text_box(element, True)) and _has_size(box):
            yield VisualBlock(element, "tail", box)


def find_covers(edges: IntArray) -> IntArray:
    """Return, for each rectangle, the last one before it that covers it (definition 2); 0 if none does.

    The search halves the rectangles at the median of each coordinate in turn, as a k-d tree does, and compares one by
    one only where the bounds of a group do not decide.

    Args:
        edges: left, top, right and bottom of each rectangle, the largest first.
    """
    # A cover is less than or equal to what it covers in all of these coordinates; the last is its rank.
    ranks = np.arange(len(edges))
    points = np.column_stack((edges[:, :2], -edges[:, 2:], ranks + 1))
    asked = np.column_stack((edges[:, :2], -edges[:, 2:], ranks))
    covers = np.zeros(len(edges), dtype=np.int64)

    def search(group: IntArray, asking: IntArray, axis: int) -> None:
        low, high, last = points[group].min(axis=0), points[group].max(axis=0), int(group.max())
        asking = asking[covers[asking] < last]
        asking = asking[(asked[asking] >= low).all(axis=1)]
        is_covered = (asked[asking] >= high).all(axis=1)
        covers[asking[is_covered]] = last
        asking = asking[~is_covered]
        if not len(asking):
            return
        if len(group) <= FEW:
            fits = (asked[asking][:, None, :] >= points[group][None, :, :]).all(axis=2)
            covers[asking] = np.maximum(covers[asking], np.where(fits, group, 0).max(axis=1))
            return
        while low[axis] == high[axis]:
            axis = (axis + 1) % points.shape[1]
        middle = len(group) // 2
        halves = group[np.argpartition(points[group, axis], middle)]
        search(halves[middle:], asking, (axis + 1) % points.shape[1])
        search(halves[:middle], asking, (axis + 1) % points.shape[1])

    search(ranks, ranks[1:], points.shape[1] - 1)
    return covers


def _has_size(box: Box) -> bool:
    return round(box.right) > round(box.left) and round(box.bottom) > round(box.top)


def _round_edges(box: Box) -> tuple[int, int, int, int]:
    return round(box.left), round(box.top), round(box.right), round(box.bottom)


def measure_blocks(tree: VisualTree, layout: Layout, segments: Sequence[TextSegment]) -> FloatArray:
    """Return the features of the blocks: a row per ID, with `COLUMNS`."""
    basic = dict(
        zip(
            (*POSITION, *SIZE, *FORMAT, *STATISTICS),
            (*_measure_place(tree), *_measure_format(tree, layout), *count_contents(tree, layout, segments).T),
            strict=True,
        )
    )
    parents = np.where(tree.parents < 0, 0, tree.parents)
    relative = {name: basic[name] - basic[name][parents] for name in SUBTRACTED} | {
        name: basic[name] / np.maximum(basic[name][parents], 1) for name in DIVIDED
    }
    return np.column_stack((*basic.values(), *relative.values())).astype(np.float32)


def _measure_place(tree: VisualTree) -> tuple[npt.NDArray[np.int64], ...]:
    left, top, right, bottom = tree.edges.T
    return left, top, tree.depths, right - left, bottom - top


def _measure_format(tree: VisualTree, layout: Layout) -> npt.NDArray[np.float64]:
    styles = [layout.style(block.element) for block in tree.blocks]
    return np.array([(style.font_size, style.is_bold, style.is_italic) for style in styles]).T


def count_contents(tree: VisualTree, layout: Layout, segments: Sequence[TextSegment]) -> npt.NDArray[np.float64]:
    """Return the `STATISTICS` of each block and all below it: blocks by statistics."""
    ids = {(block.node, block.kind): index for index, block in enumerate(tree.blocks)}
    counts = np.zeros((len(tree.blocks), len(STATISTICS)))
    image, link, length, paragraph, italic, bold, table = range(len(STATISTICS))
    linked = set()
    for segment in segments:
        shown = [(ids[key], run) for run in segment.runs if (key := name_text(run)) in ids]
        for index, run in shown:
            counts[index, length] = count_characters(run)
            if run.in_link:
                counts[index, link] = 1
                linked.add(find_link(run.parent))
        if shown:
            index, run = max(shown, key=lambda pair: counts[pair[0], length])
            style = layout.style(run.parent)
            counts[index, [paragraph, italic, bold]] = 1, style.is_italic, style.is_bold
    for index, block in enumerate(tree.blocks):
        if block.kind == "element":
            counts[index, image] += block.node.tag == "img"
            counts[index, table] += block.node.tag == "table"
            counts[index, link] += block.node.tag == "a" and block.node not in linked
    return sum_subtrees(tree, counts)


def sum_subtrees(tree: VisualTree, own: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the sums of values over each block's subtree."""
    sums = own.copy()
    by_depth = np.argsort(tree.depths, kind="stable")
    starts = np.flatnonzero(np.diff(tree.depths[by_depth], prepend=-1))
    for level in reversed(np.split(by_depth, starts[1:])[1:]):
        np.add.at(sums, tree.parents[level], sums[level])
    return sums


def name_text(run: TextRun) -> tuple[HtmlElement, Literal["element", "text", "tail"]]:
    """Return the node and kind of the visual block of a text."""
    return run.node, "tail" if run.is_tail else "text"


def count_characters(run: TextRun) -> int:
    """Return the number of characters that are not white space."""
    return len("".join(run.text.split()))
