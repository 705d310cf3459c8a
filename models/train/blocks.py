"""Training of the two baselines of Single-Pass, naive Bayes and a decision tree, on labelled pages."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold
from sklearn.tree import DecisionTreeClassifier

from cutline.config import Settings, load_settings
from cutline.dom.document import Document, read_page
from cutline.dom.render.pool import BrowserPool
from cutline.errors import TrainingError
from cutline.models.block_classifiers import (
    ARRAYS,
    DESCRIPTION,
    LEAF,
    BayesTables,
    BlockMethod,
    DecisionTree,
    save_block_classifier,
)
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.train.block_cards import BlockFigures, write_block_card
from cutline.models.train.block_examples import BlockExamples, Render, collect_block_examples
from cutline.models.train.datasets import find_data_files
from cutline.models.train.ner import print_progress

CARD = "MODEL_CARD.md"
OWN_FILES = (ARRAYS, DESCRIPTION, CARD)
FOLDS = 5
MAX_RANGES = 10  # that a column is cut into for naive Bayes
MIN_BLOCKS = 20  # blocks that a leaf of the tree, or a range, holds at least
PRUNING = 1e-3  # the tree's cost of a leaf in entropy (cost-complexity pruning, in place of C4.5's)

Rows = NDArray[np.float64]
Labels = NDArray[np.bool_]
Fit = Callable[[Rows, Labels, int], BayesTables | DecisionTree]


@dataclass(frozen=True, slots=True)
class TrainedBlocks:
    """A trained classifier: the folder it lies in, and what was measured of it."""

    folder: Path
    figures: BlockFigures


def train_block_classifier(
    method: BlockMethod,
    data: Sequence[Path],
    out: Path,
    seed: int = 0,
    report: Callable[[str], None] = print_progress,
    render: Render | None = None,
) -> TrainedBlocks:
    """Return a classifier of text blocks, trained on labelled articles; equal seed, data and versions give the same.

    Args:
        method: which of the two.
        data: corpora of labelled pages, or folders of them.
        out: the folder to make; a trained model there is replaced.
        seed: 0 or more.
        report: called with lines of progress.
        render: returns a page with its layout; by default a browser without network.

    Raises:
        TrainingError: the data does not hold articles of at least five sites, or `out` holds other files.
        BrowserMissing: there is no browser.
    """
    settings = load_settings()
    _check_out(out)
    files = find_data_files(data)
    pages = chain.from_iterable(read_labelled_pages(file.path) for file in files)
    if render:
        examples = list(collect_block_examples(pages, render, settings, report))
    else:
        examples = _render_examples(pages, settings, report)
    if len({page.site for page in examples}) < FOLDS or not any(page.labels.any() for page in examples):
        raise TrainingError(f"The data has to hold articles with labelled text of at least {FOLDS} sites.")
    fit = FITS[method]
    figures = cross_validate(examples, fit, seed)
    report(
        f"{method}: {figures.pages} pages, {figures.blocks} text blocks; F1 {figures.f1:.3f} on other sites, "
        f"precision {figures.precision:.3f}, recall {figures.recall:.3f}"
    )
    trained = fit(*_join(examples), seed)
    versions = {name: version(name) for name in ("cutline", "scikit-learn", "numpy")}
    with tempfile.TemporaryDirectory() as made:
        save_block_classifier(Path(made), method, trained, versions)
        card = write_block_card(method, [file.data.name for file in files], figures, versions, seed)
        (Path(made) / CARD).write_text(card, encoding="utf-8")
        out.mkdir(parents=True, exist_ok=True)
        for name in OWN_FILES:
            shutil.copyfile(Path(made) / name, out / name)
    return TrainedBlocks(out, figures)


def cross_validate(examples: Sequence[BlockExamples], fit: Fit, seed: int) -> BlockFigures:
    """Return how right the classifier is on the pages of sites that it was not trained on; means over pages."""
    sites = [page.site for page in examples]
    scores = []
    for train, test in GroupKFold(FOLDS).split(sites, groups=sites):
        trained = fit(*_join([examples[index] for index in train]), seed)
        scores += [score_page(trained.is_text(examples[index].rows), examples[index].labels) for index in test]
    precision, recall, f1 = (float(value) for value in np.mean(scores, axis=0))
    return BlockFigures(
        len(examples), sum(len(page.labels) for page in examples), len(set(sites)), precision, recall, f1
    )


def score_page(found: Labels, labels: Labels) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the blocks found in one page; the recall of a page with none to find is 1."""
    right, kept, labelled = int((found & labels).sum()), int(found.sum()), int(labels.sum())
    precision, recall = right / kept if kept else 0.0, right / labelled if labelled else 1.0
    return precision, recall, 2 * right / (kept + labelled) if kept + labelled else 1.0


def fit_naive_bayes(rows: Rows, labels: Labels, seed: int) -> BayesTables:
    """Return naive Bayes over ranges of each column, cut where their entropy is least; counts start at one."""
    cuts = np.full((rows.shape[1], MAX_RANGES - 1), np.inf)
    odds = np.zeros((rows.shape[1], MAX_RANGES))
    for column, values in enumerate(rows.T):
        tree = DecisionTreeClassifier(
            criterion="entropy", max_leaf_nodes=MAX_RANGES, min_samples_leaf=MIN_BLOCKS, random_state=seed
        ).fit(values[:, None], labels)
        bounds = np.unique(tree.tree_.threshold[tree.tree_.children_left >= 0])
        cuts[column, : len(bounds)] = bounds
        places = np.searchsorted(bounds, values, side="left")
        text, other = (1 + np.bincount(places[labels == kind], minlength=len(bounds) + 1) for kind in (True, False))
        odds[column, : len(bounds) + 1] = np.log(text / text.sum()) - np.log(other / other.sum())
    prior = np.log((1 + labels.sum()) / (1 + (~labels).sum()))
    return BayesTables(np.array(prior), cuts, odds)


def fit_decision_tree(rows: Rows, labels: Labels, seed: int) -> DecisionTree:
    """Return a tree that splits by entropy, pruned by cost and complexity."""
    fitted = DecisionTreeClassifier(
        criterion="entropy", min_samples_leaf=MIN_BLOCKS, ccp_alpha=PRUNING, random_state=seed
    ).fit(rows, labels)
    tree = fitted.tree_
    is_leaf = tree.children_left < 0
    return DecisionTree(
        np.where(is_leaf, LEAF, tree.feature).astype(np.int16),
        tree.threshold.astype(np.float64),
        tree.children_left.astype(np.int16),
        tree.children_right.astype(np.int16),
        fitted.classes_[tree.value[:, 0].argmax(axis=1)].astype(bool),
    )


FITS: dict[BlockMethod, Fit] = {"naive-bayes": fit_naive_bayes, "decision-tree": fit_decision_tree}


def _render_examples(
    pages: chain[LabelledPage], settings: Settings, report: Callable[[str], None]
) -> list[BlockExamples]:
    with BrowserPool(settings.render) as pool:

        def render(page: LabelledPage) -> Document:
            return pool.render(read_page(page.html, settings.page.max_bytes, page.url))

        return list(collect_block_examples(pages, render, settings, report))


def _join(examples: Sequence[BlockExamples]) -> tuple[Rows, Labels]:
    return np.concatenate([page.rows for page in examples]), np.concatenate([page.labels for page in examples])


def _check_out(out: Path) -> None:
    if out.is_dir() and (strange := {path.name for path in out.iterdir()}.difference(OWN_FILES)):
        raise TrainingError(f"{out} holds {min(strange)}, which is no part of a model; name another folder.")
    if out.exists() and not out.is_dir():
        raise TrainingError(f"{out} is a file; name a folder.")
