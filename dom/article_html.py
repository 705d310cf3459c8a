"""The kept blocks of an article as sanitised HTML, the page's own inline styling tags kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain, groupby, islice, takewhile
from operator import itemgetter

import nh3
from lxml.html import HtmlElement

from cutline.dom.blocks import BlockFinder
from cutline.dom.segments import TextRun, TextSegment
from cutline.dom.tags import STYLE_TAGS
from cutline.dom.web_addresses import absolute_url
from cutline.types import Block

TAGS = {"quote": "blockquote", "list_item": "li", "code": "pre"}  # of the kinds that are no paragraph, and no cell
CELLS = ("td", "th")
MAX_SPAN = 1000  # columns or rows of one cell, as in browsers
CONTAINERS = {"list_item": ("ul", "ol", "dl", "menu"), "table": ("table",)}
MAX_STYLES = 30  # levels of inline tags around a text; no page by people has as many
ALLOWED_TAGS = set(STYLE_TAGS) | set("p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tr td th".split())
ALLOWED_ATTRIBUTES = {"a": {"href"}, "time": {"datetime"}, "abbr": {"title"}}
SPANS = {cell: {"colspan", "rowspan"} for cell in CELLS}


def render_article(blocks: Sequence[tuple[Block, TextSegment]], base_url: str | None) -> str:
    """Return the kept blocks, each with its segment, as HTML without scripts, handlers or relative addresses."""
    parts = []
    for container, group in groupby(zip(_find_containers(blocks), blocks, strict=True), key=itemgetter(0)):
        html = "\n".join(_render_block(block, segment, base_url) for _, (block, segment) in group)
        parts.append(html if container is None else _wrap(html, container))
    return nh3.clean("\n".join(parts), tags=ALLOWED_TAGS, attributes=ALLOWED_ATTRIBUTES | SPANS, link_rel=None)


def _find_containers(blocks: Sequence[tuple[Block, TextSegment]]) -> Iterator[HtmlElement | None]:
    """Yield for each block the list or table that it stands in, if it is a list item or a cell."""
    finders: dict[str, BlockFinder] = {}
    for block, segment in blocks:
        if block.kind not in CONTAINERS:
            yield None
            continue
        root = segment.block.getroottree().getroot()
        container = finders.setdefault(block.kind, BlockFinder(CONTAINERS[block.kind], root)).first_block(segment.block)
        yield None if container is root else container


def _wrap(html: str, container: HtmlElement) -> str:
    tag = container.tag if container.tag in ALLOWED_TAGS else "ul"
    return f"<{tag}>\n{html}\n</{tag}>"


def _render_block(block: Block, segment: TextSegment, base_url: str | None) -> str:
    html = "".join(_render_runs(segment, base_url))
    if block.kind == "table":
        return _render_cell(html.strip(), segment.block)
    tag = f"h{block.level}" if block.kind == "heading" else TAGS.get(block.kind, "p")
    if tag == "pre":  # the first line may be indented; a parser takes away a line break after the tag, and no other
        return f"<pre>\n{html.rstrip()}</pre>"
    return f"<{tag}>{html.strip()}</{tag}>"


def _render_cell(html: str, block: HtmlElement) -> str:
    """Return a cell in a row of its own, with the columns and rows that it spans."""
    cell = next((element for element in chain((block,), block.iterancestors()) if element.tag in CELLS), None)
    if cell is None:
        return f"<tr><td>{html}</td></tr>"
    spans = (f' {name}="{span}"' for name in sorted(SPANS["td"]) if (span := _read_span(cell.get(name))) > 1)
    return f"<tr><{cell.tag}{''.join(spans)}>{html}</{cell.tag}></tr>"


def _read_span(given: str | None) -> int:
    digits = (given or "").strip()
    return min(int(digits), MAX_SPAN) if digits.isdecimal() and len(digits) <= len(str(MAX_SPAN)) else 1


def _render_runs(segment: TextSegment, base_url: str | None) -> Iterator[str]:
    """Yield the text of a segment, and the style tags around it as they open and close."""
    is_open: list[HtmlElement] = []
    for run in segment.runs:
        around = _style_elements(run, segment.block)
        shared = sum(1 for a, b in zip(is_open, around, strict=False) if a is b)
        yield from (f"</{element.tag}>" for element in reversed(is_open[shared:]))
        yield from (_opening_tag(element, base_url) for element in around[shared:])
        yield escape(run.text)
        is_open = around
    yield from (f"</{element.tag}>" for element in reversed(is_open))


def _style_elements(run: TextRun, block: HtmlElement) -> list[HtmlElement]:
    """Return the elements between a text and its block that style it, the outermost first; none if there are many."""
    around = islice(chain((run.parent,), run.parent.iterancestors()), MAX_STYLES)
    inside = list(takewhile(lambda element: element is not block, around))
    return [] if len(inside) == MAX_STYLES else [element for element in inside if element.tag in STYLE_TAGS][::-1]


def _opening_tag(element: HtmlElement, base_url: str | None) -> str:
    kept = {name: element.get(name) for name in ALLOWED_ATTRIBUTES.get(str(element.tag), ())}
    if kept.get("href"):
        kept["href"] = absolute_url(kept["href"] or "", base_url)
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in kept.items() if value)
    return f"<{element.tag}{attributes}>"
