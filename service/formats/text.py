"""An article as plain text: title, byline, address and blocks, items of lists and rows of tables a line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from textwrap import fill

from cutline.dom.scripts import is_dense
from cutline.dom.structure import (
    Bullets,
    Callout,
    Cell,
    Code,
    Definitions,
    Details,
    Lines,
    Part,
    Quote,
    Rule,
    Table,
    arrange,
)
from cutline.errors import OptionError
from cutline.service.formats.flow import CONTROL, MAX_QUOTES, RULE, byline, find_address, mark_items, plain, sign
from cutline.types import Article, Block, Comment, Note

KEEP_LINES = CONTROL | {ord("\n"): "\n", ord("\t"): "\t"}
STEP = "  "  # by which an answer is indented


def render(article: Article) -> str:
    """Return title, byline and address, a line each, then text, notes and comments; what is unknown is left out."""
    head = "\n".join(filter(None, (plain(article.title), byline(article), find_address(article))))
    notes = "\n".join(_write_note(note) for note in article.notes)
    parts = (head, _write_all(list(arrange(article.blocks))).strip(), notes, *_write_comments(article.comments or ()))
    return "".join(f"{part}\n" for part in ["\n\n".join(filter(None, parts))] if part)


def wrap(article: Article, width: int) -> str:
    """Return the article's `text` in lines of at most `width` columns, where words allow it; code keeps its lines.

    Raises:
        OptionError: the width is no column.
    """
    if width < 1:
        raise OptionError(f"A line cannot have {width} columns; the width must be at least 1.")
    noted = (block for note in article.notes for block in note.blocks if block.verdict.kept)
    return "\n\n".join(_wrap_block(block, width) for block in chain(article.blocks, noted))


def _wrap_block(block: Block, width: int) -> str:
    if block.kind == "code":
        return block.text
    is_broken = is_dense(block.text)  # such characters take two columns each, and a line may end behind any
    columns = max(1, width // 2) if is_broken else width
    return fill(block.text, columns, break_long_words=is_broken, break_on_hyphens=False)


def render_part(article: Article, source: str) -> str:
    """Return the text below a line with its source, in the style of `head` and `tail`."""
    return f"==> {plain(source)} <==\n{render(article)}\n"


def _write_all(parts: Sequence[Part]) -> str:
    return "\n\n".join("\n".join(_list_lines(part)) for part in parts)


def _write_note(note: Note) -> str:
    lines = _write_all(list(arrange(note.blocks))) if note.blocks else plain(note.text)
    marker = f"[{plain(note.label)}]"
    return f"{marker} {lines}".replace("\n", "\n" + " " * (len(marker) + 1))


def _write_comments(comments: Sequence[Comment]) -> Iterator[str]:
    """Yield a line, and each comment, indented by how many comments are above it."""
    if comments:
        yield RULE
    for comment in comments:
        lines = filter(None, (sign(comment), *map(plain, comment.text.split("\n\n"))))
        yield "\n".join(f"{STEP * min(comment.depth, MAX_QUOTES)}{line}" for line in lines)


def _list_lines(part: Part) -> Iterable[str]:
    """Return the lines of a part; a picture and a video have none."""
    return LINES[type(part)](part) if type(part) in LINES else ()


def _list_box(box: Callout | Details) -> Iterator[str]:
    yield plain(box.title.text) if box.title is not None else box.type.capitalize()
    yield _write_all(box.parts)


def _list_definitions(definitions: Definitions) -> Iterator[str]:
    for item in definitions.items:
        yield "\n".join(_list_lines_of(item.parts)) if item.is_term else _write_item("-", item.parts)


def _list_rows(table: Table) -> Iterator[str]:
    yield from _list_lines_of(table.caption)
    for row in table.grid:
        yield "\t".join(_write_cell(cell) if cell else "" for cell in row)


def _list_lines_of(parts: Sequence[Part]) -> Iterator[str]:
    return (line for part in parts for line in _list_lines(part))


def _write_cell(cell: Cell) -> str:
    return " ".join(map(plain, _list_lines_of(cell.parts)))


def _write_item(marker: str, parts: Sequence[Part], box: str = "") -> str:
    """Return an item, with its further lines indented like its first."""
    lines = "\n".join(_list_lines_of(parts))
    return f"{marker} {box}{lines}".replace("\n", "\n" + " " * (len(marker) + 1))


LINES: dict[type[Part], Callable[..., Iterable[str]]] = {
    Block: lambda block: [plain(block.text)],
    Code: lambda code: (block.text.translate(KEEP_LINES) for block in code.blocks),
    Quote: lambda quote: [_write_all(quote.parts)],
    Callout: _list_box,
    Details: _list_box,
    Bullets: lambda bullets: (_write_item(marker, inside, box) for marker, box, inside in mark_items(bullets)),
    Definitions: _list_definitions,
    Rule: lambda rule: [RULE],
    Lines: lambda lines: (plain(block.text) for block in lines.blocks),
    Table: _list_rows,
}
