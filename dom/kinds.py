"""What a text segment is to a reader: paragraph, heading, list item, quote, table cell, code, caption."""

from __future__ import annotations

from collections.abc import Callable

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

    def __init__(self, document: Document, is_caption: Callable[[TextSegment], bool]) -> None:
        """Take the page, and what tells whether a segment of it stands in a picture's caption."""
        self._body = document.body
        self._enclosing = BlockFinder(KINDS, document.body)
        self._is_caption = is_caption
        self._kinds: dict[TextSegment, BlockKind] = {}

    def mark_of(self, segment: TextSegment) -> HtmlElement | None:
        """Return the innermost element that gives a segment its kind, or None for a plain paragraph."""
        element = self._enclosing.first_block(segment.block)
        return None if element is self._body else element

    def kind(self, segment: TextSegment) -> BlockKind:
        """Return what a segment of the page is; each is looked at once."""
        if segment not in self._kinds:
            self._kinds[segment] = self._read_kind(segment)
        return self._kinds[segment]

    def _read_kind(self, segment: TextSegment) -> BlockKind:
        element = self.mark_of(segment)
        kind: BlockKind = "paragraph" if element is None else KINDS[str(element.tag)]
        is_sure = kind in ("heading", "caption")  # to look for pictures is dear
        return "caption" if not is_sure and self._is_caption(segment) else kind

    def level(self, segment: TextSegment) -> int | None:
        """Return the level of a heading (1..6)."""
        element = self.mark_of(segment)
        return int(str(element.tag)[1]) if element is not None and element.tag in HEADING_TAGS else None
