"""Which lists, quotes, tables, code blocks and boxes contain a text or image, outermost first."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from itertools import islice
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.ancestors import Inherited
from cutline.dom.boxes import Box
from cutline.dom.flat_lists import Place, read_state
from cutline.dom.tables import find_captioned, is_layout
from cutline.dom.tags import CELLS
from cutline.types import BlockKind, Container, ContainerKind

LISTS: dict[str, ContainerKind] = {"ul": "list", "menu": "list", "ol": "list", "dl": "definitions"}
ITEMS = frozenset(("li", "dt", "dd"))
MAX_BEFORE = 10  # elements before a list directly in another, among which the item that it belongs to is
MAX_NESTING = 12  # nested containers; no page written by people has as many
MAX_SPAN = 1000  # columns or rows of one cell, as in browsers
MAX_COLUMNS = 100  # columns of a table; no page written by people has as many, and cells beyond go into the last
NUMBER = re.compile(r"\s*([+-]?[0-9]{1,8})(?![0-9])")  # no list written by people counts higher


class _Step(NamedTuple):
    """A container on the path to an element; a list or table counts only once its item, or row and cell, is known.

    The item of a box is its title, if the element is in that.
    """

    kind: ContainerKind
    element: HtmlElement
    item: HtmlElement | None = None
    row: HtmlElement | None = None


_Path = tuple[_Step, ...]


class NestingReader:
    """Finds the containers of elements; each path extends its parent's, so that all of them take linear time."""

    def __init__(
        self, boxes: Mapping[HtmlElement, Box] | None = None, places: Mapping[HtmlElement, Place] | None = None
    ) -> None:
        """Take the callouts and `<details>` of the page, and where items are that say it; no element is read yet."""
        self._boxes, self._places = boxes or {}, places or {}
        self._titles = {title: element for element, box in self._boxes.items() for title in box.titles}
        self._paths = Inherited[_Path]((), self._extend)
        self._containers: dict[_Step, Container] = {}
        self._ids: dict[HtmlElement, int] = {}
        self._numbers: dict[HtmlElement, int] = {}
        self._cells: dict[HtmlElement, dict[HtmlElement, tuple[int, int]]] = {}

    def of_text(self, block: HtmlElement, kind: BlockKind) -> tuple[Container, ...]:
        """Return the containers of a text, given its block and kind: of a paragraph only boxes, none of a caption."""
        if kind == "caption" or (kind == "paragraph" and not self._boxes):
            return ()
        return self._find_text(block, kind, ())

    def of_note(self, block: HtmlElement, kind: BlockKind, root: HtmlElement) -> tuple[Container, ...]:
        """Return the containers of a text in a note that are inside the note's element."""
        return self._find_text(block, kind, {root, *root.iterancestors()})

    def of_image(self, element: HtmlElement) -> tuple[Container, ...]:
        """Return the containers of an image."""
        return self._find(element, ())

    def _find_text(
        self, block: HtmlElement, kind: BlockKind, outside: Collection[HtmlElement]
    ) -> tuple[Container, ...]:
        around = self._find(block, outside)
        listing = block if block.tag == "pre" else next(block.iterancestors("pre"), block)
        if kind != "code" or listing in outside:
            return around
        return (*around, Container(kind="code", id=self._identify(listing)))

    def _find(self, element: HtmlElement, outside: Collection[HtmlElement]) -> tuple[Container, ...]:
        steps = (step for step in self._paths.of(element) if not (_is_open_list(step) or _is_open_table(step)))
        found = [step for step in steps if step.element not in outside]
        return tuple(map(self._read, found[:MAX_NESTING]))

    def _extend(self, steps: _Path, element: HtmlElement) -> _Path:
        """Return the containers on the path to an element, given those of its parent."""
        if element in self._boxes:
            return _add_container(steps, _Step(self._boxes[element].kind, element))
        if (place := self._places.get(element)) is not None and place.outer is not None:
            return _add_container(self._paths.of(place.outer), _Step("list", place.first, element))
        if place is not None and place.first is not element:
            *outer, last = self._paths.of(place.first)
            return (*outer, last._replace(item=element))
        around = self._titles.get(element)
        if around is not None:
            steps = tuple([step._replace(item=element) if step.element is around else step for step in steps])
        enter = ENTERED_BY.get(element.tag)
        if enter is None or (element.tag == "dd" and element.getparent() in self._boxes):  # the text of a callout
            return steps
        return enter(steps, element)

    def _read(self, step: _Step) -> Container:
        if step not in self._containers:
            self._containers[step] = self._make(step)
        return self._containers[step]

    def _make(self, step: _Step) -> Container:
        kind, item = step.kind, step.item
        own = self._identify(step.element)
        if (box := self._boxes.get(step.element)) is not None:
            is_title = item is not None
            return Container(kind=kind, id=own, type=box.type, word=box.word, title=box.title, is_header=is_title)
        if item is None:
            return Container(kind=kind, id=own)
        part = self._identify(item)
        if step.row is None:
            number = self._number(step.element, item)
            is_term = kind == "definitions" and item.tag == "dt"
            is_done = read_state(item) if item.tag == "li" else None
            return Container(kind=kind, id=own, item=part, number=number, is_header=is_term, is_done=is_done)
        if step.element not in self._cells:
            self._cells[step.element] = _place_cells(step.element)
        row, column = self._cells[step.element][item]
        return Container(
            kind=kind,
            id=own,
            item=part,
            row=row,
            column=column,
            is_header=item.tag == "th",
            columns=_read_span(item, "colspan"),
            rows=_read_span(item, "rowspan"),
        )

    def _identify(self, element: HtmlElement) -> int:
        return self._ids.setdefault(element, len(self._ids))

    def _number(self, numbered: HtmlElement, item: HtmlElement) -> int | None:
        """Return the number that a browser shows before an item; None if the list is not numbered."""
        if item in self._places:
            return self._places[item].number
        if numbered.tag != "ol":
            return None
        if item.tag not in ITEMS:  # a list that stands directly in another
            return 1
        if item not in self._numbers:
            items = [sibling for sibling in item.getparent() if sibling.tag in ITEMS]
            is_reversed = numbered.get("reversed") is not None
            number = _read_number(numbered.get("start"), len(items) if is_reversed else 1)
            step = -1 if is_reversed else 1
            for sibling in items:
                self._numbers[sibling] = number = _read_number(sibling.get("value"), number)
                number += step
        return self._numbers[item]


def _place_cells(table: HtmlElement) -> dict[HtmlElement, tuple[int, int]]:
    """Return the row and column (from 0) of each cell of a table, as browsers count them; a `<tfoot>` comes last.

    Source: HTML standard, section 4.9.12 (forming a table); row groups do not limit a rowspan here.
    """
    places: dict[HtmlElement, tuple[int, int]] = {}
    taken: list[tuple[int, int, int]] = []  # first column, end column and end row of spans from above
    rows = [row for row in table.iterdescendants("tr") if _belongs_to(row, table)]
    rows.sort(key=lambda row: row.getparent().tag == "tfoot")
    for number, row in enumerate(rows):
        taken = [span for span in taken if span[2] > number]
        column, above = 0, sorted(taken)
        for cell in row:
            if cell.tag not in CELLS:
                continue
            while above and above[0][0] <= column:
                column = max(column, above.pop(0)[1])
            places[cell] = number, min(column, MAX_COLUMNS)
            end = min(column + _read_span(cell, "colspan"), MAX_COLUMNS)
            if column < end and (spanned := _read_span(cell, "rowspan")) > 1:
                taken.append((column, end, number + spanned))
            column = end
    return places


def _enter_list(steps: _Path, element: HtmlElement) -> _Path:
    return _add_container(_close_item(steps, element), _Step(LISTS[element.tag], element))


def _enter_quote(steps: _Path, element: HtmlElement) -> _Path:
    return _add_container(steps, _Step("quote", element))


def _enter_table(steps: _Path, element: HtmlElement) -> _Path:
    return steps if is_layout(element) else _add_container(steps, _Step("table", element))


def _enter_caption(steps: _Path, element: HtmlElement) -> _Path:
    """Return the path to a `<figcaption>` as one to a part of the table or quote in its figure."""
    captioned = find_captioned(element)
    if captioned is not None and captioned.tag == "blockquote":
        return _enter_quote(steps, captioned)
    if captioned is None or captioned.tag != "table" or is_layout(captioned):
        return steps
    return _add_container(steps, _Step("table", captioned, element))


def _enter_item(steps: _Path, element: HtmlElement) -> _Path:
    """Return the path to an item of the list around it; if there is none, its parent acts as the list.

    libxml2 puts a `dd` that follows an unclosed one into it; browsers close the first.
    """
    last = steps[-1] if steps else None
    if last is None or not (_is_open_list(last) or (last.kind == "definitions" and element.tag != "li")):
        return _add_container(steps, _Step("list", element.getparent(), element))
    return (*steps[:-1], last._replace(item=element))


def _enter_row(steps: _Path, element: HtmlElement) -> _Path:
    table = steps[-1] if steps else None
    if table is None or not _is_open_table(table) or not _belongs_to(element, table.element):
        return steps
    return (*steps[:-1], table._replace(row=element))


def _enter_part(steps: _Path, element: HtmlElement) -> _Path:
    """Return the path to a cell of the row, or to the caption of the table, that it stands directly in."""
    table = steps[-1] if steps else None
    if table is None or not _is_open_table(table):
        return steps
    if element.getparent() is not (table.element if element.tag == "caption" else table.row):
        return steps
    return (*steps[:-1], table._replace(item=element))


def _close_item(steps: _Path, inner: HtmlElement) -> _Path:
    """Return the path to a list; one directly in another is a part of the item before it, or an item by itself."""
    last = steps[-1] if steps else None
    if last is None or last.kind != "list" or last.item is not None or inner.getparent() is not last.element:
        return steps
    before = (each for each in islice(inner.itersiblings(preceding=True), MAX_BEFORE) if each.tag == "li")
    return (*steps[:-1], last._replace(item=next(before, inner)))


def _belongs_to(row: HtmlElement, table: HtmlElement) -> bool:
    """Return whether a row belongs to a table, not to a table nested in it."""
    return next(row.iterancestors("table")) is table


def _is_open_list(step: _Step) -> bool:
    """Return whether a list on the path has no item yet."""
    return step.item is None and step.kind in ("list", "definitions")


def _is_open_table(step: _Step) -> bool:
    """Return whether a table on the path has no cell yet."""
    return step.item is None and step.kind == "table"


def _add_container(steps: _Path, step: _Step) -> _Path:
    return (*steps, step) if len(steps) <= MAX_NESTING else steps


def _read_span(cell: HtmlElement, name: str) -> int:
    return max(1, min(_read_number(cell.get(name), 1), MAX_SPAN))


def _read_number(given: str | None, default: int) -> int:
    found = NUMBER.match(given or "")
    return int(found[1]) if found else default


ENTERED_BY: dict[str, Callable[[_Path, HtmlElement], _Path]] = {
    **dict.fromkeys(LISTS, _enter_list),
    **dict.fromkeys(ITEMS, _enter_item),
    **dict.fromkeys(("caption", *CELLS), _enter_part),
    "blockquote": _enter_quote,
    "figcaption": _enter_caption,
    "table": _enter_table,
    "tr": _enter_row,
}
