"""How line breaks split a page's text: by the browser's answer where there is one, else by HTML's default styles."""

from __future__ import annotations

from collections.abc import Callable, Collection

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.segments import TextSegment, read_shown_text
from cutline.dom.tags import breaks_line

SINGLE_TAGS = frozenset(("br", "hr"))


def line_breaker(document: Document, displays: Collection[str]) -> Callable[[HtmlElement], bool]:
    """Return whether an element is a line-break node: its computed display is one of `displays`, or it is br or hr.

    A page without layout is broken by the default styles of its tags.

    Source: Luo et al. 2009, section 3.1 (definition 1).
    """
    layout = document.layout
    if layout is None:
        return breaks_line
    return lambda element: element.tag in SINGLE_TAGS or layout.style(element).display in displays


def split_segments(document: Document, breaks: Callable[[HtmlElement], bool]) -> list[TextSegment]:
    """Return the segments of all text that is shown, in document order.

    Args:
        document: the page.
        breaks: whether an element is a line-break node, so that text before, in and after it stands apart.

    Source: Luo et al. 2009, section 3.1 (text segments).
    """
    if document.segments is not None and breaks is breaks_line:
        return document.segments
    return read_shown_text(document.body, document.hidden.__contains__, breaks).segments
