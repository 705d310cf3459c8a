"""Training of the two baselines of Single-Pass, naive Bayes and a decision tree, on labelled pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
from sklearn.model_selection import GroupKFold
from sklearn.tree import DecisionTreeClassifier

from cutline.config import Settings, load_settings
from cutline.dom.document import Document
from cutline.dom.features.arrays import Bools, Floats
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.methods.block_classifier import COLUMNS, read_rows
from cutline.errors import TrainingError
from cutline.models.labelled_pages import GoldText, LabelledPage, is_in_gold, read_labelled_pages
from cutline.models.method_models import BayesTables, BlockMethod, DecisionTree, save_block_classifier
from cutline.models.train import training
from cutline.models.train.boosting import export_trees
from cutline.models.train.datasets import find_data_files
from cutline.models.train.training import FOLDS, Render, Report, Score, Trained, print_progress

MAX_RANGES = 10  # per column, for naive Bayes
MIN_BLOCKS = 20  # in a leaf of the tree or a range, at least
PRUNING = 1e-3  # the tree's cost of a leaf in entropy (cost-complexity pruning, in place of C4.5's)
KINDS: Mapping[BlockMethod, str] = {
    "naive-bayes": "Naive Bayes over ranges of each feature, chosen for minimal entropy",
    "decision-tree": "A decision tree (CART) that splits by entropy, with cost-complexity pruning",
}

Fit = Callable[[Floats, Bools, int], BayesTables | DecisionTree]


@dataclass(frozen=True, slots=True, eq=False)
class BlockExamples:
    """The n text blocks of one page.

    Attributes:
        site: of the page; pages of one site are never both trained and tested on.
        rows: `COLUMNS` of each, shape (n, columns).
        labels: whether each block is article text.
    """

    site: str
    rows: Floats
    labels: Bools


@dataclass(frozen=True, slots=True)
class BlockFigures:
    """Results of cross-validation by site; the score is the mean over pages."""

    pages: int
    blocks: int
    sites: int
    score: Score


def train_block_classifier(
    method: BlockMethod,
    data: Sequence[Path],
    out: Path,
    seed: int = 0,
    report: Report = print_progress,
    render: Render | None = None,
) -> Trained[BlockFigures]:
    """Train a classifier of text blocks on labelled articles; equal seed, data and versions give equal models.

    Args:
        method: which of the two.
        data: corpora of labelled pages, or folders of them.
        out: the output folder; a trained model there is replaced.
        seed: 0 or more.
        report: called with progress lines.
        render: returns a page with its layout; by default a browser without network.

    Raises:
        TrainingError: the data has articles of fewer than five sites, or `out` holds other files.
        BrowserMissing: there is no browser.
    """
    training.check_out(out)
    settings = load_settings()
    files = find_data_files(data)
    pages = chain.from_iterable(read_labelled_pages(file.path) for file in files)
    rendered = training.read_rendered(pages, settings, render, report)
    examples = [page for page in (label_blocks(*each, settings) for each in rendered) if len(page.labels)]
    if len({page.site for page in examples}) < FOLDS or not any(page.labels.any() for page in examples):
        raise TrainingError(f"The data must contain articles with labelled text of at least {FOLDS} sites.")
    figures = cross_validate(examples, FITS[method], seed)
    report(
        f"{method}: {figures.pages} pages, {figures.blocks} text blocks; F1 {figures.score.f1:.3f} on other sites, "
        f"precision {figures.score.precision:.3f}, recall {figures.score.recall:.3f}"
    )
    trained = FITS[method](*join_blocks(examples), seed)
    return training.publish(
        out,
        "blocks.md",
        figures,
        lambda folder, versions: save_block_classifier(folder, method, trained, versions),
        ("scikit-learn", "numpy"),
        method=method,
        kind=KINDS[method],
        data=", ".join(file.name for file in files),
        seed=seed,
        columns="\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items()),
    )


train_naive_bayes = partial(train_block_classifier, "naive-bayes")
train_decision_tree = partial(train_block_classifier, "decision-tree")


def label_blocks(page: LabelledPage, document: Document, settings: Settings) -> BlockExamples:
    """Return the text blocks of one rendered page, labelled by whether they are in the labelled text."""
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    blocks, rows = read_rows(document, segments)
    gold = GoldText(page.text or "")
    labels = [is_in_gold(blocks.read_text(block), gold) for block in blocks.blocks]
    return BlockExamples(page.site or page.id, rows, np.array(labels, bool))


def cross_validate(examples: Sequence[BlockExamples], fit: Fit, seed: int) -> BlockFigures:
    """Return the quality of the classifier on sites it was not trained on, as means over pages."""
    sites = [page.site for page in examples]
    splits = GroupKFold(FOLDS).split(sites, groups=sites)
    scores = training.hold_out(
        examples,
        splits,
        lambda train: fit(*join_blocks(train), seed),
        lambda trained, page: Score.of(trained.is_text(page.rows), page.labels),
    )
    blocks = sum(len(page.labels) for page in examples)
    return BlockFigures(len(examples), blocks, len(set(sites)), Score.mean(scores))


def fit_naive_bayes(rows: Floats, labels: Bools, seed: int) -> BayesTables:
    """Fit naive Bayes over ranges of each column, chosen for minimal entropy; counts start at one."""
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


def fit_decision_tree(rows: Floats, labels: Bools, seed: int) -> DecisionTree:
    """Fit a tree that splits by entropy, with cost-complexity pruning."""
    fitted = DecisionTreeClassifier(
        criterion="entropy", min_samples_leaf=MIN_BLOCKS, ccp_alpha=PRUNING, random_state=seed
    ).fit(rows, labels)
    return DecisionTree(export_trees([fitted.tree_], [1.0], len(fitted.classes_)))


FITS: dict[BlockMethod, Fit] = {"naive-bayes": fit_naive_bayes, "decision-tree": fit_decision_tree}


def join_blocks(examples: Sequence[BlockExamples]) -> tuple[Floats, Bools]:
    """Return the rows and the labels of all pages."""
    return np.concatenate([page.rows for page in examples]), np.concatenate([page.labels for page in examples])
