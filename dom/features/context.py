"""What a first reading of the whole page says of each segment's surroundings, for a second reading."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.segments import LEVELS, SegmentFeatures, shift

NEIGHBOURS = (-3, -2, -1, 1, 2, 3)  # segments whose first probability is read
WINDOWS = (3, 8, 20)  # segments before and behind, over which probabilities are averaged
LIKELY = 0.5  # probability from which a segment counts as text of the article
LONG = 8  # words from which such a segment is a landmark
FAR = 99.0  # segments to a landmark, at most
CONTEXT_COLUMNS = (
    "probability",
    *(f"probability{n:+d}" for n in NEIGHBOURS),
    *("text_before", "text", "words_before", "words_behind"),
    *(f"window{n}_{part}" for n in WINDOWS for part in ("around", "before", "behind")),
    *(f"level{n}_{part}" for n in range(1, LEVELS) for part in ("mean", "others", "of_text")),
    *(f"alike_{part}" for part in ("mean", "others", "of_text")),
    *("landmark_before", "landmark_behind"),
)
TINY = 1e-3

Floats = NDArray[np.float64]


def add_context(features: SegmentFeatures, probabilities: Floats) -> NDArray[np.float32]:
    """Return the rows of features with `CONTEXT_COLUMNS` behind them.

    Args:
        features: of a page's segments.
        probabilities: of each, by the first reading (0..1).
    """
    weights = features.words + 1.0
    text = probabilities * weights
    context = [
        probabilities[:, None],
        *(shift(probabilities[:, None], by) for by in NEIGHBOURS),
        _measure_before(text),
        _measure_windows(text, weights),
        _measure_levels(features, text, weights),
        _measure_alike(features, text, weights),
        _find_landmarks((probabilities > LIKELY) & (features.words >= LONG)),
    ]
    return np.concatenate([features.rows, *context], axis=1).astype(np.float32)


def _measure_before(text: Floats) -> Floats:
    total, until = text.sum(), np.cumsum(text)
    before = until - text
    return np.stack(
        [before / (total + TINY), np.full(len(text), np.log1p(total)), np.log1p(before), np.log1p(total - until)],
        axis=1,
    )


def _measure_windows(text: Floats, weights: Floats) -> Floats:
    sums = np.concatenate([np.zeros((1, 2)), np.cumsum(np.stack([text, weights], 1), axis=0)])
    numbers = np.arange(len(text))
    found = []
    for width in WINDOWS:
        first, last = np.maximum(numbers - width, 0), np.minimum(numbers + width + 1, len(text))
        for part in (sums[last] - sums[first], sums[numbers] - sums[first], sums[last] - sums[numbers + 1]):
            found.append(part[:, 0] / (part[:, 1] + TINY))
    return np.stack(found, axis=1)


def _measure_levels(features: SegmentFeatures, text: Floats, weights: Floats) -> Floats:
    sums = features.subtrees.sum_up(np.stack([text, weights], 1))
    ways = features.subtrees.climb(LEVELS)[1:]
    return np.concatenate([_compare_with(sums[places], text, weights) for places in ways], axis=1)


def _measure_alike(features: SegmentFeatures, text: Floats, weights: Floats) -> Floats:
    return _compare_with(features.subtrees.sum_shapes(np.stack([text, weights], 1)), text, weights)


def _compare_with(sums: Floats, text: Floats, weights: Floats) -> Floats:
    """Return the mean probability of a group, that of its others, and its share of the page's text."""
    others = (sums[:, 0] - text) / (sums[:, 1] - weights + TINY)
    return np.stack([sums[:, 0] / sums[:, 1], others, sums[:, 0] / (text.sum() + TINY)], axis=1)


def _find_landmarks(is_landmark: NDArray[np.bool_]) -> Floats:
    """Return how many segments each is behind the last landmark, and before the next."""
    numbers = np.arange(len(is_landmark), dtype=np.float64)
    last = np.maximum.accumulate(np.where(is_landmark, numbers, -np.inf))
    following = np.minimum.accumulate(np.where(is_landmark, numbers, np.inf)[::-1])[::-1]
    return np.stack([np.minimum(numbers - last, FAR), np.minimum(following - numbers, FAR)], axis=1)
