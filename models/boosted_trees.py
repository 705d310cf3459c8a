"""A boosted ensemble of decision trees as plain arrays, which predicts what scikit-learn's own would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

LEAF = -1  # in place of a column: the node has no children


@dataclass(frozen=True, slots=True, eq=False)
class BoostedTrees:
    """AdaBoost (SAMME) over decision trees: each tree votes for one class, with its weight.

    Attributes:
        weights: of each tree.
        columns: the column that each node asks; trees by nodes, `LEAF` where it asks none.
        thresholds: a value up to this goes to the left child, a greater one to the right.
        left: the left child's place among the nodes of its tree.
        right: the same for the right child.
        votes: the class that each node stands for.
        classes: how many classes there are.
    """

    weights: npt.NDArray[np.float64]
    columns: npt.NDArray[np.int16]
    thresholds: npt.NDArray[np.float64]
    left: npt.NDArray[np.int16]
    right: npt.NDArray[np.int16]
    votes: npt.NDArray[np.int16]
    classes: npt.NDArray[np.int16]

    def predict(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
        """Return the class of each row: the one with the greatest sum of weights, the first of equals."""
        best: npt.NDArray[np.int64] = self.score(features).argmax(axis=1)
        return best

    def score(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """Return the share (0..1) of the weights that votes for each class: rows by classes."""
        rows = np.arange(len(features))
        sums = np.zeros((len(features), int(self.classes)))
        for tree, weight in enumerate(self.weights):
            sums[rows, self.votes[tree, self._find_leaves(tree, features, rows)]] += weight
        shares: npt.NDArray[np.float64] = sums / self.weights.sum()
        return shares

    def to_arrays(self, prefix: str) -> dict[str, npt.NDArray[Any]]:
        """Return its arrays by name, as `from_arrays` takes them."""
        return {f"{prefix}_{field.name}": getattr(self, field.name) for field in fields(self)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], prefix: str, columns: int) -> BoostedTrees:
        """Return the ensemble whose arrays have this prefix, and which asks for that many columns at most.

        Raises:
            KeyError: one is missing.
            ValueError: they do not fit together.
        """
        trees = cls(**{field.name: arrays[f"{prefix}_{field.name}"] for field in fields(cls)})
        trees._check(columns)
        return trees

    def _find_leaves(
        self, tree: int, features: npt.NDArray[np.float32], rows: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int16]:
        columns, thresholds = self.columns[tree], self.thresholds[tree]
        nodes = np.zeros(len(features), dtype=np.int16)
        while (asking := columns[nodes] != LEAF).any():
            is_left = features[rows, columns[nodes]] <= thresholds[nodes]
            nodes = np.where(asking, np.where(is_left, self.left[tree][nodes], self.right[tree][nodes]), nodes)
        return nodes

    def _check(self, columns: int) -> None:
        shape = self.columns.shape
        nodes = (self.columns, self.thresholds, self.left, self.right, self.votes)
        if (
            len(shape) != 2
            or self.weights.shape != shape[:1]
            or any(array.shape != shape for array in nodes)
            or not self.columns.size
        ):
            raise ValueError("its arrays differ in length")
        if self.columns.min() < LEAF or self.columns.max() >= columns:
            raise ValueError("a node asks for a column that is none")
        places = np.arange(shape[1])
        asking = self.columns != LEAF
        for children in (self.left, self.right):
            if (asking & ((children <= places) | (children >= shape[1]))).any():
                raise ValueError("a tree's nodes do not follow their parents")
        if self.votes.min() < 0 or self.votes.max() >= int(self.classes):
            raise ValueError("a tree votes for a class that is none")
