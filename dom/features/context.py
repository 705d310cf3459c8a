"""Features for the second pass: what the first predicts around each segment, and the traits of the page."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cutline.dom.features.arrays import Bools, Floats, Rows
from cutline.dom.features.pages import TRAIT_COLUMNS
from cutline.dom.features.segments import LEVELS, SegmentFeatures, shift

NEIGHBOURS = (-3, -2, -1, 1, 2, 3)  # offsets of the segments whose probability is a feature
WINDOWS = (3, 8, 20)  # segments before and after, over which probabilities are averaged
LIKELY = 0.5  # probability above which a segment counts as article text
LONG = 8  # words from which such a segment is a landmark
FAR = 99.0  # distance to a landmark in segments, at most
CONTEXT_COLUMNS = (
    "probability",
    *(f"probability{n:+d}" for n in NEIGHBOURS),
    *("text_before", "text", "words_before", "words_behind"),
    *(f"window{n}_{part}" for n in WINDOWS for part in ("around", "before", "behind")),
    *(f"level{n}_{part}" for n in range(1, LEVELS) for part in ("mean", "others", "of_text")),
    *(f"alike_{part}" for part in ("mean", "others", "of_text")),
    *("landmark_before", "landmark_behind"),
    *TRAIT_COLUMNS,
)
TINY = 1e-3


def add_context(features: SegmentFeatures, probabilities: Floats) -> Rows:
    """Return the feature rows, extended by `CONTEXT_COLUMNS`.

    Args:
        features: features of a page's n segments.
        probabilities: probability of each segment after the first pass (n, 0..1).
    """
    weights = features.words + 1.0
    sizes = np.stack([probabilities * weights, weights])
    context: list[ArrayLike] = [
        features.rows.T,
        [probabilities, *(shift(probabilities, by) for by in NEIGHBOURS)],
        _measure_before(sizes[0]),
        _measure_windows(sizes),
        _measure_levels(features, sizes),
        _compare_with(features.subtrees.sum_shapes(sizes), sizes),
        _find_landmarks((probabilities > LIKELY) & (features.words >= LONG)),
        np.broadcast_to(np.array(features.traits)[:, None], (len(features.traits), len(probabilities))),
    ]
    return np.concatenate(context, dtype=np.float32).T


def _measure_before(text: Floats) -> list[Floats]:
    total, until = text.sum(), np.cumsum(text)
    before = until - text
    return [before / (total + TINY), np.full(len(text), np.log1p(total)), np.log1p(before), np.log1p(total - until)]


def _measure_windows(sizes: Floats) -> list[Floats]:
    sums = np.concatenate([np.zeros((2, 1)), np.cumsum(sizes, axis=1)], axis=1)
    numbers = np.arange(sizes.shape[1])
    found = []
    for width in WINDOWS:
        until, behind = sums[:, np.maximum(numbers - width, 0)], sums[:, np.minimum(numbers + width + 1, len(numbers))]
        for text, weights in (behind - until, sums[:, :-1] - until, behind - sums[:, 1:]):
            found.append(text / (weights + TINY))
    return found


def _measure_levels(features: SegmentFeatures, sizes: Floats) -> Floats:
    sums = features.subtrees.sum_up(sizes)[:, features.subtrees.climb(LEVELS)[1:]]
    return np.stack(_compare_with(sums, sizes), axis=1).reshape(-1, sizes.shape[1])


def _compare_with(sums: Floats, sizes: Floats) -> list[Floats]:
    """Return each group's mean probability, the mean without the segment itself, and its share of the page's text."""
    others = (sums[0] - sizes[0]) / (sums[1] - sizes[1] + TINY)
    return [sums[0] / sums[1], others, sums[0] / (sizes[0].sum() + TINY)]


def _find_landmarks(is_landmark: Bools) -> list[Floats]:
    """Return each segment's distance to the last landmark and to the next, in segments (0..`FAR`)."""
    numbers = np.arange(len(is_landmark), dtype=np.float64)
    last = np.maximum.accumulate(np.where(is_landmark, numbers, -np.inf))
    following = np.minimum.accumulate(np.where(is_landmark, numbers, np.inf)[::-1])[::-1]
    return [np.minimum(numbers - last, FAR), np.minimum(following - numbers, FAR)]
