"""How to build the tree and layout of a rendered page from the browser's answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lxml import etree
from lxml.html import HtmlElement, HTMLParser

from cutline.config.settings import FormulaSettings
from cutline.dom.document import Document, Page
from cutline.dom.documentation import find_documentation
from cutline.dom.formulas import DISPLAYED, PlacedFormulas, find_source, read_formulas
from cutline.dom.listings import find_listings
from cutline.dom.render.layout import Box, Layout, Style, TextPlace, read_style, unite
from cutline.dom.role_tables import tag_tables
from cutline.dom.tags import UNSEEN_TAGS
from cutline.dom.web_addresses import find_base_url
from cutline.errors import RenderTooLarge
from cutline.types import PageWarning

UNSAFE_IN_TAG = re.compile(r"""[\s"'&/<>]""")


def build_document(page: Page, answer: str, formulas: FormulaSettings | None = None) -> Document:
    """Return the rendered page: the browser's tree, and the layout of its nodes.

    Args:
        page: the page that was rendered.
        answer: the JSON that `read_page.js` returned, which describes its format.
        formulas: as for `parse`.

    Raises:
        RenderTooLarge: the page has more nodes or characters than the settings allow.
    """
    read = json.loads(answer)
    if "limit" in read:
        raise RenderTooLarge(
            f"The rendered page has too many {read['limit']} (setting render.max_{read['limit']}); raise it, or "
            "read the page without rendering."
        )
    tree = _Tree()
    styles = [read_style(values) for values in read["styles"]]
    tags = [UNSAFE_IN_TAG.sub("_", tag) for tag in read["tags"]]
    for node in read["nodes"]:
        if isinstance(node[1], str):
            tree.add_text(*node)
        else:
            depth, tag, attributes, style, box = node
            tree.add_element(depth, tags[tag], attributes, styles[style], box)
    placed = read_formulas(tree.path[0], formulas)
    tree.lay_out(placed)
    return _join(page, tree, read, ("many_formulas",) if placed.is_cut else ())


def _join(page: Page, tree: _Tree, read: dict[str, Any], added: tuple[PageWarning, ...]) -> Document:
    root = tree.path[0]
    body = root.find("body")
    if body is None:  # a frameset
        body = root
    layout = Layout(Box(0, 0, *read["viewport"]), Box(0, 0, *read["page"]), tree.boxes, tree.styles, tree.text_boxes)
    warnings = (*page.warnings, *(("deep_nesting",) if read["isCut"] else ()), *added)
    tag_tables(body)
    listings = find_listings(body)
    hidden = _find_hidden(body, layout) | listings.left_out
    base_url = find_base_url(root, page.url)
    document = Document(root, body, page.url, base_url, hidden, warnings, layout, listings=listings.languages)
    return replace(document, documentation=find_documentation(root))


@dataclass(slots=True)
class _Tree:
    """A tree built in document order; `path` leads from the root to the last element added."""

    path: list[HtmlElement] = field(default_factory=list)
    boxes: dict[HtmlElement, Box] = field(default_factory=dict)
    styles: dict[HtmlElement, Style] = field(default_factory=dict)
    text_boxes: dict[TextPlace, Box] = field(default_factory=dict)

    def add_element(self, depth: int, tag: str, pairs: list[str], style: Style, box: list[float] | int) -> None:
        attributes = {name: value for name, value in zip(pairs[::2], pairs[1::2], strict=True) if name}
        element = _make_element(self.path[depth - 1], tag, attributes) if depth else _make_root(tag, attributes)
        self.path[depth:] = [element]
        self.styles[element] = style
        if isinstance(box, list):
            self.boxes[element] = Box(*box)

    def add_text(self, depth: int, text: str, box: list[float] | int) -> None:
        """Append to the text that is already in this place: a comment between them may have been left out."""
        is_tail = len(self.path) > depth
        node = self.path[depth] if is_tail else self.path[depth - 1]
        if is_tail:
            node.tail = (node.tail or "") + text
        else:
            node.text = (node.text or "") + text
        if isinstance(box, list):
            place = (node, is_tail)
            known = self.text_boxes.get(place)
            self.text_boxes[place] = unite(known, Box(*box)) if known else Box(*box)

    def lay_out(self, formulas: PlacedFormulas) -> None:
        """Give the elements of formulas the places of what draws them, or of the texts that they were in."""
        for formula in formulas.drawn:
            source, around = find_source(formula), formula.getparent()
            place = around if source.tag == "script" else source
            self._lay_out(formula, place, self.boxes.get(place))
            if formula.tail and (tail := self.text_boxes.pop((source, True), None)):
                self.text_boxes[formula, True] = tail
        for each in formulas.delimited:
            box = self.text_boxes.get((each.node, each.is_tail))
            self._lay_out(each.element, each.element.getparent(), box)
            if box is not None:
                self.text_boxes[each.element, True] = box

    def _lay_out(self, formula: HtmlElement, place: HtmlElement, box: Box | None) -> None:
        display = "block" if formula.tag == DISPLAYED else "inline"
        self.styles[formula] = replace(self.styles[place], display=display)
        if box is not None:
            self.boxes[formula] = self.text_boxes[formula, False] = box


def _make_root(tag: str, attributes: dict[str, str]) -> HtmlElement:
    root: HtmlElement = HTMLParser(encoding="utf-8").makeelement(tag)
    _set_attributes(root, attributes)
    return root


def _make_element(parent: HtmlElement, tag: str, attributes: dict[str, str]) -> HtmlElement:
    try:
        return etree.SubElement(parent, tag, attributes)
    except ValueError:  # lxml rejects a name but does not say which
        element = etree.SubElement(parent, tag)
        _set_attributes(element, attributes)
        return element


def _set_attributes(element: HtmlElement, attributes: dict[str, str]) -> None:
    for name, value in attributes.items():
        try:
            element.set(name, value)
        except ValueError:
            continue


def _find_hidden(body: HtmlElement, layout: Layout) -> frozenset[HtmlElement]:
    """Return the topmost hidden elements."""
    showing = _find_showing(body, layout.styles)
    hidden = []
    walker = etree.iterwalk(body, events=("start",))
    for _, element in walker:
        if element not in showing and element is not body:
            hidden.append(element)
            walker.skip_subtree()
    return frozenset(hidden)


def _find_showing(body: HtmlElement, styles: Mapping[HtmlElement, Style]) -> set[HtmlElement]:
    """Return the displayed elements that are visible or have a visible descendant.

    If the body itself is invisible until a script runs, its visibility counts as visible.
    """
    visible = {"visible", styles[body].visibility}
    showing: set[HtmlElement] = set()
    for element in reversed(list(body.iter())):
        if element.tag in UNSEEN_TAGS or styles[element].display == "none":
            continue
        if styles[element].visibility in visible or any(child in showing for child in element):
            showing.add(element)
    return showing
