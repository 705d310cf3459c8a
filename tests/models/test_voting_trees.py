"""Boosted trees as plain arrays."""

import numpy as np
import pytest

from cutline.models.trees import VotingTrees

sklearn = pytest.importorskip("sklearn")


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("depth", [1, 3])
def test_prediction_is_that_of_scikit_learn(classes: int, depth: int) -> None:
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    from cutline.models.train.boosting import export_boosted_trees

    random = np.random.default_rng(classes + depth)
    features = random.normal(size=(600, 5)).astype(np.float32)
    labels = (features[:, 0] * features[:, 1] > 0.2).astype(int) + (classes - 2) * (features[:, 2] > 0.5)
    fitted = AdaBoostClassifier(DecisionTreeClassifier(max_depth=depth), n_estimators=15, random_state=0)
    fitted.fit(features[:300], labels[:300])
    trees = export_boosted_trees(fitted)
    assert (trees.predict(features) == fitted.predict(features)).all()
    again = VotingTrees.from_arrays(trees.to_arrays("inner"), "inner", 5)
    assert (again.score(features) == trees.score(features)).all()


def test_equal_seeds_give_equal_trees() -> None:
    from cutline.models.train.boosting import fit_boosted_trees

    features = np.random.default_rng(1).normal(size=(80, 3)).astype(np.float32)
    labels = (features[:, 0] > features[:, 1]).astype(np.int64)
    one, two = (fit_boosted_trees(features, labels, rounds=5, depth=2, seed=3).to_arrays("x") for _ in range(2))
    assert all((one[name] == two[name]).all() for name in one)


def test_no_rows_have_no_labels() -> None:
    assert len(make_stump().predict(np.zeros((0, 1), dtype=np.float32))) == 0


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("columns", [[9, -1, -1]], "column"),
        ("left", [[0, 0, 0]], "parents"),
        ("right", [[7, 0, 0]], "parents"),
        ("votes", [[0, 0, 5]], "class"),
        ("weights", [1.0, 2.0], "length"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, value: object, sentence: str) -> None:
    arrays = make_stump().to_arrays("x") | {f"x_{name}": np.array(value)}
    with pytest.raises(ValueError, match=sentence):
        VotingTrees.from_arrays(arrays, "x", 1)


def make_stump() -> VotingTrees:
    """One question, left class 0, right class 1."""
    small = np.int16
    return VotingTrees(
        np.array([1.0]),
        np.array([[0, -1, -1]], small),
        np.array([[0.5, 0, 0]]),
        np.array([[1, 0, 0]], small),
        np.array([[2, 0, 0]], small),
        np.array([[0, 0, 1]], small),
        np.array(2, small),
    )
