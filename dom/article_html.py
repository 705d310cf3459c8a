"""How to write an article's text as sanitised HTML that keeps the page's inline style tags."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import count, islice, repeat

import nh3
from lxml.html import HtmlElement

from cutline.dom.ancestors import climb_to
from cutline.dom.formulas.formula import CLASSES, MATHML_ATTRIBUTES, MATHML_TAGS, is_formula, write_formula
from cutline.dom.segments import TextRun, TextSegment
from cutline.dom.split_blocks import NOTE, REFERENCE
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
from cutline.dom.tags import HEADING_TAGS, STYLE_TAGS
from cutline.dom.web_addresses import absolute_url, is_web_address
from cutline.types import Block, Image, Note, Video

MAX_STYLES = 30  # nested inline tags around a text; no page written by people has as many
ALLOWED_ATTRIBUTES = {"a": {"href"}, "time": {"datetime"}, "abbr": {"title"}}
WITH_REFERENCES = {**ALLOWED_ATTRIBUTES, "a": {"href", "id"}}  # no `id` of the page is written
WITH_FORMULAS = {**WITH_REFERENCES, **MATHML_ATTRIBUTES}
NAME = re.compile(r"[A-Za-z0-9]{1,8}")  # a label that is the name of a note in addresses and Markdown as it is
BACK = "↩︎"
# What a task begins with, by whether it is done; None if it is no task.
BOXES = {
    None: "",
    False: '<input type="checkbox" disabled> ',
    True: '<input type="checkbox" disabled checked> ',
}


def name_notes(labels: Sequence[str]) -> list[str]:
    """Return names for notes: their labels if these are different words or numbers, else 1, 2 and so on."""
    are_names = len(set(labels)) == len(labels) and all(map(NAME.fullmatch, labels))
    return [*labels] if are_names else [str(number) for number in range(1, len(labels) + 1)]


@dataclass(frozen=True, slots=True)
class ReferenceWriter:
    """Writes references to notes as links, each with an id of its own.

    Attributes:
        names: the names of the notes, by their numbers on the page.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    _used: Counter[str] = field(default_factory=Counter)

    def write(self, number: int) -> str:
        """Return a reference to a note; nothing if the article does not have the note."""
        name = self.names.get(number)
        if name is None:
            return ""
        self._used[name] += 1
        own = f"{REFERENCE}{name}" if self._used[name] == 1 else f"{REFERENCE}{name}-{self._used[name]}"
        return f'<sup><a href="#{NOTE}{name}" id="{own}">{name}</a></sup>'


NO_REFERENCES = ReferenceWriter()


def render_inline(
    segment: TextSegment,
    base_url: str | None,
    *,
    is_code: bool = False,
    references: ReferenceWriter = NO_REFERENCES,
) -> str:
    """Return a segment's text with its style tags, without scripts or event handlers, with absolute addresses."""
    html = "".join(_render_runs(segment, base_url, references))
    tags = STYLE_TAGS - {"code"} if is_code else STYLE_TAGS  # the listing is a `<code>` itself
    if _has_formula(segment):
        tags = STYLE_TAGS | MATHML_TAGS | {"span"}
        clean = nh3.clean(html, tags=set(tags), attributes=WITH_FORMULAS, allowed_classes=CLASSES, link_rel=None)
    else:
        clean = nh3.clean(html, tags=set(tags), attributes=WITH_REFERENCES, link_rel=None)
    return clean.strip("\r\n").rstrip() if is_code else clean.strip()


def has_markup(segment: TextSegment) -> bool:
    """Return whether a segment has style tags or formulas, or refers to notes."""
    block = segment.block
    if segment.notes or _has_formula(segment):
        return True
    return any(
        run.parent is not block and _style_elements(run, block) for run in segment.runs if not run.text.isspace()
    )


def _has_formula(segment: TextSegment) -> bool:
    return "$" in segment.text and any(map(is_formula, segment.runs))


def render_article(blocks: Iterable[Block], notes: Sequence[Note] = ()) -> str:
    """Return blocks and notes as HTML; a block without inline markup is escaped."""
    writer = HtmlWriter(lambda image: "")
    lines = (line for part in arrange(blocks) for line in writer.write(part))
    return "\n".join((*lines, *writer.write_notes(notes)))


@dataclass(frozen=True, slots=True)
class HtmlWriter:
    """Writes parts of an article as HTML.

    Attributes:
        write_figure: returns the HTML for an image.
        top_level: highest heading level (1..6) to write; a higher heading is written as this one.
    """

    write_figure: Callable[[Image], str]
    top_level: int = 1

    def write(self, part: Part) -> Iterator[str]:
        """Yield the HTML lines of a part; white space between them is not significant."""
        match part:
            case Image():
                yield self.write_figure(part)
            case Video():
                yield _write_video(part)
            case Bullets():
                yield from self._write_list(part)
            case Definitions():
                yield from self._write_definitions(part)
            case Quote():
                yield self._wrap("blockquote", part.parts)
            case Callout() | Details():
                yield from self._write_box(part)
            case Code():
                yield _write_code(part)
            case Table():
                yield from self._write_table(part)
            case Rule():
                yield "<hr>"
            case Lines():
                yield f"<p>{_read_lines(part)}</p>"
            case Block():
                yield self._write_block(part)

    def write_notes(self, notes: Sequence[Note]) -> Iterator[str]:
        """Yield a section with the notes, each with a link back to the first reference; nothing if there are none."""
        if not notes:
            return
        names = name_notes([note.label for note in notes])
        tag = "ol" if all(map(str.isdigit, names)) else "ul"
        yield f'<section role="doc-endnotes"><{tag}>'
        for name, note in zip(names, notes, strict=True):
            value = f' value="{name}"' if tag == "ol" else ""
            label = "" if tag == "ol" else f"<sup>{escape(name)}</sup> "
            back = f'<a href="#{REFERENCE}{name}" role="doc-backlink">{BACK}</a>'
            yield f'<li id="{NOTE}{name}"{value}>{self._write_note(note, label, back)}</li>'
        yield f"</{tag}></section>"

    def _write_note(self, note: Note, label: str, back: str) -> str:
        """Return a note with the label in its first and the link back in its last paragraph."""
        lines = [line for part in arrange(note.blocks) for line in self.write(part)] or [f"<p>{escape(note.text)}</p>"]
        if lines[-1].endswith("</p>"):
            lines[-1] = f"{lines[-1].removesuffix('</p>')} {back}</p>"
        else:
            lines.append(f"<p>{back}</p>")
        if label and lines[0].startswith("<p>"):
            lines[0] = f"<p>{label}{lines[0].removeprefix('<p>')}"
        return "".join(lines)

    def _write_list(self, bullets: Bullets) -> Iterator[str]:
        name = "ul" if bullets.start is None else "ol"
        start = f' start="{bullets.start}"' if bullets.start not in (None, 1) else ""
        counted = count(bullets.start or 0)
        values = [f' value="{own}"' if own != next(counted) else "" for own in bullets.numbers]
        items = zip(values or repeat(""), bullets.items, bullets.states, strict=False)
        written = (self._wrap("li", parts, value, BOXES[is_done]) for value, parts, is_done in items)
        yield from (f"<{name}{start}>", *written, f"</{name}>")

    def _write_definitions(self, definitions: Definitions) -> Iterator[str]:
        items = (self._wrap("dt" if item.is_term else "dd", item.parts) for item in definitions.items)
        yield from ("<dl>", *items, "</dl>")

    def _write_table(self, table: Table) -> Iterator[str]:
        rows = (f"<tr>{''.join(map(self._write_cell, row))}</tr>" for row in table.rows)
        caption = self._wrap("caption", table.caption) if table.caption else ""
        yield from (f"<table>{caption}", *rows, "</table>")

    def _write_box(self, box: Callout | Details) -> Iterator[str]:
        title = "" if box.title is None else _read_inside(box.title)
        inside = (line for part in box.parts for line in self.write(part))
        if isinstance(box, Details):
            yield from (f"<details open><summary>{title}</summary>", *inside, "</details>")
            return
        yield f'<aside class="callout {box.type}" data-callout="{box.type}">'
        yield from (*([f'<p class="callout-title">{title}</p>'] if title else []), *inside, "</aside>")

    def _write_block(self, block: Block) -> str:
        if block.kind != "heading":
            return f"<p>{_read_inside(block)}</p>"
        name = f"h{max(block.level or self.top_level, self.top_level)}"
        return f"<{name}>{' '.join(_read_inside(block).split())}</{name}>"  # in one line, as outlines show it

    def _wrap(self, name: str, parts: tuple[Part, ...], attributes: str = "", beginning: str = "") -> str:
        """Return parts wrapped in one element; a leading text gets a `<p>` only if there are further texts."""
        first, rest = parts[:1], parts[1:]
        is_bare = first and _is_text(first[0]) and not any(map(_is_text, rest))
        inside = "".join(_read_lines(part) for part in first if isinstance(part, Block | Lines)) if is_bare else ""
        others = "".join(line for part in (rest if is_bare else parts) for line in self.write(part))
        return f"<{name}{attributes}>{beginning}{inside}{others}</{name}>"

    def _write_cell(self, cell: Cell) -> str:
        spans = (("colspan", cell.columns), ("rowspan", cell.rows))
        attributes = "".join(f' {name}="{number}"' for name, number in spans if number > 1)
        return self._wrap("th" if cell.is_header else "td", cell.parts, attributes)


def _write_video(video: Video) -> str:
    """Return a link to the page where people watch a video, or to its player or file; nothing embeds it."""
    address = video.url or video.embed_url or ""
    title = escape(video.title or "Video")
    return f'<p><a href="{escape(address)}">{title}</a></p>' if is_web_address(address) else f"<p>{title}</p>"


def _write_code(code: Code) -> str:
    attribute = f' class="language-{escape(code.language)}"' if code.language else ""
    lines = "\n".join(map(_read_inside, code.blocks))
    return f"<pre><code{attribute}>{lines}</code></pre>"


def _read_inside(block: Block) -> str:
    return escape(block.text) if block.html is None else block.html


def _read_lines(part: Block | Lines) -> str:
    return _read_inside(part) if isinstance(part, Block) else "<br>".join(map(_read_inside, part.blocks))


def _is_text(part: Part) -> bool:
    return isinstance(part, Lines) or (isinstance(part, Block) and part.kind != "heading")


def _render_runs(segment: TextSegment, base_url: str | None, references: ReferenceWriter) -> Iterator[str]:
    """Yield a segment's text and the opening and closing tags of the style elements around it."""
    is_open: list[HtmlElement] = []
    notes = dict(segment.notes)
    for place, run in enumerate(segment.runs):
        if not run.text and place not in notes:
            continue
        around = _style_elements(run, segment.block)
        shared = sum(1 for a, b in zip(is_open, around, strict=False) if a is b)
        yield from (f"</{element.tag}>" for element in reversed(is_open[shared:]))
        yield from (_opening_tag(element, base_url) for element in around[shared:])
        if place in notes:
            yield references.write(notes[place])
        else:
            yield write_formula(run.node) if is_formula(run) else escape(run.text)
        is_open = around
    yield from (f"</{element.tag}>" for element in reversed(is_open))


def _style_elements(run: TextRun, block: HtmlElement) -> list[HtmlElement]:
    """Return the style elements between a text and its block, outermost first; none from `MAX_STYLES` levels on.

    The link of a heading or a term to itself is left out.
    """
    inside = list(islice(climb_to(block, run.parent), MAX_STYLES))
    if len(inside) == MAX_STYLES:
        return []
    has_own = block.tag in HEADING_TAGS or block.tag == "dt"
    own = (each for each in inside if not (has_own and each.tag == "a" and _leads_to(each, block)))
    return [element for element in own if element.tag in STYLE_TAGS][::-1]


def _leads_to(anchor: HtmlElement, block: HtmlElement) -> bool:
    """Return whether a link leads to its own block: in the page for a heading, to its name for a term (mandoc)."""
    address: str = anchor.get("href", "")
    return address.startswith("#") and (block.tag != "dt" or address[1:] == block.get("id"))


def _opening_tag(element: HtmlElement, base_url: str | None) -> str:
    kept = {name: element.get(name) for name in ALLOWED_ATTRIBUTES.get(str(element.tag), ())}
    if kept.get("href"):
        kept["href"] = absolute_url(kept["href"] or "", base_url)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in kept.items() if value)
    return f"<{element.tag}{attributes}>"
