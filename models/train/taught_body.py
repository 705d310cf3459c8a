"""Teaches the classifier of text segments with own pages."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from cutline.config import load_settings
from cutline.dom.features.context import add_context
from cutline.models.body_model import SHIPPED_BODY, load_body_trees, save_body_model
from cutline.models.evaluation import word_f1
from cutline.models.gradient_trees import GradientTrees
from cutline.models.train.body import THRESHOLD, collect_examples
from cutline.models.train.body_examples import BodyExamples
from cutline.models.train.gradient_boosting import Boosting, extend_gradient_trees
from cutline.models.train.model_folder import check_out, write_model
from cutline.models.train.ner import print_progress
from cutline.models.train.teaching import Gain, Report, Taught, find_start, report_gain, split_pages, write_taught_card

TREES = Boosting(60, leaves=4, depth=3, rate=0.1, min_rows=20, penalty=5.0, column_share=0.4, row_share=0.7)

Rows = NDArray[np.float32]


def teach_body(data: Sequence[Path], out: Path, start: str, seed: int = 0, report: Report = print_progress) -> Taught:
    """Return a classifier of text segments that knows own pages besides what another knows.

    The first reading stays as it is; trees are added to the second.

    Args:
        data: corpora of labelled pages, or folders of them.
        out: the folder to make; a trained model there is replaced.
        start: the model to start from: `cutline`, the shipped one, or a folder.
        seed: 0 or more.
        report: called with lines of progress.

    Raises:
        TrainingError: there are fewer than five pages with labelled text, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    first, second = load_body_trees(find_start(start, SHIPPED_BODY))
    examples = [page for page in collect_examples(data, load_settings(), report) if page.page.text]
    rows = [add_context(page.features, first.predict(page.features.rows)) for page in examples]
    gain = measure_gain(second, examples, rows, seed)
    report_gain(gain, report)
    versions = {name: version(name) for name in ("cutline", "lightgbm", "numpy")}
    card = write_taught_card("body", start, sorted({page.corpus for page in examples}), gain, versions, seed)
    taught = extend_body(second, examples, rows, seed)
    write_model(out, lambda folder: save_body_model(folder, first, taught, versions), card)
    return Taught(out, gain)


def measure_gain(second: GradientTrees, examples: Sequence[BodyExamples], rows: Sequence[Rows], seed: int) -> Gain:
    """Return how right the text of pages is that are held out, before and after the others are learned from."""
    before, after = [], []
    for train, test in split_pages(len(examples)):
        taught = extend_body(second, [examples[index] for index in train], [rows[index] for index in train], seed)
        before += [_score(second, examples[index], rows[index]) for index in test]
        after += [_score(taught, examples[index], rows[index]) for index in test]
    return Gain("word F1 of the text", len(examples), mean(before), mean(after))


def extend_body(
    second: GradientTrees, examples: Sequence[BodyExamples], rows: Sequence[Rows], seed: int
) -> GradientTrees:
    """Return the second reading with the trees added that pages teach."""
    labels, weights = (np.concatenate([getattr(page, name) for page in examples]) for name in ("labels", "weights"))
    return extend_gradient_trees(second, np.concatenate(rows), labels, weights, TREES, seed)


def _score(trees: GradientTrees, page: BodyExamples, rows: Rows) -> float:
    return word_f1(page.join(trees.predict(rows) >= THRESHOLD), page.page.text or "")
