"""The two classifiers of text blocks as plain arrays, and the folders they are kept in.

A folder holds `model.npz` with the arrays and `model.json` with what they were made for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cutline.dom.methods.block_classifier import COLUMNS, BlockClassifier
from cutline.errors import ModelError
from cutline.models.array_folder import DAMAGES

BlockMethod = Literal["naive-bayes", "decision-tree"]
Floats = NDArray[np.float64]

SHIPPED: Mapping[BlockMethod, Path] = {
    "naive-bayes": Path(__file__).with_name("naive_bayes"),
    "decision-tree": Path(__file__).with_name("decision_tree"),
}
ARRAYS, DESCRIPTION = "model.npz", "model.json"
FORMAT = 1  # changes when the arrays or the meaning of a column do
LEAF = -1  # in place of a column: the node has no children


@dataclass(frozen=True, slots=True, eq=False)
class BayesTables:
    """Naive Bayes over c columns, each cut into at most r ranges.

    Attributes:
        prior: the logarithm of the odds of article text to other text.
        cuts: c rows of r - 1 upper bounds, the last ones infinite where a column has fewer ranges.
        odds: c rows of r logarithms: how much likelier the range is in article text.
    """

    prior: Floats
    cuts: Floats
    odds: Floats

    def is_text(self, rows: Floats) -> NDArray[np.bool_]:
        """Return which rows are more likely article text."""
        total = np.full(len(rows), float(self.prior))
        for column, (cuts, odds) in enumerate(zip(self.cuts, self.odds, strict=True)):
            total += odds[np.searchsorted(cuts, rows[:, column], side="left")]
        return total > 0

    def check(self) -> None:
        """Raise ValueError unless the arrays fit together and the columns."""
        columns, cuts = self.cuts.shape
        if self.prior.shape != () or columns != len(COLUMNS) or self.odds.shape != (columns, cuts + 1):
            raise ValueError("its arrays differ in length")
        is_sorted = (self.cuts[:, 1:] >= self.cuts[:, :-1]).all()
        if not np.isfinite(self.odds).all() or np.isnan(self.cuts).any() or not is_sorted:
            raise ValueError("its tables hold no probabilities")


@dataclass(frozen=True, slots=True, eq=False)
class DecisionTree:
    """A binary tree of n nodes; the first is the root, and children follow their parents.

    Attributes:
        columns: the column that each node asks, `LEAF` where it asks none.
        thresholds: a value up to this goes to the left child, a greater one to the right.
        left: the left child of each node.
        right: the same for the right child.
        votes: whether the node stands for article text.
    """

    columns: NDArray[np.int16]
    thresholds: Floats
    left: NDArray[np.int16]
    right: NDArray[np.int16]
    votes: NDArray[np.bool_]

    def is_text(self, rows: Floats) -> NDArray[np.bool_]:
        """Return which rows end in a leaf that stands for article text."""
        values = rows.astype(np.float32)  # scikit-learn compares in this precision
        nodes, places = np.zeros(len(rows), np.int16), np.arange(len(rows))
        while (asking := self.columns[nodes] != LEAF).any():
            is_left = values[places, self.columns[nodes]] <= self.thresholds[nodes]
            nodes = np.where(asking, np.where(is_left, self.left[nodes], self.right[nodes]), nodes)
        votes: NDArray[np.bool_] = self.votes[nodes]
        return votes

    def check(self) -> None:
        """Raise ValueError unless the arrays fit together and the columns, and every way ends."""
        shape = self.columns.shape
        others = (self.thresholds, self.left, self.right, self.votes)
        if len(shape) != 1 or not shape[0] or any(array.shape != shape for array in others):
            raise ValueError("its arrays differ in length")
        if self.votes.dtype != np.bool_ or self.columns.min() < LEAF or self.columns.max() >= len(COLUMNS):
            raise ValueError("a node asks for a column that is none")
        asking, places = self.columns != LEAF, np.arange(shape[0])
        if any((asking & ((child <= places) | (child >= shape[0]))).any() for child in (self.left, self.right)):
            raise ValueError("a node does not follow its parent")


KINDS: Mapping[BlockMethod, type[BayesTables] | type[DecisionTree]] = {
    "naive-bayes": BayesTables,
    "decision-tree": DecisionTree,
}


def save_block_classifier(
    folder: Path, method: BlockMethod, trained: BayesTables | DecisionTree, versions: Mapping[str, str]
) -> None:
    """Write a classifier into a folder, with the versions of what trained it."""
    np.savez_compressed(folder / ARRAYS, **asdict(trained))
    description = {**_expected(method), "trained_with": dict(versions)}
    (folder / DESCRIPTION).write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")


def load_block_classifier(method: BlockMethod, folder: Path | None = None) -> BlockClassifier:
    """Return the classifier that a folder holds, or the shipped one.

    Raises:
        ModelError: it is missing, damaged, or made for other features than those of this version.
    """
    folder = folder or SHIPPED[method]
    retrain = f"train it again with `cutline train {method}`"
    try:
        given = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
        differing = next((name for name, value in _expected(method).items() if given.get(name) != value), None)
        if differing:
            raise ModelError(
                f"The {method} model {folder} was made for another version of cutline ({differing}); {retrain}."
            )
        with (folder / ARRAYS).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            trained = KINDS[method](**arrays)
        trained.check()
    except OSError as error:
        raise ModelError(
            f"The {method} model {folder} cannot be read: {error.strerror or error}; {retrain}."
        ) from error
    except DAMAGES as error:
        raise ModelError(f"The {method} model {folder} is damaged: {error}; {retrain}.") from error
    return BlockClassifier(trained.is_text)


def _expected(method: BlockMethod) -> dict[str, object]:
    return {"model": method, "format": FORMAT, "columns": list(COLUMNS)}
