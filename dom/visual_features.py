"""What a visual block looks like, in itself and beside its parent.

Source: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007,
"Data Representation" and "Extended Visual Features". Where the paper is silent:

- The statistics of a block are those of the blocks it covers, not of its element's descendants.
- A paragraph is a text segment, whatever its tag, and counts where most of its characters stand; it is bold or italic
  as the text there is. A text in a link is a hyperlink, and so is a link without text, such as that of an image.
- The paper gives two relative features, a quotient for a size and a difference for a position, as examples: sizes and
  statistics are divided by the parent's, positions and formats are subtracted. The page block is its own parent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt
from lxml.html import HtmlElement

from cutline.dom.render.layout import Layout
from cutline.dom.segments import TextRun, TextSegment
from cutline.dom.visual_blocks import VisualTree

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

# The columns of every matrix of block features, in their order.
COLUMNS = (*POSITION, *SIZE, *FORMAT, *STATISTICS, *(f"relative_{name}" for name in (*SUBTRACTED, *DIVIDED)))

FloatArray = npt.NDArray[np.float32]


def measure_blocks(tree: VisualTree, layout: Layout, segments: Sequence[TextSegment]) -> FloatArray:
    """Return the features of each block: a row for each ID, and the columns of `COLUMNS`."""
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
    """Return how many of each of `STATISTICS` each block covers, itself included: blocks by statistics."""
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
                linked.add(_find_link(run))
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
    """Return the sum of each block's own values and those of all below it."""
    sums = own.copy()
    by_depth = np.argsort(tree.depths, kind="stable")
    starts = np.flatnonzero(np.diff(tree.depths[by_depth], prepend=-1))
    for level in reversed(np.split(by_depth, starts[1:])[1:]):
        np.add.at(sums, tree.parents[level], sums[level])
    return sums


def name_text(run: TextRun) -> tuple[HtmlElement, Literal["element", "text", "tail"]]:
    """Return the node and kind of the visual block that a text has."""
    return run.node, "tail" if run.is_tail else "text"


def count_characters(run: TextRun) -> int:
    """Return the characters of a text without its white space."""
    return len("".join(run.text.split()))


def _find_link(run: TextRun) -> object:
    parent = run.parent
    return parent if parent.tag == "a" else next(parent.iterancestors("a"), None)
