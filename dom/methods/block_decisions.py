"""What a choice of text blocks means for the segments of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate

from cutline.dom.common_ancestor import common_ancestor
from cutline.dom.document import Document
from cutline.dom.methods.body import Body, Decision
from cutline.dom.segments import TextSegment
from cutline.dom.text_blocks import TextBlock, TextBlocks
from cutline.types import Reason

NO_BLOCK: Reason = "no_text_block"


def decide_segments(
    document: Document,
    segments: Sequence[TextSegment],
    page: TextBlocks,
    kept: Mapping[Reason, Collection[int]],
    other: Reason,
) -> Body:
    """Return the body: the segments most of whose characters stand in kept blocks, each character counted once.

    Args:
        document: the page.
        segments: its segments.
        page: its text blocks.
        kept: the indexes of the blocks that are article text, by their reason; of two reasons the first counts.
        other: the reason against the blocks not kept.
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
    warnings = (() if document.layout else ("no_layout",)) + (() if body else ("no_article",))
    return Body(common_ancestor(body), tuple(decisions), warnings)


def _give_reasons(page: TextBlocks, groups: Mapping[Reason, Iterable[TextBlock]]) -> list[Reason]:
    """Return, for each text, the first group that has a block with it."""
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
