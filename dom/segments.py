"""The text of a page as runs between line breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from lxml import etree
from lxml.html import HtmlElement

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


_Run: TypeAlias = tuple[str, HtmlElement, bool, bool]  # what becomes a `TextRun` if it is not between segments


@dataclass(slots=True, eq=False)  # not frozen, which triples the time to build one, and each page has hundreds
class TextSegment:
    """A run of text between two line breaks; not changed once read.

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
    def lines(self) -> str:
        """The text with its line breaks and indents, as a browser shows code."""
        text = INVISIBLE.sub("", "".join([run.text for run in self.runs]))
        return text.replace("\r\n", "\n").strip("\r\n").rstrip()

    @property
    def link_share(self) -> float:
        """Share of the characters that stand inside links (0..1)."""
        return self.link_characters / len(self.text)


@dataclass(frozen=True, slots=True)
class ShownText:
    """What a reader of a page sees of its text.

    Attributes:
        segments: all that is more than white space, in document order.
        texts: of all text nodes, in document order, their white space as it is.
        hidden: the topmost elements that are not shown.
        closed: closed tabs and accordions, whose text counts as shown.
    """

    segments: list[TextSegment]
    texts: list[str]
    hidden: frozenset[HtmlElement]
    closed: frozenset[HtmlElement] = frozenset()


def read_shown_text(
    body: HtmlElement, is_hidden: Callable[[HtmlElement], bool], breaks_line: Callable[[HtmlElement], bool]
) -> ShownText:
    """Return the text of a page that is shown, read in one walk.

    Args:
        body: of the page.
        is_hidden: whether an element and all in it is not shown; not asked of what stands in one that is not.
        breaks_line: whether an element is a line-break node, so that text before, in and after it stands apart.
    """
    segments: list[TextSegment] = []
    texts: list[str] = []
    hidden: list[HtmlElement] = []
    runs: list[_Run] = []
    blocks, links = [body], [body]  # around the place that is read; the first is there so that there is a last
    walker = etree.iterwalk(body, events=("start", "end"))
    for event, element in walker:
        if event == "start":
            if is_hidden(element):
                hidden.append(element)
                walker.skip_subtree()
                continue
            if breaks_line(element):
                if runs:
                    _end_segment(runs, blocks[-1], segments)
                    runs.clear()
                blocks.append(element)
            if element.tag == "a":
                links.append(element)
            text = element.text
        elif element is body:
            break
        else:
            if element is blocks[-1]:
                if runs:
                    _end_segment(runs, element, segments)
                    runs.clear()
                blocks.pop()
            if element is links[-1]:
                links.pop()
            text = element.tail
        if text:
            texts.append(text)
            runs.append((text, element, event == "end", len(links) > 1))
    _end_segment(runs, body, segments)
    return ShownText(segments, texts, frozenset(hidden))


def _end_segment(runs: list[_Run], block: HtmlElement, segments: list[TextSegment]) -> None:
    """Add the segment that some runs make up, unless there are none or all of them are white space."""
    if len(runs) == 1:  # as most have
        first, _, _, in_link = runs[0]
        if first.isspace():  # as between any two tags of an indented page
            return
        text = collapse_space(first)
        linked = len(text) if in_link else 0
    else:
        text = collapse_space("".join([run[0] for run in runs]))
        linked = sum([len(collapse_space(text)) for text, _, _, in_link in runs if in_link])
    if text:
        own = tuple(map(TextRun._make, runs))
        segments.append(TextSegment(len(segments), text, block, own, min(linked, len(text))))


def collapse_space(text: str) -> str:
    """Return the text with white space collapsed and invisible characters removed."""
    return " ".join((text if text.isascii() else INVISIBLE.sub("", text)).split())
