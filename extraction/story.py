"""Which blocks and captions of a page tell of its article's story, and where another story begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.config.settings import RelevanceSettings
from cutline.dom.images.pictures import Picture
from cutline.dom.methods.body import Body
from cutline.dom.reading import Reading
from cutline.dom.stories import end_story, find_joints
from cutline.models.auto_models import RelevanceModel
from cutline.nlp.background import Background
from cutline.nlp.comparison import cut_texts
from cutline.nlp.relevance import DECIMALS, Stems, Story, read_stems
from cutline.nlp.stories import measure_splits
from cutline.nlp.words import read_words
from cutline.types import RelevanceKind

SHOWN_WORDS = 8  # words listed that the article has, or has not, the rarest first
LEAST_STORY = 100  # words of an article that carry meaning, below which it is too short to tell that a block is foreign

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Relevance:
    """How far a text tells of the article's story.

    Attributes:
        kind: what that amounts to.
        score: how likely it does (0..1), assuming that half of all texts do; None if it, or the rest of the
            article, has no meaningful word.
        found: words of it that the rest of the article has too, the rarest first.
        missing: words of it that the article does not have, the rarest first; none of what is related.
    """

    kind: RelevanceKind
    score: float | None
    found: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def tell(self) -> dict[str, Any]:
        """Return the fields of a verdict that tell this."""
        return {"relevance": self.kind, "relevance_score": self.score, "found": self.found, "missing": self.missing}


class ArticleStory:
    """The story of one article, as its title, its summary and its blocks tell it.

    Attributes:
        reading: the page.
    """

    def __init__(self, reading: Reading, model: RelevanceModel, background: Background, settings: Settings) -> None:
        """Take the page, what was learned of relevance, how common words are in its language, and all settings."""
        self.reading = reading
        self._model, self._background, self._settings = model, background, settings
        metadata = reading.document.metadata
        self._declared = [self._read(metadata.title or ""), self._read(metadata.summary or "")]
        self._blocks = list(map(self._read, cut_texts(reading.texts, settings.nlp.max_characters)))
        self._story = Story(self._declared, self._blocks, background)

    def find_end(self) -> Body | None:
        """Return the page's body up to where another story begins, if one does."""
        reading = self.reading
        kept = reading.kept
        joints = find_joints([reading.segments[number] for number in kept])
        splits = measure_splits(self._declared, self._blocks, joints, self._background)
        if not len(splits.places):
            return None
        one_story = self._model.boundaries.predict(splits.rows)
        likeliest = int(np.argmin(one_story))
        if one_story[likeliest] >= self._limits.boundary_threshold:
            return None
        place = int(splits.places[likeliest])
        return end_story(reading.document, reading.segments, reading.body, kept[place - 1], kept[place])

    def judge_blocks(self) -> dict[int, Relevance]:
        """Return for each block, by its index, how far it tells of the story that the rest of them tell."""
        scores, threshold = self._model.blocks.predict(self._story.measure_blocks()), self._limits.unrelated_threshold
        judged = self._judge(self._blocks, scores, threshold, own=1)
        return dict(zip(self.reading.kept, judged, strict=True))

    def without(self, relevances: Mapping[int, Relevance]) -> ArticleStory:
        """Return the story without the blocks that tell of something else, as the threshold of the settings says.

        A short story has too few words of its own to tell that others are not: it loses none.
        """
        if self._story.size < LEAST_STORY:
            return self
        threshold = self._limits.off_topic_threshold
        reading = _drop_off_topic(self.reading, relevances, threshold)
        return self if reading is self.reading else ArticleStory(reading, self._model, self._background, self._settings)

    def judge_captions(self, pictures: Sequence[Picture]) -> list[Relevance]:
        """Return how far the caption or alternative text of each picture tells of the story."""
        order = self.reading.document.order
        starts = [order.of_segment(self.reading.segments[number]) for number in self.reading.kept]
        places = [bisect_left(starts, order.of_element(picture.image.element)) for picture in pictures]
        captions = [picture.compared for picture in pictures]
        texts = list(map(self._read, cut_texts(captions, self._settings.nlp.max_characters)))
        scores = self._model.captions.predict(self._story.measure_captions(texts, places))
        return self._judge(texts, scores, self._limits.unrelated_caption_threshold, own=0)

    def _read(self, text: str) -> Stems:
        return read_stems(read_words(text), self._background)

    @property
    def _limits(self) -> RelevanceSettings:
        return self._settings.relevance

    def _judge(self, texts: Sequence[Stems], scores: Scores, unrelated: float, own: int) -> list[Relevance]:
        return [
            self._tell(text, score, unrelated, own) if self._is_comparable(text, own) else Relevance("unknown", None)
            for text, score in zip(texts, scores.round(DECIMALS).tolist(), strict=True)
        ]

    def _is_comparable(self, text: Stems, own: int) -> bool:
        """Whether a text has words that carry meaning, and the rest of the article others: one block has no rest."""
        return bool(text.written) and self._story.size > own * text.size

    def _tell(self, text: Stems, score: float, unrelated: float, own: int) -> Relevance:
        found, missing = (tuple(words[:SHOWN_WORDS]) for words in self._story.compare_words(text, own))
        if score >= self._limits.related_threshold:  # by its place among the rest, unless words say so too
            return Relevance("related", score, found) if found else Relevance("unknown", None, (), missing)
        return Relevance("unrelated" if score < unrelated else "unknown", score, found, missing)


def _drop_off_topic(reading: Reading, relevances: Mapping[int, Relevance], threshold: float) -> Reading:
    """Return a page without the blocks whose score is below a threshold.

    Nothing is dropped where that would be half of the text or more: then there is no telling who the stranger is.
    """
    scores = {number: relevance.score for number, relevance in relevances.items()}
    strangers = {number: score for number, score in scores.items() if score is not None and score < threshold}
    sizes = {number: len(reading.segments[number].text) for number in reading.kept}
    if not strangers or 2 * sum(map(sizes.__getitem__, strangers)) >= sum(sizes.values()):
        return reading
    candidates = [
        candidate._replace(kept=False, reason="off_topic", score=strangers[number], threshold=threshold)
        if (number := candidate.segment.index) in strangers
        else candidate
        for candidate in reading.candidates
    ]
    return replace(reading, candidates=candidates)
