"""A page read up to its article's text: what every later stage starts from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cutline.dom.block_candidates import BlockCandidate, list_blocks
from cutline.dom.document import Document
from cutline.dom.kinds import KindReader
from cutline.dom.language import find_language
from cutline.dom.methods.body import Body
from cutline.dom.segments import TextSegment


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
