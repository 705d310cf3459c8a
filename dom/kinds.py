"""What a text segment is to a reader: paragraph, heading, list item, quote, table cell, code, caption."""

from __future__ import annotations

from collections.abc import Iterable

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


class KindReader:
    """Tells the kind of the segments of a page."""

    def __init__(self, document: Document, captions: Iterable[HtmlElement]) -> None:
        """Take the page, and the elements that hold a picture's caption."""
        self._body = document.body
        self._enclosing = BlockFinder(KINDS, document.body)
        self._in_captions = {element for caption in captions for element in caption.iter()}

    def read(self, segment: TextSegment) -> tuple[BlockKind, int | None]:
        """Return what a segment of the page is; of a heading its level (1..6), else None."""
        mark = self._enclosing.first_block(segment.block)
        tag = "" if mark is self._body else str(mark.tag)
        kind: BlockKind = KINDS.get(tag, "paragraph")
        if kind == "heading":
            return kind, int(tag[1])
        return ("caption" if segment.runs[0].parent in self._in_captions else kind), None
