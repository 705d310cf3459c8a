"""The score threshold that is likely to give the most accurate text of a page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def find_best_threshold(scores: Sequence[float], sizes: Sequence[int]) -> tuple[float, float]:
    """Return the threshold with the highest expected F1, and that F1 (both 0..1); 1 and 0 without segments.

    Args:
        scores: how likely each segment is part of the text.
        sizes: how long each is, more than 0.

    Source: Lipton, Elkan & Naryanaswamy, Optimal Thresholding of Classifiers to Maximize F1 Measure, ECML 2014; the F1
    of expected counts.
    """
    if not scores:
        return 1.0, 0.0
    order = np.argsort(-np.array(scores), kind="stable")
    ranked, weights = np.array(scores, np.float64)[order], np.array(sizes, np.float64)[order]
    expected = ranked * weights
    f1 = 2 * np.cumsum(expected) / (np.cumsum(weights) + expected.sum())
    best = int(f1.argmax())
    return float(ranked[best]), float(f1[best])
