"""The result of every method: which segments are the article, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.segments import TextSegment
from cutline.dom.text_blocks import TextBlock, TextBlocks
from cutline.dom.tree import common_ancestor
from cutline.types import PageWarning, Reason

NO_BLOCK: Reason = "no_text_block"
# Computed displays of a Block node (3.1.1), and full stops of rule 2. Adding list-item and flow-root does not change
# the results. naive-bayes and decision-tree were trained with both of these.
DISPLAYS = ("block",)
FULL_STOPS = (".", "。")


class Decision(NamedTuple):
    """Whether one segment is part of the article body, and the rule that decided.

    `reason` is None if a low score alone drops the segment; `cutline.dom.block_reasons` finds a reason on demand.
    `score` is the probability that it is part of the article (0..1), and `threshold` the score from which it is kept;
    both are None if a rule decided instead of a score.
    """

    kept: bool
    reason: Reason | None
    score: float | None = None
    threshold: float | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """The article body that a method found.

    Attributes:
        root: the root of the article subtree; None if there is no body.
        decisions: one per segment of the page, in order.
        warnings: what was missing or doubtful.
        title: the article's title, if the method finds one.
        next_story: the element at which another story begins; None if none does.
    """

    root: HtmlElement | None
    decisions: tuple[Decision, ...]
    warnings: tuple[PageWarning, ...] = ()
    title: str | None = None
    next_story: HtmlElement | None = None


def decide_segments(
    document: Document,
    segments: Sequence[TextSegment],
    page: TextBlocks,
    kept: Mapping[Reason, Collection[int]],
    other: Reason,
) -> Body:
    """Return the body: the segments with more than half of their characters in kept blocks, which may overlap.

    Args:
        document: the page.
        segments: its segments.
        page: its text blocks.
        kept: the indices of the article's blocks, by reason; the first reason counts if several apply to a text.
        other: the reason for blocks that are not kept.
    """
    groups = {reason: [page.blocks[index] for index in indexes] for reason, indexes in kept.items()}
    reasons = _give_reasons(page, {**groups, other: page.blocks})
    sizes = iter([end - start for start, end in zip(page.characters, page.characters[1:], strict=False)])
    by_place = {(text.node, text.is_tail): (why, next(sizes)) for text, why in zip(page.texts, reasons, strict=True)}
    decisions = []
    for segment in segments:
        counts = Counter[Reason]()
        for run in segment.runs:
            why, size = by_place.get((run.node, run.is_tail), (NO_BLOCK, 0))
            counts[why] += size
        decisions.append(_decide(counts, kept.keys(), other))
    body = [segment.block for segment, decision in zip(segments, decisions, strict=True) if decision.kept]
    warnings: list[PageWarning] = []
    if not document.layout:
        warnings.append("no_layout")
    if not body:
        warnings.append("no_article")
    return Body(common_ancestor(body), tuple(decisions), tuple(warnings))


def _give_reasons(page: TextBlocks, groups: Mapping[Reason, Iterable[TextBlock]]) -> list[Reason]:
    """Return, for each text, the first reason with a block that contains it."""
    reasons = [NO_BLOCK] * len(page.texts)
    for reason in reversed(list(groups)):
        changes = [0] * (len(page.texts) + 1)
        for block in groups[reason]:
            changes[block.start] += 1
            changes[block.end] -= 1
        for index, depth in enumerate(accumulate(changes[:-1])):
            if depth:
                reasons[index] = reason
    return reasons


def _decide(counts: Counter[Reason], kept: Collection[Reason], other: Reason) -> Decision:
    if 2 * sum(counts[reason] for reason in kept) > counts.total():
        most = max(kept, key=lambda reason: counts[reason])
        return Decision(True, most)
    return Decision(False, other if counts.total() > counts[NO_BLOCK] else NO_BLOCK)
