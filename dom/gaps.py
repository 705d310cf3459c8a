"""What a classifier doubts between the paragraphs of an article, decided by what stands around it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from lxml.html import HtmlElement

from cutline.config.settings import AutoSettings
from cutline.dom.blocks import BlockFinder
from cutline.dom.document import Document
from cutline.dom.features.segments import PROSE_LINK_SHARE
from cutline.dom.features.subtrees import Subtrees
from cutline.dom.segments import TextSegment

TEXT_SHARE = 0.7  # of the kept text that the article's container holds at least; summaries and captions may be outside
TABLE_LINK_SHARE = 0.5  # share of its characters inside links from which a table or listing leads elsewhere
DECIMALS = 4  # of a mean score


@dataclass(frozen=True, slots=True)
class Gap:
    """Text that is kept for what stands around it: its segment, the score that decided, and its threshold."""

    number: int
    score: float
    threshold: float


def find_gaps(
    document: Document,
    segments: Sequence[TextSegment],
    scores: Sequence[float],
    kept: Sequence[int],
    limits: AutoSettings,
) -> list[Gap]:
    """Return the doubtful text between the first and the last paragraph of the article's container that belongs to it.

    Args:
        document, segments: the page.
        scores: how likely each segment is the article's (0..1).
        kept: the segments whose score is high enough by itself, ascending.
        limits: the thresholds of the others. A table or a listing is kept as a whole, by its mean score.
    """
    taken = frozenset(kept)
    least = min(limits.gap_threshold, limits.table_threshold, limits.code_threshold)
    if not kept or all(scores[n] < least or n in taken for n in range(kept[0], kept[-1])):
        return []
    container, inside = _find_container(document, segments, kept)
    prose = (n for n in inside if scores[n] >= limits.gap_threshold and segments[n].link_share < PROSE_LINK_SHARE)
    found = {n: Gap(n, scores[n], limits.gap_threshold) for n in prose}
    for tag, numbers in _group(segments, inside, container):
        score = _average(segments, scores, numbers)
        threshold = limits.table_threshold if tag == "table" else limits.code_threshold
        if score >= threshold:
            found |= {n: Gap(n, score, threshold) for n in numbers if n not in found}
    return [gap for number, gap in sorted(found.items()) if number not in taken]


def _find_container(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[int]
) -> tuple[HtmlElement, range]:
    """Return the lowest element that holds most of the kept text, and the segments from its first kept to its last."""
    facts = [document.facts.read(segments[number].block) for number in kept]
    elements = document.facts.facts
    tree = Subtrees.of(elements, facts)
    (sums,) = tree.sum_up(np.array([[len(segments[number].text) for number in kept]], np.float64))
    container = int(np.argmax(np.where(sums >= TEXT_SHARE * sums.max(), tree.depths, -1)))
    is_inside = np.zeros(len(elements), bool)
    is_inside[container] = True
    for number, parent in enumerate(tree.parents[container + 1 :].tolist(), start=container + 1):
        is_inside[number] = is_inside[parent]  # a parent's number is the smaller one
    inside = [number for number, place in zip(kept, tree.places.tolist(), strict=True) if is_inside[place]]
    return elements[container].element, range(inside[0], inside[-1] + 1)


def _group(segments: Sequence[TextSegment], inside: range, container: HtmlElement) -> Iterator[tuple[str, list[int]]]:
    """Yield the tag of each table and listing in a container, and its segments."""
    blocks = BlockFinder(("table", "pre"), container)
    groups: defaultdict[HtmlElement, list[int]] = defaultdict(list)
    for number in inside:
        groups[blocks.first_block(segments[number].block)].append(number)
    yield from ((element.tag, numbers) for element, numbers in groups.items() if element is not container)


def _average(segments: Sequence[TextSegment], scores: Sequence[float], numbers: Sequence[int]) -> float:
    """Return the mean score of some segments, each as heavy as its text is long; 0 if they are mostly links."""
    size = sum(len(segments[number].text) for number in numbers)
    if sum(segments[number].link_characters for number in numbers) >= TABLE_LINK_SHARE * size:
        return 0.0
    return round(sum(scores[number] * len(segments[number].text) for number in numbers) / size, DECIMALS)
