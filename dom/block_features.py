"""What is measured of text blocks: where they stand, how large their font is, and on which path of tags.

Source: W. Shen and X. Zou, "An Algorithm on Web Article Automatic Extraction Based on DOM Structure", sections 2.2, 2.3
and 3.2. Where the paper is silent:

- The font size is that of the block's element, over the size that most characters of the page have; in pixels it would
  drown the normalised left edge and width.
- "Right" of formula 2 is the block's right edge.
- A path is the bag of its tag names; the cosine of two paths is that of how often each name stands in them.
- Full stops in a row are an ellipsis: headlines that were cut short have those, and an article hardly any.
- A page without layout has the same left edge, width, font size and place for all blocks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout
from cutline.dom.text_blocks import TextBlocks

Floats = NDArray[np.float64]

MAX_NAMES = 128  # tag names told apart in one page, more than HTML has in use; bounds the memory of its paths
WHOLE_SCREEN = Box(0, 0, 1, 1)


@dataclass(frozen=True, slots=True, eq=False)
class BlockFeatures:
    """The features of a page's n text blocks, in their order.

    Attributes:
        visual: n rows of normalised left edge, normalised width (formulas 1 and 2) and relative font size.
        bags: n rows that count the tag names on the path from the root to the block, itself included.
        names: the tag name that each column of `bags` counts; in a page with too many names the last counts several.
        paths: n numbers, equal for blocks with equal paths.
        boxes: the rectangle of each block in CSS pixels.
        screen: the window's part of the page.
    """

    visual: Floats
    bags: Floats
    names: tuple[str, ...]
    paths: NDArray[np.intp]
    boxes: tuple[Box, ...]
    screen: Box


def measure_blocks(document: Document, page: TextBlocks) -> BlockFeatures:
    """Return the features of the page's text blocks."""
    layout = document.layout
    screen = layout.viewport if layout else WHOLE_SCREEN
    boxes = tuple((layout.box(block.element) if layout else None) or WHOLE_SCREEN for block in page.blocks)
    common = find_common_size(page, layout)
    sizes = [layout.style(block.element).font_size / common if layout else 1.0 for block in page.blocks]
    visual = [(*normalise(box, screen), size) for box, size in zip(boxes, sizes, strict=True)]
    reader = _PathReader()
    read = [reader.read(block.element) for block in page.blocks]
    names = tuple(reader.columns)[:MAX_NAMES]
    bags = np.array([bag[: len(names)] for bag, _ in read], float).reshape(len(read), len(names))
    paths = np.array([number for _, number in read], np.intp)
    return BlockFeatures(np.array(visual, float).reshape(-1, 3), bags, names, paths, boxes, screen)


def normalise(box: Box, screen: Box) -> tuple[float, float]:
    """Return the left edge and the width of a rectangle in widths of the screen (formulas 1 and 2)."""
    width = box.width if box.right < screen.width else screen.width - box.left
    return box.left / screen.width, width / screen.width


def count_full_stops(page: TextBlocks, marks: Sequence[str]) -> list[int]:
    """Return how many full stops stand in the page's texts before each, so that texts i to j have [j] - [i].

    Args:
        page: the text blocks of the page, and its texts.
        marks: the characters that are full stops (3.2.2, rule 2); several in a row are an ellipsis, and none.
    """
    alone = re.compile("|".join(f"(?<!{mark}){mark}(?!{mark})" for mark in map(re.escape, marks)) or "(?!)")
    return list(accumulate((len(alone.findall(text.text)) for text in page.texts), initial=0))


def find_common_size(page: TextBlocks, layout: Layout | None) -> float:
    """Return the font size that most characters of the page have, in pixels; 1 where none is known."""
    sizes = Counter[float]()
    if layout is not None:
        for index, text in enumerate(page.texts):
            sizes[layout.style(text.parent).font_size] += page.characters[index + 1] - page.characters[index]
    return max(sizes, key=lambda size: sizes[size], default=1.0) or 1.0


class _PathReader:
    """Counts the names on paths; each path is made from its parent's, so that all paths cost linear time."""

    def __init__(self) -> None:
        self.columns: dict[str, int] = {}
        self._known: dict[HtmlElement | None, tuple[NDArray[np.uint16], int]] = {None: (np.zeros(MAX_NAMES, "u2"), 0)}
        self._numbers: dict[tuple[int, str], int] = {}

    def read(self, element: HtmlElement) -> tuple[NDArray[np.uint16], int]:
        """Return how often each name stands on the path to the element, and the path's number."""
        way: list[HtmlElement] = []
        known: HtmlElement | None = element
        while known is not None and known not in self._known:
            way.append(known)
            known = known.getparent()
        bag, number = self._known[known]
        for descendant in reversed(way):
            bag = bag.copy()
            bag[self._column(descendant.tag)] += 1
            number = self._numbers.setdefault((number, descendant.tag), len(self._numbers) + 1)
            self._known[descendant] = bag, number
        return bag, number

    def _column(self, tag: str) -> int:
        """Return the tag's column; in a page with too many names the last ones share the last column."""
        return self.columns.setdefault(tag, min(len(self.columns), MAX_NAMES - 1))
