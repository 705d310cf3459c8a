"""Boosting with LightGBM, exported to plain arrays."""

from dataclasses import replace

import lightgbm
import numpy as np
import numpy.typing as npt
import pytest

from cutline.errors import TrainingError
from cutline.models.train.boosting import (
    Boosting,
    average_trees,
    calibrate,
    export_gradient_trees,
    extend_gradient_trees,
    fit_gradient_trees,
)
from cutline.models.trees import GradientTrees

SMALL = Boosting(15, leaves=6, depth=4, rate=0.3, min_rows=5, penalty=1.0, column_share=0.8, row_share=0.8)


def make_rows(seed: int, count: int = 500) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    generator = np.random.default_rng(seed)
    rows = generator.normal(size=(count, 6)).astype(np.float32).round(1)  # values repeat, as counts do
    return rows, rows[:, 0] * rows[:, 1] + 0.5 * rows[:, 2] > 0.2


@pytest.mark.parametrize("seed", range(3))
def test_prediction_is_that_of_lightgbm(seed: int) -> None:
    rows, labels = make_rows(seed)
    parameters = {"objective": "binary", "num_leaves": 12, "verbosity": -1, "num_threads": 1, "use_missing": False}
    booster = lightgbm.train(parameters, lightgbm.Dataset(rows, labels.astype(np.int8)), 20)
    trees = export_gradient_trees([tree["tree_structure"] for tree in booster.dump_model()["tree_info"]])
    others, _ = make_rows(seed + 10, 3000)  # more than are read at a time
    assert trees.predict(others) == pytest.approx(booster.predict(others), abs=1e-6)


def test_no_row_changes_sides_by_a_threshold_between_two_numbers() -> None:
    """0.1 in the precision of the features is a little greater than 0.1: rounded to it, the threshold would hold it."""
    root = {
        "split_feature": 0,
        "threshold": 0.1,
        "internal_value": 0.0,
        "left_child": {"leaf_value": -1.0},
        "right_child": {"leaf_value": 1.0},
    }
    trees = export_gradient_trees([root])
    found = trees.predict(np.array([[0.1], [0.0], [0.5]], np.float32)) > 0.5
    assert found.tolist() == [True, False, True]
    assert float(trees.thresholds[0, 0]) <= 0.1


def test_trees_without_a_question_are_exported() -> None:
    trees = export_gradient_trees([{"leaf_value": 0.5}, {"leaf_value": 0.25}])
    assert trees.predict(np.zeros((2, 1), np.float32)) == pytest.approx([1 / (1 + np.exp(-0.75))] * 2)


def test_fitted_trees_find_the_rule() -> None:
    rows, labels = make_rows(1)
    trees = fit_gradient_trees(rows, labels, np.ones(len(labels)), SMALL, 0)
    others, expected = make_rows(2)
    assert ((trees.predict(others) > 0.5) == expected).mean() > 0.85


def test_equal_seeds_give_equal_trees() -> None:
    rows, labels = make_rows(3)
    one, two, other = (
        fit_gradient_trees(rows, labels, np.ones(len(labels)), SMALL, seed).to_arrays("x") for seed in (7, 7, 8)
    )
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert not np.array_equal(one["x_values"], other["x_values"])


@pytest.mark.parametrize("direction", [1, -1])
def test_a_column_with_a_direction_never_moves_the_score_the_other_way(direction: int) -> None:
    rows, labels = make_rows(11)
    directed = replace(SMALL, directions=(direction, 0, 0, 0, 0, 0))
    free, held = (fit_gradient_trees(rows, labels, np.ones(len(labels)), boosting, 0) for boosting in (SMALL, directed))
    ladder = np.linspace(-3, 3, 61, dtype=np.float32)

    def find_steps(trees: GradientTrees) -> npt.NDArray[np.float64]:
        """Return how the scores of fifty rows move as their first column rises."""
        swept = np.repeat(rows[:50], len(ladder), axis=0)
        swept[:, 0] = np.tile(ladder, 50)
        return np.diff(trees.predict(swept).reshape(50, -1), axis=1)

    assert (find_steps(held) * direction >= -1e-9).all()
    assert (find_steps(free) > 1e-3).any() and (find_steps(free) < -1e-3).any()  # the rule needs both ways


def test_average_of_trees_has_the_mean_of_their_log_odds() -> None:
    rows, labels = make_rows(8)
    wide = replace(SMALL, rounds=6, leaves=12)  # of another width and number than the others
    some = [fit_gradient_trees(rows, labels, np.ones(len(labels)), boosting, 1) for boosting in (SMALL, wide, SMALL)]
    log_odds = [np.log(found / (1 - found)) for found in (trees.predict(rows) for trees in some)]
    found = average_trees(some).predict(rows)
    assert np.log(found / (1 - found)) == pytest.approx(np.mean(log_odds, axis=0), abs=1e-5)
    average = average_trees(some)
    explained = average.explain(average.find_leaves(rows), 6)
    sums = explained.base + explained.contributions.sum(axis=1)
    assert sums[explained.kinds] == pytest.approx(np.mean(log_odds, axis=0), abs=1e-5)


def test_trees_behind_others_learn_what_those_get_wrong() -> None:
    rows, labels = make_rows(3)
    known = fit_gradient_trees(rows, labels, np.ones(len(rows)), SMALL, 0)
    known = calibrate(known, np.log(known.predict(rows) / (1 - known.predict(rows))), labels, np.ones(len(rows)))
    others, truth = make_rows(4)
    turned = truth ^ (others[:, 4] > 0)
    taught = extend_gradient_trees(known, others, turned, np.ones(len(others)), SMALL, 0)
    before, after = (((trees.predict(others) >= 0.5) == turned).mean() for trees in (known, taught))
    assert after > 0.8 > 0.6 > before
    explained = taught.explain(taught.find_leaves(others), 6)
    sums = explained.base + explained.contributions.sum(axis=1)
    assert 1 / (1 + np.exp(-sums[explained.kinds])) == pytest.approx(taught.predict(others), abs=1e-6)


def test_too_few_rows_to_learn_from_leave_the_trees_as_they_are() -> None:
    rows, labels = make_rows(5)
    known = fit_gradient_trees(rows, labels, np.ones(len(rows)), SMALL, 0)
    few = extend_gradient_trees(known, rows[:2], labels[:2], np.ones(2), SMALL, 0)
    assert few.predict(rows) == pytest.approx(known.predict(rows), abs=1e-6)


def test_rows_without_weight_are_not_learned() -> None:
    rows, labels = make_rows(4)
    wrong = np.arange(len(rows)) % 4 == 0
    weights = np.where(wrong, 1e-9, 1.0)
    trees = fit_gradient_trees(rows, labels ^ wrong, weights, SMALL, 0)
    assert ((trees.predict(rows) > 0.5) == labels).mean() > 0.9


def test_calibrated_scores_are_as_often_right_as_they_say() -> None:
    generator = np.random.default_rng(5)
    scores = generator.uniform(0.05, 0.95, 50_000)
    labels = generator.random(50_000) < scores
    overconfident = 3 * np.log(scores / (1 - scores)) + 1
    trees = GradientTrees(*fit_stub(), np.array([1.0, 0.0]))
    calibrated = calibrate(trees, overconfident, labels, np.ones(len(labels)))
    assert calibrated.calibration == pytest.approx([1 / 3, -1 / 3], abs=0.05)
    assert calibrated.values is trees.values


@pytest.mark.parametrize("label", [True, False])
def test_labels_of_one_kind_cannot_be_calibrated(label: bool) -> None:
    trees = GradientTrees(*fit_stub(), np.array([1.0, 0.0]))
    with pytest.raises(TrainingError, match="what does not"):
        calibrate(trees, np.zeros(9), np.full(9, label), np.ones(9))


def fit_stub() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.float32], npt.NDArray[np.int16], npt.NDArray[np.float32]]:
    """The arrays of one tree that asks nothing."""
    none = np.zeros((1, 1), np.float32)
    return np.full((1, 1), -1, np.int16), none, np.zeros((1, 1), np.int16), none
