"""Teaches the classifier of pages with own pages."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import numpy as np

from cutline.config import load_settings
from cutline.errors import TrainingError
from cutline.models.gradient_trees import GradientTrees
from cutline.models.page_model import SHIPPED_PAGES, PageModel, load_page_model, save_page_model
from cutline.models.train import body
from cutline.models.train.datasets import find_data_files
from cutline.models.train.gradient_boosting import Boosting, extend_gradient_trees
from cutline.models.train.model_folder import check_out, write_model
from cutline.models.train.ner import print_progress
from cutline.models.train.pages import PageExample, collect_page_examples
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

TREES = Boosting(40, leaves=4, depth=3, rate=0.1, min_rows=3, penalty=1.0, column_share=0.4, row_share=0.7)
LIKELY = 0.5  # from which a page is taken for an article


def teach_pages(data: Sequence[Path], out: Path, start: str, seed: int = 0, report: Report = print_progress) -> Taught:
    """Return a classifier of pages that knows own pages besides what another knows.

    Where the text of a page stands is what the classifier of text segments says that the settings name.

    Args:
        data: corpora of labelled pages, or folders of them; pages without a type are left out.
        out: the folder to make; a trained model there is replaced.
        start: the model to start from: `cutline`, the shipped one, or a folder.
        seed: 0 or more.
        report: called with lines of progress.

    Raises:
        TrainingError: there are fewer than five pages of known type, all are of one, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    settings = load_settings()
    known = load_page_model(find_start(start, SHIPPED_PAGES))
    examples = collect_page_examples(data, [load_text_model(settings)] * body.FOLDS, settings, report)
    if len({page.is_article for page in examples}) == 1:
        raise TrainingError("All pages of known type are of one kind; label some articles and some other pages.")
    gain = measure_gain(known.trees, examples, seed)
    report_gain(gain, report)
    versions = {name: version(name) for name in ("cutline", "lightgbm", "numpy")}
    corpora = sorted({file.data.name for file in find_data_files(data)})
    card = write_taught_card("is-article", start, corpora, gain, versions, seed)
    model = PageModel(extend_pages(known.trees, examples, seed))
    write_model(out, lambda folder: save_page_model(folder, model, versions), card)
    return Taught(out, gain)


def measure_gain(known: GradientTrees, examples: Sequence[PageExample], seed: int) -> Gain:
    """Return how many of the pages held out are told rightly, before and after the others are learned from."""
    before, after = 0, 0
    for train, test in split_pages(len(examples)):
        taught = extend_pages(known, [examples[index] for index in train], seed)
        before += _count_right(known, [examples[index] for index in test])
        after += _count_right(taught, [examples[index] for index in test])
    return Gain("share of pages told rightly", len(examples), before / len(examples), after / len(examples))


def extend_pages(known: GradientTrees, examples: Sequence[PageExample], seed: int) -> GradientTrees:
    """Return the classifier with the trees added that pages teach."""
    rows, labels = _stack(examples), np.array([page.is_article for page in examples])
    return extend_gradient_trees(known, rows, labels, np.ones(len(labels)), TREES, seed)


def _count_right(trees: GradientTrees, pages: Sequence[PageExample]) -> int:
    found = trees.predict(_stack(pages)) >= LIKELY
    return sum(is_found == page.is_article for is_found, page in zip(found.tolist(), pages, strict=True))


def _stack(pages: Sequence[PageExample]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.concatenate([page.row for page in pages])
