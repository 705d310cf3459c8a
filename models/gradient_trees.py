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
        values = self.values.ravel()
        chunks = (leaves + self._firsts for leaves in self._find_leaves(rows))
        # Never outside: "clip" spares numpy a check of each.
        sums = [values.take(leaves, mode="clip").sum(axis=1, dtype=np.float64) for leaves in chunks]
        return sigmoid(self._calibrate(np.concatenate([np.zeros(0), *sums])))

    def explain(self, rows: npt.NDArray[np.float32], columns: int) -> Explanation:
        """Return what each of the columns adds to the log odds of rows.

        The base and a row's contributions add up to its log odds. Going down a tree, each step's change of the mean
        output is credited to the column that was asked.

        Source: A. Saabas, "Interpreting random forests", 2014.
        """
        slope, intercept = self.calibration
        known: dict[bytes, int] = {}
        kinds = [known.setdefault(row.tobytes(), len(known)) for leaves in self._find_leaves(rows) for row in leaves]
        distinct = np.frombuffer(b"".join(known), self._levels.leaves.dtype).reshape(len(known), len(self.columns))
        chunks = (distinct[start : start + CHUNK] + self._firsts for start in range(0, len(distinct), CHUNK))
        added = np.concatenate([np.zeros((0, columns)), *(self._credit_columns(leaves, columns) for leaves in chunks)])
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

    def _find_leaves(self, rows: npt.NDArray[np.float32]) -> Iterator[npt.NDArray[Any]]:
        """Yield, for each chunk of the rows, the number of the node at which each row ends in each tree."""
        return (self._levels.find_leaves(rows[start : start + CHUNK]).T for start in range(0, len(rows), CHUNK))

    def _credit_columns(self, leaves: npt.NDArray[np.intp], columns: int) -> Floats:
        """Return what each column adds on the ways to leaves, given by their places: rows by columns."""
        places = np.arange(len(leaves))[:, None] * columns
        added = np.zeros(len(leaves) * columns)
        for asked, changes in self._steps:
            cells = asked.take(leaves, mode="clip") + places
            added += np.bincount(cells.ravel(), changes.take(leaves, mode="clip").ravel(), len(added))
        return added.reshape(len(leaves), columns)

    @cached_property
    def _firsts(self) -> npt.NDArray[np.intp]:
        """The place of each tree's root among the nodes of all trees."""
        return np.arange(0, self.columns.size, self.columns.shape[1])

    @cached_property
    def _levels(self) -> TreeLevels:
        return TreeLevels.of(self.columns == LEAF, self.columns, self.thresholds, self.left)

    @cached_property
    def _steps(self) -> list[tuple[npt.NDArray[np.intp], Floats]]:
        """For each level, the column asked there on the way to each node, and the change of the mean output behind it.

        Of a node that is less deep, a change of nothing.
        """
        columns, values = self.columns.ravel(), self.values.ravel().astype(np.float64)
        nodes, children = self._firsts, (self.left + self._firsts[:, None]).ravel()
        steps: list[tuple[npt.NDArray[np.intp], Floats]] = []
        while len(asking := nodes[columns[nodes] != LEAF]):
            above, left = np.concatenate([asking, asking]), children[asking]
            nodes = np.concatenate([left, left + 1])
            steps.append((np.zeros(values.size, np.intp), np.zeros(values.size)))
            for asked, changes in steps:
                asked[nodes], changes[nodes] = asked[above], changes[above]
            asked[nodes], changes[nodes] = columns[above], values[nodes] - values[above]
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
        children = (self._firsts[:, None] + self.left)[asking]
        if np.bincount(np.concatenate([children, children + 1])).max(initial=0) > 1:
            raise ValueError("a node has two parents")
        if not np.isfinite(self.values).all() or np.isnan(self.thresholds).any():
            raise ValueError("a node holds no number")


def sigmoid(log_odds: Floats) -> Floats:
    """Return the probabilities (0..1) of log odds."""
    probabilities: Floats = 0.5 * (1 + np.tanh(log_odds / 2))
    return probabilities
