"""The visible text of a page, as segments between line breaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeAlias

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.code_lines import read_lines
from cutline.dom.quotation_marks import find_quotation_marks
from cutline.dom.tags import HEADING_TAGS, find_set_apart

# Soft hyphens, zero-width spaces, word joiners and byte order marks: invisible, and not part of any word.
INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff]")
# A `<br>` divides the lines of a heading or a listing, and neither into several.
WHOLE_TAGS = HEADING_TAGS | {"pre"}
SPACES, LINE_END = (" ", " "), ("", "\n")  # shown before the text and before the tail of an element


class TextRun(NamedTuple):  # a page has thousands, and a tuple takes a third of the time of a data class
    """One raw text node: the text of `node`, or its tail, which follows it.

    It begins with white space where an element of a heading or a listing ends a line, or is displayed as a block.
    """

    text: str
    node: HtmlElement
    is_tail: bool
    in_link: bool

    @property
    def parent(self) -> HtmlElement:
        """The element that contains the text."""
        return self.node.getparent() if self.is_tail else self.node


_Run: TypeAlias = tuple[str, HtmlElement, bool, bool]  # becomes a `TextRun` if it is part of a segment
_to_text_run = partial(tuple.__new__, TextRun)  # takes a run; `TextRun._make` takes longer
PLACE_NAMES = frozenset(("name", "id"))  # all attributes of an `<a>` that only names a place


@dataclass(slots=True, eq=False)  # not frozen: that triples the time to build one, and a page has hundreds
class TextSegment:
    """The text between two line breaks; not changed once read.

    Attributes:
        index: position among the page's segments, in document order, from 0.
        text: the text with white space collapsed; never empty.
        block: the innermost line-breaking element that contains it.
        runs: its text nodes, in document order.
        link_characters: how many of its characters are inside links (0..len(text)).
        notes: the places of the empty runs that stand for labels of notes, and the numbers of these notes.
    """

    index: int
    text: str
    block: HtmlElement
    runs: tuple[TextRun, ...]
    link_characters: int
    notes: tuple[tuple[int, int], ...] = ()

    @property
    def lines(self) -> str:
        """The text with its line breaks and indents, as a browser shows code."""
        text = INVISIBLE.sub("", "".join([run.text for run in self.runs]))
        return text.replace("\r\n", "\n").strip("\r\n").rstrip()

    @property
    def start(self) -> HtmlElement:
        """The element that contains the first visible text; white space before it may be in another one."""
        return next((run for run in self.runs if not run.text.isspace()), self.runs[0]).parent

    @property
    def link_share(self) -> float:
        """Share of the characters inside links (0..1)."""
        return self.link_characters / len(self.text)


@dataclass(frozen=True, slots=True)
class ShownText:
    """The visible text of a page.

    Attributes:
        segments: all segments, in document order.
        texts: all text nodes, in document order, with their original white space.
        hidden: the topmost hidden elements.
        closed: closed tabs and accordions, whose text counts as visible.
    """

    segments: list[TextSegment]
    texts: list[str]
    hidden: frozenset[HtmlElement]
    closed: frozenset[HtmlElement] = frozenset()


def _is_place(anchor: HtmlElement) -> bool:
    """Return whether an `<a>` only names a place; old pages leave such open, so that all that follows is in it.

    One that has more, such as a class or `onclick`, may be a link of a script.
    """
    names = frozenset(anchor.keys())
    return bool(names) and names <= PLACE_NAMES


def read_shown_text(
    body: HtmlElement,
    is_hidden: Callable[[HtmlElement], bool],
    breaks_line: Callable[[HtmlElement], bool],
    listings: Collection[HtmlElement] = (),
) -> ShownText:
    """Return the visible text of a page, read in one walk over the tree.

    Args:
        body: the page's body.
        is_hidden: whether an element's subtree is hidden; not called for descendants of a hidden element.
        breaks_line: whether an element is a line-break node, which separates the text before, in and after it.
        listings: elements with code, each of which is one segment.
    """
    reader = _Reader(body, is_hidden, breaks_line, listings)
    reader.read(body)
    return ShownText(reader.segments, reader.texts, frozenset(reader.hidden))


class _Reader:
    """Reads a page's text in one walk, and knows what is open at the current place."""

    def __init__(
        self,
        body: HtmlElement,
        is_hidden: Callable[[HtmlElement], bool],
        breaks_line: Callable[[HtmlElement], bool],
        listings: Collection[HtmlElement],
    ) -> None:
        self.segments: list[TextSegment] = []
        self.texts: list[str] = []
        self.hidden: list[HtmlElement] = []
        self._is_hidden, self._breaks_line, self._listings = is_hidden, breaks_line, listings
        self._runs: list[_Run] = []
        self._blocks = [body]
        # What is shown before the text of an element, and before its tail.
        self._shown: dict[HtmlElement, tuple[str, str]] = dict.fromkeys(find_set_apart(body), SPACES)
        self._shown |= find_quotation_marks(body)

    def read(self, body: HtmlElement) -> None:
        """Read everything in the body."""
        runs, texts, blocks, shown, listings = self._runs, self.texts, self._blocks, self._shown, self._listings
        is_hidden, breaks_line = self._is_hidden, self._breaks_line
        links = [body]  # the body is there so that `[-1]` always exists
        walker = etree.iterwalk(body, events=("start", "end"))
        for event, element in walker:
            if event == "start":
                if is_hidden(element):
                    self.hidden.append(element)
                    shown.pop(element, None)
                    walker.skip_subtree()
                    continue
                if element in listings:
                    self._read_listing(element)
                    walker.skip_subtree()
                    continue
                if breaks_line(element):
                    self._open_block(element)
                if element.tag == "a" and not _is_place(element):
                    links.append(element)
                text = element.text
            elif element is body:
                break
            else:
                if element is blocks[-1]:
                    self._end_segment(blocks.pop())
                if element is links[-1]:
                    links.pop()
                text = element.tail
            if element in shown:
                text = self._add_shown(element, event, text)
            if text:
                texts.append(text)
                runs.append((text, element, event == "end", len(links) > 1))
        self._end_segment(body)

    def _read_listing(self, element: HtmlElement) -> None:
        self._end_segment(self._blocks[-1])
        if lines := read_lines(element, self._is_hidden):
            self.texts += [text for text, *_ in lines]
            _end_segment(lines, element, self.segments)

    def _open_block(self, element: HtmlElement) -> None:
        if element.tag == "br" and self._blocks[-1].tag in WHOLE_TAGS:
            self._shown[element] = LINE_END
        else:
            self._end_segment(self._blocks[-1])
            self._blocks.append(element)

    def _end_segment(self, block: HtmlElement) -> None:
        if self._runs:
            _end_segment(self._runs, block, self.segments)
            self._runs.clear()

    def _add_shown(self, element: HtmlElement, event: str, text: str | None) -> str:
        before, behind = self._shown[element]
        added = before if event == "start" else behind
        # The lines of a `<pre>` have their breaks in the text.
        return text or "" if added == " " and self._blocks[-1].tag == "pre" else f"{added}{text or ''}"


def _end_segment(runs: list[_Run], block: HtmlElement, segments: list[TextSegment]) -> None:
    """Append the segment that the runs make up, unless it is empty or white space."""
    if len(runs) == 1:  # the most common case
        first, _, _, in_link = runs[0]
        if first.isspace():  # the indentation between two tags
            return
        text = collapse_space(first)
        linked = len(text) if in_link else 0
    else:
        text, linked = _join_runs(runs)
    if text:
        own = tuple(map(_to_text_run, runs))
        segments.append(TextSegment(len(segments), text, block, own, min(linked, len(text))))


def keep_runs(segment: TextSegment, runs: tuple[TextRun, ...]) -> TextSegment | None:
    """Return a segment with some of its runs only; None if they are white space."""
    text, linked = _join_runs(runs)
    return TextSegment(segment.index, text, segment.block, runs, min(linked, len(text))) if text else None


def cut_runs(segment: TextSegment, start: int, end: int) -> TextSegment | None:
    """Return the characters of a segment from `start` to `end`, counted in its runs; None if they are white space."""
    runs, place = [], 0
    for run in segment.runs:
        runs.append(run._replace(text=run.text[max(start - place, 0) : max(end - place, 0)]))
        place += len(run.text)
    rest = keep_runs(segment, tuple(runs))
    return None if rest is None else replace(rest, notes=segment.notes)


def _join_runs(runs: Sequence[_Run]) -> tuple[str, int]:
    """Return the text of several runs, and the characters of those in links."""
    text = collapse_space("".join([run[0] for run in runs]))
    return text, sum([len(collapse_space(raw)) for raw, _, _, in_link in runs if in_link])


def collapse_space(text: str) -> str:
    """Return the text stripped, with white space collapsed and invisible characters removed."""
    return " ".join((text if text.isascii() else INVISIBLE.sub("", text)).split())
