"""A parsed page: its tree, its addresses and its hidden elements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, cast

from lxml import etree
from lxml.etree import ErrorTypes, ParserError
from lxml.html import HtmlElement, document_fromstring

from cutline.config.settings import FormulaSettings
from cutline.dom.decode import decode
from cutline.dom.documentation import Documentation, find_documentation
from cutline.dom.features.elements import FactReader
from cutline.dom.flat_lists import clear_labels, tag_paragraphs, take_marks
from cutline.dom.formulas import PlacedFormulas, may_have_formulas, read_formulas
from cutline.dom.hidden_text import place_declared_text, place_state_text, read_shown
from cutline.dom.listings import find_listings
from cutline.dom.marked_notes import has_bracketed, mark_bracketed, mark_notes
from cutline.dom.metadata import Metadata, find_article_body, read_metadata
from cutline.dom.metadata.declarations import Declarations, read_declarations
from cutline.dom.own_markup import translate
from cutline.dom.render.layout import Layout
from cutline.dom.role_tables import may_have_role_tables, tag_lists, tag_tables, unwrap_margins
from cutline.dom.segments import TextSegment
from cutline.dom.tabs import may_have_tabs, place_tab_labels
from cutline.dom.tree import DocumentOrder
from cutline.dom.web_addresses import find_base_url
from cutline.errors import PageTooLarge
from cutline.types import PageWarning

HEAD_TAGS = frozenset("title meta link base basefont bgsound script style noscript template".split())
UNKNOWN_VOID_TAGS = ("source", "track", "wbr", "embed", "keygen", "bgsound")
MAX_ATTRIBUTES = 1_000  # of one element: libxml2 passes all of them to append another; real pages have far fewer
# What an HTML parser takes for an attribute: names may touch the value before, and a slash separates like a space.
# Spaces are listed because `re` matches sets that contain `\s` more slowly.
SPACES = rb" \t\n\r\f\v"
ATTRIBUTE = rb"[%b/]*+[^%b/>][^%b/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^%b>\"'][^%b>]*+)?+)?+" % ((SPACES,) * 5)
# Matches every tag, so that the search continues after it and stays linear. The group matches only if the tag has more
# than MAX_ATTRIBUTES.
TAG = re.compile(rb"<[A-Za-z][^%b/>]*+(?:%b){0,%d}+(%b)?+" % (SPACES, ATTRIBUTE, MAX_ATTRIBUTES, ATTRIBUTE))
# lxml.html calls a Python function for the class of each element, because forms have their own; this avoids it.
ONE_CLASS = etree.ElementDefaultClassLookup(element=HtmlElement)
SHELL = "cutline-shell"  # tag of temporary elements whose content replaces them
MAX_FRAGMENTS = 200  # streamed fragments, more than a real page has; they may be nested in each other


@dataclass(frozen=True, slots=True)
class Page:
    """A decoded page that is not parsed yet, with its address and the problems of its bytes.

    `utf8` is the text in UTF-8, if it is available.
    """

    html: str
    url: str | None = None
    encoding: str | None = None
    warnings: tuple[PageWarning, ...] = ()
    utf8: bytes | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Document:
    """A parsed page; the tree does not change after parsing.

    Attributes:
        root: the `html` element.
        body: the `body` element; the root of a rendered frameset.
        url: the page's address; None if unknown.
        base_url: the base of relative addresses; None if unknown.
        hidden: the topmost hidden elements (scripts, `hidden`, `display: none`).
        warnings: problems with the page's bytes or tree.
        layout: the rectangle and style of each node in a browser; None if the page was not rendered.
        elements: all elements, to keep them alive: lxml recreates unreferenced ones on every walk. May be empty.
        segments: the visible text, split by HTML's default styles; None if it has not been read.
        closed: closed tabs and accordions; their text counts as visible.
        listings: the language of each listing, by its element; None if it is not known.
        documentation: what software wrote on the page from code; None on any other page.
    """

    root: HtmlElement
    body: HtmlElement
    url: str | None
    base_url: str | None
    hidden: frozenset[HtmlElement]
    warnings: tuple[PageWarning, ...]
    layout: Layout | None = None
    elements: Sequence[HtmlElement] = field(default=(), repr=False)
    segments: list[TextSegment] | None = field(default=None, repr=False)
    closed: frozenset[HtmlElement] = frozenset()
    listings: Mapping[HtmlElement, str | None] = field(default_factory=dict, repr=False)
    documentation: Documentation | None = None

    @cached_property
    def metadata(self) -> Metadata:
        """Title, authors, dates and so on; read on first use."""
        written = self.documentation
        named = (written.title, written.site) if written is not None else ()
        return read_metadata(self.root, self.declarations, *named)

    @cached_property
    def declarations(self) -> Declarations:
        """The page's machine-readable data, such as JSON-LD; read on first use."""
        return read_declarations(self.root, self.url)

    @cached_property
    def facts(self) -> FactReader:
        """Reads facts about the page's elements, each on first use."""
        return FactReader(self.closed)

    @cached_property
    def order(self) -> DocumentOrder:
        """The document order of elements and segments; numbered on first use."""
        return DocumentOrder(self.body)

    def walk(self) -> Iterator[tuple[Literal["start", "end", "tail"], HtmlElement]]:
        """Yield where each shown element of the body starts and ends, and where the text behind each element is."""
        walker = etree.iterwalk(self.body, events=("start", "end"))
        for event, element in walker:
            if element not in self.hidden:
                yield event, element
            elif event == "start":
                walker.skip_subtree()
            if event == "end" and element is not self.body:
                yield "tail", element


def read_page(html: str | bytes, max_bytes: int, url: str | None = None, charset: str | None = None) -> Page:
    """Return the decoded page; see `cutline.dom.decode.decode` for the arguments and errors."""
    decoded = decode(html, max_bytes, charset)
    return Page(decoded.text, url, decoded.encoding, decoded.warnings, decoded.utf8)


def parse(page: Page, max_elements: int, formulas: FormulaSettings | None = None) -> Document:
    """Return the parsed page, with its formulas as TeX.

    Content that the page's own scripts would insert is inserted: React's streamed fragments; the text declared for
    machines, if the page does not show it (warning `declared_text`); else the text in its script state, if the page
    shows less than that (`script_text`).

    Args:
        page: the page.
        max_elements: the most elements.
        formulas: the most formulas and the longest, without which there is the warning `many_formulas`; None for any.

    Raises:
        PageTooLarge: the page has more than `max_elements` elements, or an element more than a thousand attributes.
    """
    data = page.html.encode() if page.utf8 is None else page.utf8
    _check_attributes(data)
    root, is_cut = parse_html(data)
    body = _join_bodies(root)
    elements = list(root.iter())
    if len(elements) > max_elements:
        raise PageTooLarge(
            f"The page has {len(elements):,} elements; the limit is {max_elements:,}. "
            "Raise page.max_elements to read it."
        )
    _empty_void_elements(body)
    _place_streamed_fragments(body)
    placed = read_formulas(body, formulas) if may_have_formulas(data) else PlacedFormulas()
    elements += placed.elements
    elements += mark_notes(body)
    elements += translate(body, data)
    if may_have_role_tables(data):
        tag_tables(body)
        tag_lists(body)
    tag_paragraphs(body)
    unwrap_margins(body)
    clear_labels(body)
    take_marks(body)
    if (documentation := find_documentation(root)) is not None:
        documentation.tag_signatures()
    listings = find_listings(body)
    elements += place_tab_labels(body) if listings.languages and may_have_tabs(data) else []
    shown = read_shown(body, listings)
    if has_bracketed(shown.texts):
        elements += mark_bracketed(body)
        shown = read_shown(body, listings)
    warnings = (*page.warnings, *(("deep_nesting",) if is_cut else ()), *placed.warnings)
    base_url = find_base_url(root, page.url)
    document = Document(
        root=root,
        body=body,
        url=page.url,
        base_url=base_url,
        hidden=shown.hidden,
        warnings=warnings,
        elements=elements,
        segments=shown.segments,
        closed=shown.closed,
        listings=listings.languages,
        documentation=documentation,
    )
    if place_declared_text(body, shown.texts, find_article_body(document.declarations)):
        return replace(document, warnings=(*warnings, "declared_text"), segments=None)
    if place_state_text(root, body, shown.texts):
        read_formulas(body[-1], formulas)
        added = find_listings(body)
        hidden = shown.hidden | added.left_out
        warnings = (*warnings, "script_text")
        return replace(document, warnings=warnings, segments=None, hidden=hidden, listings=added.languages)
    return document


def parse_html(data: bytes) -> tuple[HtmlElement, bool]:
    """Return the `html` element, with a head and a body, and whether libxml2 cut too deeply nested content.

    Args:
        data: the page in UTF-8.
    """
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    parser.set_element_class_lookup(ONE_CLASS)
    try:
        root = document_fromstring(data, parser=parser, ensure_head_body=True)
    except ParserError:  # nothing but comments
        root = document_fromstring("<html></html>", ensure_head_body=True)
    return root, len(parser.error_log.filter_types(ErrorTypes.ERR_RESOURCE_LIMIT)) > 0


def _check_attributes(data: bytes) -> None:
    if has_many_attributes(data):
        raise PageTooLarge(
            f"An element of the page has more than {MAX_ATTRIBUTES:,} attributes, which is no page for readers."
        )


def has_many_attributes(data: bytes) -> bool:
    """Return whether an element of the UTF-8 page has so many attributes that building its tree would take minutes."""
    return any(TAG.findall(data)) and _count_attributes(data) > MAX_ATTRIBUTES


def _count_attributes(data: bytes) -> int:
    """Return the most attributes of an element, read without building a tree; scripts contain what looks like tags."""
    target: Any = _AttributeCount()  # the stubs know no class that may be given
    parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True)
    parser.feed(data)
    return cast("int", parser.close())


class _AttributeCount:
    """What lxml's parser calls for each start tag."""

    def __init__(self) -> None:
        self._most = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._most = max(self._most, len(attributes))

    def close(self) -> int:
        return self._most


def _join_bodies(root: HtmlElement) -> HtmlElement:
    """Move content after `</body>` or `</html>`, or in a second `body`, into the body, as browsers do.

    Content of the head also moves, from the first element on that does not belong in a head: libxml2 leaves it there
    if a page has no `<body>` tag.
    """
    body = root.find("body")
    head = root.find("head")
    first = next((element for element in head if element.tag not in HEAD_TAGS), None)
    if first is not None:
        early = [first, *first.itersiblings()]
        for stray in reversed(early):
            body.insert(0, stray)
        early[-1].tail, body.text = (early[-1].tail or "") + (body.text or ""), None
    late_text = etree.SubElement(body, SHELL)
    late_text.text, body.tail = body.tail, None
    for stray in [*body.itersiblings(), *root.itersiblings()]:
        body.append(stray)
    etree.strip_tags(body, SHELL, "body", "html")
    return body


def _empty_void_elements(body: HtmlElement) -> None:
    """Move the content of void elements that libxml2 does not know as void after them."""
    filled = [element for element in body.iter(*UNKNOWN_VOID_TAGS) if len(element) or element.text]
    for element in filled:
        element.addprevious(element.makeelement(element.tag, element.attrib))
        element.tag = SHELL
    if filled:
        etree.strip_tags(body, SHELL)


def _place_streamed_fragments(body: HtmlElement) -> None:
    """Move each hidden `<div id="S:1">` to the `<template id="B:1">` or `"P:1"` that marks its place."""
    marks = [mark for mark in body.iter("template") if mark.get("id", "").startswith(("B:", "P:"))]
    fragments = {
        name[2:]: element
        for element in (body.iter("div") if marks else ())
        if (name := element.get("id", "")).startswith("S:") and element.get("hidden") is not None
    }
    if len(fragments) > MAX_FRAGMENTS:
        return
    for mark in marks:
        name = mark.get("id", "")
        fragment = fragments.get(name[2:])
        if fragment is not None and fragment not in mark.iterancestors():
            mark.addprevious(fragment)
            del fragment.attrib["hidden"]
            del fragments[name[2:]]
