"""A page read up to its article's text: each segment as a block with its kind, what every later stage starts from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.metadata.language import find_language
from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.body import Body
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.tree import BlockFinder
from cutline.types import BlockKind, Reason

BEGINNING = 20  # characters of a text by which it is seen that it is not the title
KINDS: dict[str, BlockKind] = {
    **dict.fromkeys(HEADING_TAGS, "heading"),
    "li": "list_item",
    "dt": "list_item",
    "dd": "list_item",
    "blockquote": "quote",
    "td": "table",
    "th": "table",
    "pre": "code",
    "figcaption": "caption",
}


class HasCaptions(Protocol):
    """Whatever knows where the captions of a page stand."""

    def is_caption(self, segment: TextSegment) -> bool:
        """Whether a segment of the page stands in the caption of any of its pictures."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A page read up to its article's text.

    Attributes:
        document: the page.
        segments: all its text.
        body: which of them a method keeps.
        candidates: one for each segment, as blocks of the article.
        language: of the article; None if unknown.
    """

    document: Document
    segments: Sequence[TextSegment]
    body: Body
    candidates: list[BlockCandidate]
    language: str | None

    @property
    def texts(self) -> list[str]:
        """The blocks of the article that nothing but their names can still speak against."""
        return [candidate.segment.text for candidate in self.candidates if candidate.kept]

    @property
    def kept(self) -> list[int]:
        """The places of those blocks among the segments, ascending."""
        return [candidate.segment.index for candidate in self.candidates if candidate.kept]


def read_blocks(
    document: Document,
    segments: Sequence[TextSegment],
    body: Body,
    captions: HasCaptions,
    language: str | None = None,
) -> Reading:
    """Return the page read up to its blocks.

    Args:
        document, segments: the page.
        body: what a method found in it.
        captions: which are no part of the article's text.
        language: of the article, where the caller knows it.
    """
    kinds = KindReader(document, captions.is_caption)
    candidates = list_blocks(segments, body, kinds, document.metadata.title)
    text = " ".join(candidate.segment.text for candidate in candidates if candidate.kept)
    found = language or find_language(document.metadata.language, text)
    return Reading(document, segments, body, candidates, found)


class BlockCandidate(NamedTuple):  # a page has hundreds, and a tuple is built in a third of a data class's time
    """A segment that may be a block of the article.

    Attributes:
        segment: the text and where it stands.
        kept: whether nothing but its names can still speak against it.
        reason: the rule that decided so; None where a low score alone did.
        score, threshold: what a method decided by (0..1), where it did not decide by a rule.
        kinds: tells what the segment is to a reader; most of a page's segments are never asked for it.
    """

    segment: TextSegment
    kept: bool
    reason: Reason | None
    score: float | None
    threshold: float | None
    kinds: KindReader

    @property
    def kind(self) -> BlockKind:
        """What it is to a reader."""
        return self.kinds.kind(self.segment)

    @property
    def level(self) -> int | None:
        """The level of a heading (1..6)."""
        return self.kinds.level(self.segment)


def list_blocks(
    segments: Sequence[TextSegment], body: Body, kinds: KindReader, title: str | None
) -> list[BlockCandidate]:
    """Return a candidate for each segment; captions and the title are no part of the article's text."""
    folded_title = fold(title or "")
    candidates = []
    for segment, decision in zip(segments, body.decisions, strict=True):
        if decision.kept and kinds.kind(segment) == "caption":
            candidates.append(BlockCandidate(segment, False, "caption", None, None, kinds))
        elif decision.kept and folded_title and _is_title(segment.text, folded_title):
            candidates.append(BlockCandidate(segment, False, "title", None, None, kinds))
        else:
            candidates.append(BlockCandidate(segment, *decision, kinds))
    return candidates


def _is_title(text: str, folded_title: str) -> bool:
    return folded_title.startswith(fold(text[:BEGINNING])) and fold(text) == folded_title


class KindReader:
    """Tells the kind of the segments of a page."""

    def __init__(self, document: Document, is_caption: Callable[[TextSegment], bool]) -> None:
        """Take the page, and what tells whether a segment of it stands in a picture's caption."""
        self._body = document.body
        self._enclosing = BlockFinder(KINDS, document.body)
        self._is_caption = is_caption
        self._kinds: dict[TextSegment, BlockKind] = {}

    def mark_of(self, segment: TextSegment) -> HtmlElement | None:
        """Return the innermost element that gives a segment its kind, or None for a plain paragraph."""
        element = self._enclosing.first_block(segment.block)
        return None if element is self._body else element

    def kind(self, segment: TextSegment) -> BlockKind:
        """Return what a segment of the page is; each is looked at once."""
        if segment not in self._kinds:
            self._kinds[segment] = self._read_kind(segment)
        return self._kinds[segment]

    def _read_kind(self, segment: TextSegment) -> BlockKind:
        element = self.mark_of(segment)
        kind: BlockKind = "paragraph" if element is None else KINDS[str(element.tag)]
        is_sure = kind in ("heading", "caption")  # caption lookup is expensive
        return "caption" if not is_sure and self._is_caption(segment) else kind

    def level(self, segment: TextSegment) -> int | None:
        """Return the level of a heading (1..6)."""
        element = self.mark_of(segment)
        return int(str(element.tag)[1]) if element is not None and element.tag in HEADING_TAGS else None
