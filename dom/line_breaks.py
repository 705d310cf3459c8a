"""Which elements break lines: by the browser's answer where there is one, else by HTML's default styles."""

from __future__ import annotations

from collections.abc import Callable, Collection

from lxml.html import HtmlElement

from cutline.dom.document import Document
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
