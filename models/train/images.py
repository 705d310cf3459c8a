"""Trains the classifier of images, which judges those of `auto`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.errors import TrainingError
from cutline.models import SHIPPED_NER
from cutline.models.gradient_trees import GradientTrees
from cutline.models.image_model import FULL_COLUMNS, ImageModel, save_image_model
from cutline.models.labelled_pages import read_labelled_pages
from cutline.models.relevance_model import RelevanceModel
from cutline.models.train import body
from cutline.models.train.body_examples import BodyExamples
from cutline.models.train.datasets import find_data_files
from cutline.models.train.folds import split_sites
from cutline.models.train.gradient_boosting import Boosting, average_trees, calibrate, fit_gradient_trees
from cutline.models.train.image_card import ImageFigures, write_image_card
from cutline.models.train.image_examples import ImageExamples, ImageReader
from cutline.models.train.model_folder import check_out, write_model
from cutline.models.train.ner import print_progress
from cutline.models.train.relevance import fit_held_out
from cutline.models.train.strangers import Strangers
from cutline.models.train.told_pages import Backgrounds, ToldPage, collect_told_pages
from cutline.nlp.pipeline import load_pipeline

ENSEMBLES = 3  # fitted with different seeds and averaged: with so few pages, one depends much on its seed
RISING = ("relevance", "told_whole", "told_whole_mean", "told_beside_mean", "told_lead_mean")
FOLDS = 5  # sites are held out in so many parts to measure
STRANGER_WEIGHT = 0.15  # of an image that tells of another article; an image of a page has 1
PLACE_TREES = Boosting(220, leaves=12, depth=6, rate=0.05, min_rows=8, penalty=5.0, column_share=0.25, row_share=0.7)
# What speaks for one story never speaks against an image.
TREES = replace(PLACE_TREES, directions=tuple(int(name in RISING) for name in FULL_COLUMNS))

Rows = NDArray[np.float32]
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
    for corpus, score in figures.full.items():
        report(f"{corpus}: image F1 {score.f1:.4f} on other sites, structure alone {figures.structure[corpus].f1:.4f}")
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
    backgrounds = Backgrounds()
    told = collect_told_pages(data, settings, backgrounds, report)
    reader = make_reader(told, backgrounds, fit_held_out(told, backgrounds, seed), settings, seed)
    return collect_examples(data, dict(zip(map(_name, bodies), scores, strict=True)), reader)


def make_reader(
    told: Sequence[ToldPage],
    backgrounds: Backgrounds,
    relevance: Callable[[str], RelevanceModel],
    settings: Settings,
    seed: int,
) -> ImageReader:
    """Return what reads the images of pages, with strangers from the articles that are told."""
    nlp = settings.nlp
    pipeline = load_pipeline(nlp.pipeline, nlp.labels, SHIPPED_NER, nlp.read)
    return ImageReader(pipeline, backgrounds, relevance, Strangers(told, backgrounds, seed), settings)


def collect_examples(
    data: Sequence[Path], scores: Mapping[tuple[str, str], Scores], reader: ImageReader
) -> list[ImageExamples]:
    """Return the images of the pages that have labels, and scores of their segments by corpus and page."""
    return [
        reader.read(file.data.name, page, scores[file.data.name, page.id])
        for file in find_data_files(data)
        for page in read_labelled_pages(file.path)
        if page.images is not None and (file.data.name, page.id) in scores
    ]


def cross_validate(
    examples: Sequence[ImageExamples], threshold: float, seed: int
) -> tuple[ImageFigures, tuple[list[Scores], list[Scores]]]:
    """Return how right the classifier is on sites that it was not trained on, and its two scores there."""
    full: list[Scores] = [np.zeros(0)] * len(examples)
    structure: list[Scores] = [np.zeros(0)] * len(examples)
    for train, test in split_sites([page.site for page in examples], FOLDS):
        model = fit_images([examples[index] for index in train], seed)
        for index in test:
            page = examples[index]
            full[index] = model.judge(page.rows, page.evidence).scores
            structure[index] = model.judge(page.rows, None).scores
    return ImageFigures.of(examples, full, structure, threshold), (full, structure)


def fit_images(
    examples: Sequence[ImageExamples], seed: int, held_out: tuple[list[Scores], list[Scores]] | None = None
) -> ImageModel:
    """Return the two classifiers, calibrated if their scores of held-out pages are given.

    The one that knows what captions have in common with the text learns from strangers too; no place tells of them.
    """
    labels = np.concatenate([page.is_article for page in examples])
    known = np.concatenate([page.known for page in examples])
    rows = np.concatenate([page.rows for page in examples])
    evidence = np.concatenate([page.evidence for page in examples])
    told = np.concatenate([rows, evidence], axis=1)[known]
    strangers = np.concatenate([np.concatenate([page.stranger_rows, page.stranger_evidence], 1) for page in examples])
    full = fit_ensembles(
        np.concatenate([told, strangers]),
        np.concatenate([labels[known], np.zeros(len(strangers), bool)]),
        np.concatenate([np.ones(len(told)), np.full(len(strangers), STRANGER_WEIGHT)]),
        TREES,
        seed,
    )
    structure = fit_ensembles(rows[known], labels[known], np.ones(known.sum()), PLACE_TREES, seed)
    if held_out is None:
        return ImageModel(full, structure)
    return ImageModel(
        *(
            _calibrate(trees, np.concatenate(scores)[known], labels[known])
            for trees, scores in zip((full, structure), held_out, strict=True)
        )
    )


def fit_ensembles(
    rows: Rows, labels: NDArray[np.bool_], weights: NDArray[np.float64], boosting: Boosting, seed: int
) -> GradientTrees:
    """Return several ensembles of trees, averaged, that tell images of the article from others; not calibrated."""
    return average_trees(
        [fit_gradient_trees(rows, labels, weights, boosting, seed + number) for number in range(ENSEMBLES)]
    )


def _calibrate(trees: GradientTrees, scores: Scores, labels: NDArray[np.bool_]) -> GradientTrees:
    clipped = np.clip(scores, 1e-9, 1 - 1e-9)
    return calibrate(trees, np.log(clipped / (1 - clipped)), labels, np.ones(len(labels)))


def _name(page: BodyExamples) -> tuple[str, str]:
    return page.corpus, page.page.id
