"""What a text segment is to a reader: paragraph, heading, list item, quote, table cell, code, caption."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from cutline.dom.blocks import BlockFinder
from cutline.dom.document import Document
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.types import BlockKind

KINDS: dict[str, BlockKind] = {
    **dict.fromkeys(HEADING_TAGS, "heading"),
    "li": "list_item",
    "dt": "list_item",
    "dd": "list_item",
    "blockquote": "quote",
    "td": "table",
    "th": "table",
    "pre": "code",
    "figcaption": "caption",
}
SMALLEST_PICTURE = 60  # pixels; a smaller one in a line of text is an icon or an emoji


class KindReader:
    """Tells the kind of the segments of a page."""

    def __init__(self, document: Document, blocks: BlockFinder, max_caption: int) -> None:
        """Take the page, the finder of the paper's blocks, and the most characters a caption without a tag may have."""
        self._body = document.body
        self._enclosing = BlockFinder(KINDS, document.body)
        self._blocks = blocks
        self._max_caption = max_caption
        self._pictured = {blocks.first_block(image.getparent()) for image in _pictures(document)}

    def mark_of(self, segment: TextSegment) -> HtmlElement | None:
        """Return the innermost element that gives a segment its kind, or None for a plain paragraph."""
        element = self._enclosing.first_block(segment.block)
        return None if element is self._body else element

    def list_kinds(self, segments: Sequence[TextSegment]) -> list[BlockKind]:
        """Return the kind of each segment of the page; a short text alone in a block with a picture is its caption."""
        blocks = [self._blocks.first_block(segment.block) for segment in segments]
        sizes = Counter[HtmlElement]()
        for block, segment in zip(blocks, segments, strict=True):
            sizes[block] += len(segment.text)
        captions = {block for block in self._pictured if sizes[block] <= self._max_caption}
        return [self._kind(segment, block in captions) for block, segment in zip(blocks, segments, strict=True)]

    def _kind(self, segment: TextSegment, is_beside_picture: bool) -> BlockKind:
        element = self.mark_of(segment)
        if element is not None:
            return KINDS[str(element.tag)]
        return "caption" if is_beside_picture else "paragraph"

    def level(self, segment: TextSegment) -> int | None:
        """Return the level of a heading (1..6)."""
        element = self.mark_of(segment)
        return int(str(element.tag)[1]) if element is not None and element.tag in HEADING_TAGS else None


def _pictures(document: Document) -> Iterator[HtmlElement]:
    """Yield the images that are no icons in a line of text."""
    for image in document.body.iter("img", "amp-img"):
        width = image.get("width", "")
        if not (width.isascii() and width.isdigit() and int(width[:6]) < SMALLEST_PICTURE):
            yield image
