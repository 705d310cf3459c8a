"""The text of a listing as its lines, whichever elements they are in."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.tags import LINE_BREAK_TAGS

Run: TypeAlias = tuple[str, HtmlElement, bool, bool]  # text, node, whether it is the tail, whether it is in a link

# What a highlighter calls a line: `line`, `token-line`, `Code_line__x1y2`; also what frameworks call a block.
LINE = re.compile(
    r"(?:^|[\s_-])(?:code)?line(?=$|[\s_]|-(?!no|num|high))|(?:^|\s)(?:block|flex|grid|table-row)(?=\s|$)",
    re.IGNORECASE,
)
MARKED_LINE = "gatsby-highlight-code-line"  # a block among lines that are none
BLOCK_STYLE = re.compile(r"(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table-row|list-item)")
NO_BREAK = "\xa0"  # how editors write a space
NO_WIDTH = "\u200b"  # how CodeMirror fills an empty line
ROWS = frozenset(("table", "thead", "tbody", "tfoot", "tr", "ol", "ul"))  # white space in them is none of a line
CELLS = frozenset(("td", "th"))  # beside each other in a line
NOT_LINES = CELLS | {"br", "hr"}


def read_lines(listing: HtmlElement, is_hidden: Callable[[HtmlElement], bool]) -> list[Run]:
    """Return the texts of a listing in order; one begins with the line breaks that elements make before it."""
    lines = _Lines(_find_lines(listing))
    links, skipped = 0, None
    walker = etree.iterwalk(listing, events=("start", "end"))
    for event, element in walker:
        if event == "start":
            if element is not listing and is_hidden(element):
                skipped = element
                walker.skip_subtree()
                continue
            links += element.tag == "a"
            lines.open(element)
            lines.write(element.text, element, False, links > 0)
            continue
        if element is listing:
            break
        if element is not skipped:
            links -= element.tag == "a"
            lines.close(element)
        skipped = None
        lines.write(element.tail, element, True, links > 0)
    return lines.runs


@dataclass(slots=True)
class _Lines:
    """Lines as they are written; what breaks one is known when the next begins.

    Attributes:
        rows: the elements that are a line each, or several.
        runs: what is written.
        breaks: line breaks that stand before the next text.
        is_fresh: whether nothing is in the current line.
        is_owed: whether a line has ended with its element, so that further text begins another.
        is_behind_block: whether that element is a block, so that a `<br>` behind it is an empty line.
        opened: for each open element that is a line, what was written before it.
        count: how much was written, line breaks included.
    """

    rows: Collection[HtmlElement]
    runs: list[Run] = field(default_factory=list)
    breaks: str = ""
    is_fresh: bool = True
    is_owed: bool = False
    is_behind_block: bool = False
    opened: list[int] = field(default_factory=list)
    count: int = 0

    def open(self, element: HtmlElement) -> None:
        if element.tag == "br":
            if self.is_owed and self.is_behind_block:
                self._end_line()
            self._end_line()
        elif element in self.rows:
            if self.is_owed or not self.is_fresh:
                self._end_line()
            self.opened.append(self.count)

    def close(self, element: HtmlElement) -> None:
        if element in self.rows:
            is_empty = self.opened.pop() == self.count
            self.is_owed = self.is_owed or is_empty or not self.is_fresh
            self.is_behind_block = _is_block(element)

    def write(self, text: str | None, node: HtmlElement, is_tail: bool, in_link: bool) -> None:
        text = text and text.replace(NO_WIDTH, "")
        if not text or (text.isspace() and self._is_layout(node, is_tail)):
            return
        if self.is_owed and not text.startswith(("\n", "\r")):
            self._end_line()
        self.is_owed, self.count = False, self.count + 1
        if self.is_fresh and self._is_filler(text, node, is_tail):
            self.is_fresh = False  # fills an empty line, so that it is as high as the others
            return
        self.runs.append((self.breaks + text.replace(NO_BREAK, " "), node, is_tail, in_link))
        self.breaks, self.is_fresh = "", text.endswith("\n")

    def _end_line(self) -> None:
        self.breaks += "\n"
        self.is_fresh, self.is_owed, self.count = True, False, self.count + 1

    def _is_filler(self, text: str, node: HtmlElement, is_tail: bool) -> bool:
        """Return whether a space is all of a line, also behind its number, or a hard one the last in it."""
        if is_tail:
            return text == " " and node.getnext() is None and node.getparent() in self.rows
        return node.getnext() is None if text == NO_BREAK else text == " " and node in self.rows and not len(node)

    def _is_layout(self, node: HtmlElement, is_tail: bool) -> bool:
        """Return whether white space only separates the tags of lines, or of the one `<code>`."""
        around = node.getparent() if is_tail else node
        if around.tag in ROWS:
            return True
        before, after = (node, node.getnext()) if is_tail else (None, next(iter(node), None))
        if any(each is not None and each in self.rows and _is_block(each) for each in (before, after)):
            return True
        return around.tag == "pre" and "code" in (_tag(before), _tag(after)) and (before is None or after is None)


def _tag(element: HtmlElement | None) -> str:
    return "" if element is None else str(element.tag)


def _is_block(element: HtmlElement) -> bool:
    return element.tag in LINE_BREAK_TAGS or BLOCK_STYLE.search(element.get("style", "").lower()) is not None


def _is_set_apart(element: HtmlElement) -> bool:
    return _is_block(element) or MARKED_LINE in element.get("class", "")


def has_lines(element: HtmlElement) -> bool:
    """Return whether elements break the text in an element into lines."""
    return next(element.iter("br"), None) is not None or len(_find_lines(element)) > 1


def _find_lines(listing: HtmlElement) -> set[HtmlElement]:
    """Return the elements of a listing that are lines or have lines in them: by tag, by style, or all of a kind."""
    found = set[HtmlElement]()
    for around in listing.iter():
        if not len(around):
            continue
        children = [child for child in around if child.tag != "br"]
        found.update(child for child in children if child.tag not in NOT_LINES and _is_set_apart(child))
        if children and _are_lines(around, children) and not _has_text(around):
            found.update(children)
    return found


def _are_lines(around: HtmlElement, children: Iterable[HtmlElement]) -> bool:
    """Return whether all children of an element are lines by their names; each `<code>` in one `<pre>` is, too."""
    return all(map(_is_named_line, children)) or (
        around.tag == "pre" and all(child.tag == "code" for child in children)
    )


def _is_named_line(element: HtmlElement) -> bool:
    if element.tag in NOT_LINES:
        return False
    return element.get("data-line") is not None or LINE.search(element.get("class", "")) is not None


def _has_text(around: HtmlElement) -> bool:
    """Return whether an element has text between its children."""
    texts = (around.text, *(child.tail for child in around))
    return any(text and not text.isspace() for text in texts)
