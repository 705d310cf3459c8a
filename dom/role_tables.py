"""Elements whose tags do not say what they are: tables and lists by their roles, and those for margins alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, islice
from typing import cast

from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.tags import HEADING_TAGS

MARK = re.compile(rb"role=[\"']?(?:table|listitem)")  # in a page with such a table or list; quick to find
TABLES = XPath("/descendant::*[@role='table' and not(self::table)]")
CELLS = {"cell": "td", "columnheader": "th", "rowheader": "th"}
PARTS = {"rowgroup": "tbody", "row": "tr", **CELLS}
PAGE_TAG = "cutline-page-tag"  # attribute of an element that has another tag now
LISTS = XPath("/descendant::*[@role='list' and not(self::ul or self::ol)]")
LABEL = re.compile(r"(\d{1,3})[.)]|[•·▪◦‣*-]")  # of an item, in an element of its own; style sheets draw others
# Tags that an element may have instead of its own.
TAGS = frozenset("table tbody tr td th ol ul li div dl dt dd p code".split())
LEAST = 2  # rows, and cells in one of them; items

LEAST_SHARE = 0.5  # of the page's text, from which a quote with headings holds the page
STORY = ("article", "main")  # what old pages have not
DEFINITIONS = ("dt", "dd")
# Classes of the lists of docutils, which writes an indented list as a list in a quote.
OF_LISTS = frozenset("simple arabic loweralpha upperalpha lowerroman upperroman docutils option-list".split())
MAX_LISTS = 20  # read of a quote
PLAIN = "div"


def may_have_role_tables(page: bytes) -> bool:
    """Return whether a page may have such tables or lists; quick."""
    return MARK.search(page) is not None


def tag_tables(body: HtmlElement) -> None:
    """Give the tags of a table to elements that say they are one; `read_page_tag` returns those of the page.

    A table with anything but cells in its rows, or with another table in it, stays as it is.
    """
    seen: set[HtmlElement] = set()
    for table in cast("list[HtmlElement]", TABLES(body)):
        if table in seen:  # of an outer one
            continue
        parts = list(table.iterdescendants("*"))
        seen.update(parts)
        rows = [part for part in parts if part.get("role") == "row"]
        has_table = any(part.tag == "table" or part.get("role") == "table" for part in parts)
        if _are_rows(rows) and not has_table:
            tag_as(table, "table")
            for part in parts:
                if (tag := PARTS.get(part.get("role", ""))) is not None:
                    tag_as(part, tag)


def tag_lists(body: HtmlElement) -> None:
    """Give the tags of a list to elements that say they are one and label each item; other such lists are menus."""
    for around in cast("list[HtmlElement]", LISTS(body)):
        labels = [_find_label(item) for item in around]
        found = [LABEL.fullmatch((label.text or "").strip()) for label in labels if label is not None]
        if len(found) < LEAST or len(found) < len(labels) or not all(found):
            continue
        start = found[0][1] if found[0] else None
        tag_as(around, "ul" if start is None else "ol")
        around.set("start", start or "")
        for item, label in zip(around, labels, strict=True):
            tag_as(item, "li")
            if label is not None:
                label.text = None


def _find_label(item: HtmlElement) -> HtmlElement | None:
    """Return the first element of an item, if it may be its label."""
    is_item = item.get("role") == "listitem" and len(item) > 1 and not (item.text or "").strip()
    return item[0] if is_item and not len(item[0]) else None


def _are_rows(rows: Sequence[HtmlElement]) -> bool:
    has_cells = all(cell.get("role") in CELLS for row in rows for cell in row)
    return has_cells and len(rows) >= LEAST and max(map(len, rows)) >= LEAST


def tag_as(element: HtmlElement, tag: str) -> None:
    """Give an element another tag; `read_page_tag` returns its own."""
    element.set(PAGE_TAG, str(element.tag))
    element.tag = tag


def read_page_tag(element: HtmlElement) -> str:
    """Return the tag that an element has in the page."""
    tag = str(element.tag)
    return element.get(PAGE_TAG, tag) if tag in TAGS else tag


def unwrap_margins(body: HtmlElement) -> None:
    """Give such elements the tag of a plain box, in linear time.

    A page that has its headline, or its headings and most of its text, in a quote has quotes for margins everywhere.
    """
    quotes = list(body.iter("blockquote"))
    all_for_margins = bool(quotes) and _quotes_page(body, quotes)
    for quote in quotes:
        if all_for_margins or _holds_lists(quote):
            tag_as(quote, PLAIN)
    for item in list(body.iter(*DEFINITIONS)):
        if next(item.iterancestors("dl"), None) is None:
            tag_as(item, PLAIN)


def _quotes_page(body: HtmlElement, quotes: list[HtmlElement]) -> bool:
    headline = next(body.iter("h1"), None)
    if next(body.iter(*STORY), None) is not None:
        return False
    if headline is not None and next(headline.iterancestors("blockquote"), None) is not None:
        return True
    outer = [quote for quote in quotes if next(quote.iterancestors("blockquote"), None) is None]
    size, least = _measure(body), LEAST_SHARE
    return any(next(quote.iter(*HEADING_TAGS), None) is not None and _measure(quote) >= least * size for quote in outer)


def _holds_lists(quote: HtmlElement) -> bool:
    """Return whether a quote holds lists of docutils, and nothing else."""
    around = quote[0] if len(quote) == 1 and quote[0].tag == PLAIN and not quote[0].get("class") else quote
    lists = list(islice(around, MAX_LISTS))
    texts = chain((quote.text, around.text), (each.tail for each in lists))
    are_of_docutils = all(
        each.tag in ("ul", "ol", "dl") and OF_LISTS.intersection((each.get("class") or "").split()) for each in lists
    )
    return 0 < len(lists) == len(around) and are_of_docutils and not any((text or "").strip() for text in texts)


def _measure(element: HtmlElement) -> int:
    return sum(len(text.strip()) for text in element.itertext())
