"""Training of the classifier of pages: article or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

from cutline.config import Settings, load_settings
from cutline.dom.features.arrays import Bools, Floats, Rows
from cutline.dom.features.pages import PAGE_COLUMNS, measure_page
from cutline.dom.images.pictures import PagePictures
from cutline.dom.methods.auto import BodyModel, find_auto
from cutline.dom.reading import read_blocks
from cutline.errors import TrainingError
from cutline.models.auto_models import PAGES, join_readings
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.train import body, training
from cutline.models.train.body import BodyExamples, PageKey, key_of, read_segments
from cutline.models.train.boosting import Boosting, calibrate, fit_gradient_trees
from cutline.models.train.datasets import find_data_files
from cutline.models.train.training import FOLDS, Report, Trained, print_progress
from cutline.models.trees import GradientTrees

DOCUMENTATION = "documentation"  # type of pages that count as articles: each is a text to read
UNTYPED = 0.25  # weight of an article from a corpus without page types; more would raise every page's score
TREES = Boosting(120, leaves=8, depth=5, rate=0.06, min_rows=10, penalty=5.0, column_share=0.4, row_share=0.8)


@dataclass(frozen=True, slots=True)
class PageExample:
    """One page: site, `PAGE_COLUMNS` (shape (1, columns)), whether it is an article, and its training weight."""

    site: str
    row: Rows
    is_article: bool
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class PageFigures:
    """Results of cross-validation by site: areas under two curves, and the mean squared error (Brier score)."""

    pages: int
    articles: int
    sites: int
    roc: float
    average_precision: float
    brier: float


def train_pages(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress
) -> Trained[PageFigures]:
    """Train a classifier of pages on pages of known type; equal seed, data and versions give equal models.

    The article text of each page is predicted by a body classifier that was not trained on its site.

    Args:
        data: corpora of labelled pages, or folders. A page without a type counts as an article if its text is labelled;
            it has less weight, and is not measured. Other pages without a type only train the body.
        out: the output folder; a trained model there is replaced.
        seed: 0 or more.
        report: called with progress lines.

    Raises:
        TrainingError: the data lacks articles or other pages, or has fewer than five sites, or `out` holds other files.
    """
    training.check_out(out)
    settings = load_settings()
    bodies = body.collect_examples(data, settings, report)
    models = fit_bodies(bodies, seed)
    examples = collect_page_examples(data, models, settings, report, lambda page: has_type(page) or bool(page.text))
    typed = [page for page in examples if page.weight == 1]
    if len({page.site for page in typed}) < FOLDS or len({page.is_article for page in typed}) < 2:
        raise TrainingError(
            f"The data must contain pages of known type, articles and others, of at least {FOLDS} sites."
        )
    held_out = cross_validate(examples, seed)
    figures = measure(examples, held_out)
    report(
        f"{figures.pages} pages: area under the ROC curve {figures.roc:.4f} on other sites, Brier {figures.brier:.4f}"
    )
    trees = calibrate(_fit(examples, seed), held_out, *_label(examples))
    return training.publish(
        out,
        "is_article.md",
        figures,
        lambda folder, versions: PAGES.save(folder, (trees,), versions),
        ("lightgbm", "numpy"),
        data=", ".join(sorted({file.name for file in find_data_files(data)})),
        seed=seed,
        columns=training.list_names(PAGE_COLUMNS),
    )


def fit_bodies(examples: Sequence[BodyExamples], seed: int) -> list[BodyModel]:
    """Return, for each part of the sites, a body classifier that was not trained on it."""
    parts = ([page for page in examples if training.find_fold(page.site, FOLDS) != part] for part in range(FOLDS))
    return [join_readings(*body.fit_body(others, seed)) for others in parts]


def has_type(page: LabelledPage) -> bool:
    """Return whether the type of a page is labelled."""
    return page.page_type is not None


def collect_page_examples(
    data: Sequence[Path],
    models: Sequence[BodyModel],
    settings: Settings,
    report: Report,
    is_known: Callable[[LabelledPage], bool] = has_type,
) -> list[PageExample]:
    """Return the pages whose type is known; one that cannot be read is reported.

    A page that is in two corpora counts once, with the type from the corpus that labels it.
    """
    examples: dict[PageKey, PageExample] = {}
    for file in find_data_files(data):
        wanted = (
            page
            for page in read_labelled_pages(file.path)
            if is_known(page) and (key_of(page) not in examples or has_type(page))
        )
        for page, example in training.read_each(wanted, lambda page: _read_page(page, models, settings), report):
            examples[key_of(page)] = example
    return list(examples.values())


def cross_validate(examples: Sequence[PageExample], seed: int) -> Floats:
    """Return the log odds of each page, by trees that were not trained on its site."""
    splits = training.split_sites([page.site for page in examples], FOLDS)
    scores = training.hold_out(
        examples, splits, lambda train: _fit(train, seed), lambda trees, page: trees.predict(page.row)
    )
    return training.to_log_odds(np.concatenate(scores))


def measure(examples: Sequence[PageExample], log_odds: Floats) -> PageFigures:
    """Return how well the scores separate articles from other pages, over pages of labelled type."""
    typed = [index for index, page in enumerate(examples) if page.weight == 1]
    labels, log_odds = [examples[index].is_article for index in typed], log_odds[typed]
    return PageFigures(
        pages=len(typed),
        articles=sum(labels),
        sites=len({examples[index].site for index in typed}),
        roc=float(roc_auc_score(labels, log_odds)),
        average_precision=float(average_precision_score(labels, log_odds)),
        brier=float(brier_score_loss(labels, 1 / (1 + np.exp(-log_odds)))),
    )


def _read_page(page: LabelledPage, models: Sequence[BodyModel], settings: Settings) -> PageExample:
    site = page.site or page.id
    document, segments = read_segments(page, settings)
    body_found = find_auto(document, segments, settings, models[training.find_fold(site, FOLDS)])
    reading = read_blocks(document, segments, body_found, PagePictures(document, segments, body_found, settings))
    is_text = page.is_article or page.page_type == DOCUMENTATION
    return PageExample(site, measure_page(reading), is_text, 1.0 if has_type(page) else UNTYPED)


def _fit(examples: Sequence[PageExample], seed: int) -> GradientTrees:
    return fit_gradient_trees(np.concatenate([page.row for page in examples]), *_label(examples), TREES, seed)


def _label(examples: Sequence[PageExample]) -> tuple[Bools, Floats]:
    """Return the labels and the weights of some pages."""
    return np.array([page.is_article for page in examples]), np.array([page.weight for page in examples])
