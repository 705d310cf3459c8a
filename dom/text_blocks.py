"""The text blocks of a page (the smallest block, span and strong elements) and their features.

Source: W. Shen and X. Zou, "An Algorithm on Web Article Automatic Extraction Based on DOM Structure", sections 2.2, 2.3
and 3.1 to 3.3. Where the paper is silent:

- A Block is an element whose computed `display` is one of `displays`; without a layout, HTML's default styles decide.
- Hidden content is neither text nor a Block, as the paper says of scripts.
- The font size is that of the block's element, divided by the page's most common size; in pixels it would outweigh the
  normalised left edge and width.
- "Right" of formula 2 is the block's right edge.
- A path is the bag of its tag names; the cosine of two paths compares how often each name occurs.
- Several full stops in a row are an ellipsis, not full stops: truncated headlines have them, articles hardly any.
- Without a layout, all blocks have the same left edge, width, font size and position.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from lxml import etree
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.dom.ancestors import Inherited
from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout
from cutline.dom.segments import TextRun, TextSegment, collapse_space
from cutline.dom.tags import LINE_BREAK_TAGS

INLINE_TAGS = frozenset(("span", "strong"))
BLOCK_TAGS = LINE_BREAK_TAGS - {"br"}  # `display: block` and similar in HTML's default styles

IsBlock = Callable[[HtmlElement], bool]
Floats = NDArray[np.float64]

MAX_NAMES = 128  # different tag names in one page, more than HTML uses; limits the memory of paths
WHOLE_SCREEN = Box(0, 0, 1, 1)


@dataclass(frozen=True, slots=True, eq=False)
class TextBlock:
    """A smallest block: its element and the range of the page's texts in it (`end` is exclusive)."""

    element: HtmlElement
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class TextBlocks:
    """The text blocks of one page.

    Attributes:
        texts: the visible text nodes that are more than white space, in document order.
        blocks: in the order of figure 5; a span may be nested in a block, but two blocks never overlap in part.
        characters: running totals of characters before each text, white space collapsed; len(texts) + 1 numbers.
    """

    texts: tuple[TextRun, ...]
    blocks: tuple[TextBlock, ...]
    characters: tuple[int, ...]

    def count_characters(self, block: TextBlock) -> int:
        """Return the block's number of characters, with white space collapsed."""
        return self.characters[block.end] - self.characters[block.start]

    def read_text(self, block: TextBlock) -> str:
        """Return the block's text: its text nodes, joined in preorder (3.3)."""
        return collapse_space(" ".join(run.text for run in self.texts[block.start : block.end]))


def find_text_blocks(document: Document, segments: Sequence[TextSegment], displays: Collection[str]) -> TextBlocks:
    """Return the text blocks of a page (figure 5), in linear time.

    Args:
        document: the page.
        segments: all of its segments, whose runs are the visible texts.
        displays: the computed displays that make an element a Block.
    """
    is_block = block_test(document, displays)
    crowded = find_crowded(document, is_block)
    texts = [run for segment in segments for run in segment.runs if collapse_space(run.text)]
    found: dict[HtmlElement, None] = {}
    passed = {document.body.getparent()}  # ancestors searched before; nothing is left to find there
    for text in texts:
        parent = text.parent
        while parent not in passed:
            passed.add(parent)
            if is_block(parent) or parent.tag in INLINE_TAGS:
                if parent in crowded:
                    break
                found[parent] = None
                if is_block(parent):
                    break
            parent = parent.getparent()
    spans = span_texts(document.body, texts)
    sizes = (len(collapse_space(text.text)) for text in texts)
    blocks = tuple(TextBlock(element, *spans[element]) for element in found)
    return TextBlocks(tuple(texts), blocks, tuple(accumulate(sizes, initial=0)))


def block_test(document: Document, displays: Collection[str]) -> IsBlock:
    """Return a function that tells whether an element is a Block: by computed display, or by tag without a layout."""
    layout = document.layout
    if layout is None:
        return lambda element: element.tag in BLOCK_TAGS
    wanted = frozenset(displays)
    return lambda element: layout.style(element).display in wanted


def find_crowded(document: Document, is_block: IsBlock) -> set[HtmlElement]:
    """Return the elements that are not smallest blocks, since they contain a Block (figure 3, for all at once)."""
    crowded: set[HtmlElement] = set()
    for element in reversed([element for event, element in document.walk() if event == "start"]):
        if element in crowded or is_block(element):
            crowded.add(element.getparent())
    return crowded


def span_texts(body: HtmlElement, texts: Sequence[TextRun]) -> dict[HtmlElement, tuple[int, int]]:
    """Return the range of texts (end exclusive) in each element of the body."""
    places = {(text.node, text.is_tail) for text in texts}
    starts: list[int] = []
    spans: dict[HtmlElement, tuple[int, int]] = {}
    count = 0
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if event == "start":
            starts.append(count)
            count += (element, False) in places
        else:
            spans[element] = (starts.pop(), count)
            count += (element, True) in places
    return spans


@dataclass(frozen=True, slots=True, eq=False)
class BlockFeatures:
    """The features of a page's n text blocks, in their order.

    Attributes:
        visual: n rows of normalised left edge, normalised width (formulas 1 and 2) and relative font size.
        bags: n rows of counts of the tag names on the path from the root to the block, inclusive.
        names: the tag name of each column of `bags`; the last one counts all names beyond `MAX_NAMES` too.
        paths: n numbers, equal for blocks with equal paths.
        boxes: the rectangle of each block in CSS pixels.
        screen: the viewport, in CSS pixels.
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
    read = [reader.paths.of(block.element) for block in page.blocks]
    names = tuple(reader.columns)[:MAX_NAMES]
    bags = np.array([bag[: len(names)] for bag, _ in read], float).reshape(len(read), len(names))
    paths = np.array([number for _, number in read], np.intp)
    return BlockFeatures(np.array(visual, float).reshape(-1, 3), bags, names, paths, boxes, screen)


def normalise(box: Box, screen: Box) -> tuple[float, float]:
    """Return a rectangle's left edge and width, divided by the screen's width (formulas 1 and 2)."""
    width = box.width if box.right < screen.width else screen.width - box.left
    return box.left / screen.width, width / screen.width


def count_full_stops(page: TextBlocks, marks: Sequence[str]) -> list[int]:
    """Return running totals of full stops before each text: texts i to j (exclusive) have totals[j] - totals[i].

    Args:
        page: the text blocks of the page.
        marks: the characters that are full stops (3.2.2, rule 2); several in a row are an ellipsis and do not count.
    """
    alone = re.compile("|".join(f"(?<!{mark}){mark}(?!{mark})" for mark in map(re.escape, marks)) or "(?!)")
    return list(accumulate((len(alone.findall(text.text)) for text in page.texts), initial=0))


def find_common_size(page: TextBlocks, layout: Layout | None) -> float:
    """Return the font size of most characters of the page, in CSS pixels; 1 without a layout."""
    sizes = Counter[float]()
    if layout is not None:
        for index, text in enumerate(page.texts):
            sizes[layout.style(text.parent).font_size] += page.characters[index + 1] - page.characters[index]
    return max(sizes, key=lambda size: sizes[size], default=1.0) or 1.0


_Path = tuple[NDArray[np.uint16], int]


class _PathReader:
    """Counts the tag names on paths.

    Attributes:
        columns: the column of each tag; all tags beyond `MAX_NAMES` share the last one.
        paths: how often each name occurs on the path to an element, and the path's number.
    """

    def __init__(self) -> None:
        self.columns: dict[str, int] = {}
        self.paths = Inherited((np.zeros(MAX_NAMES, np.uint16), 0), self._extend)
        self._numbers: dict[tuple[int, str], int] = {}

    def _extend(self, path: _Path, element: HtmlElement) -> _Path:
        bag, number = path[0].copy(), path[1]
        bag[self.columns.setdefault(element.tag, min(len(self.columns), MAX_NAMES - 1))] += 1
        return bag, self._numbers.setdefault((number, element.tag), len(self._numbers) + 1)
