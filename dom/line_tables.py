"""Tables that are a listing, with a row for each line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from lxml.html import HtmlElement

LISTING_TAGS = ("pre", "code")
LEAST = 2  # lines of such a table


def find_line_tables(body: HtmlElement) -> Iterator[tuple[HtmlElement, list[HtmlElement]]]:
    """Yield each table with a line of code in each row, alone or behind its number, and the cells of the numbers."""
    seen = set[HtmlElement]()
    for code in body.iter(*LISTING_TAGS):
        cell = code.getparent()
        table = next(cell.iterancestors("table"), None) if cell.tag == "td" else None
        if table is None or table in seen:
            continue
        seen.add(table)
        rows = _read_rows(table)
        if len(rows) >= LEAST and (_are_lines(rows) or _are_numbered(rows)) and not _is_in_listing(table):
            yield table, [number for cells in rows for number in cells[:-1]]


def _read_rows(table: HtmlElement) -> list[list[HtmlElement]]:
    """Return the cells of each row of a table, which may be in its body."""
    rows = (((part,) if part.tag == "tr" else part) for part in table if part.tag in ("tr", "tbody"))
    return [list(row) for row in chain.from_iterable(rows)]


def _are_lines(rows: Sequence[Sequence[HtmlElement]]) -> bool:
    return all(len(cells) == 1 and len(cells[0]) == 1 and cells[0][0].tag == "pre" for cells in rows) and all(
        _is_line(cells[0]) for cells in rows
    )


def _are_numbered(rows: Sequence[Sequence[HtmlElement]]) -> bool:
    """Return whether each row has a number, one greater than that of the row before, and then a line or nothing."""
    if any(len(cells) != 2 for cells in rows):
        return False
    numbers = ["".join(cells[0].itertext()).strip() for cells in rows]
    if not all(number.isdecimal() and len(number) < 7 for number in numbers):
        return False
    return all(int(number) == place for place, number in enumerate(numbers, int(numbers[0]))) and all(
        _is_line(cells[1]) for cells in rows
    )


def _is_line(cell: HtmlElement) -> bool:
    """Return whether a cell has one line of code and nothing else, or is empty."""
    if len(cell) > 1 or (cell.text or "").strip():
        return False
    code = cell[0] if len(cell) else None
    if code is None:
        return True
    return code.tag in LISTING_TAGS and not (code.tail or "").strip() and "\n" not in code.text_content().strip("\n")


def _is_in_listing(table: HtmlElement) -> bool:
    return next(table.iterancestors(*LISTING_TAGS), None) is not None
