"""Trains the classifiers of relevance: which blocks and captions tell of an article's story, and where it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from cutline.config import load_settings
from cutline.errors import TrainingError
from cutline.models.auto_models import RELEVANCE, RelevanceModel
from cutline.models.train.boosting import Boosting, calibrate, fit_gradient_trees
from cutline.models.train.strangers import Examples, Strangers
from cutline.models.train.told_pages import Backgrounds, ToldPage, collect_told_pages
from cutline.models.train.training import (
    Report,
    Trained,
    check_out,
    list_names,
    print_progress,
    publish,
    split_sites,
    to_log_odds,
)
from cutline.models.trees import GradientTrees
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


def train_relevance(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress
) -> Trained[Mapping[str, RelevanceFigures]]:
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
    trees = (model.blocks, model.captions, model.boundaries)
    return publish(
        out,
        "relevance.md",
        figures,
        lambda folder, versions: RELEVANCE.save(folder, trees, versions),
        ("lightgbm", "numpy"),
        rows="\n".join(
            f"| {name} | {each.own} | {each.strangers} | {each.auc:.4f} | {each.caught:.3f} |"
            for name, each in figures.items()
        ),
        seed=seed,
        columns=list_names(RELEVANCE_COLUMNS),
        split_columns=list_names(SPLIT_COLUMNS),
    )


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
        log_odds[test] = to_log_odds(trees.predict(examples.rows[test]))
    figures = RelevanceFigures(
        own=int(own.sum()),
        strangers=int((~own).sum()),
        auc=float(roc_auc_score(own, log_odds)),
        caught=float(np.mean(log_odds[~own] < np.quantile(log_odds[own], LOST))),
    )
    whole = fit_gradient_trees(examples.rows, own, weights, boosting, seed)
    return calibrate(whole, log_odds, own, weights), figures
