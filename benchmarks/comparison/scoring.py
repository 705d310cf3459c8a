"""The scores of a system on a corpus, by the one scorer (`score.py`)."""

from __future__ import annotations

import importlib.util
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from comparison.bootstrap import Sums
from comparison.corpora import Corpus, Labels

Unit = Literal["pages", "sites"]
PageScores = dict[str, list[tuple[float, ...]]]
MISSING: Labels = {"error": "missing"}


class Scorer(Protocol):
    """What is used of score.py."""

    def score_page(self, page: Labels, prediction: Mapping[str, Any]) -> PageScores: ...
    def totals(self, pages: Iterable[PageScores]) -> dict[str, float]: ...
    def words(self, text: str | None) -> list[str]: ...
    def overlap(self, predicted: Sequence[str], gold: Sequence[str]) -> tuple[int, int, int]: ...


@dataclass(frozen=True, slots=True)
class Scores:
    """A system's scores on a corpus.

    `figures` are by measure: the scorer's own, and `word_p` and `word_r`, the mean precision and recall of words over
    pages. `text` has a row of (word F1, 1) for each unit with a labelled text, `images` one of (right, predicted,
    labelled) for each unit with labelled images; a unit is what the bootstrap draws, a page or a site.
    """

    figures: Mapping[str, float]
    pages: int
    errors: int
    text: Sums
    images: Sums


def load_scorer(path: Path) -> Scorer:
    spec = importlib.util.spec_from_file_location("score", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise FileNotFoundError(f"{path} is no scorer; name score.py with --scorer")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def score_predictions(scorer: Scorer, predictions: Path, corpus: Corpus, unit: Unit = "pages") -> Scores:
    """Return the scores of a file of predictions; a page without one counts as an error and scores 0."""
    with open(predictions, encoding="utf-8") as lines:
        by_id = {record.get("id"): record for record in map(json.loads, lines)}
    answers = [by_id.get(page["id"], MISSING) for page in corpus.labels]
    usable = [{} if answer.get("error") else answer for answer in answers]
    pages = [scorer.score_page(page, answer) for page, answer in zip(corpus.labels, usable, strict=True)]
    units = [page["id"] if unit == "pages" else page.get("site") or page["id"] for page in corpus.labels]
    return Scores(
        figures={**scorer.totals(pages), **_word_precision_and_recall(scorer, corpus.labels, usable)},
        pages=len(pages),
        errors=sum(bool(answer.get("error")) for answer in answers),
        text=_sum_by_unit(units, pages, "word_f1"),
        images=_sum_by_unit(units, pages, "image"),
    )


def _word_precision_and_recall(
    scorer: Scorer, pages: Sequence[Labels], answers: Sequence[Mapping[str, Any]]
) -> dict[str, float]:
    precision, recall = [], []
    for page, answer in zip(pages, answers, strict=True):
        if page.get("text"):
            shared, predicted, gold = scorer.overlap(scorer.words(answer.get("text")), scorer.words(page["text"]))
            precision.append(shared / predicted if predicted else 0.0)
            recall.append(shared / gold if gold else 1.0)
    return {"word_p": float(np.mean(precision)), "word_r": float(np.mean(recall))} if precision else {}


def _sum_by_unit(units: Sequence[str], pages: Sequence[PageScores], measure: str) -> Sums:
    sums: dict[str, Sums] = defaultdict(lambda: np.zeros(1))
    for unit, page in zip(units, pages, strict=True):
        for row in page.get(measure, ()):
            sums[unit] = sums[unit] + np.array(row, dtype=np.float64)
    return np.array(list(sums.values()))
