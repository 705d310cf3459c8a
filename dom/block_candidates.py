"""The segments of a page as blocks of an article, judged by where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cutline.dom.kinds import KindReader
from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.body import Body
from cutline.dom.segments import TextSegment
from cutline.types import BlockKind, Reason

BEGINNING = 20  # characters of a text by which it is seen that it is not the title


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
