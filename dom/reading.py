"""A page whose segments are labelled as article or not, with their kind: the input of every later stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from lxml.html import HtmlElement

from cutline.dom.body import Body
from cutline.dom.document import Document
from cutline.dom.formulas import DISPLAYED, is_formula
from cutline.dom.metadata.language import find_language
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.titles import ISSUE
from cutline.dom.metadata.written_dates import DATE
from cutline.dom.notes import PageNotes, find_notes, is_note_heading
from cutline.dom.segments import TextSegment, collapse_space, keep_runs
from cutline.dom.tables import find_captioned, is_layout
from cutline.dom.tags import CELLS, HEADING_TAGS
from cutline.dom.tree import BlockFinder
from cutline.dom.unread_text import UnreadReader
from cutline.types import BlockKind, Reason

KICKER, LEAST_TITLE = 40, 20  # letters before a title in its heading at most, and of such a title at least
ROLE_LEVEL, LOWEST = 2, 6  # the level of an element with `role=heading` that gives none (ARIA 1.2), and the lowest
NAMING = frozenset(("dt", "dd"))  # which name or explain a thing, and are no title of the page
BEHIND = CELLS | NAMING  # what is none behind a text
BEGINNING = 20  # characters compared first, to rule out cheaply that a text is the title
MAX_DATE = 30  # characters of a date
LAST = 12  # characters at its end in which the number of an issue begins
KINDS: dict[str, BlockKind] = {
    **dict.fromkeys(HEADING_TAGS, "heading"),
    "li": "list_item",
    "dt": "list_item",
    "dd": "list_item",
    "blockquote": "quote",
    "td": "table",
    "th": "table",
    "caption": "table",
    "pre": "code",
    DISPLAYED: "formula",
    "figcaption": "caption",
}
CAPTION_KINDS: dict[str, BlockKind] = {"table": "table", "blockquote": "quote"}  # of what they are the captions of


class HasCaptions(Protocol):
    """An object that knows the captions of a page."""

    def is_caption(self, segment: TextSegment) -> bool:
        """Return whether a segment is part of the caption of any image on the page."""

    def leave_out_caption(self, segment: TextSegment) -> TextSegment:
        """Return a segment without the caption that it begins with; the segment itself if there is none."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A page with one block candidate per segment.

    Attributes:
        document: the page.
        segments: all its visible text.
        body: which segments the method keeps.
        candidates: one per segment, in the same order.
        language: language code of the article; None if unknown.
        notes: the notes of the page; None if the article refers to none.
    """

    document: Document
    segments: Sequence[TextSegment]
    body: Body
    candidates: list[BlockCandidate]
    language: str | None
    notes: PageNotes | None = None

    @property
    def texts(self) -> list[str]:
        """The texts of the kept blocks, without formulas, whose letters are no names and no words.

        A later stage can drop a block only because of the named entities in it.
        """
        return [_read_words(candidate.segment) for candidate in self.candidates if candidate.kept]

    @property
    def kept(self) -> list[int]:
        """The segment indices of the kept blocks, ascending."""
        return [candidate.segment.index for candidate in self.candidates if candidate.kept]


def _read_words(segment: TextSegment) -> str:
    if "$" not in segment.text or not any(map(is_formula, segment.runs)):
        return segment.text
    rest = keep_runs(segment, tuple(run for run in segment.runs if not is_formula(run)))
    return rest.text if rest else ""


def read_blocks(
    document: Document,
    segments: Sequence[TextSegment],
    body: Body,
    captions: HasCaptions,
    language: str | None = None,
) -> Reading:
    """Return the page's block candidates and the article's language.

    Args:
        document, segments: the page.
        body: the method's decision on each segment.
        captions: knows the captions, which are not part of the article's text.
        language: of the article; detected if None.
    """
    kinds = KindReader(document, captions.is_caption)
    listed = list_blocks(segments, body, kinds, document.metadata.title)
    candidates = leave_out_unread([_leave_out_caption(each, captions) for each in listed])
    notes = find_notes(document, segments, [segments[each.segment.index] for each in candidates if each.kept])
    if notes is not None:
        candidates = _part_notes(candidates, notes)
    text = " ".join(candidate.segment.text for candidate in candidates if candidate.kept)
    found = language or find_language(document.metadata.language, text)
    return Reading(document, segments, body, candidates, found, notes)


class BlockCandidate(NamedTuple):  # a page has hundreds, and a tuple takes a third of the time of a data class
    """A segment that may be a block of the article.

    Attributes:
        segment: the text and its place in the page.
        kept: whether it is article text; a later stage can drop it only because of the named entities in it.
        reason: the rule that decided; None if the score alone did.
        score, threshold: the method's score and threshold (0..1); None if a rule decided instead.
        kinds: finds the kind of a segment on demand, since most segments never need it.
    """

    segment: TextSegment
    kept: bool
    reason: Reason | None
    score: float | None
    threshold: float | None
    kinds: KindReader

    def drop(self, reason: Reason) -> BlockCandidate:
        """Return the candidate as a rule leaves it out."""
        return self._replace(kept=False, reason=reason, score=None, threshold=None)

    @property
    def kind(self) -> BlockKind:
        """The kind of the block: paragraph, heading, caption and so on."""
        return self.kinds.kind(self.segment)

    @property
    def level(self) -> int | None:
        """The level of a heading (1..6); None for any other block."""
        return self.kinds.level(self.segment)

    @property
    def is_in_cell(self) -> bool:
        """Whether the block is text of a cell, also of a table that only lays out the page."""
        return self.kinds.is_in_cell(self.segment)

    @property
    def language(self) -> str | None:
        """The language of code; None if it is not known, and for any other block."""
        return self.kinds.language(self.segment)


def list_blocks(
    segments: Sequence[TextSegment], body: Body, kinds: KindReader, title: str | None
) -> list[BlockCandidate]:
    """Return a candidate for each segment; captions and the title are dropped."""
    folded_title = fold(title or "")
    candidates: list[BlockCandidate] = []
    is_begun = False
    for segment, decision in zip(segments, body.decisions, strict=True):
        candidate = BlockCandidate(segment, *decision, kinds)
        if decision.kept and candidate.kind == "caption":
            candidate = candidate.drop("caption")
        elif (decision.kept and folded_title and segment.block.tag not in (BEHIND if is_begun else NAMING)) and (
            _is_title(segment.text, folded_title) or (not is_begun and _ends_with_title(segment, kinds, folded_title))
        ):
            candidate = candidate.drop("title")
        is_begun |= candidate.kept
        candidates.append(candidate)
    return candidates


def _leave_out_caption(candidate: BlockCandidate, captions: HasCaptions) -> BlockCandidate:
    rest = captions.leave_out_caption(candidate.segment) if candidate.kept else candidate.segment
    return candidate if rest is candidate.segment else candidate._replace(segment=rest)


def leave_out_unread(candidates: list[BlockCandidate]) -> list[BlockCandidate]:
    """Return the candidates, the kept ones without text that readers pass over; one with no other text is dropped."""
    reader = UnreadReader()
    return [_leave_out_unread(each, reader) if each.kept else each for each in candidates]


def _leave_out_unread(candidate: BlockCandidate, reader: UnreadReader) -> BlockCandidate:
    rest = reader.leave_out(candidate.segment)
    if rest is candidate.segment:
        return candidate
    if isinstance(rest, str):
        return candidate.drop(rest)
    return candidate._replace(segment=rest)


def _part_notes(candidates: list[BlockCandidate], notes: PageNotes) -> list[BlockCandidate]:
    """Return the candidates without the notes, the headings right above them, and the labels that refer to them."""
    parted = []
    for candidate, following in zip(candidates, [*candidates[1:], None], strict=True):
        is_above = following is not None and following.segment.index in notes.owned
        is_heading = candidate.kept and is_above and (candidate.kind == "heading" or is_note_heading(candidate.segment))
        if candidate.segment.index in notes.owned or is_heading:
            parted.append(candidate.drop("note"))
        elif candidate.kept:
            rest = notes.mark_references(candidate.segment)
            parted.append(candidate._replace(segment=rest) if rest else candidate.drop("note"))
        else:
            parted.append(candidate)
    return parted


def _is_title(text: str, folded_title: str) -> bool:
    """Return whether a text is the title, with the number of an issue behind it or not: "Fares are wrong #12"."""
    without = ISSUE.sub("", text) if "#" in text[-LAST:] else text
    folded = (fold(each) for each in (text, without) if folded_title.startswith(fold(each[:BEGINNING])))
    return folded_title in folded


def _ends_with_title(segment: TextSegment, kinds: KindReader, folded_title: str) -> bool:
    """Return whether a segment is a heading of a kicker and the title, or of the title and a date."""
    if kinds.kind(segment) != "heading":
        return False
    text = fold(segment.text)
    if text.startswith(folded_title) and len(text) > len(folded_title):
        date = DATE.search(segment.text[-MAX_DATE:])
        return date is not None and text == folded_title + fold(date.group())
    if len(folded_title) < LEAST_TITLE:
        return False
    return text.endswith(folded_title) and len(text) - len(folded_title) <= KICKER


def _find_role(segment: TextSegment) -> HtmlElement | None:
    """Return the element around a whole segment whose role makes it a heading."""
    first, block = segment.runs[0], segment.block
    for element in (block, block.getparent(), None if first.is_tail or first.node is block else first.node):
        if element is not None and element.get("role") == "heading":
            text = collapse_space("".join(element.itertext()))
            return element if text == segment.text else None
    return None


class KindReader:
    """Finds the kinds of a page's segments."""

    def __init__(self, document: Document, is_caption: Callable[[TextSegment], bool]) -> None:
        """Take the page and a function that tells whether a segment is part of an image's caption."""
        self._body = document.body
        self._enclosing = BlockFinder(KINDS, document.body)
        self._is_caption = is_caption
        self._languages = document.listings
        self._kinds: dict[TextSegment, BlockKind] = {}
        self._layouts: dict[HtmlElement, bool] = {}
        self._captioned: dict[HtmlElement, HtmlElement | None] = {}

    def kind(self, segment: TextSegment) -> BlockKind:
        """Return the kind of a segment; results are cached."""
        if segment not in self._kinds:
            self._kinds[segment] = self._read_kind(segment)
        return self._kinds[segment]

    def _read_kind(self, segment: TextSegment) -> BlockKind:
        if segment.block in self._languages:
            return "code"
        element = self._find_mark(segment)
        kind: BlockKind = KINDS.get(str(element.tag), "paragraph")
        if kind == "caption" and (captioned := self._find_captioned(element)) is not None:
            return CAPTION_KINDS.get(str(captioned.tag), "paragraph")
        if kind != "heading" and _find_role(segment) is not None:
            return "heading"
        is_sure = kind in ("heading", "formula", "caption")  # caption lookup is expensive
        is_sure = is_sure and (kind != "heading" or next(element.iterancestors("figcaption"), None) is None)
        return "caption" if not is_sure and self._is_caption(segment) else kind

    def _find_captioned(self, caption: HtmlElement) -> HtmlElement | None:
        if caption not in self._captioned:  # of thousands of lines
            self._captioned[caption] = find_captioned(caption)
        return self._captioned[caption]

    def level(self, segment: TextSegment) -> int | None:
        """Return the level of a heading (1..6); None for any other segment."""
        if self.kind(segment) != "heading":
            return None
        role = _find_role(segment)
        if role is None:
            return int(str(self._find_mark(segment).tag)[1])
        level = role.get("aria-level", "")
        return min(int(level), LOWEST) if level.isdecimal() and len(level) == 1 and level != "0" else ROLE_LEVEL

    def is_in_cell(self, segment: TextSegment) -> bool:
        """Return whether a segment is text of a cell, also of a table that only lays out the page."""
        mark = self._enclosing.first_block(segment.block)
        return mark.tag in CELLS and self.kind(segment) not in ("caption", "code", "heading")

    def language(self, segment: TextSegment) -> str | None:
        """Return the language of a listing; None for any other segment."""
        return self._languages.get(segment.block)

    def _find_mark(self, segment: TextSegment) -> HtmlElement:
        """Return the innermost element whose tag defines the segment's kind; the body for a plain paragraph."""
        mark = self._enclosing.first_block(segment.block)
        while mark.tag in CELLS and (table := next(mark.iterancestors("table"), None)) is not None:
            if table not in self._layouts:
                self._layouts[table] = is_layout(table)
            if not self._layouts[table]:
                break
            mark = self._enclosing.first_block(table)
        return mark
