"""Training of the classifiers of relevance: which texts are about the article's story, and where that ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from cutline.config import load_settings
from cutline.errors import TrainingError
from cutline.models.auto_models import RELEVANCE, RelevanceModel
from cutline.models.loaded_models import LoadedModels
from cutline.models.train import training
from cutline.models.train.boosting import Boosting, calibrate, fit_gradient_trees
from cutline.models.train.strangers import Examples, StoryExample, Strangers, collect_story_examples
from cutline.models.train.training import FOLDS, Report, Trained, print_progress
from cutline.models.trees import GradientTrees
from cutline.nlp.relevance import RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS
from cutline.nlp.strangers import STRANGER_COLUMNS

LOST = 0.02  # share of own texts that may be misclassified where `caught` is measured
# More evidence for a story must never lower its probability, whatever the few labelled pages suggest.
RISING = ("whole", "apart", "beside", "lead")
SPLIT_DIRECTIONS = {
    **dict.fromkeys(("behind_given_before", "before_given_behind", "both", "behind_given_declared", "rivals"), 1),
    **dict.fromkeys(("behind_inside", "contrast", "declared_gain", "dip", "lift", "repeated"), -1),
}
TEXTS = Boosting(
    120, leaves=8, depth=4, rate=0.08, min_rows=40, penalty=5.0, column_share=0.5, row_share=0.7,
    directions=tuple(int(name.startswith(RISING)) - (name == "is_paid") for name in RELEVANCE_COLUMNS),
)  # fmt: skip
STRANGERS = Boosting(
    250, leaves=24, depth=7, rate=0.05, min_rows=40, penalty=5.0, column_share=0.5, row_share=0.7,
    directions=tuple(int(name.startswith((*RISING, "score"))) - (name == "is_paid") for name in STRANGER_COLUMNS),
)  # fmt: skip
SPLITS = replace(TEXTS, directions=tuple(SPLIT_DIRECTIONS.get(name, 0) for name in SPLIT_COLUMNS))


@dataclass(frozen=True, slots=True)
class RelevanceFigures:
    """Results of cross-validation by site.

    Attributes:
        own, strangers: number of own texts, and of foreign ones.
        auc: area under the ROC curve.
        caught: share of the foreign texts that score lower than all but 2 % of the own ones.
    """

    own: int
    strangers: int
    auc: float
    caught: float


def train_relevance(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress
) -> Trained[Mapping[str, RelevanceFigures]]:
    """Train the classifiers of relevance on labelled pages; equal seed, data and versions give equal models.

    Args:
        data: corpora of labelled pages, or folders of them; pages with labelled text are read.
        out: the output folder; a trained model there is replaced.
        seed: 0 or more.
        report: called with progress lines.

    Raises:
        TrainingError: the data has labelled texts of fewer than five sites, no labelled captions, or no two articles of
            one language that are long enough to join; or `out` holds other files.
    """
    training.check_out(out)
    settings = load_settings()
    models = LoadedModels(settings)
    pages = collect_story_examples(data, settings, models, report)
    if len({page.site for page in pages}) < FOLDS or not any(page.captions for page in pages):
        raise TrainingError(f"The data must contain labelled texts of at least {FOLDS} sites, and labelled images.")
    model, figures = fit_relevance(pages, models, seed)
    for name, figure in figures.items():
        report(
            f"{name}: area under the curve {figure.auc:.4f} on held-out sites, {figure.caught:.3f} of strangers caught"
        )
    trees = (model.blocks, model.captions, model.boundaries, model.strangers)
    return training.publish(
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
        columns=training.list_names(RELEVANCE_COLUMNS),
        split_columns=training.list_names(SPLIT_COLUMNS),
        stranger_columns=training.list_names(name for name in STRANGER_COLUMNS if name not in RELEVANCE_COLUMNS),
    )


def fit_relevance(
    pages: Sequence[StoryExample], models: LoadedModels, seed: int
) -> tuple[RelevanceModel, Mapping[str, RelevanceFigures]]:
    """Fit and calibrate the classifiers on some articles; return them and their quality on held-out sites."""
    strangers = Strangers(pages, models, seed)
    learned = {
        "blocks": _fit(strangers.collect_blocks(), TEXTS, seed),
        "captions": _fit(strangers.collect_captions(), TEXTS, seed),
        "boundaries": _fit(strangers.collect_splits(), SPLITS, seed),
    }
    learned["strangers"] = _fit(strangers.collect_strangers(learned["blocks"].held_out), STRANGERS, seed)
    model = RelevanceModel(**{name: each.trees for name, each in learned.items()})
    return model, {name: each.figures for name, each in learned.items()}


@dataclass(frozen=True, slots=True)
class _Learned:
    """Calibrated trees, their quality on held-out sites, and for each site those that were not trained on it."""

    trees: GradientTrees
    figures: RelevanceFigures
    held_out: Mapping[str, GradientTrees]


def _fit(examples: Examples, boosting: Boosting, seed: int) -> _Learned:
    """Fit trees that recognise an article's own texts; own and foreign ones have equal total weight."""
    own = examples.is_own
    if own.all() or not own.any():
        raise TrainingError(
            "The data must contain articles of one language from several sites, of thirty words and more."
        )
    weights = np.where(own, 0.5 / own.mean(), 0.5 / (1 - own.mean()))
    log_odds = np.zeros(len(own))
    held_out: dict[str, GradientTrees] = {}
    for train, test in training.split_sites(examples.sites, FOLDS):
        trees = fit_gradient_trees(examples.rows[train], own[train], weights[train], boosting, seed)
        log_odds[test] = training.to_log_odds(trees.predict(examples.rows[test]))
        held_out.update((examples.sites[number], trees) for number in test)
    figures = RelevanceFigures(
        own=int(own.sum()),
        strangers=int((~own).sum()),
        auc=float(roc_auc_score(own, log_odds)),
        caught=float(np.mean(log_odds[~own] < np.quantile(log_odds[own], LOST))),
    )
    whole = fit_gradient_trees(examples.rows, own, weights, boosting, seed)
    calibrated = calibrate(whole, log_odds, own, weights)
    calibration = calibrated.calibration
    return _Learned(
        calibrated, figures, {site: replace(trees, calibration=calibration) for site, trees in held_out.items()}
    )
