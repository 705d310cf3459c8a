"""Ensembles of decision trees as plain arrays: trees that vote for a class, and trees that add up to log odds.

Walking down each tree would take several look-ups for each step and row. Instead, every question is evaluated for all
rows; then, from the leaves up, each node takes over the result of its left or right child, with byte operations that
processors vectorise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from cutline.dom.features.arrays import Bools, Floats, Numbers, Rows

QUESTION = [("column", np.int16), ("threshold", np.float32)]
LEAF = -1  # instead of a column: the node has no children
CHUNK = 256  # rows processed at a time, so that their data stays in the processor's cache

Nodes = npt.NDArray[np.int16]
Leaves = npt.NDArray[Any]  # of the smallest integer type that can number the nodes


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Inner nodes whose children are in the levels below.

    Attributes:
        places: range of the nodes among all.
        questions: the question of each node.
        left: the place of each node's left child.
        right: the place of each node's right child.
    """

    places: slice
    questions: Numbers
    left: Numbers
    right: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class TreeLevels:
    """The distinct questions of t trees, and their nodes in levels from the leaves up.

    Attributes:
        columns: the column of each question.
        thresholds: greater values go to the right child, shape (questions, 1).
        leaves: the lowest level, shared by all trees: node numbers within a tree, shape (nodes, 1).
        levels: the levels above it, of all trees.
        roots: the place of each tree's root.
        size: number of places.
    """

    columns: Numbers
    thresholds: Rows
    leaves: npt.NDArray[Any]
    levels: Sequence[Level]
    roots: Numbers
    size: int

    @classmethod
    def of(cls, columns: Nodes, thresholds: Rows, left: Nodes, right: Nodes) -> TreeLevels:
        """Return the levels of t trees, given arrays of shape (t, nodes) as in `GradientTrees` and `VotingTrees`."""
        width = columns.shape[1]
        heights = _find_heights(columns == LEAF, left, right).ravel()
        sizes = np.bincount(heights)
        nodes = np.argsort(heights, kind="stable")[sizes[0] :]
        places = np.tile(np.arange(width), len(columns))
        places[nodes] = width + np.arange(len(nodes))
        roots = nodes - nodes % width
        asked = np.rec.fromarrays([columns.ravel()[nodes], thresholds.ravel()[nodes]], dtype=QUESTION)
        distinct, questions = np.unique(asked, return_inverse=True)
        ends = np.cumsum(sizes[1:])
        return cls(
            columns=distinct["column"].astype(np.intp),
            thresholds=distinct["threshold"][:, None].copy(),
            leaves=np.arange(width, dtype=np.min_scalar_type(width - 1))[:, None],
            levels=[
                Level(
                    places=slice(width + start, width + end),
                    questions=questions[start:end],
                    left=places[(roots + left.ravel()[nodes])[start:end]],
                    right=places[(roots + right.ravel()[nodes])[start:end]],
                )
                for start, end in zip(ends - sizes[1:], ends, strict=True)
            ],
            roots=places[::width],
            size=width + len(nodes),
        )

    def find_leaves(self, rows: Rows) -> Leaves:
        """Return the node at which each row ends in each tree, shape (rows, trees)."""
        chunks = (rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK))
        none = np.zeros((0, len(self.roots)), self.leaves.dtype)
        return np.concatenate([none, *(self._find_leaves(chunk).T for chunk in chunks)])

    def _find_leaves(self, rows: Rows) -> Leaves:
        # All indices are valid; `mode="clip"` only saves numpy the bounds check.
        goes_right = np.ascontiguousarray(rows.T).take(self.columns, axis=0, mode="clip") > self.thresholds
        chosen = -goes_right.view(np.uint8).astype(self.leaves.dtype, copy=False)  # all bits set where a row goes right
        found = np.empty((self.size, len(rows)), self.leaves.dtype)
        found[: len(self.leaves)] = self.leaves
        for level in self.levels:
            left, change = (found.take(children, axis=0, mode="clip") for children in (level.left, level.right))
            change ^= left
            change &= chosen.take(level.questions, axis=0, mode="clip")
            np.bitwise_xor(left, change, out=found[level.places])
        return found.take(self.roots, axis=0, mode="clip")


def _find_heights(is_leaf: Bools, left: Nodes, right: Nodes) -> Numbers:
    """Return the number of levels below each node."""
    trees = np.arange(len(left))[:, None]
    heights = np.zeros(left.shape, np.intp)
    while True:
        higher = np.where(is_leaf, 0, 1 + np.maximum(heights[trees, left], heights[trees, right]))
        if (higher == heights).all():
            return heights
        heights = higher


def _check_nodes(columns: Nodes, others: Sequence[npt.NDArray[Any]], children: Sequence[Nodes], known: int) -> None:
    """Raise ValueError unless arrays of shape (t, nodes) fit together, use known columns, and every path ends."""
    if (
        len(columns.shape) != 2
        or not columns.size
        or any(array.shape != columns.shape for array in (*others, *children))
    ):
        raise ValueError("its arrays differ in length")
    if any(array.dtype.kind != "i" for array in (columns, *children)):
        raise ValueError("its node numbers are not integers")
    if columns.min() < LEAF or columns.max() >= known:
        raise ValueError("a node uses a column that does not exist")
    asking, places = columns != LEAF, np.arange(columns.shape[1])
    if any((asking & ((child <= places) | (child >= columns.shape[1]))).any() for child in children):
        raise ValueError("a tree's nodes do not follow their parents")


@dataclass(frozen=True, eq=False)
class Ensemble(ABC):
    """Arrays that are stored under names with a prefix."""

    def to_arrays(self, prefix: str) -> dict[str, npt.NDArray[Any]]:
        """Return the arrays by name, as `from_arrays` takes them."""
        return {f"{prefix}_{field.name}": getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], prefix: str, columns: int) -> Self:
        """Return the ensemble from arrays with this prefix; `columns` is the number of columns it may use.

        Raises:
            KeyError: an array is missing.
            ValueError: they do not fit together.
        """
        trees = cls(**{field.name: arrays[f"{prefix}_{field.name}"] for field in fields(cls)})
        trees._check(columns)
        return trees

    @abstractmethod
    def _check(self, columns: int) -> None:
        """Raise ValueError unless the arrays fit together and use no more than that many columns."""


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """The contributions to the log odds of rows; rows that end in the same leaves are of one kind.

    Attributes:
        base: the log odds before any column is known.
        contributions: what each column adds, shape (kinds, columns).
        kinds: the kind of each row.
    """

    base: float
    contributions: Floats
    kinds: list[int]


@dataclass(frozen=True, eq=False)
class GradientTrees(Ensemble):
    """The calibrated sum of t regression trees of at most n nodes.

    Attributes:
        columns: the column of each node's question, shape (t, n); `LEAF` if it has none.
        thresholds: values up to this go to the left child, greater ones to the right.
        left: index of the left child in its tree; the right child follows it.
        values: mean output in log odds of the training rows that reached the node; for a leaf, its output.
        calibration: slope and intercept that convert the sum to calibrated log odds (Platt 1999).
    """

    columns: npt.NDArray[np.int16]
    thresholds: Rows
    left: npt.NDArray[np.int16]
    values: Rows
    calibration: Floats

    def predict(self, rows: Rows) -> Floats:
        """Return the probability (0..1) of each row."""
        return self.rate(self.find_leaves(rows))

    def find_leaves(self, rows: Rows) -> Leaves:
        """Return the node at which each row ends in each tree, shape (rows, trees)."""
        return self._levels.find_leaves(rows)

    def rate(self, leaves: Leaves) -> Floats:
        """Return the probability (0..1) of each row that ends in these leaves."""
        sums = [self.values.take(places, mode="clip").sum(axis=1, dtype=np.float64) for places in self._place(leaves)]
        slope, intercept = self.calibration
        return sigmoid(slope * np.concatenate([np.zeros(0), *sums]) + intercept)

    def explain(self, leaves: Leaves, columns: int) -> Explanation:
        """Return what each column adds to the log odds of rows that end in these leaves.

        The base and a row's contributions add up to its log odds. On the way down a tree, each change of the mean
        output is credited to the column of the question.

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

    def _place(self, leaves: Leaves) -> Iterator[Numbers]:
        """Yield, for each chunk of rows, the indices of their leaves in the flattened arrays of all trees.

        All are valid; `mode="clip"` only saves numpy the bounds check.
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
        return TreeLevels.of(self.columns, self.thresholds, self.left, self.left + (self.columns != LEAF))

    @cached_property
    def _steps(self) -> list[tuple[Numbers, Floats]]:
        """The steps from the root to each node: for the first step, the second, and so on, its column and its change.

        For a child of a root's child, the first step holds the root's question and the second the child's; from the
        third on the change is 0.
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

    def _check(self, columns: int) -> None:
        _check_nodes(self.columns, (self.thresholds, self.values), (self.left, self.left + 1), columns)
        if self.calibration.shape != (2,) or not np.isfinite(self.calibration).all():
            raise ValueError("its calibration is not a slope and an intercept")
        asking = self.columns != LEAF
        if self.left[~asking].any():
            raise ValueError("a tree's nodes do not follow their parents")
        children = (self.left + self.columns.shape[1] * np.arange(len(self.columns))[:, None])[asking]
        if np.bincount(np.concatenate([children, children + 1])).max(initial=0) > 1:
            raise ValueError("a node has two parents")
        if not np.isfinite(self.values).all() or np.isnan(self.thresholds).any():
            raise ValueError("a node holds no number")


def sigmoid(log_odds: Floats) -> Floats:
    """Return the probabilities (0..1) of log odds."""
    probabilities: Floats = 0.5 * (1 + np.tanh(log_odds / 2))
    return probabilities


@dataclass(frozen=True, eq=False)
class VotingTrees(Ensemble):
    """Trees of at most n nodes that each vote for one class with a weight, such as those of AdaBoost (SAMME).

    Attributes:
        weights: the weight of each tree.
        columns: the column of each node's question, shape (trees, n); `LEAF` if it has none.
        thresholds: values up to this go to the left child, greater ones to the right.
        left: index of the left child in its tree.
        right: index of the right child in its tree.
        votes: the class of each node.
        classes: number of classes.
    """

    weights: Floats
    columns: Nodes
    thresholds: Floats
    left: Nodes
    right: Nodes
    votes: Nodes
    classes: Nodes

    def predict(self, rows: Rows) -> npt.NDArray[np.int64]:
        """Return the class with the greatest sum of weights for each row; of equal ones, the first."""
        best: npt.NDArray[np.int64] = self.score(rows).argmax(axis=1)
        return best

    def score(self, rows: Rows) -> Floats:
        """Return each class's share of the weights (0..1), shape (rows, classes)."""
        sums, places = np.zeros((len(rows), int(self.classes))), np.arange(len(rows))
        for votes, weight, leaves in zip(self.votes, self.weights, self._levels.find_leaves(rows).T, strict=True):
            sums[places, votes[leaves]] += weight
        shares: Floats = sums / self.weights.sum()
        return shares

    @cached_property
    def _levels(self) -> TreeLevels:
        return TreeLevels.of(self.columns, round_down(self.thresholds), self.left, self.right)

    def _check(self, columns: int) -> None:
        _check_nodes(self.columns, (self.thresholds, self.votes), (self.left, self.right), columns)
        if self.weights.shape != self.columns.shape[:1]:
            raise ValueError("its arrays differ in length")
        if self.votes.min() < 0 or self.votes.max() >= int(self.classes):
            raise ValueError("a tree votes for a class that does not exist")


def round_down(thresholds: Floats) -> Rows:
    """Round thresholds down to the precision of the features, so that no row changes sides."""
    rounded = thresholds.astype(np.float32)
    is_above = rounded.astype(np.float64) > thresholds  # numpy would otherwise compare in float32
    return np.where(is_above, np.nextafter(rounded, np.float32(-np.inf)), rounded)
