"""The paired bootstrap: how sure the difference of two systems is, both measured on the same pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 10_000
SEED = 0
SHARE = 0.95  # of the resampled differences that lie in the interval

Sums = NDArray[np.float64]
Statistic = Callable[[Sums], Sums]


@dataclass(frozen=True, slots=True)
class Difference:
    """Ours minus theirs, and the interval that holds `SHARE` of the resampled differences."""

    value: float
    low: float
    high: float

    def is_above_zero(self) -> bool:
        return self.low > 0


def mean(sums: Sums) -> Sums:
    """Return the mean for sums of (value, count) in the last axis."""
    return sums[..., 0] / sums[..., 1]


def pooled_f1(sums: Sums) -> Sums:
    """Return the F1 of all together for sums of (right, predicted, labelled) in the last axis; 0 if there are none."""
    both = sums[..., 1] + sums[..., 2]
    return np.divide(2 * sums[..., 0], both, out=np.zeros_like(both), where=both > 0)


def paired_difference(ours: Sums, theirs: Sums, statistic: Statistic, resamples: int = RESAMPLES) -> Difference:
    """Return the difference of two systems in a statistic.

    `ours` and `theirs` have one row for each page (or site) in the same order, and what the statistic sums in columns.
    Whole rows are drawn with replacement, the same ones for both systems; the seed is fixed, so that the same rows
    always give the same interval.
    """
    if ours.shape != theirs.shape or not len(ours):
        raise ValueError(f"needs the same rows for both systems, not {ours.shape} and {theirs.shape}")
    count = len(ours)
    times_drawn = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), size=resamples)
    drawn = times_drawn.astype(np.float64)
    differences = statistic(drawn @ ours) - statistic(drawn @ theirs)
    low, high = np.quantile(differences, [(1 - SHARE) / 2, (1 + SHARE) / 2])
    return Difference(float(statistic(ours.sum(axis=0)) - statistic(theirs.sum(axis=0))), float(low), float(high))
