"""An article as CommonMark, its images and captions where they stand; its tables are those of GitHub's Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cutline.service.formats.flow import byline, in_reading_order, is_safe, plain
from cutline.service.formats.markdown_inline import escape, render_address, render_inline
from cutline.service.formats.markup import Markup, read_code, read_markup, read_spans
from cutline.service.formats.structure import Bullets, Cell, Code, Part, Quote, Table, arrange
from cutline.types import Article, Block, Image

PIPE = re.compile(r"(\\?)\|")  # parts cells, also in code
BULLETS = "-*"  # of one list, and of the next if they stand together: the same would make them one
MAX_COLUMNS = 100  # that cells may span; a page may claim any number
PERIODS = ".)"  # likewise, behind numbers


def render(article: Article) -> str:
    """Return the whole article as a Markdown document.

    Emphasis and links are there if the article was extracted with `html`.
    """
    head = (f"# {escape(article.title)}" if plain(article.title) else "", escape(byline(article)))
    body = _Writer(read_markup(article)).write_all(list(arrange(in_reading_order(article))))
    return "".join(f"{part}\n" for part in ["\n\n".join(filter(None, [*head, body]))] if part)


def render_part(article: Article, source: str) -> str:
    """Return the article as one of several: its source in a comment before it, a rule after it."""
    return f"<!-- {plain(source).replace('--', '- -')} -->\n\n{render(article)}\n---\n\n"


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes parts of an article, given the inline markup of its blocks."""

    markup: Markup

    def write_all(self, parts: Sequence[Part]) -> str:
        """Return parts, parted by blank lines."""
        written = []
        lists = 0  # that stand together
        for part in parts:
            lists = lists + 1 if isinstance(part, Bullets) else 0
            written.append(self._write_bullets(part, lists - 1) if isinstance(part, Bullets) else self._write(part))
        return "\n\n".join(filter(None, written))

    def _write(self, part: Part) -> str:
        match part:
            case Image():
                return _figure(part)
            case Quote():
                return _indent(self.write_all(part.parts), "> ", "> ")
            case Code():
                return _fenced("\n".join(read_code(block, self.markup) for block in part.blocks))
            case Table():
                return self._write_table(part)
            case Block(kind="heading"):
                return f"{'#' * max(part.level or 2, 2)} {self._write_line(part)}"
            case Block(kind="code"):
                return _fenced(read_code(part, self.markup))
            case Block():
                return self._write_line(part)
            case Bullets():
                return self._write_bullets(part, 0)

    def _write_line(self, block: Block) -> str:
        element = self.markup.get(block.index)
        return escape(block.text) if element is None else render_inline(element)

    def _write_bullets(self, bullets: Bullets, turn: int) -> str:
        """Return a list; its items are parted by blank lines if one of them has several paragraphs."""
        items = []
        for number, parts in enumerate(bullets.items, start=bullets.start or 0):
            marker = BULLETS[turn % 2] if bullets.start is None else f"{number}{PERIODS[turn % 2]}"
            items.append(_indent(self._write_item(parts), f"{marker} ", " " * (len(marker) + 1)))
        is_loose = any(len(parts) > 1 and not _may_follow(parts[1]) for parts in bullets.items)
        return ("\n\n" if is_loose else "\n").join(items)

    def _write_item(self, parts: Sequence[Part]) -> str:
        match parts:
            case [Block() as block, Bullets() as inner] if _may_follow(inner):
                return f"{self._write(block)}\n{self._write_bullets(inner, 0)}"
        return self.write_all(parts)

    def _write_table(self, table: Table) -> str:
        """Return a table; one without headers has empty ones, since Markdown knows no other."""
        rows = self._lay_out(table)
        if not all(cell.is_header for cell in table.rows[0]):
            rows.insert(0, [])
        width = max(map(len, rows))
        heads = [*rows[0], *[""] * (width - len(rows[0]))]
        lines = [heads, ["---"] * width, *rows[1:]]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)

    def _lay_out(self, table: Table) -> list[list[str]]:
        """Return the texts of each row; where a cell spans further columns or rows, there are empty ones."""
        rows: list[list[str]] = []
        taken: dict[int, int] = {}  # rows below, of each column, that a cell above spans
        for row in table.rows:
            texts: list[str] = []
            left = {column: count - 1 for column, count in taken.items() if count > 1}
            for cell in row:
                while len(texts) in taken:
                    texts.append("")
                spans = read_spans(cell.parts, self.markup)
                columns = max(1, min(spans.columns, MAX_COLUMNS - len(texts)))
                left |= {len(texts) + place: spans.rows - 1 for place in range(columns) if spans.rows > 1}
                texts += [self._write_cell(cell), *[""] * (columns - 1)]
            rows.append(texts)
            taken = left
        return rows

    def _write_cell(self, cell: Cell) -> str:
        return " ".join(PIPE.sub(_escape_pipe, self._write_words(block)) for block in _list_blocks(cell.parts))

    def _write_words(self, block: Block) -> str:
        """Return the words of a block in a cell; a code span has no way to say a backslash before a pipe."""
        return escape(block.text) if "\\|" in block.text else self._write_line(block)


def _may_follow(part: Part) -> bool:
    """Whether a part may stand below the first line of an item without a blank line, which would part all items."""
    return isinstance(part, Bullets) and part.start in (None, 1)


def _list_blocks(parts: Sequence[Part]) -> Iterator[Block]:
    for part in parts:
        match part:
            case Block():
                yield part
            case Code():
                yield from part.blocks
            case Quote():
                yield from _list_blocks(part.parts)
            case Bullets():
                yield from (block for item in part.items for block in _list_blocks(item))
            case Table():
                yield from (block for row in part.rows for cell in row for block in _list_blocks(cell.parts))


def _escape_pipe(found: re.Match[str]) -> str:
    return f"{found[1]}&#124;" if found[1] else "\\|"


def _indent(text: str, first: str, others: str) -> str:
    """Return a text with something before its first line, and something before each other line."""
    lines = text.split("\n")
    return "\n".join([first + lines[0], *(others + line if line else others.rstrip() for line in lines[1:])])


def _fenced(code: str) -> str:
    longest = max(map(len, re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{code}\n{fence}"


def _figure(image: Image) -> str:
    caption = " ".join(part for part in (_emphasised(image.caption), escape(image.credit)) if part)
    picture = f"![{escape(image.alt)}]({render_address(image.url)})" if is_safe(image.url) else ""
    return "\n\n".join(filter(None, (picture, caption)))


def _emphasised(caption: str | None) -> str:
    return f"*{escape(caption)}*" if plain(caption) else ""
