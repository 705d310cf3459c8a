"""An article as CommonMark with GitHub's tables; images and captions are in their places."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape as html_escape
from itertools import groupby, repeat

from lxml.html import fragment_fromstring

from cutline.dom.article_html import name_notes
from cutline.dom.formulas.formula import Formula
from cutline.dom.metadata.plain_text import fold
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
from cutline.service.formats.flow import (
    BOXES,
    FORMULA,
    MAX_QUOTES,
    RULE,
    byline,
    find_address,
    has_formulas,
    in_reading_order,
    is_safe,
    mark_items,
    plain,
    read_code,
    sign,
)
from cutline.service.formats.markdown_inline import (
    begin_line,
    escape,
    escape_around_formulas,
    fence,
    render_address,
    render_autolink,
    render_inline,
    write_dollars,
    write_formula,
    write_formula_in_cell,
)
from cutline.types import Article, Block, Comment, Image, Note, Video

PIPE = re.compile(r"(\\*)\|")  # separates cells, also in code
BULLETS = "-*"  # of one list, and of the next if they stand together: the same would make them one
PERIODS = ".)"  # likewise, behind numbers
LINE_END = "<br>"  # within a cell
STEP = "&nbsp;" * 2  # by which an item in a cell is indented


def render(article: Article) -> str:
    """Return the whole article as a Markdown document."""
    address = find_address(article)
    link = render_autolink(address) if address else ""
    return _finish(article, _write_title(article), begin_line(escape(byline(article))), link, _write_body(article))


def render_with_front_matter(article: Article) -> str:
    """Return the same with YAML front matter instead of byline and address; its names are those of trafilatura."""
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in _list_metadata(article) if value)
    return "\n".join(("---", *lines, "---", "", _finish(article, _write_title(article), _write_body(article))))


def render_part(article: Article, source: str) -> str:
    """Return the article as one of several, with its source in a comment before it and a rule after it."""
    return f"<!-- {plain(source).replace('--', '- -')} -->\n\n{render(article)}\n---\n\n"


def render_part_with_front_matter(article: Article, source: str) -> str:
    """Return the same as one of several articles, with its source as `id`."""
    return render_with_front_matter(article).replace("---\n", f"---\nid: {json.dumps(plain(source))}\n", 1) + "\n"


def _finish(article: Article, *parts: str) -> str:
    """Return parts separated by blank lines, with a newline at the end; nothing if all are empty."""
    joined = write_dollars("\n\n".join(filter(None, parts)), beside_formulas=has_formulas(article))
    return f"{joined}\n" if joined else ""


def _write_title(article: Article) -> str:
    return f"# {escape_around_formulas(article.title)}" if plain(article.title) else ""


def _write_body(article: Article) -> str:
    body = _write_all(list(arrange(in_reading_order(article))))
    return "\n\n".join(filter(None, (body, *_write_notes(article.notes), *_write_comments(article.comments or ()))))


def _write_comments(comments: Sequence[Comment]) -> Iterator[str]:
    """Yield a heading, and each comment as a quote, in as many quotes as there are comments above it."""
    if comments:
        yield "## Comments"
    for comment in comments:
        head = escape(sign(comment))
        words = "\n\n".join(begin_line(escape(plain(paragraph))) for paragraph in comment.text.split("\n\n"))
        mark = "> " * (min(comment.depth, MAX_QUOTES) + 1)
        yield _indent("\n\n".join(filter(None, (f"**{head}**" if head else "", words))), mark, mark)


def _write_notes(notes: Sequence[Note]) -> Iterator[str]:
    """Yield the notes as `[^1]: text`, their further lines indented as those of an item."""
    for name, note in zip(name_notes([note.label for note in notes]), notes, strict=True):
        text = _write_all(list(arrange(note.blocks))) if note.blocks else begin_line(escape(note.text))
        yield _indent(text, f"[^{name}]: ", "    ")


def _list_metadata(article: Article) -> Iterator[tuple[str, str | int | list[str]]]:
    yield "title", plain(article.title)
    yield "author", [plain(author) for author in article.authors]
    yield "url", find_address(article) or ""
    yield "sitename", plain(article.site_name)
    yield "date", plain(article.published)
    yield "modified", plain(article.modified)
    yield "language", plain(article.language)
    yield "license", plain(article.license)
    yield "next_page", plain(article.next_page)
    yield "joined_pages", [plain(address) for address in article.joined_pages]
    yield "breadcrumbs", [plain(step.name) for step in article.breadcrumbs]
    yield "author_links", [plain(link.url) for link in article.author_links]
    yield "words", article.word_count
    yield "description", plain(article.summary)
    yield "image", plain(article.lead_image.url) if article.lead_image else ""


def _write_all(parts: Sequence[Part]) -> str:
    """Return parts, separated by blank lines."""
    written = []
    lists = 0  # that stand together
    for part in parts:
        lists = lists + 1 if isinstance(part, Bullets) else 0
        written.append(_write_bullets(part, lists - 1) if isinstance(part, Bullets) else _write(part))
    return "\n\n".join(filter(None, written))


def _write(part: Part) -> str:
    return WRITERS[type(part)](part)


def _write_block(block: Block) -> str:
    line = _write_line(block)
    return f"{'#' * max(block.level or 2, 2)} {line}" if block.kind == "heading" else begin_line(line)


def _write_callout(callout: Callout) -> str:
    """Return a callout as GitHub and Obsidian write it; its title follows if it says more than the type."""
    title = "" if callout.title is None else _write_line(callout.title)
    is_type = fold(title).strip(" :.!") == callout.type
    head = f"[!{callout.type.upper()}]{'' if is_type or not title else f' {title}'}"
    first = callout.parts[0]
    gap = "\n" if isinstance(first, Block) and first.kind != "heading" else "\n\n"
    return _indent(f"{head}{gap}{_write_all(callout.parts)}", "> ", "> ")


def _write_details(details: Details) -> str:
    """Return details in HTML, as Markdown has no other way; blank lines let what they hold be Markdown."""
    summary = " ".join((details.title.html or html_escape(details.title.text)).split())
    return f"<details>\n<summary>{summary}</summary>\n\n{_write_all(details.parts)}\n\n</details>"


def _write_line(block: Block, write: Callable[[Formula], str] = write_formula) -> str:
    if block.html is None:
        return escape(block.text)
    return render_inline(fragment_fromstring(block.html, create_parent=True), write)


def _write_bullets(bullets: Bullets, turn: int) -> str:
    """Return a list; blank lines separate its items if one of them has several paragraphs.

    Markdown has no numbers below 0, and shows others than the first as if they counted up.
    """
    items = []
    is_numbered = bullets.start is not None and min(bullets.numbers) >= 0
    marks = [f"{number}{PERIODS[turn % 2]} " for number in bullets.numbers] if is_numbered else []
    bullet = f"{BULLETS[turn % 2]} "
    for marker, parts, is_done in zip(marks or repeat(bullet), bullets.items, bullets.states, strict=False):
        items.append(_indent(_write_item(parts), f"{marker}{BOXES[is_done]}", " " * len(marker)))
    is_loose = any(len(parts) > 1 and not _may_follow(parts[1]) for parts in bullets.items)
    return ("\n\n" if is_loose else "\n").join(items)


def _write_item(parts: Sequence[Part]) -> str:
    match parts:
        case [Block() as block, Bullets() as inner] if _may_follow(inner):
            return f"{_write(block)}\n{_write_bullets(inner, 0)}"
    return _write_all(parts)


def _write_definitions(definitions: Definitions) -> str:
    """Return terms as paragraphs, each followed by a list of its meanings; Markdown has no other way."""
    written = []
    for is_term, items in groupby(definitions.items, key=lambda item: item.is_term):
        parts = tuple(item.parts for item in items)
        meanings = parts[0] if len(parts) == 1 and isinstance(parts[0][0], Bullets) else (Bullets((), parts),)
        written.append("\n\n".join(map(_write_all, parts)) if is_term else _write_all(meanings))
    return "\n\n".join(written)


def _write_table(table: Table) -> str:
    """Return a table, its caption above it; a cell that spans others is followed by empty cells.

    Markdown wants headers: the first row of a table without any, or empty ones above a table with a header in each row.
    """
    rows = [[_write_cell(cell) if cell else "" for cell in row] for row in table.grid]
    width = max(map(len, rows))
    if not _has_head(table):
        rows.insert(0, [])
    heads, *others = ([*row, *[""] * (width - len(row))] for row in rows)
    lines = "\n".join(f"| {' | '.join(line)} |" for line in (heads, ["---"] * width, *others))
    return "\n\n".join(filter(None, (_write_all(table.caption), lines)))


def _has_head(table: Table) -> bool:
    first, *others = ([cell for cell in row if cell.parts] for row in table.rows)
    is_by_row = any(row and row[0].is_header and not all(cell.is_header for cell in row) for row in (first, *others))
    return not is_by_row or all(cell.is_header for cell in first) or not table.rows[0][0].parts


def _write_cell(cell: Cell) -> str:
    return LINE_END.join(PIPE.sub(_escape_pipe, line) for line in _list_cell_lines(cell.parts))


def _list_cell_lines(parts: Sequence[Part]) -> Iterator[str]:
    """Yield the lines of a cell, each of which Markdown can hold in one line; a rule has none."""
    return (line for part in parts if type(part) in CELL_LINES for line in CELL_LINES[type(part)](part))


def _list_code_lines(code: Code) -> Iterator[str]:
    return (escape(line) if "\\|" in line else fence(line) for line in read_code(code).split("\n") if line.strip())


def _list_items(bullets: Bullets) -> Iterator[str]:
    for marker, box, item in mark_items(bullets):
        yield from _list_item_lines(f"{marker} {box}", item)


def _list_definitions(definitions: Definitions) -> Iterator[str]:
    for each in definitions.items:
        yield from _list_cell_lines(each.parts) if each.is_term else _list_item_lines("- ", each.parts)


def _list_rows(table: Table) -> Iterator[str]:
    yield from _list_cell_lines(table.caption)
    for row in table.rows:
        yield " ".join(line for cell in row for line in _list_cell_lines(cell.parts))


def _list_item_lines(marker: str, parts: Sequence[Part]) -> Iterator[str]:
    for number, line in enumerate(_list_cell_lines(parts)):
        yield f"{STEP if number else marker}{line}"


def _write_in_cell(block: Block) -> str:
    """Return what fits into one line; a code span has no way to say a backslash before a pipe."""
    is_plain = "\\|" in block.text and not FORMULA.search(block.html or "")
    return escape(block.text) if is_plain else _write_line(block, write_formula_in_cell)


def _may_follow(part: Part) -> bool:
    """Whether a part can follow the first line of an item without a blank line."""
    return isinstance(part, Bullets) and part.start in (None, 1)


def _escape_pipe(found: re.Match[str]) -> str:
    """Return an escaped pipe; one behind an odd number of backslashes is, as at the start of a line."""
    is_escaped = len(found[1]) % 2 == 1
    return found[0] if is_escaped else f"{found[1]}&#124;" if found[1] else "\\|"


def _indent(text: str, first: str, others: str) -> str:
    """Return a text with one prefix before its first line and another before the other lines."""
    lines = text.split("\n")
    return "\n".join([first + lines[0], *(others + line if line else others.rstrip() for line in lines[1:])])


def _fenced(code: str, language: str) -> str:
    longest = max(map(len, re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def _figure(image: Image) -> str:
    caption = " ".join(part for part in (_write_caption(image), _write_credit(image)) if part)
    picture = f"![{escape(image.alt)}]({render_address(image.url)})" if is_safe(image.url) else ""
    if picture and image.link and is_safe(image.link):
        picture = f"[{picture}]({render_address(image.link)})"
    picture = escape(image.alt) if image.kind == "drawing" else picture
    return "\n\n".join(begin_line(line) for line in (picture, caption) if line)


def _link_video(video: Video) -> str:
    address, title = video.url or video.embed_url or "", escape(video.title) or "Video"
    return f"[{title}]({render_address(address)})" if address and is_safe(address) else begin_line(title)


def _write_caption(image: Image) -> str:
    if image.caption_html:
        return render_inline(fragment_fromstring(f"<em>{image.caption_html}</em>", create_parent=True))
    return f"*{escape_around_formulas(image.caption)}*" if plain(image.caption) else ""


def _write_credit(image: Image) -> str:
    html = image.credit_html
    return render_inline(fragment_fromstring(html, create_parent=True)) if html else escape(image.credit)


WRITERS: dict[type[Part], Callable[..., str]] = {
    Image: _figure,
    Video: _link_video,
    Quote: lambda quote: _indent(_write_all(quote.parts), "> ", "> "),
    Callout: _write_callout,
    Details: _write_details,
    Code: lambda code: _fenced(read_code(code), code.language or ""),
    Table: _write_table,
    Block: _write_block,
    Rule: lambda rule: RULE,
    Lines: lambda lines: "\\\n".join(begin_line(_write_line(line)) for line in lines.blocks),
    Definitions: _write_definitions,
}
CELL_LINES: dict[type[Part], Callable[..., Iterable[str]]] = {
    Block: lambda block: [_write_in_cell(block)],
    Image: lambda image: filter(None, _figure(image).split("\n")),
    Video: lambda video: [_link_video(video)],
    Lines: lambda lines: map(_write_in_cell, lines.blocks),
    Code: _list_code_lines,
    Quote: lambda quote: _list_cell_lines(quote.parts),
    Callout: lambda box: _list_cell_lines(box.parts if box.title is None else (box.title, *box.parts)),
    Details: lambda box: _list_cell_lines((box.title, *box.parts)),
    Bullets: _list_items,
    Definitions: _list_definitions,
    Table: _list_rows,
}
