"""Trains the classifier of text segments, `auto`'s body."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.dom.features.context import add_context
from cutline.dom.methods.auto import BodyModel
from cutline.errors import TrainingError
from cutline.models.body_model import save_body_model
from cutline.models.evaluation import word_f1
from cutline.models.gradient_trees import GradientTrees
from cutline.models.labelled_pages import read_labelled_pages
from cutline.models.train.body_card import BodyFigures, write_body_card
from cutline.models.train.body_examples import BodyExamples, collect_body_examples
from cutline.models.train.conventions import drop_conventions
from cutline.models.train.datasets import find_data_files
from cutline.models.train.folds import split_sites
from cutline.models.train.gradient_boosting import Boosting, calibrate, fit_gradient_trees
from cutline.models.train.model_folder import check_out, write_model
from cutline.models.train.ner import print_progress

FOLDS = 5  # sites are held out in so many parts to measure
THRESHOLD = 0.5  # of the text that is measured
INNER_FOLDS = 3  # parts in which the first reading is predicted for pages that it was not trained on
FIRST = Boosting(120, leaves=31, depth=8, rate=0.08, min_rows=40, penalty=5.0, column_share=0.4, row_share=0.7)
SECOND = Boosting(160, leaves=31, depth=8, rate=0.08, min_rows=40, penalty=5.0, column_share=0.4, row_share=0.7)

Rows = NDArray[np.float32]
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TrainedBody:
    """A trained classifier: the folder it lies in, and what was measured of it."""

    folder: Path
    figures: BodyFigures


def train_body(data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress) -> TrainedBody:
    """Return a classifier of text segments, trained on labelled pages; equal seed, data and versions give the same.

    Args:
        data: corpora of labelled pages, or folders of them.
        out: the folder to make; a trained model there is replaced.
        seed: 0 or more.
        report: called with lines of progress.

    Raises:
        TrainingError: the data does not hold pages of at least five sites, or `out` holds other files.
    """
    check_out(out)
    examples = collect_examples(data, load_settings(), report)
    if len({page.site for page in examples if page.page.text}) < FOLDS:
        raise TrainingError(
            f"The data has to hold labelled texts of at least {FOLDS} sites; with --from, fewer will do."
        )
    figures, held_out = cross_validate(examples, seed, report)
    first, second = fit_body(examples, seed)
    second = calibrate_body(second, examples, held_out)
    versions = {name: version(name) for name in ("cutline", "lightgbm", "numpy")}
    card = write_body_card(sorted({page.corpus for page in examples}), figures, versions, seed)
    write_model(out, lambda folder: save_body_model(folder, first, second, versions), card)
    return TrainedBody(out, figures)


def collect_examples(data: Sequence[Path], settings: Settings, report: Report) -> list[BodyExamples]:
    """Return the segments of all labelled pages; those that a corpus leaves out by convention have no weight."""
    examples = []
    for file in find_data_files(data):
        pages = collect_body_examples(file.data.name, read_labelled_pages(file.path), settings, report)
        examples += drop_conventions(list(pages))
    report(f"{len(examples)} pages, {sum(len(page.labels) for page in examples)} segments")
    return examples


def cross_validate(
    examples: Sequence[BodyExamples], seed: int, report: Report
) -> tuple[BodyFigures, list[NDArray[np.float64]]]:
    """Return how right the classifier is on sites that it was not trained on, and its probabilities there."""
    held_out: list[NDArray[np.float64]] = [np.zeros(0)] * len(examples)
    for number, (train, test) in enumerate(split_sites([page.site for page in examples], FOLDS), start=1):
        first, second = fit_body([examples[index] for index in train], seed)
        model = BodyModel(first.predict, second.predict)
        for index in test:
            held_out[index] = model.predict(examples[index].features)
        report(f"part {number} of {FOLDS} is measured")
    return measure(examples, held_out), held_out


def measure(examples: Sequence[BodyExamples], scores: Sequence[NDArray[np.float64]]) -> BodyFigures:
    """Return how right the text of each page is that these scores (0..1) keep."""
    found: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for page, score in zip(examples, scores, strict=True):
        if page.page.text:
            kept, best = (page.join(chosen) for chosen in (score >= THRESHOLD, page.labels))
            kind = page.corpus if page.page.is_article else f"{page.corpus}, other pages"
            found[kind].append((word_f1(kept, page.page.text), word_f1(best, page.page.text)))
    means = {corpus: np.mean(pairs, axis=0) for corpus, pairs in found.items()}
    return BodyFigures(
        pages=len(examples),
        sites=len({page.site for page in examples}),
        segments=sum(len(page.labels) for page in examples),
        word_f1={corpus: float(mean[0]) for corpus, mean in means.items()},
        ceiling={corpus: float(mean[1]) for corpus, mean in means.items()},
    )


def fit_body(examples: Sequence[BodyExamples], seed: int) -> tuple[GradientTrees, GradientTrees]:
    """Return the two readings; what the second sees of the first is predicted for sites that one did not see."""
    sites = [page.site for page in examples]
    context: list[Rows] = [np.zeros((0, 0), np.float32)] * len(examples)
    for train, test in split_sites(sites, INNER_FOLDS):
        first = _fit(
            [examples[index] for index in train], [examples[index].features.rows for index in train], FIRST, seed
        )
        for index in test:
            features = examples[index].features
            context[index] = add_context(features, first.predict(features.rows))
    whole = _fit(examples, [page.features.rows for page in examples], FIRST, seed)
    return whole, _fit(examples, context, SECOND, seed)


def calibrate_body(
    trees: GradientTrees, examples: Sequence[BodyExamples], held_out: Sequence[NDArray[np.float64]]
) -> GradientTrees:
    """Return the second reading, calibrated on the segments of pages that are labelled whole."""
    whole = [index for index, page in enumerate(examples) if page.page.text]
    scores = np.clip(np.concatenate([held_out[index] for index in whole]), 1e-9, 1 - 1e-9)
    labels = np.concatenate([examples[index].labels for index in whole])
    weights = np.concatenate([examples[index].weights for index in whole])
    return calibrate(trees, np.log(scores / (1 - scores)), labels, weights)


def _fit(examples: Sequence[BodyExamples], rows: Sequence[Rows], boosting: Boosting, seed: int) -> GradientTrees:
    weights = np.concatenate([page.weights for page in examples])
    labels = np.concatenate([page.labels for page in examples])
    counts = weights > 0
    return fit_gradient_trees(np.concatenate(rows)[counts], labels[counts], weights[counts], boosting, seed)
