"""The features of text segments for the body classifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from cutline.dom.document import Document
from cutline.dom.features.ancestry import Subtrees
from cutline.dom.features.arrays import Bools, Floats, Numbers, Rows
from cutline.dom.features.elements import AROUND_TAGS, ElementFacts
from cutline.dom.features.marks import MARKS
from cutline.dom.features.pages import measure_traits
from cutline.dom.features.texts import TEXT_COLUMNS, TextFeatures, measure_texts
from cutline.dom.segments import TextSegment

LEVELS = 6  # levels up, the segment's block first, whose subtrees are measured
WINDOWS = (4, 10)  # segments before and after, whose text is summed up
NEIGHBOURS = (-2, -1, 1, 2)  # offsets of the segments whose features are added
PROSE_LINK_SHARE = 0.3  # share of characters inside links, from which a text is not prose
# Sizes count up to these numbers. Longer texts are rare among labelled pages, and mostly not articles.
MAX_CHARACTERS = 20_000.0
MAX_SEGMENTS = 200.0
MAX_DISTANCE = 100.0  # segments after the heading or the title, and siblings
FAR = 999.0  # distance in segments to something the page does not have
NONE = -1.0  # a feature of a missing neighbour
TAGS = "p li h1 h2 h3 h4 div td blockquote figcaption pre section article dd dt body span summary header".split()
TAG_NUMBERS = {tag: number for number, tag in enumerate(TAGS)}
SHARED_WITH_NEIGHBOURS = tuple(
    TEXT_COLUMNS.index(name) for name in ("characters", "link_share", "sentences", "ends_sentence", "capitals")
)
COLUMNS = (
    *TEXT_COLUMNS,
    "tag",
    "depth",
    *(f"{part}_{mark}" for part in ("near", "around") for mark in MARKS),
    *(f"in_{tag}" for tag in AROUND_TAGS),
    *(f"level{n}_{sum_}" for n in range(LEVELS) for sum_ in ("characters", "links", "prose", "segments", "page_prose")),
    *(f"alike_{sum_}" for sum_ in ("segments", "characters", "links", "page_prose")),
    *("page_segments", "page_characters", "page_prose", "page_articles", "article"),
    *("place", "characters_before", "prose_before", "after_h1", "h1_before", "after_title"),
    *("title_depth", "above_title_depth", "siblings_before", "siblings_after"),
    *("same_parent_before", "same_parent_after"),
    *(
        f"at{n:+d}_{name}"
        for n in NEIGHBOURS
        for name in ("characters", "links", "sentences", "ends", "capitals", "tag")
    ),
    *(f"window{n}_{sum_}" for n in WINDOWS for sum_ in ("prose", "links", "prose_before", "prose_behind")),
)


@dataclass(frozen=True, slots=True)
class SegmentFeatures:
    """The features of a page's n segments.

    Attributes:
        rows: n rows of `COLUMNS`.
        words: number of words of each segment (n).
        subtrees: their positions in the tree.
        traits: the `TRAIT_COLUMNS` of the page.
    """

    rows: Rows
    words: Floats
    subtrees: Subtrees
    traits: Sequence[float]


def measure_segments(document: Document, segments: Sequence[TextSegment]) -> SegmentFeatures:
    """Return the features of a page's segments."""
    texts = measure_texts(segments, document.metadata)
    reader = document.facts
    facts = [reader.read(segment.block) for segment in segments]
    subtrees = Subtrees.of(reader.facts, facts)
    sizes = _measure_sizes(segments, texts)
    tags = np.array([TAG_NUMBERS.get(each.element.tag, len(TAGS)) for each in facts], np.float64)
    shared = np.column_stack([texts.rows[:, SHARED_WITH_NEIGHBOURS], tags])
    columns: list[ArrayLike] = [
        texts.rows.T,
        [tags, subtrees.depths[subtrees.places]],
        spread_bits([each.near_marks for each in facts], len(MARKS)).T,
        spread_bits([each.all_marks for each in facts], len(MARKS)).T,
        spread_bits([each.around for each in facts], len(AROUND_TAGS)).T,
        _measure_levels(subtrees, sizes),
        _measure_alike(subtrees, sizes),
        _measure_page(sizes, facts, reader.articles),
        _measure_places(sizes, tags == TAG_NUMBERS["h1"], texts.title),
        _measure_kinship(subtrees, texts.title),
        *(shift(shared, by).T for by in NEIGHBOURS),
        _measure_windows(sizes),
    ]
    rows = np.concatenate(columns, dtype=np.float32).T
    return SegmentFeatures(rows, texts.words, subtrees, measure_traits(document, segments))


def shift(values: Floats, by: int) -> Floats:
    """Return an array whose row i is `values[i + by]`, or `NONE` if there is no such row."""
    shifted = np.full_like(values, NONE)
    if abs(by) < len(values):
        source, target = (slice(by, None), slice(None, -by)) if by > 0 else (slice(None, by), slice(-by, None))
        shifted[target] = values[source]
    return shifted


def spread_bits(numbers: Sequence[int] | Numbers, width: int) -> Floats:
    """Return the lowest `width` bits of each of n numbers, lowest first: n by width, 0 or 1."""
    return (np.array(numbers, np.int64)[:, None] >> np.arange(width) & 1).astype(np.float64)


def _measure_sizes(segments: Sequence[TextSegment], texts: TextFeatures) -> Floats:
    """Return the characters, characters in links, characters of prose and 1 for each segment: 4 by n."""
    characters = np.array([len(segment.text) for segment in segments], np.float64)
    links = np.array([segment.link_characters for segment in segments], np.float64)
    link_share, sentences = (texts.rows[:, TEXT_COLUMNS.index(name)] for name in ("link_share", "sentences"))
    is_prose = (link_share < PROSE_LINK_SHARE) & (sentences > 0)
    return np.stack([characters, links, characters * is_prose, np.ones(len(segments))])


def _measure_levels(subtrees: Subtrees, sizes: Floats) -> Floats:
    characters, links, prose, count = subtrees.sum_up(sizes)[:, subtrees.climb(LEVELS)]
    found = [
        np.log1p(np.minimum(characters, MAX_CHARACTERS)),
        links / (characters + 1),
        prose / (characters + 1),
        np.log1p(np.minimum(count, MAX_SEGMENTS)),
        prose / (sizes[2].sum() + 1),
    ]
    return np.stack(found, axis=1).reshape(-1, sizes.shape[1])


def _measure_alike(subtrees: Subtrees, sizes: Floats) -> list[Floats]:
    characters, links, prose, count = subtrees.sum_shapes(sizes)
    return [
        np.log1p(np.minimum(count, MAX_SEGMENTS)),
        characters / count,
        links / (characters + 1),
        prose / (sizes[2].sum() + 1),
    ]


def _measure_page(sizes: Floats, facts: Sequence[ElementFacts], articles: int) -> list[Floats]:
    characters, _, prose, count = sizes.sum(axis=1)
    logs = np.log1p(np.minimum([characters, prose], MAX_CHARACTERS))
    page = [np.log(min(count, MAX_SEGMENTS)), *logs, articles]
    return [*(np.full(len(facts), each) for each in page), np.array([each.article for each in facts], np.float64)]


def _measure_places(sizes: Floats, headings: Bools, title: int | None) -> list[Floats]:
    numbers = np.arange(len(headings), dtype=np.float64)
    before = np.cumsum(sizes, axis=1) - sizes
    totals = sizes.sum(axis=1) + 1
    return [
        numbers / len(headings),
        before[0] / totals[0],
        before[2] / totals[2],
        np.minimum(numbers - headings.argmax(), MAX_DISTANCE) if headings.any() else np.full(len(headings), FAR),
        np.cumsum(headings) - headings,
        np.minimum(numbers - title, MAX_DISTANCE) if title is not None else np.full(len(headings), FAR),
    ]


def _measure_kinship(subtrees: Subtrees, title: int | None) -> Floats:
    """Return each segment's distance to the title in the tree, and its place among those of the same parent: 6 by n."""
    shared = _find_shared_depths(subtrees, title)
    parents = subtrees.parents[subtrees.places].tolist()
    counts: dict[int, int] = {}
    before = []
    for parent in parents:
        before.append(counts.get(parent, 0))
        counts[parent] = before[-1] + 1
    behind = [counts[parent] - 1 - place for parent, place in zip(parents, before, strict=True)]
    same = [one == other for one, other in pairwise(parents)]
    above = subtrees.depths[subtrees.places] - shared
    siblings = np.minimum([before, behind], MAX_DISTANCE)
    return np.array([shared, above, *siblings, [0, *same], [*same, 0]], np.float64)


def _find_shared_depths(subtrees: Subtrees, title: int | None) -> Floats:
    """Return the depth of the lowest common ancestor of each segment and the title; -1 without a title."""
    if title is None:
        return np.full(len(subtrees.places), -1.0)
    parents, depths = subtrees.parents.tolist(), subtrees.depths.tolist()
    around, above = set[int](), int(subtrees.places[title])
    while above not in around:
        around.add(above)
        above = parents[above]
    shared: list[int] = []
    for number, parent in enumerate(parents):  # parents come before their children
        shared.append(depths[number] if number in around else shared[parent])
    return np.array(shared, np.float64)[subtrees.places]


def _measure_windows(sizes: Floats) -> list[Floats]:
    sums = np.concatenate([np.zeros((len(sizes), 1)), np.cumsum(sizes, axis=1)], axis=1)
    numbers = np.arange(sizes.shape[1])
    found = []
    for width in WINDOWS:
        first, last = np.maximum(numbers - width, 0), np.minimum(numbers + width + 1, len(numbers))
        until, behind = sums[:, first], sums[:, last]
        characters, links, prose, _ = behind - until
        found += [np.log1p(prose), links / (characters + 1)]
        found += [np.log1p(sums[2, :-1] - until[2]), np.log1p(behind[2] - sums[2, 1:])]
    return found
