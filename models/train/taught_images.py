"""Teaches the classifier of images with own pages."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.models.image_model import SHIPPED_IMAGES, ImageModel, load_image_model, save_image_model
from cutline.models.train import body
from cutline.models.train.gradient_boosting import Boosting, extend_gradient_trees
from cutline.models.train.image_card import score_images
from cutline.models.train.image_examples import ImageExamples
from cutline.models.train.images import collect_examples
from cutline.models.train.model_folder import check_out, write_model
from cutline.models.train.ner import print_progress
from cutline.models.train.teaching import (
    Gain,
    Report,
    Taught,
    find_start,
    load_text_model,
    report_gain,
    split_pages,
    write_taught_card,
)

TREES = Boosting(40, leaves=4, depth=3, rate=0.1, min_rows=4, penalty=1.0, column_share=0.4, row_share=0.7)

Scores = NDArray[np.float64]


def teach_images(data: Sequence[Path], out: Path, start: str, seed: int = 0, report: Report = print_progress) -> Taught:
    """Return a classifier of images that knows own pages besides what another knows.

    Where the text of a page stands is what the classifier of text segments says that the settings name.

    Args:
        data: corpora of labelled pages, or folders of them.
        out: the folder to make; a trained model there is replaced.
        start: the model to start from: `cutline`, the shipped one, or a folder.
        seed: 0 or more.
        report: called with lines of progress.

    Raises:
        TrainingError: there are fewer than five pages with labelled text and images, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    settings = load_settings()
    known = load_image_model(find_start(start, SHIPPED_IMAGES))
    examples = [page for page in _read_examples(data, settings, report) if len(page.keys)]
    gain = measure_gain(known, examples, settings.auto.image_threshold, seed)
    report_gain(gain, report)
    versions = {name: version(name) for name in ("cutline", "lightgbm", "numpy")}
    card = write_taught_card("images", start, sorted({page.corpus for page in examples}), gain, versions, seed)
    model = extend_images(known, examples, seed)
    write_model(out, lambda folder: save_image_model(folder, model, versions), card)
    return Taught(out, gain)


def measure_gain(known: ImageModel, examples: Sequence[ImageExamples], threshold: float, seed: int) -> Gain:
    """Return how right the images of pages are that are held out, before and after the others are learned from."""
    before: list[tuple[ImageExamples, Scores]] = []
    after: list[tuple[ImageExamples, Scores]] = []
    for train, test in split_pages(len(examples)):
        taught = extend_images(known, [examples[index] for index in train], seed)
        for page in (examples[index] for index in test):
            before.append((page, known.judge(page.rows).scores))
            after.append((page, taught.judge(page.rows).scores))
    figures = (score_images(pairs, threshold).f1 for pairs in (before, after))
    return Gain("F1 of the images", len(examples), *figures)


def extend_images(known: ImageModel, examples: Sequence[ImageExamples], seed: int) -> ImageModel:
    """Return the classifier with the trees added that pages teach."""
    rows, labels, is_known = (
        np.concatenate([getattr(page, name) for page in examples]) for name in ("rows", "is_article", "known")
    )
    weights = np.ones(is_known.sum())
    return ImageModel(extend_gradient_trees(known.trees, rows[is_known], labels[is_known], weights, TREES, seed))


def _read_examples(data: Sequence[Path], settings: Settings, report: Report) -> list[ImageExamples]:
    model = load_text_model(settings)
    pages = body.collect_examples(data, settings, report)
    scores = {(page.corpus, page.page.id): model.predict(page.features) for page in pages}
    return collect_examples(data, scores, settings, report)
