"""The text blocks of a page: its smallest elements that are shown as blocks, and the smallest spans and strongs.

Source: W. Shen and X. Zou, "An Algorithm on Web Article Automatic Extraction Based on DOM Structure", sections 3.1 and
3.3. Where the paper is silent:

- A Block is an element whose computed `display` is one of those in the settings; a page without layout has the blocks
  of HTML's default styles.
- What is not shown is no text, as the paper says of scripts, and holds no Block.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.segments import TextRun, TextSegment, collapse_space
from cutline.dom.tags import LINE_BREAK_TAGS

INLINE_TAGS = frozenset(("span", "strong"))
BLOCK_TAGS = LINE_BREAK_TAGS - {"br"}  # display: block and its kin in HTML's default styles

IsBlock = Callable[[HtmlElement], bool]


@dataclass(frozen=True, slots=True, eq=False)
class TextBlock:
    """A smallest block: its element, and which of the page's texts stand in it (`end` is exclusive)."""

    element: HtmlElement
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class TextBlocks:
    """The text blocks of one page.

    Attributes:
        texts: the text nodes that are shown and more than white space, in document order.
        blocks: in the order of figure 5; a span may overlap the block that it stands in, and two never cross.
        characters: how many the texts before each place in `texts` have, white space collapsed; one more than texts.
    """

    texts: tuple[TextRun, ...]
    blocks: tuple[TextBlock, ...]
    characters: tuple[int, ...]

    def count_characters(self, block: TextBlock) -> int:
        """Return how many characters, with white space collapsed, stand in the block."""
        return self.characters[block.end] - self.characters[block.start]

    def read_text(self, block: TextBlock) -> str:
        """Return the block's text: its text nodes, joined in preorder (3.3)."""
        return collapse_space(" ".join(run.text for run in self.texts[block.start : block.end]))


def find_text_blocks(document: Document, segments: Sequence[TextSegment], displays: Collection[str]) -> TextBlocks:
    """Return the text blocks of a page (figure 5), in linear time.

    Args:
        document: the page.
        segments: all of its segments, whose runs are the texts that are shown.
        displays: the computed displays that make an element a Block.
    """
    is_block = block_test(document, displays)
    crowded = find_crowded(document, is_block)
    texts = [run for segment in segments for run in segment.runs if collapse_space(run.text)]
    found: dict[HtmlElement, None] = {}
    passed = {document.body.getparent()}  # where the search upwards has been before, there is nothing left to find
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
    """Return whether an element is a Block node: by its computed display, or by its tag in a page without layout."""
    layout = document.layout
    if layout is None:
        return lambda element: element.tag in BLOCK_TAGS
    wanted = frozenset(displays)
    return lambda element: layout.style(element).display in wanted


def find_crowded(document: Document, is_block: IsBlock) -> set[HtmlElement]:
    """Return the elements that are no smallest block, since they contain a Block (figure 3, for all at once)."""
    crowded: set[HtmlElement] = set()
    for element in reversed(_list_shown(document)):
        if element in crowded or is_block(element):
            crowded.add(element.getparent())
    return crowded


def _list_shown(document: Document) -> list[HtmlElement]:
    shown = []
    walker = etree.iterwalk(document.body, events=("start",))
    for _, element in walker:
        if element in document.hidden:
            walker.skip_subtree()
        else:
            shown.append(element)
    return shown


def span_texts(body: HtmlElement, texts: Sequence[TextRun]) -> dict[HtmlElement, tuple[int, int]]:
    """Return, for each element of a page's body, from which to which of the texts stand in it (end exclusive)."""
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
