"""Which tables of a page hold data and which only lay it out; whose caption a `<figcaption>` is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from lxml.html import HtmlElement

from cutline.dom.tags import CELLS, HEADING_TAGS

LAYOUT_ROLES = frozenset(("presentation", "none"))
LONG_CELL = 500  # characters of a cell with several paragraphs, from which it may be a column of the page
PARAGRAPH_TAGS = ("p", "br", "ul", "ol", "blockquote", "figure", *sorted(HEADING_TAGS))
CAPTIONED = ("table", "blockquote", "pre", "displayed-formula")  # what else than a picture is in a figure
PICTURES = ("img", "picture", "video", "svg", "iframe")


def is_layout(table: HtmlElement) -> bool:
    """Return whether a table only lays out what it contains, in linear time.

    Such a table says so, has one column, holds further tables but no header, or has a column of the page: a long cell
    with several paragraphs and most of the text. One row without headers lays out whatever is more than a word or two.
    """
    if table.get("role", "").strip().lower() in LAYOUT_ROLES:
        return True
    if next(table.iterdescendants("table"), None) is not None:
        return not has_header(table)
    rows = [[cell for cell in row if cell.tag in CELLS] for row in table.iterdescendants("tr")]
    if max(map(len, rows), default=0) < 2:
        return True
    if has_header(table):
        return False
    if len(rows) == 1 and next(table.iterancestors("table"), None) is not None:
        return True
    cells = list(chain.from_iterable(rows))
    return _has_page_column(cells) or (len(rows) == 1 and any(map(_has_paragraphs, cells)))


def has_header(table: HtmlElement) -> bool:
    """Return whether a table has a caption or a header cell of its own."""
    for part in table:
        if part.tag in ("caption", "thead"):
            return True
        rows = (part,) if part.tag == "tr" else part
        if any(cell.tag == "th" for row in rows for cell in row):
            return True
    return False


def find_captioned(caption: HtmlElement) -> HtmlElement | None:
    """Return the table, quote, code or formula that a `<figcaption>` is of; None if there is none, or a picture.

    Only the first and the last element of a figure are looked at, so that no figure is searched often.
    """
    figure = caption.getparent()
    if figure is None or figure.tag != "figure" or (caption is not figure[0] and caption is not figure[-1]):
        return None
    if next(figure.iterdescendants(*PICTURES), None) is not None:
        return None
    return next(figure.iterdescendants(*CAPTIONED), None)


def _has_page_column(cells: Sequence[HtmlElement]) -> bool:
    sizes = [sum(len(text.strip()) for text in cell.itertext()) for cell in cells]
    largest = max(range(len(cells)), key=sizes.__getitem__)
    is_most = sizes[largest] >= LONG_CELL and 2 * sizes[largest] >= sum(sizes)
    return is_most and _has_paragraphs(cells[largest])


def _has_paragraphs(cell: HtmlElement) -> bool:
    found = cell.iterdescendants(*PARAGRAPH_TAGS)
    return next(found, None) is not None and next(found, None) is not None


def holds_data(table: HtmlElement) -> bool:
    """Return whether a table has headers and does not lay out the page; it is kept or dropped as a whole."""
    return has_header(table) and not is_layout(table)
