"""Scores of systems on labelled corpora, as `score.py` computes them, and intervals of their differences.

Differences have the interval of a paired bootstrap: both systems are measured on the same pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from score import Labels, Prediction, count_images, read_lines, score_page

from cutline.models.evaluation import compute_measures, cut_words, overlap

SUFFIX = ".jsonl.gz"
ARTICLE = "article"

Unit = Literal["pages", "sites"]
MISSING: Prediction = {"error": "missing"}

RESAMPLES = 10_000
SEED = 0
SHARE = 0.95  # of the resampled differences within the interval

Sums = NDArray[np.float64]
Statistic = Callable[[Sums], Sums]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Pages that are scored together; the file `path` may contain further pages."""

    name: str
    path: Path
    labels: tuple[Labels, ...]


def read_corpus(path: Path) -> Corpus:
    """Return all pages of a corpus, without their HTML."""
    pages = tuple({key: value for key, value in page.items() if key != "html"} for page in read_lines(path))
    return Corpus(path.name.removesuffix(SUFFIX), path, pages)


def divide(corpus: Corpus) -> list[Corpus]:
    """Return the corpus and, if it has several page types, a second one with its articles only."""
    articles = tuple(page for page in corpus.labels if page.get("page_type") == ARTICLE)
    if len(articles) in (0, len(corpus.labels)):
        return [corpus]
    return [corpus, Corpus(f"{corpus.name}, articles", corpus.path, articles)]


@dataclass(frozen=True, slots=True)
class Scores:
    """A system's scores on a corpus.

    `figures` has the scorer's measures by name, and `word_p` and `word_r`, the mean precision and recall of words over
    pages. `text` has a row (word F1, 1) for each unit with labelled text, `images` a row (right, predicted, labelled)
    for each unit with labelled images; a unit is what the bootstrap draws, a page or a site.
    """

    figures: Mapping[str, float]
    pages: int
    errors: int
    text: Sums
    images: Sums


def score_predictions(predictions: Path, corpus: Corpus, unit: Unit = "pages") -> Scores:
    """Return the scores of a file of predictions; a missing page counts as an error and scores 0."""
    answers = read_answers(predictions, corpus)
    usable = [{} if answer.get("error") else answer for answer in answers]
    pages = [score_page(page, answer) for page, answer in zip(corpus.labels, usable, strict=True)]
    units = [page["id"] if unit == "pages" else page.get("site") or page["id"] for page in corpus.labels]
    return Scores(
        figures={**compute_measures(pages), **_word_precision_and_recall(corpus.labels, usable)},
        pages=len(pages),
        errors=sum(bool(answer.get("error")) for answer in answers),
        text=_sum_by_unit(units, [page.get("word_f1") for page in pages]),
        images=_sum_by_unit(units, [count_images(page) if "image_p" in page else None for page in pages]),
    )


def score_texts(predictions: Path, corpus: Corpus) -> dict[str, float]:
    """Return the word F1 of each page with labelled text."""
    answers = zip(corpus.labels, read_answers(predictions, corpus), strict=True)
    scores = {page["id"]: score_page(page, {} if answer.get("error") else answer) for page, answer in answers}
    return {page: score["word_f1"].value for page, score in scores.items() if "word_f1" in score}


def read_answers(predictions: Path, corpus: Corpus) -> list[Prediction]:
    """Return the prediction for each page of a corpus, in its order; one for a page that is missing has an error."""
    by_id = {record.get("id"): record for record in read_lines(predictions)}
    return [by_id.get(page["id"], MISSING) for page in corpus.labels]


def _word_precision_and_recall(pages: Sequence[Labels], answers: Sequence[Prediction]) -> dict[str, float]:
    precision, recall = [], []
    for page, answer in zip(pages, answers, strict=True):
        if page.get("text"):
            shared, predicted, gold = overlap(cut_words(answer.get("text")), cut_words(page["text"]))
            precision.append(shared / predicted if predicted else 0.0)
            recall.append(shared / gold if gold else 1.0)
    return {"word_p": float(np.mean(precision)), "word_r": float(np.mean(recall))} if precision else {}


def _sum_by_unit(units: Sequence[str], rows: Sequence[tuple[float, ...] | None]) -> Sums:
    sums: dict[str, Sums] = defaultdict(lambda: np.zeros(1))
    for unit, row in zip(units, rows, strict=True):
        if row is not None:
            sums[unit] = sums[unit] + np.array(row, dtype=np.float64)
    return np.array(list(sums.values()))


@dataclass(frozen=True, slots=True)
class Difference:
    """The first system minus the other, and the interval that holds `SHARE` of the resampled differences."""

    value: float
    low: float
    high: float


def mean(sums: Sums) -> Sums:
    """Return the mean for sums of (value, count) in the last axis."""
    return sums[..., 0] / sums[..., 1]


def pooled_f1(sums: Sums) -> Sums:
    """Return the F1 over all units for sums of (right, predicted, labelled) in the last axis; 0 if all are 0."""
    both = sums[..., 1] + sums[..., 2]
    return np.divide(2 * sums[..., 0], both, out=np.zeros_like(both), where=both > 0)


def paired_difference(ours: Sums, theirs: Sums, statistic: Statistic, resamples: int = RESAMPLES) -> Difference:
    """Return the difference of two systems in a statistic.

    `ours` and `theirs` have one row for each page (or site) in the same order, with the sums that the statistic needs
    as columns. Rows are drawn with replacement, the same ones for both systems; the seed is fixed, so that equal input
    gives equal intervals.
    """
    if ours.shape != theirs.shape or not len(ours):
        raise ValueError(f"needs the same rows for both systems, not {ours.shape} and {theirs.shape}")
    count = len(ours)
    times_drawn = np.random.default_rng(SEED).multinomial(count, np.full(count, 1 / count), size=resamples)
    drawn = times_drawn.astype(np.float64)
    differences = statistic(drawn @ ours) - statistic(drawn @ theirs)
    low, high = np.quantile(differences, [(1 - SHARE) / 2, (1 + SHARE) / 2])
    return Difference(float(statistic(ours.sum(axis=0)) - statistic(theirs.sum(axis=0))), float(low), float(high))
