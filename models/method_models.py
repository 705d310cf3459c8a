"""The model of each method that needs one: the block classifiers' folders, and the file of a template wrapper.

A wrapper is JSON: one line per template node, children referenced by number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cutline.config import Settings
from cutline.dom.features.arrays import Bools, Floats
from cutline.dom.methods.block_classifier import COLUMNS, BlockClassifier
from cutline.dom.methods.v_wrapper import INNER_LABELS, LEAF_LABELS, VWrapper
from cutline.dom.templates.page_trees import TEXT_TAG
from cutline.dom.templates.patterns import ChildSlot, Label, PatternNode, Quantifier, TemplateWrapper, walk_pattern
from cutline.dom.visual_blocks import COLUMNS as VISUAL_COLUMNS
from cutline.errors import ModelError, WrapperMissing
from cutline.models.auto_models import SHIPPED_BODY, Arrays, choose_folder, load_arrays, load_body_model, save_arrays
from cutline.models.trees import VotingTrees
from cutline.types import Method

# What must be equal in the file; `format` changes when its fields or their meaning do.
EXPECTED = {"model": "template-wrapper", "format": 1}
MAX_BYTES = 50_000_000  # thousands of nodes take less than one million
MAX_DEPTH = 100  # levels; deeper trees are not learned
RELEARN = "learn it again with `cutline train template-wrapper`"


class _Record(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class _FactorRecord(_Record):
    quantifier: Quantifier
    nodes: list[int] = Field(min_length=1)


class _NodeRecord(_Record):
    tag: str
    tokens: frozenset[str]
    variants: frozenset[str]
    text: str | None
    label: Label | None
    count: int = Field(ge=1)
    factors: list[_FactorRecord]


class _WrapperRecord(_Record):
    model: str
    format: int
    site: str
    pages: int = Field(ge=1)
    learned_with: dict[str, str]
    vocabulary: list[str]
    nodes: list[_NodeRecord] = Field(min_length=1)


def save_template_wrapper(file: Path, wrapper: TemplateWrapper, versions: Mapping[str, str]) -> None:
    """Write a wrapper into a file, with the versions of the packages that learned it.

    Raises:
        OSError: it cannot be written.
    """
    head = {
        **EXPECTED,
        "site": wrapper.site,
        "pages": wrapper.pages,
        "learned_with": dict(versions),
        "vocabulary": sorted(wrapper.vocabulary),
    }
    nodes = list(walk_pattern(wrapper.root))
    numbers = {node: number for number, node in enumerate(nodes)}
    lines = ",\n".join(json.dumps(_to_record(node, numbers), ensure_ascii=False) for node in nodes)
    opening = json.dumps(head, ensure_ascii=False).removesuffix("}")
    file.write_text(f'{opening}, "nodes": [\n{lines}\n]}}\n', encoding="utf-8")


def load_template_wrapper(name: str) -> TemplateWrapper:
    """Return the wrapper in a file.

    Args:
        name: path of the file; empty if none is configured.

    Raises:
        WrapperMissing: the name is empty.
        ModelError: the file is missing, damaged, or made by another version.
    """
    if not name:
        raise WrapperMissing(
            "The method template-wrapper needs the wrapper of the page's site: learn one from labelled pages with "
            "`cutline train template-wrapper`, and name its file with --wrapper, Extractor(wrapper=...) or the setting "
            "template_wrapper.file."
        )
    try:
        with Path(name).open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise ModelError(f"The wrapper {name} cannot be read: {reason or error}; {RELEARN}.") from error
    if len(content) > MAX_BYTES:
        raise ModelError(f"The wrapper {name} is not a wrapper: it has more than {MAX_BYTES:,} bytes; {RELEARN}.")
    return _read_wrapper(name, content)


def _read_wrapper(name: str, content: bytes) -> TemplateWrapper:
    try:
        record = _WrapperRecord.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ModelError(
            f"The wrapper {name} is damaged or not a wrapper: {place}: {first['msg']}; {RELEARN}."
        ) from error
    if {"model": record.model, "format": record.format} != EXPECTED:
        raise ModelError(f"The wrapper {name} was made by another version of cutline; {RELEARN}.")
    try:
        root = _build(record.nodes)
    except ValueError as error:
        raise ModelError(f"The wrapper {name} is damaged or not a wrapper: {error}; {RELEARN}.") from error
    return TemplateWrapper(record.site, record.pages, frozenset(record.vocabulary), root)


def _to_record(node: PatternNode, numbers: Mapping[PatternNode, int]) -> dict[str, object]:
    return {
        "tag": node.tag,
        "tokens": sorted(node.tokens),
        "variants": sorted(node.variants),
        "text": node.text,
        "label": node.label,
        "count": node.count,
        "factors": [
            {"quantifier": slot.quantifier, "nodes": [numbers[one] for one in slot.alternatives]} for slot in node.slots
        ],
    }


def _build(records: Sequence[_NodeRecord]) -> PatternNode:
    """Return the root node; raise ValueError unless the nodes form one tree, children after their parents."""
    _check_tree(records)
    nodes: dict[int, PatternNode] = {}
    for number in reversed(range(len(records))):
        own = dict(records[number])
        factors: Sequence[_FactorRecord] = own.pop("factors")
        slots = tuple(ChildSlot(slot.quantifier, tuple(map(nodes.__getitem__, slot.nodes))) for slot in factors)
        nodes[number] = PatternNode(**own, slots=slots)
    return nodes[0]


def _check_tree(records: Sequence[_NodeRecord]) -> None:
    depths = {0: 1}
    for number, record in enumerate(records):
        if number not in depths:
            raise ValueError(f"node {number} has no parent before it")
        if record.tag == TEXT_TAG and record.factors:
            raise ValueError(f"node {number} is a text and has children")
        for child in (child for slot in record.factors for child in slot.nodes):
            if not number < child < len(records) or child in depths:
                raise ValueError(f"node {number} has a child {child} that does not exist or has another parent")
            depths[child] = depths[number] + 1
    if max(depths.values()) > MAX_DEPTH:
        raise ValueError(f"it has more than {MAX_DEPTH} levels")


BlockMethod = Literal["naive-bayes", "decision-tree"]

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

    def is_text(self, rows: Floats) -> Bools:
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

    def is_text(self, rows: Floats) -> Bools:
        """Return which rows end in a leaf for article text."""
        votes: Bools = self.trees.predict(rows.astype(np.float32)) == 1  # scikit-learn compares in float32 too
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
    loaders: dict[Method, Callable[[], object]] = {
        "auto": partial(load_body_model, choose_folder(settings.auto.text_model, SHIPPED_BODY)),
        "naive-bayes": partial(load_block_classifier, "naive-bayes"),
        "decision-tree": partial(load_block_classifier, "decision-tree"),
        "template-wrapper": partial(load_template_wrapper, settings.template_wrapper.file),
        "v-wrapper": partial(load_v_wrapper, choose_folder(settings.v_wrapper.model, SHIPPED_V_WRAPPER)),
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
