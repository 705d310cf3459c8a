"""The text of a page as runs between line breaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.document import Document

# Soft hyphens, zero-width spaces and byte order marks: invisible, and no part of any word.
INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")


class TextRun(NamedTuple):  # a page has thousands, and a tuple is built in a third of a data class's time
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
    body, hidden = document.body, document.hidden
    segments: list[TextSegment] = []
    runs: list[TextRun] = []
    blocks = [body]
    links = 0
    walker = etree.iterwalk(body, events=("start", "end"))
    for event, element in walker:
        is_tail, is_hidden = event == "end", element in hidden
        if is_tail and element is body:
            break
        if is_hidden and not is_tail:
            walker.skip_subtree()
            continue
        if not is_hidden and breaks_line(element):
            if runs:
                _close(runs, blocks[-1], segments)
                runs.clear()
            if is_tail:
                blocks.pop()
            else:
                blocks.append(element)
        if not is_hidden and element.tag == "a":
            links += -1 if is_tail else 1
        if text := element.tail if is_tail else element.text:
            runs.append(TextRun(text, element, is_tail, links > 0))
    _close(runs, body, segments)
    return segments


def _close(runs: Sequence[TextRun], block: HtmlElement, segments: list[TextSegment]) -> None:
    """Add the segment that consists of some runs, unless it is nothing but white space."""
    text = collapse_space("".join([run.text for run in runs]))
    if text:
        linked = sum([len(collapse_space(run.text)) for run in runs if run.in_link])
        segments.append(TextSegment(len(segments), text, block, tuple(runs), min(linked, len(text))))


def collapse_space(text: str) -> str:
    """Return the text with white space collapsed and invisible characters removed."""
    return " ".join((text if text.isascii() else INVISIBLE.sub("", text)).split())
