"""Which leaf of each tree a row comes to, found for many trees and rows at once.

Nobody walks down a tree, which takes look-ups for each step of each row. Every question is put to all rows, and from
the leaves up each node takes over what its left or its right child found: bytes, which a processor compares and joins
by the dozen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

QUESTION = [("column", np.int16), ("threshold", np.float32)]

Numbers = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """Nodes that ask, and whose children stand in the levels below.

    Attributes:
        places: of the nodes, among those of all levels.
        questions: the number of each node's question.
        left: the place of each node's left child.
        right: that of its right child.
    """

    places: slice
    questions: Numbers
    left: Numbers
    right: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class TreeLevels:
    """The distinct questions of t trees, and their nodes in levels from the leaves up.

    Attributes:
        columns: the column that each question is about.
        thresholds: a greater value goes to the right child; one row for each question.
        leaves: the lowest level, shared by all trees: the numbers of the nodes of a tree; one row for each.
        levels: those above it, of all trees.
        roots: the place of each tree's root.
        size: how many places there are.
    """

    columns: Numbers
    thresholds: npt.NDArray[np.float32]
    leaves: npt.NDArray[Any]
    levels: Sequence[Level]
    roots: Numbers
    size: int

    @classmethod
    def of(
        cls,
        is_leaf: npt.NDArray[np.bool_],
        columns: npt.NDArray[np.int16],
        thresholds: npt.NDArray[np.float32],
        left: npt.NDArray[np.int16],
    ) -> TreeLevels:
        """Return the levels of t trees; all arrays are t by n nodes, those with numbers as in `GradientTrees`."""
        width = is_leaf.shape[1]
        heights = _find_heights(is_leaf, left).ravel()
        sizes = np.bincount(heights)
        nodes = np.argsort(heights, kind="stable")[sizes[0] :]
        places = np.tile(np.arange(width), len(is_leaf))
        places[nodes] = width + np.arange(len(nodes))
        children = nodes - nodes % width + left.ravel()[nodes]
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
                    left=places[children[start:end]],
                    right=places[children[start:end] + 1],
                )
                for start, end in zip(ends - sizes[1:], ends, strict=True)
            ],
            roots=places[::width],
            size=width + len(nodes),
        )

    def find_leaves(self, rows: npt.NDArray[np.float32]) -> npt.NDArray[Any]:
        """Return the number of the node at which each row ends in each tree: trees by rows."""
        goes_right = np.ascontiguousarray(rows.T).take(self.columns, axis=0) > self.thresholds
        chosen = -goes_right.astype(self.leaves.dtype)  # all bits are set where it does
        found = np.empty((self.size, len(rows)), self.leaves.dtype)
        found[: len(self.leaves)] = self.leaves
        for level in self.levels:
            left, change = found.take(level.left, axis=0), found.take(level.right, axis=0)
            change ^= left
            change &= chosen.take(level.questions, axis=0)
            np.bitwise_xor(left, change, out=found[level.places])
        return found.take(self.roots, axis=0)


def _find_heights(is_leaf: npt.NDArray[np.bool_], left: npt.NDArray[np.int16]) -> Numbers:
    """Return how many levels of nodes stand below each node."""
    trees, right = np.arange(len(left))[:, None], left + ~is_leaf
    heights = np.zeros(left.shape, np.intp)
    while True:
        higher = np.where(is_leaf, 0, 1 + np.maximum(heights[trees, left], heights[trees, right]))
        if (higher == heights).all():
            return heights
        heights = higher
