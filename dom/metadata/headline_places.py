"""Where the elements of a page stand relative to its headline."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.visible_text import UNSEEN, read_visible_text

HEADINGS = ("h1", "h2", "h3", "h4")
MAX_HEADINGS = 60


class Placed(NamedTuple):  # a page has thousands, and a tuple is built in a third of a data class's time
    """An element, and how many characters of text stand between it and the headline; less than 0 above it.

    On a page whose headline is not found it is 0 for all elements.
    """

    element: HtmlElement
    distance: int


def place_elements(root: HtmlElement, title: str | None) -> list[Placed]:
    """Return the elements of a page, in document order, with their distance from the heading that holds its title."""
    headline = _find_headline(root, title)
    positions, position, start = [], 0, 0
    for element in root.iter("*"):
        if element is headline:
            start = position
        positions.append((element, position))
        if headline is not None:
            position += len(element.tail or "") + (0 if element.tag in UNSEEN else len(element.text or ""))
    return [Placed(element, position - start) for element, position in positions]


def _find_headline(root: HtmlElement, title: str | None) -> HtmlElement | None:
    key = fold(title or "")
    headings = islice(root.iter(*HEADINGS), MAX_HEADINGS) if key else ()
    return next((heading for heading in headings if key in fold(read_visible_text(heading))), None)
