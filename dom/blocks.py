"""The block structure of a page as the paper sees it: block tags and style tags."""

from __future__ import annotations

from collections.abc import Collection

from lxml.html import HtmlElement


class BlockFinder:
    """Finds the first block element around an element, and remembers the way: linear in the tree for all of them."""

    def __init__(self, block_tags: Collection[str], body: HtmlElement) -> None:
        """Take the block tags (all others are style tags) and the element that ends every search."""
        self._tags = frozenset(block_tags) - {"br", "hr"}  # these break lines but hold no text
        self._found: dict[HtmlElement, HtmlElement] = {body: body}

    def first_block(self, element: HtmlElement) -> HtmlElement:
        """Return the element itself if it is a block, else its first ancestor that is one, else the body."""
        passed = []
        while element not in self._found and element.tag not in self._tags:
            parent = element.getparent()
            if parent is None:
                break
            passed.append(element)
            element = parent
        block = self._found.get(element, element)
        for way in passed:
            self._found[way] = block
        return block
