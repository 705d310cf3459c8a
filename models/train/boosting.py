"""Boosting with scikit-learn (AdaBoost) and LightGBM (gradient boosting), exported to plain arrays."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from cutline.dom.features.arrays import Bools, Floats, Rows
from cutline.errors import TrainingError
from cutline.models.train.training import to_log_odds
from cutline.models.trees import LEAF, GradientTrees, VotingTrees, round_down

UNCALIBRATED = np.array([1.0, 0.0])
THREADS = 1  # with more, floating point sums, and thus the trees, would differ between machines


def fit_boosted_trees(
    features: Rows, labels: npt.NDArray[np.int64], *, rounds: int, depth: int, seed: int
) -> VotingTrees:
    """Fit AdaBoost on rows of features with labels 0, 1, ...; equal seed and data give equal trees.

    Args:
        features: shape (rows, columns).
        labels: of each row; every label from 0 to the greatest must occur.
        rounds: maximum number of trees.
        depth: maximum depth of a tree; 1: decision stumps.
        seed: 0 or more.
    """
    weak = DecisionTreeClassifier(max_depth=depth, random_state=seed)
    return export_boosted_trees(AdaBoostClassifier(weak, n_estimators=rounds, random_state=seed).fit(features, labels))


def export_boosted_trees(fitted: Any) -> VotingTrees:
    """Return the plain arrays of a fitted `AdaBoostClassifier` over decision trees with classes 0, 1, ..."""
    trees = [estimator.tree_ for estimator in fitted.estimators_]
    return export_trees(trees, fitted.estimator_weights_[: len(trees)], len(fitted.classes_))


def export_trees(trees: Sequence[Any], weights: Sequence[float], classes: int) -> VotingTrees:
    """Return the plain arrays of scikit-learn trees that each vote for one class with a weight."""
    shape = (len(trees), max(tree.node_count for tree in trees))
    columns, thresholds = np.full(shape, LEAF, dtype=np.int16), np.zeros(shape)
    left, right, votes = (np.zeros(shape, dtype=np.int16) for _ in range(3))
    for row, tree in enumerate(trees):
        nodes = slice(tree.node_count)
        columns[row, nodes] = np.where(tree.children_left < 0, LEAF, tree.feature)
        thresholds[row, nodes] = tree.threshold
        left[row, nodes], right[row, nodes] = tree.children_left, tree.children_right
        votes[row, nodes] = tree.value[:, 0].argmax(axis=1)
    return VotingTrees(
        np.array(weights, np.float64), columns, thresholds, left, right, votes, np.array(classes, np.int16)
    )


@dataclass(frozen=True, slots=True)
class Boosting:
    """Hyperparameters of gradient boosting.

    Attributes:
        rounds: number of trees.
        leaves: maximum leaves per tree.
        depth: maximum depth of a tree.
        rate: learning rate.
        min_rows: minimum training rows per leaf.
        penalty: L2 penalty of the leaf outputs.
        column_share: share of the columns that each tree may use.
        row_share: share of the rows that each tree is fitted to.
        extra_trees: whether each split tries one random threshold of a column, not all (extremely randomized trees;
            Geurts, Ernst & Wehenkel 2006, section 2.1): with few pages, trees learn less of their accidents.
        directions: monotone constraint of each column: 1 rising, -1 falling, 0 none; empty for no constraints.
    """

    rounds: int
    leaves: int
    depth: int
    rate: float
    min_rows: int
    penalty: float
    column_share: float
    row_share: float
    extra_trees: bool = False
    directions: tuple[int, ...] = ()


def fit_gradient_trees(
    rows: Rows, labels: Bools, weights: Floats, boosting: Boosting, seed: int, log_odds: Floats | None = None
) -> GradientTrees:
    """Fit gradient-boosted trees, not calibrated; equal seed and data give equal trees.

    If `log_odds` of the rows are given, the trees are fitted to what must be added to them.
    """
    parameters = {
        "objective": "binary",
        "num_leaves": boosting.leaves,
        "max_depth": boosting.depth,
        "learning_rate": boosting.rate,
        "min_data_in_leaf": boosting.min_rows,
        "lambda_l2": boosting.penalty,
        "feature_fraction": boosting.column_share,
        "bagging_fraction": boosting.row_share,
        "bagging_freq": 1,
        "extra_trees": boosting.extra_trees,
        "seed": seed,
        "num_threads": THREADS,
        "deterministic": True,
        "force_row_wise": True,
        "verbosity": -1,
        "use_missing": False,
    }
    if boosting.directions:
        parameters["monotone_constraints"] = list(boosting.directions)
    data = lightgbm.Dataset(rows, labels.astype(np.int8), weight=weights, init_score=log_odds)
    booster = lightgbm.train(parameters, data, boosting.rounds)
    return export_gradient_trees([tree["tree_structure"] for tree in booster.dump_model()["tree_info"]])


def extend_gradient_trees(
    trees: GradientTrees, rows: Rows, labels: Bools, weights: Floats, boosting: Boosting, seed: int
) -> GradientTrees:
    """Return the trees, followed by new ones fitted to their errors on these rows.

    The calibration stays that of the given trees. Equal seed and data give equal trees.
    """
    added = fit_gradient_trees(rows, labels, weights, boosting, seed, to_log_odds(trees.predict(rows)))
    joined = _join([trees, added])
    joined.values[len(trees.columns) :] /= np.float32(trees.calibration[0])
    return replace(joined, calibration=trees.calibration)


def export_gradient_trees(roots: list[Mapping[str, Any]]) -> GradientTrees:
    """Return the plain arrays of LightGBM trees, given their roots from `dump_model`."""
    trees = [_list_nodes(root) for root in roots]
    shape = (len(trees), max(map(len, trees)))
    columns, left = np.full(shape, LEAF, np.int16), np.zeros(shape, np.int16)
    thresholds, values = np.zeros(shape), np.zeros(shape, np.float32)
    for tree, nodes in enumerate(trees):
        for place, (node, child) in enumerate(nodes):
            if child is None:
                values[tree, place] = node["leaf_value"]
            else:
                columns[tree, place], left[tree, place] = node["split_feature"], child
                thresholds[tree, place] = node["threshold"]
                values[tree, place] = node["internal_value"]
    return GradientTrees(columns, round_down(thresholds), left, values, UNCALIBRATED)


def average_trees(ensembles: Sequence[GradientTrees]) -> GradientTrees:
    """Return the ensemble whose log odds are the mean of several uncalibrated ensembles."""
    joined = _join(ensembles)
    return replace(joined, values=joined.values / np.float32(len(ensembles)))


def calibrate(trees: GradientTrees, log_odds: Floats, labels: Bools, weights: Floats) -> GradientTrees:
    """Return the trees with the slope and intercept that fit held-out rows best, given their log odds.

    Raises:
        TrainingError: all rows have the same label.

    Source: J. Platt, "Probabilistic Outputs for Support Vector Machines", 1999.
    """
    if labels.all() or not labels.any():
        raise TrainingError("The data must contain both what belongs to an article and what does not.")
    fitted = LogisticRegression(C=np.inf).fit(log_odds[:, None], labels, weights)
    return replace(trees, calibration=np.array([fitted.coef_[0, 0], fitted.intercept_[0]], np.float64))


def _join(ensembles: Sequence[GradientTrees]) -> GradientTrees:
    """Return the ensemble of all their trees, not calibrated."""
    width = max(trees.columns.shape[1] for trees in ensembles)

    def join(name: str, filler: float) -> npt.NDArray[Any]:
        arrays = [getattr(trees, name) for trees in ensembles]
        padded = (np.pad(each, ((0, 0), (0, width - each.shape[1])), constant_values=filler) for each in arrays)
        return np.concatenate(list(padded))

    return GradientTrees(
        join("columns", LEAF), join("thresholds", 0.0), join("left", 0), join("values", 0.0), UNCALIBRATED
    )


def _list_nodes(root: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], int | None]]:
    """Return a tree's nodes breadth first, siblings next to each other, each with the index of its left child."""
    nodes: list[tuple[Mapping[str, Any], int | None]] = []
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        if "leaf_value" in node and "left_child" not in node:
            nodes.append((node, None))
        else:
            nodes.append((node, len(nodes) + len(waiting) + 1))
            waiting += (node["left_child"], node["right_child"])
    return nodes
