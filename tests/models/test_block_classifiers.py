"""The classifiers of text blocks as files: what they predict, and what is said of those that do not fit."""

from pathlib import Path

import numpy as np
import pytest

from cutline.dom.methods.block_classifier import COLUMNS
from cutline.errors import ModelError
from cutline.models.auto_models import ARRAYS
from cutline.models.method_models import (
    SHIPPED_BLOCKS,
    BayesTables,
    BlockMethod,
    DecisionTree,
    load_block_classifier,
    save_block_classifier,
)
from cutline.models.trees import VotingTrees

methods = pytest.mark.parametrize("method", list(SHIPPED_BLOCKS))
ROWS = np.zeros((3, len(COLUMNS)))
ROWS[:, 0] = [0.1, 0.5, 0.9]


def make_tree() -> DecisionTree:
    """Text is what begins left of the middle."""
    columns, left, right, votes = (
        np.array([nodes], np.int16) for nodes in ([0, -1, -1], [1, -1, -1], [2, -1, -1], [0, 1, 0])
    )
    tree = VotingTrees(np.ones(1), columns, np.array([[0.5, 0, 0]]), left, right, votes, np.array(2, np.int16))
    return DecisionTree(tree)


def make_tables() -> BayesTables:
    """Text is what begins left of the middle."""
    cuts, odds = np.full((len(COLUMNS), 1), np.inf), np.zeros((len(COLUMNS), 2))
    cuts[0], odds[0] = 0.5, [1.0, -1.0]
    return BayesTables(np.array(0.0), cuts, odds)


@pytest.mark.parametrize(("method", "trained"), [("decision-tree", make_tree()), ("naive-bayes", make_tables())])
def test_classifier_is_the_same_from_its_files(
    method: BlockMethod, trained: DecisionTree | BayesTables, tmp_path: Path
) -> None:
    save_block_classifier(tmp_path, method, trained, {"numpy": "2"})
    found = load_block_classifier(method, tmp_path).is_text(ROWS)
    assert found.tolist() == trained.is_text(ROWS).tolist() == [True, True, False]


@methods
def test_shipped_classifier_fits(method: BlockMethod) -> None:
    assert load_block_classifier(method).is_text(ROWS).shape == (3,)


@methods
def test_shipped_card_names_every_column(method: BlockMethod) -> None:
    card = (SHIPPED_BLOCKS[method] / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert [name for name in COLUMNS if f"`{name}`" not in card] == []


def test_page_without_blocks_has_no_text() -> None:
    assert load_block_classifier("decision-tree").is_text(ROWS[:0]).tolist() == []


@pytest.mark.parametrize(
    "arrays",
    [
        {"left": np.array([0, -1, -1], np.int16)},  # a node that leads to itself would never end
        {"right": np.array([7, -1, -1], np.int16)},
        {"columns": np.array([999, -1, -1], np.int16)},
        {"votes": np.array([True])},
        {"strange": np.array([True])},
        {"votes": np.array([None] * 3, object)},  # would need a pickle
    ],
)
def test_arrays_that_do_not_fit_are_refused(arrays: dict[str, np.ndarray], tmp_path: Path) -> None:
    save_block_classifier(tmp_path, "decision-tree", make_tree(), {})
    with np.load(tmp_path / ARRAYS) as file:
        np.savez(tmp_path / ARRAYS, **{**file, **arrays})
    with pytest.raises(ModelError, match="is damaged"):
        load_block_classifier("decision-tree", tmp_path)


@pytest.mark.parametrize("change", [{"odds": np.zeros((1, 2))}, {"cuts": np.full((len(COLUMNS), 1), np.nan)}])
def test_tables_that_do_not_fit_are_refused(change: dict[str, np.ndarray], tmp_path: Path) -> None:
    save_block_classifier(tmp_path, "naive-bayes", make_tables(), {})
    with np.load(tmp_path / ARRAYS) as file:
        np.savez(tmp_path / ARRAYS, **{**file, **change})
    with pytest.raises(ModelError, match="is damaged"):
        load_block_classifier("naive-bayes", tmp_path)
