"""An article's blocks, images and videos as a tree: items, cells, paragraphs in quotes and boxes, code."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, groupby

from cutline.dom.callout_names import ALERT, is_type, measure_label
from cutline.dom.split_blocks import WHOLE, cut_block
from cutline.types import Block, CalloutType, Container, ContainerKind, Image, Video

MAX_COLUMNS = 100  # columns of a table; no page written by people has as many


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list.

    Attributes:
        numbers: of the items; none if they are not numbered.
        items: the parts of each item.
        done: of each item, whether it is a task that is done; None for one that is no task. Empty if none is.
    """

    numbers: tuple[int, ...]
    items: tuple[tuple[Part, ...], ...]
    done: tuple[bool | None, ...] = ()

    @property
    def start(self) -> int | None:
        """The number of the first item; None if the items are not numbered."""
        return self.numbers[0] if self.numbers else None

    @property
    def states(self) -> Sequence[bool | None]:
        """The same for any list: None for each item if no item is a task."""
        return self.done or [None] * len(self.items)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule between two parts."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Several lines of one paragraph, parted by `<br>`."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A term, or a description of the terms before it."""

    is_term: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Definitions:
    """A list of terms and their descriptions."""

    items: tuple[Definition, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """One quotation."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Callout:
    """A box such as a warning or a tip; its title is no part of `parts`."""

    type: CalloutType
    title: Block | None
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Details:
    """What a reader can fold away, and the summary that stays; one whose summary is a heading is no such part."""

    title: Block
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """One piece of code, its lines in one or more blocks."""

    blocks: tuple[Block, ...]

    @property
    def language(self) -> str | None:
        """The language, if the page names it."""
        return self.blocks[0].language


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table; an empty one fills a gap, so that later cells stay in their columns."""

    is_header: bool = False
    parts: tuple[Part, ...] = ()
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """A cell with its first column and its end row (exclusive), both counted among those kept."""

    column: int
    last: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, and what the caption of the table says."""

    rows: tuple[tuple[Cell, ...], ...]
    caption: tuple[Part, ...] = ()

    @property
    def grid(self) -> list[list[Cell | None]]:
        """The cells by row and column; None where a cell to the left or above spans the place."""
        grid: list[list[Cell | None]] = []
        taken: dict[int, int] = {}  # column -> rows, from this one on, that a cell above spans
        for row in self.rows:
            line: list[Cell | None] = []
            left = {column: count - 1 for column, count in taken.items() if count > 1}
            for cell in row:
                while len(line) in taken:
                    line.append(None)
                left |= {len(line) + place: cell.rows - 1 for place in range(cell.columns) if cell.rows > 1}
                line += [cell, *[None] * (cell.columns - 1)]
            grid.append(line)
            taken = left
        return grid


Part = Block | Image | Video | Rule | Lines | Bullets | Definitions | Quote | Callout | Details | Code | Table
Leaf = Block | Image | Video
Parts = Sequence[Leaf]
_Item = tuple[Container, tuple[Part, ...]]


def arrange(flow: Iterable[Leaf]) -> Iterator[Part]:
    """Yield the parts of an article in order; the leaves of one list, quote, table or code are one part."""
    return _arrange([_add_implied_container(part) if isinstance(part, Block) else part for part in flow], 0)


def _add_implied_container(block: Block) -> Block:
    """Return a block with the container that its kind implies if it has none, as in an article built by hand."""
    if block.within or block.kind not in ("list_item", "quote", "code"):
        return block
    kind: ContainerKind = "list" if block.kind == "list_item" else block.kind
    return block.model_copy(update={"within": (Container(kind=kind, id=0, item=block.index),)})


def _arrange(flow: Parts, depth: int) -> Iterator[Part]:
    """Yield the parts, grouped by their containers at this depth and below."""

    def find_container(part: Leaf) -> tuple[str, int]:
        container = _container_at(part, depth)
        return (container.kind, container.id) if container else ("", 0)

    for number, ((kind, _), group) in enumerate(groupby(flow, key=find_container)):
        members = list(group)
        if number and _follows_rule(members):
            yield Rule()
        if kind == "":
            yield from _arrange_leaves(members)
        elif not any(isinstance(member, Block) for member in members):  # pictures and videos in a row
            yield from _arrange(members, depth + 1)
        else:
            yield from MAKE[kind](members, depth)


def _follows_rule(members: Parts) -> bool:
    """Return whether the first text of some leaves follows a rule."""
    return next((member.after_rule for member in members if isinstance(member, Block)), False)


def _arrange_leaves(members: Parts) -> Iterator[Part]:
    """Yield leaves that are in no further container, the lines of a paragraph as one part, rules between them."""
    groups: list[list[Leaf]] = []
    for member in members:
        if isinstance(member, Block) and member.after_break and groups and isinstance(groups[-1][-1], Block):
            groups[-1].append(member)
        else:
            groups.append([member])
    for number, group in enumerate(groups):
        if number and _follows_rule(group):
            yield Rule()
        yield group[0] if len(group) == 1 else Lines(tuple(each for each in group if isinstance(each, Block)))


def _make_quote(members: Parts, depth: int) -> Iterator[Part]:
    yield Quote(tuple(_arrange(members, depth + 1)))


def _make_code(members: Parts, depth: int) -> Iterator[Part]:
    yield Code(tuple(member for member in members if isinstance(member, Block)))


def _make_list(members: Parts, depth: int) -> Iterator[Part]:
    """Yield a list; a bullet with nothing but lists belongs to the one before it, as editors indent lists."""
    items = list[_Item]()
    for place, parts in _make_items(members, depth):
        is_bare = place.number is None and place.is_done is None
        if items and is_bare and all(isinstance(part, Bullets) for part in parts):
            items[-1] = items[-1][0], (*items[-1][1], *parts)
        else:
            items.append((place, parts))
    done = tuple(place.is_done for place, _ in items)
    is_tasks = any(state is not None for state in done)
    numbers = tuple(_list_numbers(place.number for place, _ in items))
    yield Bullets(numbers, tuple(parts for _, parts in items), done if is_tasks else ())


def _list_numbers(given: Iterable[int | None]) -> Iterator[int]:
    """Yield the numbers of the items of a list, none if the first has none; a list directly in it counts as an item."""
    number = None
    for own in given:
        number = own if own is not None or number is None else number + 1
        if number is None:
            return
        yield number


def _make_definitions(members: Parts, depth: int) -> Iterator[Part]:
    described = tuple(Definition(place.is_header, parts) for place, parts in _make_items(members, depth))
    has_terms = any(each.is_term for each in described)  # MediaWiki indents with descriptions of nothing
    yield from (Definitions(described),) if has_terms else chain.from_iterable(each.parts for each in described)


def _make_callout(members: Parts, depth: int) -> Iterator[Part]:
    """Yield a callout; its parts alone if there is nothing but a title."""
    heads = _list_heads(members, depth)
    if len(heads) == len(members):  # the element of the title is around the text
        heads = heads[:1]
    own = [head for head in heads if head is heads[-1] or is_type(head.text)]  # the type says the same
    parts = _arrange_others(members, own, depth)
    title, parts = (heads[-1], parts) if heads else _take_label(parts)
    if parts and not _is_label(parts):
        first = next(member for member in members if isinstance(member, Block))
        yield Callout(first.within[depth].type or "note", title, parts)
    else:
        yield from _unbox(title, parts)


def _is_label(parts: tuple[Part, ...]) -> bool:
    return len(parts) == 1 and isinstance(parts[0], Block) and is_type(parts[0].text)


def _make_details(members: Parts, depth: int) -> Iterator[Part]:
    """Yield details; their parts alone if there is nothing but a summary, or none to fold them to."""
    heads = _list_heads(members, depth)
    title = _join_lines(heads)
    parts = _arrange_others(members, heads, depth)
    if parts and title is not None and title.kind != "heading":
        yield Details(title, parts)
    else:
        yield from _unbox(title, parts)


def _arrange_others(members: Parts, heads: Sequence[Block], depth: int) -> tuple[Part, ...]:
    return tuple(_arrange([member for member in members if member not in heads], depth + 1))


def _unbox(title: Block | None, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return parts if title is None else (title, *parts)


def _list_heads(members: Parts, depth: int) -> list[Block]:
    return [member for member in members if isinstance(member, Block) and member.within[depth].is_header]


def _join_lines(lines: Sequence[Block]) -> Block | None:
    """Return the lines of a summary as one block; a heading among them stays what it is."""
    if len(lines) < 2:
        return lines[0] if lines else None
    first = next((line for line in lines if line.kind == "heading"), lines[0])
    text, html = " ".join(line.text for line in lines), " ".join(line.html or escape(line.text) for line in lines)
    return first.model_copy(update={"text": text, "html": html if any(line.html for line in lines) else None})


def _take_label(parts: tuple[Part, ...]) -> tuple[Block | None, tuple[Part, ...]]:
    """Return the label that the first of a callout's parts begins with, such as "Note:", and the parts without it.

    Behind a mark of Markdown, it is the rest of the line.
    """
    lines = parts[0].blocks if isinstance(parts[0], Lines) else ()
    if lines:
        parts = (*lines, *parts[1:])
    first = parts[0]
    if not isinstance(first, Block) or first.kind in WHOLE:
        return None, parts
    if alert := ALERT.match(first.text):
        title, behind = _take_title(first, alert.end(), is_line=bool(lines))
        return title, (*behind, *parts[1:])
    size = measure_label(first.text, first.html)
    if size == len(first.text) and len(parts) > 1:
        return first, parts[1:]
    pieces = cut_block(first, size) if size else None
    return (pieces[0], (pieces[1], *parts[1:])) if pieces else (None, parts)


def _take_title(block: Block, start: int, *, is_line: bool) -> tuple[Block | None, tuple[Block, ...]]:
    """Return the title behind a mark of Markdown, which is the rest of a line, and what else stands behind the mark."""
    pieces = cut_block(block, start)
    if pieces and is_line:
        return pieces[1], ()
    if start == len(block.text):
        return None, ()
    return None, (pieces[1] if pieces else block,)


def _make_items(members: Parts, depth: int) -> Iterator[_Item]:
    """Yield the container entry and the parts of each item or cell."""
    for _, parts in groupby(members, key=lambda part: part.within[depth].item):
        inside = list(parts)
        yield inside[0].within[depth], tuple(_arrange(inside, depth + 1))


def _make_table(members: Parts, depth: int) -> Iterator[Part]:
    """Yield a table; its parts alone if no row has several cells, or there are more than `MAX_COLUMNS` columns.

    Rows and columns without kept content are left out, so a cell may span fewer of them than in the page.
    """
    items = list(_make_items(members, depth))
    caption = tuple(part for place, parts in items if place.row is None for part in parts)
    cells = sorted((cell for cell in items if cell[0].row is not None), key=lambda cell: cell[0].row or 0)
    rows = {row: list(group) for row, group in groupby(cells, key=lambda cell: cell[0].row or 0)}
    sides = sorted({side for place, _ in cells for side in _find_sides(place)})
    if all(len(row) < 2 for row in rows.values()) or len(sides) > MAX_COLUMNS:
        yield from _arrange(members, depth + 1)
    else:
        yield Table(tuple(_place_rows(rows, sides)), caption)


def _place_rows(rows: Mapping[int, Sequence[_Item]], sides: Sequence[int]) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of each row, given those of the page by the numbers of its rows, and the sides of columns."""
    below, columns = list(rows), {side: column for column, side in enumerate(sides)}
    taken = list[_Placed]()
    for number, row in enumerate(rows.values()):
        placed = []
        for place, parts in row:
            start, end = (columns[side] for side in _find_sides(place))
            last = bisect_left(below, (place.row or 0) + place.rows)
            placed.append(_Placed(start, last, Cell(place.is_header, parts, end - start, last - number)))
        yield tuple(_fill_row(placed, taken, len(sides) - 1))
        taken = [cell for cell in (*taken, *placed) if cell.last > number + 1]


def _find_sides(place: Container) -> tuple[int, int]:
    """Return the first and the end column (exclusive) of a cell."""
    start = place.column or 0
    return start, min(start + place.columns, max(start + 1, MAX_COLUMNS))


def _fill_row(placed: Sequence[_Placed], above: Sequence[_Placed], width: int) -> Iterator[Cell]:
    """Yield the cells of a row, with empty ones for columns that no cell of the row or from above covers."""
    is_header, own = all(each.cell.is_header for each in placed), frozenset(placed)
    column = 0
    for each in sorted((*above, *placed), key=lambda cell: cell.column):
        if each.column > column:
            yield Cell(is_header, columns=each.column - column)
        if each in own:
            yield each.cell
        column = max(column, each.column + each.cell.columns)
    if column < width:
        yield Cell(is_header, columns=width - column)


def _container_at(part: Leaf, depth: int) -> Container | None:
    return part.within[depth] if len(part.within) > depth else None


MAKE: dict[str, Callable[[Parts, int], Iterator[Part]]] = {
    "list": _make_list,
    "definitions": _make_definitions,
    "quote": _make_quote,
    "callout": _make_callout,
    "details": _make_details,
    "code": _make_code,
    "table": _make_table,
}
