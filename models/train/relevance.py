"""Trains the classifiers of relevance: which blocks and captions tell of an article's story, and where it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from cutline.config import load_settings
from cutline.errors import TrainingError
from cutline.models.gradient_trees import GradientTrees
from cutline.models.relevance_model import RelevanceModel, save_relevance_model
from cutline.models.train.folds import split_sites
from cutline.models.train.gradient_boosting import Boosting, calibrate, fit_gradient_trees
from cutline.models.train.model_folder import check_out, write_model
from cutline.models.train.ner import print_progress
from cutline.models.train.strangers import Examples, Strangers
from cutline.models.train.told_pages import Backgrounds, ToldPage, collect_told_pages
from cutline.nlp.relevance import RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS

FOLDS = 5  # sites are held out in so many parts to measure
LOST = 0.02  # share of the article's own that may be taken for strangers where what is caught is measured
# Evidence for a story never speaks against it, however the few labelled pages have it.
RISING = ("whole", "apart", "beside", "lead")
SPLIT_DIRECTIONS = {
    **dict.fromkeys(("behind_given_before", "before_given_behind", "both", "behind_given_declared", "rivals"), 1),
    **dict.fromkeys(("behind_inside", "contrast", "declared_gain", "dip", "lift", "repeated"), -1),
}
TEXTS = Boosting(
    120, leaves=8, depth=4, rate=0.08, min_rows=40, penalty=5.0, column_share=0.5, row_share=0.7,
    directions=tuple(int(name.startswith(RISING)) - (name == "is_paid") for name in RELEVANCE_COLUMNS),
)  # fmt: skip
SPLITS = Boosting(
    120, leaves=8, depth=4, rate=0.08, min_rows=40, penalty=5.0, column_share=0.5, row_share=0.7,
    directions=tuple(SPLIT_DIRECTIONS.get(name, 0) for name in SPLIT_COLUMNS),
)  # fmt: skip

Scores = NDArray[np.float64]
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class RelevanceFigures:
    """What was measured in cross-validation by site: of n own texts and strangers.

    Attributes:
        own, strangers: how many.
        auc: the area under the ROC curve.
        caught: share of the strangers that score lower than all but 2 % of the own.
    """

    own: int
    strangers: int
    auc: float
    caught: float


@dataclass(frozen=True, slots=True)
class TrainedRelevance:
    """Trained classifiers: the folder they lie in, and what was measured of blocks, captions and boundaries."""

    folder: Path
    figures: Mapping[str, RelevanceFigures]


def train_relevance(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress
) -> TrainedRelevance:
    """Return classifiers of relevance, trained on labelled pages; equal seed, data and versions give the same.

    Args:
        data: corpora of labelled pages, or folders of them; those with a labelled text are read.
        out: the folder to make; a trained model there is replaced.
        seed: 0 or more.
        report: called with lines of progress.

    Raises:
        TrainingError: the data does not hold labelled texts of at least five sites, in one language and long enough to
            put one behind another, or `out` holds other files.
    """
    check_out(out)
    backgrounds = Backgrounds()
    pages = collect_told_pages(data, load_settings(), backgrounds, report)
    if len({page.site for page in pages}) < FOLDS or not any(page.captions for page in pages):
        raise TrainingError(f"The data has to hold labelled texts of at least {FOLDS} sites, and labelled images.")
    model, figures = fit_relevance(pages, backgrounds, seed)
    for name, figure in figures.items():
        report(f"{name}: area under the curve {figure.auc:.4f} on other sites, {figure.caught:.3f} of strangers caught")
    versions = {name: version(name) for name in ("cutline", "lightgbm", "numpy")}
    card = write_relevance_card(figures, versions, seed)
    write_model(out, lambda folder: save_relevance_model(folder, model, versions), card)
    return TrainedRelevance(out, figures)


def fit_relevance(
    pages: Sequence[ToldPage], backgrounds: Backgrounds, seed: int
) -> tuple[RelevanceModel, Mapping[str, RelevanceFigures]]:
    """Return the classifiers learned from some articles, calibrated, and how right they are on other sites."""
    strangers = Strangers(pages, backgrounds, seed)
    learned = {
        "blocks": _fit(strangers.collect_blocks(), TEXTS, seed),
        "captions": _fit(strangers.collect_captions(), TEXTS, seed),
        "boundaries": _fit(strangers.collect_splits(), SPLITS, seed),
    }
    model = RelevanceModel(**{name: trees for name, (trees, _) in learned.items()})
    return model, {name: figures for name, (_, figures) in learned.items()}


def _fit(examples: Examples, boosting: Boosting, seed: int) -> tuple[GradientTrees, RelevanceFigures]:
    """Return trees that tell what is an article's own, own and strangers weighing the same, and their figures."""
    own = examples.is_own
    if own.all() or not own.any():
        raise TrainingError(
            "The data has to hold articles of one language from several sites, of thirty words and more."
        )
    weights = np.where(own, 0.5 / own.mean(), 0.5 / (1 - own.mean()))
    log_odds = np.zeros(len(own))
    for train, test in split_sites(examples.sites, FOLDS):
        trees = fit_gradient_trees(examples.rows[train], own[train], weights[train], boosting, seed)
        scores = np.clip(trees.predict(examples.rows[test]), 1e-9, 1 - 1e-9)
        log_odds[test] = np.log(scores / (1 - scores))
    figures = RelevanceFigures(
        own=int(own.sum()),
        strangers=int((~own).sum()),
        auc=float(roc_auc_score(own, log_odds)),
        caught=float(np.mean(log_odds[~own] < np.quantile(log_odds[own], LOST))),
    )
    whole = fit_gradient_trees(examples.rows, own, weights, boosting, seed)
    return calibrate(whole, log_odds, own, weights), figures


def write_relevance_card(figures: Mapping[str, RelevanceFigures], versions: Mapping[str, str], seed: int) -> str:
    """Return the model card in Markdown."""
    rows = (
        f"| {name} | {each.own} | {each.strangers} | {each.auc:.4f} | {each.caught:.3f} |"
        for name, each in figures.items()
    )
    return CARD.format(
        rows="\n".join(rows),
        versions=", ".join(f"{name} {number}" for name, number in versions.items()),
        seed=seed,
        columns=", ".join(f"`{name}`" for name in RELEVANCE_COLUMNS),
        split_columns=", ".join(f"`{name}`" for name in SPLIT_COLUMNS),
    )


CARD = """\
# relevance

Three ensembles of gradient-boosted trees: which blocks of an article, and which captions of its page, tell of its
story, and where a second story begins. Calibrated (Platt) on held-out sites, for as many strangers as own texts. Plain
arrays, read with numpy alone.

## Training

`cutline train relevance --data PATH... --out FOLDER --seed {seed}` ({versions}).

Own texts are labelled article text and the captions of labelled images. Strangers are texts of other articles of the
same language: of any of them, and of the nearest of a few. They are put among the article's own, alone and three in a
row; a second story is put behind the first.

## Figures

Five-fold cross-validation by site. "Caught" is the share of strangers that score lower than all but 2 % of the own.

| | own | strangers | area under the ROC curve | caught |
|---|---:|---:|---:|---:|
{rows}

## Features

Of texts: {columns}.

Of the places where a story may end: {split_columns}.

## Limits

- Most of the labelled captions are English and German. In a language without a table of word frequencies every word
  counts as equally rare.
- A caption that shares no word with its article looks like a stranger's.
"""
