"""Gradient-boosted decision trees as plain arrays: log odds, and what each column contributed to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from cutline.models.tree_levels import TreeLevels

LEAF = -1  # in place of a column: the node has no children
CHUNK = 256  # rows read at a time: what is known of them stays in the processor's cache

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]
Leaves = npt.NDArray[Any]  # of as few bytes as the number of a node needs


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """What the log odds of rows add up from; rows that end in the same leaves are of one kind.

    Attributes:
        base: the log odds of a row of which nothing is known.
        contributions: what each column adds to them; kinds by columns.
        kinds: the kind of each row.
    """

    base: float
    contributions: Floats
    kinds: list[int]


@dataclass(frozen=True, eq=False)
class GradientTrees:
    """The sum of t regression trees of n nodes at most, calibrated.

    Attributes:
        columns: the column that each node asks; t by n, `LEAF` where it asks none.
        thresholds: a value up to this goes to the left child, a greater one to the right.
        left: the left child's place among the nodes of its tree; the right child's is the next one.
        values: the mean output of the training rows that came to each node, in log odds; a leaf's is its output.
        calibration: slope and intercept by which the sum becomes calibrated log odds (Platt 1999).
    """

    columns: npt.NDArray[np.int16]
    thresholds: npt.NDArray[np.float32]
    left: npt.NDArray[np.int16]
    values: npt.NDArray[np.float32]
    calibration: Floats

    def predict(self, rows: npt.NDArray[np.float32]) -> Floats:
        """Return the probability (0..1) of each row."""
        return self.rate(self.find_leaves(rows))

    def find_leaves(self, rows: npt.NDArray[np.float32]) -> Leaves:
        """Return the number of the node at which each row ends in each tree: rows by trees."""
        chunks = (rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK))
        none = np.zeros((0, len(self.columns)), self._levels.leaves.dtype)
        return np.concatenate([none, *(self._levels.find_leaves(chunk).T for chunk in chunks)])

    def rate(self, leaves: Leaves) -> Floats:
        """Return the probability (0..1) of each row that ends in these leaves."""
        sums = [self.values.take(places, mode="clip").sum(axis=1, dtype=np.float64) for places in self._place(leaves)]
        return sigmoid(self._calibrate(np.concatenate([np.zeros(0), *sums])))

    def explain(self, leaves: Leaves, columns: int) -> Explanation:
        """Return what each of the columns adds to the log odds of rows that end in these leaves.

        The base and a row's contributions add up to its log odds. Going down a tree, each step's change of the mean
        output is credited to the column that was asked.

        Source: A. Saabas, "Interpreting random forests", 2014.
        """
        slope, intercept = self.calibration
        known: dict[bytes, int] = {}
        kinds = [known.setdefault(row.tobytes(), len(known)) for row in leaves]
        distinct = np.frombuffer(b"".join(known), leaves.dtype).reshape(-1, leaves.shape[1])
        credits = [self._credit_columns(places, columns) for places in self._place(distinct)]
        added = np.concatenate([np.zeros((0, columns)), *credits])
        base = intercept + slope * self.values[:, 0].sum(dtype=np.float64)
        return Explanation(float(base), slope * added, kinds)

    def to_arrays(self, prefix: str) -> dict[str, npt.NDArray[Any]]:
        """Return its arrays by name, as `from_arrays` takes them."""
        return {f"{prefix}_{field.name}": getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], prefix: str, columns: int) -> GradientTrees:
        """Return the ensemble whose arrays have this prefix, and which asks for that many columns at most.

        Raises:
            KeyError: one is missing.
            ValueError: they do not fit together.
        """
        trees = cls(**{field.name: arrays[f"{prefix}_{field.name}"] for field in fields(cls)})
        trees._check(columns)
        return trees

    def _place(self, leaves: Leaves) -> Iterator[Numbers]:
        """Yield, for each chunk of the rows, the places of the leaves in all trees as one row of nodes.

        None is outside: `mode="clip"` spares numpy a check of each.
        """
        roots = np.arange(len(self.values)) * self.values.shape[1]
        return (leaves[start : start + CHUNK] + roots for start in range(0, len(leaves), CHUNK))

    def _credit_columns(self, places: Numbers, columns: int) -> Floats:
        rows = np.arange(len(places))[:, None] * columns
        added = np.zeros(len(places) * columns)
        for asked, changes in self._steps:
            cells = asked.take(places, mode="clip") + rows
            added += np.bincount(cells.ravel(), changes.take(places, mode="clip").ravel(), len(added))
        return added.reshape(len(places), columns)

    @cached_property
    def _levels(self) -> TreeLevels:
        return TreeLevels.of(self.columns == LEAF, self.columns, self.thresholds, self.left)

    @cached_property
    def _steps(self) -> list[tuple[Numbers, Floats]]:
        """The first step on the way from the root to each node, the second, and so on: the column asked, the change.

        For a child of a child of a root, the first holds what the root asks, the second what the child asks; from the
        third on its way has ended, and nothing changes.
        """
        columns, values = self.columns.ravel(), self.values.ravel().astype(np.float64)
        roots = np.arange(len(self.values)) * self.values.shape[1]
        left = (self.left + roots[:, None]).ravel()
        steps: list[tuple[Numbers, Floats]] = []
        level = roots[columns[roots] != LEAF]
        while level.size:
            parents, children = np.tile(level, 2), np.concatenate([left[level], left[level] + 1])
            for asked, changes in steps:
                asked[children], changes[children] = asked[parents], changes[parents]
            asked, changes = np.zeros(columns.size, np.intp), np.zeros(columns.size)
            asked[children], changes[children] = columns[parents], values[children] - values[parents]
            steps.append((asked, changes))
            level = children[columns[children] != LEAF]
        return steps

    def _calibrate(self, sums: Floats) -> Floats:
        slope, intercept = self.calibration
        calibrated: Floats = slope * sums + intercept
        return calibrated

    def _check(self, columns: int) -> None:
        shape = self.columns.shape
        nodes = (self.columns, self.thresholds, self.left, self.values)
        if len(shape) != 2 or not self.columns.size or any(array.shape != shape for array in nodes):
            raise ValueError("its arrays differ in length")
        if self.calibration.shape != (2,) or not np.isfinite(self.calibration).all():
            raise ValueError("its calibration is no slope and intercept")
        if self.columns.dtype.kind != "i" or self.left.dtype.kind != "i":
            raise ValueError("its nodes are not counted in whole numbers")
        if self.columns.min() < LEAF or self.columns.max() >= columns:
            raise ValueError("a node asks for a column that is none")
        asking, places = self.columns != LEAF, np.arange(shape[1])
        if np.where(asking, (self.left <= places) | (self.left >= shape[1] - 1), self.left != 0).any():
            raise ValueError("a tree's nodes do not follow their parents")
        children = (self.left + places.size * np.arange(shape[0])[:, None])[asking]
        if np.bincount(np.concatenate([children, children + 1])).max(initial=0) > 1:
            raise ValueError("a node has two parents")
        if not np.isfinite(self.values).all() or np.isnan(self.thresholds).any():
            raise ValueError("a node holds no number")


def sigmoid(log_odds: Floats) -> Floats:
    """Return the probabilities (0..1) of log odds."""
    probabilities: Floats = 0.5 * (1 + np.tanh(log_odds / 2))
    return probabilities
