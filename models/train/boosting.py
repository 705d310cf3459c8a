"""AdaBoost over decision trees: scikit-learn's training, exported to plain arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from cutline.models.boosted_trees import LEAF, BoostedTrees


def fit_boosted_trees(
    features: npt.NDArray[np.float32], labels: npt.NDArray[np.int64], *, rounds: int, depth: int, seed: int
) -> BoostedTrees:
    """Return trees boosted on rows of features with labels 0, 1, ...; equal seed and data give the same trees.

    Args:
        features: rows by columns.
        labels: of each row; every label up to the greatest has to occur.
        rounds: how many trees, at most.
        depth: questions that a tree asks of one row, at most; 1: decision stumps.
        seed: 0 or more.
    """
    weak = DecisionTreeClassifier(max_depth=depth, random_state=seed)
    return export_boosted_trees(AdaBoostClassifier(weak, n_estimators=rounds, random_state=seed).fit(features, labels))


def export_boosted_trees(fitted: Any) -> BoostedTrees:
    """Return the plain arrays of a fitted `AdaBoostClassifier` over decision trees, its classes being 0, 1, ..."""
    trees = [estimator.tree_ for estimator in fitted.estimators_]
    shape = (len(trees), max(tree.node_count for tree in trees))
    columns, thresholds = np.full(shape, LEAF, dtype=np.int16), np.zeros(shape)
    left, right, votes = (np.zeros(shape, dtype=np.int16) for _ in range(3))
    for row, tree in enumerate(trees):
        nodes = slice(tree.node_count)
        columns[row, nodes] = np.where(tree.children_left < 0, LEAF, tree.feature)
        thresholds[row, nodes] = tree.threshold
        left[row, nodes], right[row, nodes] = tree.children_left, tree.children_right
        votes[row, nodes] = tree.value[:, 0].argmax(axis=1)
    weights = np.array(fitted.estimator_weights_[: len(trees)], dtype=np.float64)
    return BoostedTrees(weights, columns, thresholds, left, right, votes, np.int16(len(fitted.classes_)))  # type: ignore[arg-type]
