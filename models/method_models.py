"""The model of each method that needs one, and the folders of the block classifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.dom.methods.block_classifier import COLUMNS, BlockClassifier
from cutline.dom.methods.v_wrapper import INNER_LABELS, LEAF_LABELS, VWrapper
from cutline.dom.visual_blocks import COLUMNS as VISUAL_COLUMNS
from cutline.models.array_folder import Arrays, load_arrays, save_arrays
from cutline.models.auto_models import SHIPPED_BODY, load_body_model
from cutline.models.template_wrapper_files import load_template_wrapper
from cutline.models.trees import VotingTrees
from cutline.types import Method

BlockMethod = Literal["naive-bayes", "decision-tree"]
Floats = NDArray[np.float64]

SHIPPED = "cutline"  # value of a setting for a shipped model
SHIPPED_BLOCKS: Mapping[BlockMethod, Path] = {
    "naive-bayes": Path(__file__).with_name("naive_bayes"),
    "decision-tree": Path(__file__).with_name("decision_tree"),
}
SHIPPED_V_WRAPPER = Path(__file__).with_name("v_wrapper")
# The setting that selects a method's model; other methods have a single model.
MODEL_SETTINGS: dict[Method, str] = {
    "auto": "auto.text_model",
    "template-wrapper": "template_wrapper.file",
    "v-wrapper": "v_wrapper.model",
}
# What must be equal in a folder; `format` changes when the arrays or the meaning of a column do.
BLOCKS = {"format": 1, "columns": list(COLUMNS)}
V_WRAPPER = {
    "model": "v-wrapper",
    "format": 1,
    "columns": list(VISUAL_COLUMNS),
    "inner_labels": list(INNER_LABELS),
    "leaf_labels": list(LEAF_LABELS),
}
TREE_ARRAYS = ("columns", "thresholds", "left", "right", "votes")  # the arrays of a single tree


@dataclass(frozen=True, slots=True, eq=False)
class BayesTables:
    """Naive Bayes over c columns, each divided into at most r ranges.

    Attributes:
        prior: log odds of article text against other text.
        cuts: upper bounds of the ranges, shape (c, r - 1); infinite where a column has fewer ranges.
        odds: log-likelihood ratio of article text for each range, shape (c, r).
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
        """Raise ValueError unless the arrays fit together and match the columns."""
        columns, cuts = self.cuts.shape
        if self.prior.shape != () or columns != len(COLUMNS) or self.odds.shape != (columns, cuts + 1):
            raise ValueError("its arrays differ in length")
        is_sorted = (self.cuts[:, 1:] >= self.cuts[:, :-1]).all()
        if not np.isfinite(self.odds).all() or np.isnan(self.cuts).any() or not is_sorted:
            raise ValueError("its tables contain values that are not probabilities")


@dataclass(frozen=True, slots=True, eq=False)
class DecisionTree:
    """A single tree that votes for article text (1) or other text (0)."""

    trees: VotingTrees

    def is_text(self, rows: Floats) -> NDArray[np.bool_]:
        """Return which rows end in a leaf for article text."""
        votes: NDArray[np.bool_] = (
            self.trees.predict(rows.astype(np.float32)) == 1
        )  # scikit-learn compares in float32 too
        return votes


def save_block_classifier(
    folder: Path, method: BlockMethod, trained: BayesTables | DecisionTree, versions: Mapping[str, str]
) -> None:
    """Write a classifier into a folder, with the versions of the packages that trained it."""
    if isinstance(trained, BayesTables):
        arrays = asdict(trained)
    else:
        arrays = {name: getattr(trained.trees, name)[0] for name in TREE_ARRAYS}
        arrays["votes"] = arrays["votes"].astype(bool)
    save_arrays(folder, arrays, {"model": method, **BLOCKS}, versions)


def load_block_classifier(method: BlockMethod, folder: Path | None = None) -> BlockClassifier:
    """Return the classifier in a folder, or the shipped one.

    Raises:
        ModelError: it is missing, damaged, or made for features of another version.
    """
    make = {"naive-bayes": _make_tables, "decision-tree": _make_tree}[method]
    return load_arrays(folder or SHIPPED_BLOCKS[method], {"model": method, **BLOCKS}, make)


def save_v_wrapper(folder: Path, inner: VotingTrees, leaf: VotingTrees, versions: Mapping[str, str]) -> None:
    """Write the two classifiers into a folder, with the versions of the packages that trained them."""
    save_arrays(folder, {**inner.to_arrays("inner"), **leaf.to_arrays("leaf")}, V_WRAPPER, versions)


def load_v_wrapper(folder: Path) -> VWrapper:
    """Return the V-Wrapper in a folder.

    Raises:
        ModelError: it is missing, damaged, or made for features of another version.
    """
    return load_arrays(folder, V_WRAPPER, _make_v_wrapper)


def load_method_model(method: Method, settings: Settings) -> object:
    """Return the model of a method, the shipped one unless the settings name another; None if it needs none.

    Raises:
        WrapperMissing: the method is `template-wrapper`, for which none is shipped, and the settings name none.
        ModelError: the model is missing, damaged, or made for features of another version.
    """
    body, v_wrapper = settings.auto.text_model, settings.v_wrapper.model
    loaders: dict[Method, Callable[[], object]] = {
        "auto": partial(load_body_model, SHIPPED_BODY if body == SHIPPED else Path(body)),
        "naive-bayes": partial(load_block_classifier, "naive-bayes"),
        "decision-tree": partial(load_block_classifier, "decision-tree"),
        "template-wrapper": partial(load_template_wrapper, settings.template_wrapper.file),
        "v-wrapper": partial(load_v_wrapper, SHIPPED_V_WRAPPER if v_wrapper == SHIPPED else Path(v_wrapper)),
    }
    return loaders[method]() if method in loaders else None


def _make_tables(arrays: Arrays) -> BlockClassifier:
    tables = BayesTables(**arrays)
    tables.check()
    return BlockClassifier(tables.is_text)


def _make_tree(arrays: Arrays) -> BlockClassifier:
    if set(arrays) != set(TREE_ARRAYS) or arrays["votes"].dtype != np.bool_:
        raise ValueError("its arrays do not describe a tree")
    nodes = {f"tree_{name}": arrays[name][None] for name in TREE_ARRAYS}
    nodes["tree_votes"] = nodes["tree_votes"].astype(np.int16)
    nodes |= {"tree_weights": np.ones(1), "tree_classes": np.array(2, np.int16)}
    return BlockClassifier(DecisionTree(VotingTrees.from_arrays(nodes, "tree", len(COLUMNS))).is_text)


def _make_v_wrapper(arrays: Arrays) -> VWrapper:
    inner, leaf = (VotingTrees.from_arrays(arrays, name, len(VISUAL_COLUMNS)) for name in ("inner", "leaf"))
    if int(inner.classes) != len(INNER_LABELS) or int(leaf.classes) != len(LEAF_LABELS):
        raise ValueError("it has another number of labels")
    return VWrapper(inner.predict, leaf.predict)
