"""Gradient-boosted trees as plain arrays."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.models.trees import CHUNK, LEAF, Explanation, GradientTrees, sigmoid


def make_trees(slope: float = 1.0, intercept: float = 0.0) -> GradientTrees:
    """Two trees: the first asks for column 0, then for column 1; the second for column 1 alone."""
    return GradientTrees(
        columns=np.array([[0, LEAF, 1, LEAF, LEAF], [1, LEAF, LEAF, LEAF, LEAF]], np.int16),
        thresholds=np.array([[0.5, 0, 2, 0, 0], [1, 0, 0, 0, 0]], np.float32),
        left=np.array([[1, 0, 3, 0, 0], [1, 0, 0, 0, 0]], np.int16),
        values=np.array([[0.25, -1, 1, 0.5, 2], [0, -0.5, 0.5, 0, 0]], np.float32),
        calibration=np.array([slope, intercept]),
    )


def log_odds(probabilities: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = np.log(probabilities / (1 - probabilities))
    return found


def explain(trees: GradientTrees, rows: npt.NDArray[np.float32], columns: int) -> Explanation:
    return trees.explain(trees.find_leaves(rows), columns)


def test_log_odds_are_the_sum_of_the_leaves() -> None:
    rows = np.array([[0.5, 1], [0.5, 1.5], [0.75, 2], [0.75, 2.5]], np.float32)
    assert log_odds(make_trees().predict(rows)) == pytest.approx([-1.5, -0.5, 1.0, 2.5])


def test_calibration_is_a_line_through_the_log_odds() -> None:
    rows = np.array([[0.75, 2.5]], np.float32)
    assert log_odds(make_trees(0.5, -1.0).predict(rows)) == pytest.approx([0.25])


def test_what_each_column_adds_is_the_change_of_the_mean_output() -> None:
    explained = explain(make_trees(), np.array([[0.5, 1], [0.75, 2.5]], np.float32), 3)
    assert explained.base == pytest.approx(0.25)
    assert explained.contributions == pytest.approx(np.array([[-1.25, -0.5, 0], [0.75, 1.5, 0]]))
    assert explained.kinds == [0, 1]


def test_rows_that_end_in_the_same_leaves_are_explained_once() -> None:
    rows = np.array([[0.5, 1], [0.75, 2.5], [0.25, -1]] * CHUNK, np.float32)
    explained = explain(make_trees(), rows, 2)
    assert explained.kinds == [0, 1, 0] * CHUNK
    assert explained.contributions == pytest.approx(np.array([[-1.25, -0.5], [0.75, 1.5]]))


@given(st.lists(st.tuples(st.floats(-5, 5, width=32), st.floats(-5, 5, width=32)), max_size=8))
def test_base_and_contributions_add_up_to_the_log_odds(pairs: list[tuple[float, float]]) -> None:
    trees = make_trees(0.7, 0.3)
    rows = np.array(pairs, np.float32).reshape(-1, 2)
    explained = explain(trees, rows, 2)
    sums = explained.base + explained.contributions.sum(axis=1)
    assert sigmoid(sums[explained.kinds]) == pytest.approx(trees.predict(rows))


def test_pages_larger_than_a_chunk_are_read_whole() -> None:
    rows = np.zeros((2 * CHUNK + 3, 2), np.float32)
    rows[-1] = 9
    found = make_trees().predict(rows)
    assert len(found) == len(rows)
    assert set(found[:-1].round(6)) == {found[0].round(6)} != {found[-1].round(6)}


def test_no_rows_have_no_scores() -> None:
    none = np.zeros((0, 2), np.float32)
    assert make_trees().predict(none).shape == (0,)
    assert explain(make_trees(), none, 2).contributions.shape == (0, 2)


def test_probabilities_of_great_log_odds_do_not_overflow() -> None:
    assert sigmoid(np.array([-1e9, -1.0, 0.0, 1e9])).tolist() == pytest.approx([0, 0.2689414, 0.5, 1])


def test_arrays_are_read_as_they_were_written() -> None:
    trees = make_trees(0.7, 0.3)
    again = GradientTrees.from_arrays(trees.to_arrays("first"), "first", 2)
    rows = np.random.default_rng(0).normal(size=(50, 2)).astype(np.float32)
    assert again.predict(rows).tolist() == trees.predict(rows).tolist()


def test_a_missing_array_is_named() -> None:
    arrays = make_trees().to_arrays("first")
    del arrays["first_left"]
    with pytest.raises(KeyError, match="first_left"):
        GradientTrees.from_arrays(arrays, "first", 2)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("values", np.zeros((2, 4), np.float32), "length"),
        ("columns", np.zeros((0, 5), np.int16), "length"),
        ("columns", np.zeros(5, np.int16), "length"),
        ("columns", np.full((2, 5), 2, np.int16), "column"),
        ("columns", np.full((2, 5), -2, np.int16), "column"),
        ("columns", np.full((2, 5), -1.0, np.float32), "not integers"),
        ("left", np.zeros((2, 5), np.float32), "not integers"),
        ("left", np.zeros((2, 5), np.int16), "parents"),
        ("left", np.full((2, 5), np.iinfo(np.int16).max, np.int16), "parents"),
        ("left", np.array([[1, 9, 3, 0, 0], [1, 0, 0, 0, 0]], np.int16), "parents"),
        ("left", np.array([[2, 0, 3, 0, 0], [1, 0, 0, 0, 0]], np.int16), "two parents"),
        ("values", np.full((2, 5), np.inf, np.float32), "no number"),
        ("thresholds", np.full((2, 5), np.nan, np.float32), "no number"),
        ("calibration", np.array([1.0]), "slope"),
        ("calibration", np.array([1.0, np.nan]), "slope"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, value: npt.NDArray[np.float32], sentence: str) -> None:
    arrays = make_trees().to_arrays("x") | {f"x_{name}": value}
    with pytest.raises(ValueError, match=sentence):
        GradientTrees.from_arrays(arrays, "x", 2)
