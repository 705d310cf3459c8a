"""Lists, quotes and tables: blocks of an article that stand in one element of its page, as their XPaths tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from cutline.types import Block, BlockKind, Image

NUMBER = r"(?:\[\d+\])?"
# What holds several blocks of a kind, and which part of it one stands in. `.*` is greedy: the innermost is found.
CONTAINERS: dict[BlockKind, re.Pattern[str]] = {
    "list_item": re.compile(rf"(?P<all>.*/(?:ul|ol|dl|menu){NUMBER})/(?P<part>(?:li|dt|dd){NUMBER})"),
    "quote": re.compile(rf"(?P<all>.*/blockquote{NUMBER})(?P<part>)"),
    "table": re.compile(
        rf"(?P<all>.*/table{NUMBER})/(?P<row>(?:t(?:head|body|foot){NUMBER}/)?tr{NUMBER})/(?P<part>t[dh]{NUMBER})"
    ),
}
MIN_ROWS = 2  # rows of several cells; what has fewer only arranges a page


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list.

    Attributes:
        start: the number of its first item; None if its items have none.
        items: the blocks of each.
    """

    start: int | None
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """What is quoted in one piece."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; one without blocks keeps those after it in their columns."""

    is_header: bool
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells."""

    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a block stands: in what kind of container, which one, and which row and part of it."""

    kind: BlockKind | None = None
    container: str = ""
    row: str = ""
    part: str = ""


Part = Block | Image | Bullets | Quote | Table
Placed = tuple[_Place, Block]


def arrange(flow: Iterable[Block | Image]) -> Iterator[Part]:
    """Yield the parts of an article in their order, those that stand in one list, quote or table as one."""
    placed = ((_find_place(part), part) for part in flow)
    for (kind, container), members in groupby(placed, key=lambda pair: (pair[0].kind, pair[0].container)):
        parts = list(members)
        blocks = [(place, part) for place, part in parts if isinstance(part, Block)]
        match kind:
            case "list_item":
                yield _make_bullets(blocks, is_numbered=container.rpartition("/")[2].startswith("ol"))
            case "quote":
                yield Quote(tuple(block for _, block in blocks))
            case "table" if (table := _make_table(blocks)) is not None:
                yield table
            case _:
                yield from (part for _, part in parts)


def _find_place(part: Block | Image) -> _Place:
    if isinstance(part, Image) or part.kind not in CONTAINERS:
        return _Place()
    found = CONTAINERS[part.kind].match(part.xpath)
    if found is None:  # a list item outside a list is one all the same
        return _Place("list_item", part=str(part.index)) if part.kind == "list_item" else _Place()
    return _Place(part.kind, found["all"], found.groupdict().get("row", ""), found["part"])


def _make_bullets(blocks: list[Placed], is_numbered: bool) -> Bullets:
    items = tuple(tuple(block for _, block in members) for _, members in groupby(blocks, key=lambda one: one[0].part))
    return Bullets((_number(blocks[0][0].part) or 1) if is_numbered else None, items)


def _make_table(blocks: list[Placed]) -> Table | None:
    rows = tuple(_make_row(list(members)) for _, members in groupby(blocks, key=lambda one: one[0].row))
    return Table(rows) if sum(len(row) > 1 for row in rows) >= MIN_ROWS else None


def _make_row(blocks: list[Placed]) -> tuple[Cell, ...]:
    """Return the cells of a row; one that has no text is not among the blocks, but counted in the paths."""
    cells: list[Cell] = []
    last = {"td": 0, "th": 0}
    for part, members in groupby(blocks, key=lambda one: one[0].part):
        tag = part[:2]
        number = _number(part) or 1
        cells += [Cell(False, ())] * (number - last[tag] - 1)
        cells.append(Cell(tag == "th", tuple(block for _, block in members)))
        last[tag] = number
    return tuple(cells)


def _number(step: str) -> int | None:
    """Return the number at the end of a step of an XPath."""
    return int(step[:-1].rpartition("[")[2]) if step.endswith("]") else None
