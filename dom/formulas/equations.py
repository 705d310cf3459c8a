"""The numbers of equations, and equations that a page lays out as a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from lxml.html import HtmlElement

from cutline.dom.formulas.formula import FORMULA_TAGS, Formula, find_source, make_element, read_element
from cutline.dom.tags import CELLS

NUMBER = re.compile(r"\s*\(\s*((?:Eq\.\s?|[A-Z]+\.?)?\d+(?:[.\-–]\d+)*[a-z]?['′*]*)\s*\)\s*[¶#]?\s*")
SPACES = re.compile(r"[\s\u00a0]*")
SIGNS = re.compile(r"[\s.,;:\u00a0]*")  # beside formulas in a cell
LONGEST = 24  # characters of a number with what is around it
BESIDE = 3  # elements on each side of a formula, among which its number is
LAYERS = 8  # elements between a formula and the table that it is laid out by
TABLE_CLASS = re.compile(r"(?:^|[\s_-])(?:eqn?|equation\w*|align\w*|displaymath|math)(?=$|[\s_-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of equations: the formulas of each cell that has any, and the number."""

    cells: tuple[tuple[HtmlElement, ...], ...]
    number: str | None


def join_tables(formulas: Iterable[HtmlElement]) -> tuple[list[HtmlElement], set[HtmlElement]]:
    """Put one formula into each table that does nothing but lay out equations.

    Args:
        formulas: the elements of the formulas of a page.

    Returns:
        The new elements, and those that they stand for.
    """
    around = (_find_table(formula) for formula in formulas)
    tables = dict.fromkeys(table for table in around if table is not None)
    made, joined = list[HtmlElement](), set[HtmlElement]()
    for table in tables:
        rows = _read_rows(table)
        if not rows:
            continue
        joined |= {formula for row in rows for cell in row.cells for formula in cell}
        element = make_element(_join_rows(rows), table)
        del table[:]
        table.text = None
        table.append(element)
        made.append(element)
    return made, joined


def add_number(formula: HtmlElement) -> None:
    r"""Give a displayed formula the number beside it as `\tag{}`, and take it out of the text."""
    read = read_element(formula)
    if r"\tag" in read.tex:
        return
    number = _take_number(formula, find_source(formula))
    if number is not None:
        made = make_element(read.tag(number), formula)
        formula.text = made.text
        formula.attrib.update(made.attrib)


def _take_number(formula: HtmlElement, source: HtmlElement) -> str | None:
    """Return the number in the line of a formula, in an element beside it or in the text behind it; take it out."""
    for element in (formula, source):
        found = NUMBER.fullmatch(element.tail or "")
        if found and element.getnext() is None:
            element.tail = None
            return found[1]
    for element in dict.fromkeys((formula, source, _find_wrapper(source))):
        for beside in _list_neighbours(element):
            found = NUMBER.fullmatch(_read_short(beside))
            if found and beside.tag != "sup":
                _empty(beside)
                return found[1]
    return None


def _list_neighbours(element: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the elements on both sides up to the first with a text, with only spaces between them."""
    for is_before in (False, True):
        for beside in islice(element.itersiblings(preceding=is_before), BESIDE):
            between = beside.tail if is_before else beside.getprevious().tail
            if beside.tag in FORMULA_TAGS or not SPACES.fullmatch(between or ""):
                break
            yield beside
            if not SPACES.fullmatch(_read_short(beside)):
                break


def _find_wrapper(source: HtmlElement) -> HtmlElement:
    """Return the element around a source that has nothing else in it; the source itself if there is none."""
    around = source.getparent()
    if around is None or source.getprevious() is not None or source.getnext() is not None:
        return source
    return around if SPACES.fullmatch(f"{around.text or ''}{source.tail or ''}") else source


def _read_short(element: HtmlElement) -> str:
    """Return the text of an element; if it is long, only its beginning."""
    text = ""
    for piece in islice(element.itertext(), BESIDE + 1):
        text += piece
        if len(text) > LONGEST:
            break
    return text


def _empty(element: HtmlElement) -> None:
    del element[:]
    element.text = None


def _find_table(formula: HtmlElement) -> HtmlElement | None:
    around = islice(formula.iterancestors(), LAYERS)
    return next((element for element in around if element.tag == "table"), None)


def _read_rows(table: HtmlElement) -> list[_Row]:
    """Return the rows of a table that lays out equations; none of any other table."""
    if next(table.iterdescendants("table", "caption"), None) is not None:
        return []
    rows = []
    for line in table.iter("tr"):
        row = _read_row(line)
        if row is None:
            return []
        rows.append(row)
    kept = [row for row in rows if row.cells]
    is_named = TABLE_CLASS.search(table.get("class", "")) is not None
    is_plain = all(len(row.cells) == 1 for row in kept)
    return kept if is_named or is_plain or any(row.number for row in kept) else []


def _read_row(line: HtmlElement) -> _Row | None:
    """Return a row that has nothing but formulas and a number; None for any other."""
    cells, number = [], None
    for cell in line:
        if cell.tag not in CELLS:
            return None
        formulas = tuple(cell.iter(*FORMULA_TAGS))
        others = "".join(_list_other_texts(cell))
        if formulas and SIGNS.fullmatch(others):
            cells.append(formulas)
        elif found := NUMBER.fullmatch(others):
            number = found[1]
        elif formulas or not SPACES.fullmatch(others):
            return None
    return _Row(tuple(cells), number)


def _list_other_texts(cell: HtmlElement) -> Iterator[str]:
    """Yield the texts of a cell that are none of a formula."""
    for element in cell.iter():
        if element.tag not in FORMULA_TAGS:
            yield element.text or ""
        if element is not cell:
            yield element.tail or ""
        if element.tag == "img" and element.attrib:  # not one that showed a formula
            yield "image"


def _join_rows(rows: list[_Row]) -> Formula:
    """Return the formula of several rows; a single one keeps its MathML."""
    if len(rows) == 1:
        return _join_cells(rows[0])
    columns = max(len(row.cells) for row in rows)
    inside = r" \\ ".join([_write_row(row, columns) for row in rows])
    name = "align" if any(row.number for row in rows) else "aligned"
    return Formula(rf"\begin{{{name}}} {inside} \end{{{name}}}", is_displayed=True)


def _join_cells(row: _Row) -> Formula:
    formulas = [read_element(formula) for formula in chain(*row.cells)]
    joint = formulas[0] if len(formulas) == 1 else Formula(" ".join(each.tex for each in formulas).strip())
    return joint.display() if row.number is None else joint.display().tag(row.number)


def _write_row(row: _Row, columns: int) -> str:
    """Return the TeX of a row among others, with empty cells before its own if it has fewer than there are columns."""
    texts = [" ".join(read_element(formula).tex for formula in cell) for cell in row.cells]
    line = " & ".join([""] * (columns - len(texts)) + texts).strip()
    return line if row.number is None else rf"{line} \tag{{{row.number}}}"
