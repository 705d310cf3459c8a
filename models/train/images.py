"""Trains the classifier of images, which judges those of `auto`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.errors import TrainingError
from cutline.models.image_model import ImageModel, save_image_model
from cutline.models.labelled_pages import read_labelled_pages
from cutline.models.train import body
from cutline.models.train.body_examples import BodyExamples
from cutline.models.train.datasets import find_data_files
from cutline.models.train.folds import split_sites
from cutline.models.train.gradient_boosting import Boosting, average_trees, calibrate, fit_gradient_trees
from cutline.models.train.image_card import ImageFigures, write_image_card
from cutline.models.train.image_examples import ImageExamples, collect_image_examples
from cutline.models.train.model_folder import check_out, write_model
from cutline.models.train.ner import print_progress

ENSEMBLES = 3  # fitted with different seeds and averaged: with so few pages, one depends much on its seed
FOLDS = 5  # sites are held out in so many parts to measure
TREES = Boosting(220, leaves=12, depth=6, rate=0.05, min_rows=8, penalty=5.0, column_share=0.25, row_share=0.7)
# A page counts with the root of the number of its images: some show hundreds of teasers, all alike.
EVEN_IMAGES = 25  # of a page whose images count 1 each
FEW_IMAGES = 4  # of a page up to which each counts the same
LISTED = 2.0  # weight of a page whose other images are listed too, where those of the rest are only not labelled
LEAST_SCORE = 1e-9  # that counts; no finite log odds stand for 0

Scores = NDArray[np.float64]
Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TrainedImages:
    """A trained classifier: the folder it lies in, and what was measured of it."""

    folder: Path
    figures: ImageFigures


def train_images(data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress) -> TrainedImages:
    """Return a classifier of images, trained on labelled pages; equal seed, data and versions give the same.

    Where the article's text stands is predicted, for each page, by a body classifier that was not trained on its site.

    Args:
        data: corpora of labelled pages, or folders of them; those without labelled images train the body only.
        out: the folder to make; a trained model there is replaced.
        seed: 0 or more.
        report: called with lines of progress.

    Raises:
        TrainingError: the data does not hold labelled images of at least five sites, or `out` holds other files.
    """
    check_out(out)
    settings = load_settings()
    examples = collect_held_out_examples(data, settings, seed, report)
    if len({page.site for page in examples}) < FOLDS:
        raise TrainingError(
            f"The data has to hold labelled images of at least {FOLDS} sites; with --from, fewer will do."
        )
    report(f"{len(examples)} pages, {sum(len(page.keys) for page in examples)} images")
    figures, held_out = cross_validate(examples, settings.auto.image_threshold, seed)
    for corpus, score in figures.scores.items():
        report(f"{corpus}: image F1 {score.f1:.4f} on other sites, by the place alone")
    model = fit_images(examples, seed, held_out)
    versions = {name: version(name) for name in ("cutline", "lightgbm", "numpy")}
    card = write_image_card(sorted({page.corpus for page in examples}), figures, versions, seed)
    write_model(out, lambda folder: save_image_model(folder, model, versions), card)
    return TrainedImages(out, figures)


def collect_held_out_examples(
    data: Sequence[Path], settings: Settings, seed: int, report: Report
) -> list[ImageExamples]:
    """Return the images of the pages that have labels, as read by body classifiers that did not see their sites."""
    bodies = body.collect_examples(data, settings, report)
    _, scores = body.cross_validate(bodies, seed, report)
    return collect_examples(data, dict(zip(map(_name, bodies), scores, strict=True)), settings, report)


def collect_examples(
    data: Sequence[Path], scores: dict[tuple[str, str], Scores], settings: Settings, report: Report
) -> list[ImageExamples]:
    """Return the images of the pages that have labels, and scores of their segments by corpus and page."""
    examples: list[ImageExamples] = []
    for file in find_data_files(data):
        corpus = file.data.name
        pages = (
            (page, scores[corpus, page.id])
            for page in read_labelled_pages(file.path)
            if page.images is not None and (corpus, page.id) in scores
        )
        examples += collect_image_examples(corpus, pages, settings, report)
    return examples


def cross_validate(examples: Sequence[ImageExamples], threshold: float, seed: int) -> tuple[ImageFigures, list[Scores]]:
    """Return how right the classifier is on sites that it was not trained on, and its scores there."""
    held_out: list[Scores] = [np.zeros(0)] * len(examples)
    for train, test in split_sites([page.site for page in examples], FOLDS):
        model = fit_images([examples[index] for index in train], seed)
        for index in test:
            held_out[index] = model.judge(examples[index].rows).scores
    return ImageFigures.of(examples, held_out, threshold), held_out


def fit_images(examples: Sequence[ImageExamples], seed: int, held_out: Sequence[Scores] | None = None) -> ImageModel:
    """Return the classifier, several ensembles averaged; calibrated if its scores of held-out pages are given."""
    labels = np.concatenate([page.is_article for page in examples])
    known = np.concatenate([page.known for page in examples])
    rows, labels = np.concatenate([page.rows for page in examples])[known], labels[known]
    weights = np.concatenate([_weigh(page) for page in examples])[known]
    trees = average_trees(
        [fit_gradient_trees(rows, labels, weights, TREES, seed + number) for number in range(ENSEMBLES)]
    )
    if held_out is None:
        return ImageModel(trees)
    scores = np.clip(np.concatenate(held_out)[known], LEAST_SCORE, 1 - LEAST_SCORE)
    return ImageModel(calibrate(trees, np.log(scores / (1 - scores)), labels, weights))


def _weigh(page: ImageExamples) -> Scores:
    images = len(page.keys)
    weight = np.sqrt(EVEN_IMAGES / max(FEW_IMAGES, images))
    return np.full(images, weight * LISTED if page.are_others_listed else weight)


def _name(page: BodyExamples) -> tuple[str, str]:
    return page.corpus, page.page.id
