"""Which blocks and captions of a page tell of its article's story, and where another story begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import numpy as np

from cutline.config import Settings
from cutline.dom.joints import find_joints
from cutline.dom.reading import Reading
from cutline.models.gradient_trees import GradientTrees
from cutline.models.relevance_model import RelevanceModel
from cutline.nlp.background import Background
from cutline.nlp.relevance import Rows, Stems, Story, read_stems
from cutline.nlp.stories import measure_splits
from cutline.nlp.words import Words
from cutline.types import RelevanceKind

DECIMALS = 4  # of a score; the decision is made from the rounded number, which is the one shown
SHOWN_MISSING = 8  # words listed that the article does not have, the rarest first


@dataclass(frozen=True, slots=True)
class Relevance:
    """How far a text tells of the article's story.

    Attributes:
        kind: what that amounts to.
        score: how likely it does (0..1), if as many texts did not; None where no word of it carries meaning.
        missing: words of it that the article does not have, the rarest first.
    """

    kind: RelevanceKind
    score: float | None
    missing: tuple[str, ...] = ()

    def tell(self) -> dict[str, Any]:
        """Return the fields of a verdict that tell this."""
        return {"relevance": self.kind, "relevance_score": self.score, "missing": self.missing}


class ArticleStory:
    """The story of one article, as its title, its summary and its blocks tell it."""

    def __init__(self, reading: Reading, model: RelevanceModel, background: Background, settings: Settings) -> None:
        """Take the page, what was learned of relevance, how common words are in its language, and all settings."""
        self._reading, self._model, self._background, self._limits = reading, model, background, settings.relevance
        metadata = reading.document.metadata
        self._declared = [self._read(metadata.title or ""), self._read(metadata.summary or "")]
        self._blocks = list(map(self._read, _cut_texts(reading.texts, settings.nlp.max_characters)))
        self._story = Story(self._declared, self._blocks, background)

    def find_end(self) -> int | None:
        """Return how many blocks of the article are its own story, if another one begins behind them."""
        if len(self._blocks) < 2:
            return None
        joints = find_joints([self._reading.segments[number] for number in self._reading.kept])
        splits = measure_splits(self._declared, self._blocks, joints, self._background)
        if not len(splits.places):
            return None
        same_story = self._model.boundaries.predict(splits.rows)
        likeliest = int(np.argmin(same_story))
        return int(splits.places[likeliest]) if same_story[likeliest] < self._limits.boundary_threshold else None

    def judge_blocks(self) -> list[Relevance]:
        """Return how far each block tells of the story that the rest of them tell."""
        return self._judge(self._blocks, self._story.measure_blocks(), self._model.blocks)

    def judge_captions(self, captions: Sequence[str], places: Sequence[int]) -> list[Relevance]:
        """Return how far captions tell of the story.

        Args:
            captions: the texts; empty ones tell nothing.
            places: how many blocks stand before each.
        """
        texts = list(map(self._read, captions))
        return self._judge(texts, self._story.measure_captions(texts, places), self._model.captions)

    def _read(self, text: str) -> Stems:
        return read_stems(Words(text), self._background)

    def _judge(self, texts: Sequence[Stems], rows: Rows, trees: GradientTrees) -> list[Relevance]:
        scores = trees.predict(rows).round(DECIMALS).tolist()
        return [
            self._tell(text, score) if text.written else Relevance("unknown", None)
            for text, score in zip(texts, scores, strict=True)
        ]

    def _tell(self, text: Stems, score: float) -> Relevance:
        if score >= self._limits.related_threshold:
            kind: RelevanceKind = "related"
        else:
            kind = "unrelated" if score < self._limits.unrelated_threshold else "unknown"
        return Relevance(kind, score, tuple(self._story.find_missing(text)[:SHOWN_MISSING]))


def _cut_texts(texts: Sequence[str], characters: int) -> list[str]:
    """Return the texts up to that many characters of all; the rest is empty."""
    before = accumulate(map(len, texts), initial=0)
    return [text[: max(0, characters - start)] for text, start in zip(texts, before, strict=False)]


def drop_off_topic(reading: Reading, relevances: Sequence[Relevance], threshold: float) -> Reading:
    """Return a page without the blocks that tell of something else than their article.

    Args:
        reading: the page.
        relevances: of its blocks.
        threshold: the score below which one is dropped (0..1).
    """
    strangers = {
        number: relevance.score
        for number, relevance in zip(reading.kept, relevances, strict=True)
        if relevance.score is not None and relevance.score < threshold
    }
    if not strangers:
        return reading
    candidates = [
        candidate._replace(kept=False, reason="off_topic", score=strangers[number], threshold=threshold)
        if (number := candidate.segment.index) in strangers
        else candidate
        for candidate in reading.candidates
    ]
    return replace(reading, candidates=candidates)
