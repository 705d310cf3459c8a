"""The features of text segments: a row of numbers for each, which the learned body classifier reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.dom.document import Document
from cutline.dom.features.elements import AROUND_TAGS, ElementFacts
from cutline.dom.features.marks import MARKS
from cutline.dom.features.subtrees import Subtrees
from cutline.dom.features.texts import TEXT_COLUMNS, measure_texts
from cutline.dom.segments import TextSegment

LEVELS = 6  # elements around a segment whose subtrees are summed up, its own first
WINDOWS = (4, 10)  # segments before and behind, whose text is summed up
NEIGHBOURS = (-2, -1, 1, 2)  # segments whose own features are among those of one
PROSE_LINK_SHARE = 0.3  # share of characters inside links from which a text is no prose
FAR = 999.0  # segments to something that is not in the page
NONE = -1.0  # of a neighbour beyond the first or last segment
TAGS = "p li h1 h2 h3 h4 div td blockquote figcaption pre section article dd dt body span summary header".split()
TAG_NUMBERS = {tag: number for number, tag in enumerate(TAGS)}
SHARED_WITH_NEIGHBOURS = tuple(
    TEXT_COLUMNS.index(name) for name in ("characters", "link_share", "sentences", "ends_sentence", "capitals")
)
COLUMNS = (
    *TEXT_COLUMNS,
    "tag",
    "depth",
    *(f"near_{mark}" for mark in MARKS),
    *(f"around_{mark}" for mark in MARKS),
    *(f"in_{tag}" for tag in AROUND_TAGS),
    *(f"level{n}_{sum_}" for n in range(LEVELS) for sum_ in ("characters", "links", "prose", "segments", "page_prose")),
    *(f"alike_{sum_}" for sum_ in ("segments", "characters", "links", "page_prose")),
    *("page_segments", "page_characters", "page_prose", "page_articles", "article"),
    *("place", "characters_before", "prose_before", "after_h1", "h1_before", "after_title"),
    *(
        "title_depth",
        "above_title_depth",
        "siblings_before",
        "siblings_after",
        "same_parent_before",
        "same_parent_after",
    ),
    *(
        f"at{n:+d}_{name}"
        for n in NEIGHBOURS
        for name in ("characters", "links", "sentences", "ends", "capitals", "tag")
    ),
    *(f"window{n}_{sum_}" for n in WINDOWS for sum_ in ("prose", "links", "prose_before", "prose_behind")),
)

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SegmentFeatures:
    """The features of a page's n segments.

    Attributes:
        rows: n rows of `COLUMNS`.
        words: how many words each has.
        subtrees: where they stand.
    """

    rows: NDArray[np.float32]
    words: Floats
    subtrees: Subtrees


def measure_segments(document: Document, segments: Sequence[TextSegment]) -> SegmentFeatures:
    """Return the features of a page's segments."""
    texts = measure_texts(segments, document.metadata)
    reader = document.facts
    facts = [reader.read(segment.block) for segment in segments]
    subtrees = Subtrees.of(reader.facts, facts)
    characters = np.array([len(segment.text) for segment in segments], np.float64)
    links = np.array([segment.link_characters for segment in segments], np.float64)
    is_prose = (texts.rows[:, TEXT_COLUMNS.index("link_share")] < PROSE_LINK_SHARE) & (
        texts.rows[:, TEXT_COLUMNS.index("sentences")] > 0
    )
    sizes = np.stack([characters, links, characters * is_prose, np.ones(len(segments))], 1)
    tags = np.array([TAG_NUMBERS.get(str(each.element.tag), len(TAGS)) for each in facts], np.float64)
    rows = np.concatenate(
        [
            texts.rows,
            np.stack([tags, np.array([each.depth for each in facts], np.float64)], 1),
            spread_bits([each.near_marks for each in facts], len(MARKS)),
            spread_bits([each.all_marks for each in facts], len(MARKS)),
            spread_bits([each.around for each in facts], len(AROUND_TAGS)),
            _measure_levels(subtrees, sizes),
            _measure_alike(subtrees, sizes),
            _measure_page(sizes, facts, reader.articles),
            _measure_places(sizes, facts, texts.title),
            _measure_kinship(facts, subtrees, texts.title),
            _look_around(np.column_stack([texts.rows[:, SHARED_WITH_NEIGHBOURS], tags])),
            _measure_windows(sizes),
        ],
        axis=1,
    )
    return SegmentFeatures(rows.astype(np.float32), texts.words, subtrees)


def shift(values: Floats, by: int) -> Floats:
    """Return the rows that stand so many behind each (before it, if negative); `NONE` where there is none."""
    shifted = np.full_like(values, NONE)
    if abs(by) < len(values):
        source, target = (slice(by, None), slice(None, -by)) if by > 0 else (slice(None, by), slice(-by, None))
        shifted[target] = values[source]
    return shifted


def spread_bits(numbers: Sequence[int] | NDArray[np.intp], width: int) -> Floats:
    """Return the bits of each number in columns, the lowest first."""
    return (np.array(numbers, np.int64)[:, None] >> np.arange(width) & 1).astype(np.float64)


def _measure_levels(subtrees: Subtrees, sizes: Floats) -> Floats:
    sums = subtrees.sum_up(sizes)
    prose = sizes[:, 2].sum() + 1
    found = []
    for places in subtrees.climb(LEVELS):
        characters, links, of_prose, count = sums[places].T
        found += [np.log1p(characters), links / (characters + 1), of_prose / (characters + 1), np.log1p(count)]
        found += [of_prose / prose]
    return np.stack(found, 1)


def _measure_alike(subtrees: Subtrees, sizes: Floats) -> Floats:
    characters, links, prose, count = subtrees.sum_shapes(sizes).T
    return np.stack(
        [np.log1p(count), characters / count, links / (characters + 1), prose / (sizes[:, 2].sum() + 1)], axis=1
    )


def _measure_page(sizes: Floats, facts: Sequence[ElementFacts], articles: int) -> Floats:
    characters, _, prose, count = sizes.sum(axis=0)
    page = np.broadcast_to([np.log(count), np.log1p(characters), np.log1p(prose), articles], (len(sizes), 4))
    return np.column_stack([page, [each.article for each in facts]])


def _measure_places(sizes: Floats, facts: Sequence[ElementFacts], title: int | None) -> Floats:
    numbers = np.arange(len(sizes), dtype=np.float64)
    before = np.cumsum(sizes, axis=0) - sizes
    totals = sizes.sum(axis=0) + 1
    headings = np.array([each.element.tag == "h1" for each in facts])
    after_first = numbers - headings.argmax() if headings.any() else np.full(len(sizes), FAR)
    after_title = numbers - title if title is not None else np.full(len(sizes), FAR)
    return np.stack(
        [
            numbers / len(sizes),
            before[:, 0] / totals[0],
            before[:, 2] / totals[2],
            after_first,
            np.cumsum(headings) - headings,
            after_title,
        ],
        axis=1,
    )


def _measure_kinship(facts: Sequence[ElementFacts], subtrees: Subtrees, title: int | None) -> Floats:
    """Return how near each segment is kin to the title, and its place among the segments of the same parent."""
    shared = _find_shared_depths(facts, facts[title] if title is not None else None)
    depths = np.array([each.depth for each in facts], np.float64)
    parents = subtrees.parents[subtrees.places]
    order = np.argsort(parents, kind="stable")
    starts = np.flatnonzero(np.diff(parents[order], prepend=-1))
    counts = np.diff(starts, append=len(parents))
    before, behind = np.empty(len(parents)), np.empty(len(parents))
    before[order] = np.arange(len(parents)) - np.repeat(starts, counts)
    behind[order] = np.repeat(counts, counts) - before[order] - 1
    same = parents[1:] == parents[:-1]
    return np.stack([shared, depths - shared, before, behind, [0, *same], [*same, 0]], axis=1)


def _find_shared_depths(facts: Sequence[ElementFacts], title: ElementFacts | None) -> Floats:
    """Return the depth of the lowest element that holds both the title and each segment."""
    around: set[ElementFacts] = set()
    shared: dict[ElementFacts, int] = {}
    while title is not None:
        around.add(title)
        title = title.parent
    for each in facts:
        way = []
        above: ElementFacts | None = each
        while above is not None and above not in shared and above not in around:
            way.append(above)
            above = above.parent
        depth = -1 if above is None else shared.get(above, above.depth)
        shared.update(dict.fromkeys(way, depth))
        shared[each] = depth
    return np.array([shared[each] for each in facts], np.float64)


def _look_around(values: Floats) -> Floats:
    return np.concatenate([shift(values, by) for by in NEIGHBOURS], axis=1)


def _measure_windows(sizes: Floats) -> Floats:
    sums = np.concatenate([np.zeros((1, sizes.shape[1])), np.cumsum(sizes, axis=0)])
    numbers = np.arange(len(sizes))
    found = []
    for width in WINDOWS:
        first, last = np.maximum(numbers - width, 0), np.minimum(numbers + width + 1, len(sizes))
        around = sums[last] - sums[first]
        before, behind = sums[numbers] - sums[first], sums[last] - sums[numbers + 1]
        found += [np.log1p(around[:, 2]), around[:, 1] / (around[:, 0] + 1)]
        found += [np.log1p(before[:, 2]), np.log1p(behind[:, 2])]
    return np.stack(found, axis=1)
