"""Training of the classifier of text segments, the body of `auto`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.dom.features.context import add_context
from cutline.dom.features.marks import MARK_WORDS
from cutline.dom.methods.auto import BODY_COLUMNS, BodyModel
from cutline.errors import TrainingError
from cutline.models.auto_models import BODY
from cutline.models.evaluation import word_f1
from cutline.models.labelled_pages import read_labelled_pages
from cutline.models.train.body_examples import (
    OTHER_PAGES,
    BodyExamples,
    PageKey,
    collect_body_examples,
    drop_conventions,
)
from cutline.models.train.boosting import Boosting, calibrate, fit_gradient_trees
from cutline.models.train.datasets import find_data_files
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

FOLDS = 5  # parts of the sites, each held out once
THRESHOLD = 0.5  # probability from which a segment counts as text in the figures
BAR = r"\|"  # escaped for a Markdown table
INNER_FOLDS = 3  # parts for out-of-fold predictions of the first reading
FIRST = Boosting(120, leaves=31, depth=8, rate=0.08, min_rows=40, penalty=5.0, column_share=0.4, row_share=0.7)
SECOND = Boosting(160, leaves=31, depth=8, rate=0.08, min_rows=40, penalty=5.0, column_share=0.4, row_share=0.7)

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BodyFigures:
    """Results of cross-validation by site.

    Attributes:
        pages, sites, segments: how many.
        word_f1: by corpus, the mean over pages of the bag-of-words F1 of the kept text.
        ceiling: by corpus, the same with every segment classified correctly.
    """

    pages: int
    sites: int
    segments: int
    word_f1: Mapping[str, float]
    ceiling: Mapping[str, float]


def train_body(data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress) -> Trained[BodyFigures]:
    """Train a classifier of text segments on labelled pages; equal seed, data and versions give equal models.

    Args:
        data: corpora of labelled pages, or folders of them.
        out: the output folder; a trained model there is replaced.
        seed: 0 or more.
        report: called with progress lines.

    Raises:
        TrainingError: the data has pages of fewer than five sites, or `out` holds other files.
    """
    check_out(out)
    examples = collect_examples(data, load_settings(), report)
    if len({page.site for page in examples if page.page.text}) < FOLDS:
        raise TrainingError(
            f"The data must contain labelled texts of at least {FOLDS} sites; with --from, fewer will do."
        )
    figures, held_out = cross_validate(examples, seed, report)
    first, second = fit_body(examples, seed)
    second = calibrate_body(second, examples, held_out)
    return publish(
        out,
        "body.md",
        figures,
        lambda folder, versions: BODY.save(folder, (first, second), versions),
        ("lightgbm", "numpy"),
        data=", ".join(sorted({page.corpus for page in examples})),
        scores="\n".join(
            f"| {name} | {score:.4f} | {figures.ceiling[name]:.4f} |" for name, score in figures.word_f1.items()
        ),
        seed=seed,
        other_pages=OTHER_PAGES,
        count=len(BODY_COLUMNS),
        columns=list_names(BODY_COLUMNS),
        marks="\n".join(f"| {mark} | `{words.replace('|', BAR)}` |" for mark, words in MARK_WORDS.items()),
    )


def collect_examples(data: Sequence[Path], settings: Settings, report: Report) -> list[BodyExamples]:
    """Return the segments of all labelled pages; those that a corpus omits by convention get weight 0.

    A page that is in two corpora, once for its text and once for its images, counts once.
    """
    found: dict[PageKey, BodyExamples] = {}
    for file in find_data_files(data):
        pages = collect_body_examples(file.data.name, read_labelled_pages(file.path), settings, report)
        for page in drop_conventions(list(pages)):
            if page.page.images is None or page.key not in found:
                found[page.key] = page
    examples = list(found.values())
    report(f"{len(examples)} pages, {sum(len(page.labels) for page in examples)} segments")
    return examples


def cross_validate(
    examples: Sequence[BodyExamples], seed: int, report: Report
) -> tuple[BodyFigures, list[NDArray[np.float64]]]:
    """Return the quality of the classifier on sites it was not trained on, and its probabilities there."""
    held_out: list[NDArray[np.float64]] = [np.zeros(0)] * len(examples)
    for number, (train, test) in enumerate(split_sites([page.site for page in examples], FOLDS), start=1):
        first, second = fit_body([examples[index] for index in train], seed)
        model = BodyModel(first.predict, second.predict)
        for index in test:
            held_out[index] = model.predict(examples[index].features)
        report(f"part {number} of {FOLDS} measured")
    return measure(examples, held_out), held_out


def measure(examples: Sequence[BodyExamples], scores: Sequence[NDArray[np.float64]]) -> BodyFigures:
    """Return the quality of the text that these scores (0..1) keep."""
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
    """Fit the two readings; the second is trained on out-of-fold predictions of the first."""
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
    """Return the second reading, calibrated on the segments of pages with complete text labels."""
    whole = [index for index, page in enumerate(examples) if page.page.text]
    scores = np.concatenate([held_out[index] for index in whole])
    labels = np.concatenate([examples[index].labels for index in whole])
    weights = np.concatenate([examples[index].weights for index in whole])
    return calibrate(trees, to_log_odds(scores), labels, weights)


def _fit(examples: Sequence[BodyExamples], rows: Sequence[Rows], boosting: Boosting, seed: int) -> GradientTrees:
    weights = np.concatenate([page.weights for page in examples])
    labels = np.concatenate([page.labels for page in examples])
    counts = weights > 0
    return fit_gradient_trees(np.concatenate(rows)[counts], labels[counts], weights[counts], boosting, seed)
