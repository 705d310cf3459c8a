"""Lists, quotes, tables and code: blocks of an article that stand in one element of its page, as their XPaths tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from cutline.types import Block, Image

LISTS = frozenset(("ul", "ol", "dl", "menu"))
ITEMS = frozenset(("li", "dt", "dd"))
CELLS = frozenset(("td", "th"))
PARTS = frozenset(("tr", *ITEMS, *CELLS))
MIN_ROWS = 2  # rows of several cells; what has fewer only arranges a page
MAX_NESTING = 12  # containers in one another; no page by people has as many


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list.

    Attributes:
        start: the number of its first item; None if its items have none.
        items: the parts of each.
    """

    start: int | None
    items: tuple[tuple[Part, ...], ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """What is quoted in one piece."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """The lines of one piece of code."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; one without parts keeps those after it in their columns."""

    is_header: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells."""

    rows: tuple[tuple[Cell, ...], ...]


Part = Block | Image | Bullets | Quote | Code | Table


@dataclass(frozen=True, slots=True)
class _Step:
    """A container that a block stands in: its tag, which one it is, and the item, or row and cell, of it."""

    tag: str
    path: str
    row: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A part of the article, and the containers it stands in, the outermost first."""

    steps: tuple[_Step, ...]
    part: Block | Image


def arrange(flow: Iterable[Block | Image]) -> Iterator[Part]:
    """Yield the parts of an article in their order, those that stand in one list, quote, table or code as one."""
    return _arrange([_Placed(_find_steps(part), part) for part in flow], 0)


def _arrange(placed: Sequence[_Placed], depth: int) -> Iterator[Part]:
    """Yield what stands in the containers of a depth."""

    def find_container(one: _Placed) -> tuple[str, str]:
        return (one.steps[depth].tag, one.steps[depth].path) if len(one.steps) > depth else ("", "")

    for (tag, path), group in groupby(placed, key=find_container):
        members = list(group)
        if not tag:
            yield from (member.part for member in members)
        elif tag == "blockquote":
            yield Quote(tuple(_arrange(members, depth + 1)))
        elif tag == "pre":
            yield Code(tuple(member.part for member in members if isinstance(member.part, Block)))
        elif tag == "table":
            table = _make_table(members, depth)
            yield from _arrange(members, depth + 1) if table is None else (table,)
        else:
            yield _make_bullets(members, depth, is_numbered=path.rpartition("/")[2].startswith("ol"))


def _find_steps(part: Block | Image) -> tuple[_Step, ...]:
    """Return the containers that a block stands in, as far as its words are a part of them."""
    if isinstance(part, Image) or part.kind in ("paragraph", "caption"):
        return ()
    steps: list[_Step] = []
    start, xpath = 0, part.xpath
    while start < len(xpath) and len(steps) <= MAX_NESTING:
        end = xpath.find("/", start + 1)
        end = len(xpath) if end < 0 else end
        tag = xpath[start:end].strip("/").partition("[")[0]
        if tag in LISTS or tag in ("blockquote", "table") or (tag == "pre" and part.kind == "code"):
            steps.append(_Step(tag, xpath[:end]))
        elif tag in ITEMS and not (steps and steps[-1].tag in LISTS and not steps[-1].part):
            steps.append(_Step("ul", f"{xpath[:start]}/*", part=xpath[:end]))  # outside a list it is one all the same
        elif tag in PARTS and steps and not steps[-1].part:
            steps[-1] = _go_down(steps[-1], tag, xpath[:end])
        start = end
    found = [step for step in steps if step.part or step.tag in ("blockquote", "pre")]
    if part.kind == "list_item" and not any(step.tag in LISTS for step in found):
        found.append(_Step("ul", "", part=part.xpath))
    if part.kind == "quote" and not any(step.tag == "blockquote" for step in found):
        found.append(_Step("blockquote", ""))
    return tuple(found[:MAX_NESTING])


def _go_down(step: _Step, tag: str, path: str) -> _Step:
    if step.tag in LISTS and tag in ITEMS:
        return replace(step, part=path)
    if step.tag == "table" and tag == "tr":
        return replace(step, row=path)
    return replace(step, part=path) if step.row and tag in CELLS else step


def _make_bullets(members: Sequence[_Placed], depth: int, is_numbered: bool) -> Bullets:
    items = [
        (path, tuple(_arrange(list(parts), depth + 1)))
        for path, parts in groupby(members, key=lambda one: one.steps[depth].part)
    ]
    return Bullets(_number(items[0][0]) if is_numbered else None, tuple(parts for _, parts in items))


def _make_table(members: Sequence[_Placed], depth: int) -> Table | None:
    rows = tuple(_make_row(list(cells), depth) for _, cells in groupby(members, key=lambda one: one.steps[depth].row))
    return Table(rows) if sum(len(row) > 1 for row in rows) >= MIN_ROWS else None


def _make_row(members: Sequence[_Placed], depth: int) -> tuple[Cell, ...]:
    """Return the cells of a row; one that has no text is not among the blocks, but counted in the paths."""
    cells: list[Cell] = []
    last = {"td": 0, "th": 0}
    for path, parts in groupby(members, key=lambda one: one.steps[depth].part):
        tag, number = path.rpartition("/")[2][:2], _number(path)
        cells += [Cell(False, ())] * (number - last[tag] - 1)
        cells.append(Cell(tag == "th", tuple(_arrange(list(parts), depth + 1))))
        last[tag] = number
    return tuple(cells)


def _number(path: str) -> int:
    """Return the number at the end of a step of an XPath; the only one of its name has none."""
    return int(path[:-1].rpartition("[")[2]) if path.endswith("]") else 1
