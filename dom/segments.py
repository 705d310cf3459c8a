"""The text of a page as runs between line breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.document import Document

# Soft hyphens, zero-width spaces and byte order marks: invisible, and no part of any word.
INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")


@dataclass(frozen=True, slots=True, eq=False)
class TextRun:
    """One text node of the tree, as it stands: the text of `node`, or its tail, which follows it."""

    text: str
    node: HtmlElement
    is_tail: bool
    in_link: bool

    @property
    def parent(self) -> HtmlElement:
        """The element that the text stands in."""
        return self.node.getparent() if self.is_tail else self.node


@dataclass(frozen=True, slots=True, eq=False)
class TextSegment:
    """A run of text between two line breaks.

    Attributes:
        index: position among the page's segments, in document order.
        text: the text, with white space as a browser shows it.
        block: the innermost line-breaking element around it.
        runs: its text nodes, in document order.
        link_characters: how many of its characters stand inside links (0 to len(text)).
    """

    index: int
    text: str
    block: HtmlElement
    runs: tuple[TextRun, ...]
    link_characters: int

    @property
    def link_share(self) -> float:
        """Share of the characters that stand inside links (0..1)."""
        return self.link_characters / len(self.text)


def split_segments(document: Document, breaks_line: Callable[[HtmlElement], bool]) -> list[TextSegment]:
    """Return the segments of all text that is shown, in document order.

    Args:
        document: the page.
        breaks_line: whether an element is a line-break node, so that text before, in and after it stands apart.

    Source: Luo et al. 2009, section 3.1 (text segments).
    """
    splitter = _Splitter()
    blocks = [document.body]
    links = 0
    walker = etree.iterwalk(document.body, events=("start", "end"))
    for event, element in walker:
        if event == "start":
            if element in document.hidden:
                walker.skip_subtree()
                continue
            links += element.tag == "a"
            if breaks_line(element):
                splitter.close(blocks[-1])
                blocks.append(element)
            splitter.add(element.text, element, False, links)
            continue
        if element not in document.hidden:
            links -= element.tag == "a"
            if breaks_line(element):
                splitter.close(blocks.pop())
        if element is not document.body:
            splitter.add(element.tail, element, True, links)
    splitter.close(document.body)
    return splitter.segments


class _Splitter:
    """Gathers text runs, and closes a segment at each line break."""

    def __init__(self) -> None:
        self.segments: list[TextSegment] = []
        self._runs: list[TextRun] = []

    def add(self, text: str | None, node: HtmlElement, is_tail: bool, links: int) -> None:
        if text:
            self._runs.append(TextRun(text, node, is_tail, links > 0))

    def close(self, block: HtmlElement) -> None:
        if not self._runs:
            return
        text = collapse_space("".join(run.text for run in self._runs))
        if text:
            linked = sum(len(collapse_space(run.text)) for run in self._runs if run.in_link)
            runs = tuple(self._runs)
            self.segments.append(TextSegment(len(self.segments), text, block, runs, min(linked, len(text))))
        self._runs = []


def collapse_space(text: str) -> str:
    """Return the text with white space collapsed and invisible characters removed."""
    return " ".join(INVISIBLE.sub("", text).split())
