"""How line breaks split a page's text: by computed style if the page was rendered, else by HTML's default styles."""

from __future__ import annotations

from collections.abc import Callable, Collection

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.segments import TextSegment, read_shown_text
from cutline.dom.tags import breaks_line

SINGLE_TAGS = frozenset(("br", "hr"))


def line_breaker(document: Document, displays: Collection[str]) -> Callable[[HtmlElement], bool]:
    """Return a function that tells whether an element is a line-break node.

    It is one if it is a br or hr, or if its computed display is one of `displays`. Without a layout, HTML's default
    style of the tag decides.

    Source: Luo et al. 2009, section 3.1 (definition 1).
    """
    layout = document.layout
    if layout is None:
        return breaks_line
    return lambda element: element.tag in SINGLE_TAGS or layout.style(element).display in displays


def split_segments(document: Document, breaks: Callable[[HtmlElement], bool]) -> list[TextSegment]:
    """Return the segments of all visible text, in document order.

    Args:
        document: the page.
        breaks: whether an element is a line-break node, which separates the text before, in and after it.

    Source: Luo et al. 2009, section 3.1 (text segments).
    """
    if document.segments is not None and breaks is breaks_line:
        return document.segments
    return read_shown_text(document.body, document.hidden.__contains__, breaks, document.listings.keys()).segments
