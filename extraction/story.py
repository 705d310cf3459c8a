"""Which blocks and captions of a page are about its article's story, and where another story begins."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import groupby
from typing import Any

from cutline.config import Settings
from cutline.config.settings import RelevanceSettings
from cutline.dom.body import Body
from cutline.dom.features.arrays import Floats, Rows
from cutline.dom.images.pictures import Picture
from cutline.dom.reading import Reading
from cutline.dom.stories import end_story, find_joints, may_begin_story
from cutline.models.auto_models import RelevanceModel
from cutline.nlp.background import Background
from cutline.nlp.comparison import ArticleNames, cut_texts
from cutline.nlp.relevance import DECIMALS, OwnWords, Stems, Story, read_stems
from cutline.nlp.stories import measure_splits
from cutline.nlp.strangers import count_offers, have_foreign_names, measure_strangers
from cutline.nlp.words import read_words
from cutline.types import RelevanceKind

SHOWN_WORDS = 8  # number of `found` words listed, and of `missing` ones
DOUBTED = 0.2  # score below which neighbouring blocks are judged together as well ...
LEAST_RUN = 3  # ... if there are at least so many; two of an article's own are doubtful side by side more often
LONGEST_LINE = 80  # characters of a line under a heading, which leaves the next block the first
OFFERS = 2  # different words of an offer or a notice; one is said in articles too ("free of charge")
FULL_STORY = 250  # meaningful words; of a shorter article, less evidence counts against a block that shares few of them


@dataclass(frozen=True)
class Relevance:
    """Whether a text is about the article's story.

    Attributes:
        kind: the verdict.
        score: the probability (0..1) if half of all texts were about the story; None if the text, or the rest of
            the article, has no meaningful word.
        compare_words: lists its words that the rest of the article also has, and those that it does not have, rarest
            first; called only for a verdict that is explained.
    """

    kind: RelevanceKind
    score: float | None
    compare_words: Callable[[], tuple[Sequence[str], Sequence[str]]] = field(default=lambda: ((), ()), compare=False)

    def to_fields(self) -> dict[str, Any]:
        """Return the fields of a `Verdict` that hold the decision."""
        return {"relevance": self.kind, "relevance_score": self.score}

    def to_explained_fields(self) -> dict[str, Any]:
        """Return the fields of a `Verdict` that hold the decision and the words that explain it."""
        found, missing = (tuple(words[:SHOWN_WORDS]) for words in self.compare_words())
        return {**self.to_fields(), "found": found, "missing": missing}


NOT_JUDGED = Relevance("unknown", None)


class TextStory:
    """The story that texts tell, such as the title, the summary and the blocks of an article."""

    def __init__(
        self,
        declared: Iterable[str],
        blocks: Sequence[str],
        model: RelevanceModel,
        background: Background,
        settings: Settings,
    ) -> None:
        """Read the words of a story.

        Args:
            declared: the texts that declare its subject: title and summary.
            blocks: its other texts, in order.
            model: the classifiers of relevance.
            background: how common words are in its language.
            settings: all settings.
        """
        self._model, self._background, self._settings = model, background, settings
        self._declared = list(map(self._read, declared))
        self._blocks = list(map(self._read, cut_texts(blocks, settings.nlp.max_characters)))
        self._story = Story(self._declared, self._blocks, background)

    def judge_texts(self, texts: Iterable[str], places: Sequence[range]) -> list[Relevance]:
        """Return the relevance of texts, judged as captions are, in order.

        Args:
            texts: the texts.
            places: the blocks that each text itself is, which are no part of the story it is held against; for a
                caption an empty range that begins at the block after it.
        """
        stems = list(map(self._read, texts))
        rows = self._story.measure_captions(stems, [place.start for place in places])
        repeated = [number for number, place in enumerate(places) if place]
        if repeated:
            rows[repeated] = self._story.measure_runs([places[number] for number in repeated])
        own = [OwnWords.of(self._blocks[place.start : place.stop]) for place in places]
        return self._judge(stems, self._model.captions.predict(rows), own, self._limits.unrelated_caption_threshold)

    def _read(self, text: str) -> Stems:
        return read_stems(read_words(text), self._background)

    @property
    def _limits(self) -> RelevanceSettings:
        return self._settings.relevance

    def _judge(
        self, texts: Sequence[Stems], scores: Floats, own_words: Sequence[OwnWords], unrelated: float
    ) -> list[Relevance]:
        return [
            self._decide(text, score, own, unrelated) if self._is_comparable(text, own) else NOT_JUDGED
            for text, score, own in zip(texts, scores.round(DECIMALS).tolist(), own_words, strict=True)
        ]

    def _is_comparable(self, text: Stems, own: OwnWords) -> bool:
        """Whether both the text and the rest of the article have meaningful words; a single block has no rest."""
        return bool(text.written) and self._story.size > own.size

    def _decide(self, text: Stems, score: float, own: OwnWords, unrelated: float) -> Relevance:
        compare_words = partial(self._story.compare_words, text, own)
        if score < self._limits.related_threshold:
            return Relevance("unrelated" if score < unrelated else "unknown", score, compare_words)
        if self._story.shares_words(text, own):
            return Relevance("related", score, compare_words)
        return Relevance("unknown", None, compare_words)  # the score comes from its place alone


class ArticleStory(TextStory):
    """The story of one page's article.

    Attributes:
        reading: the page.
    """

    def __init__(self, reading: Reading, model: RelevanceModel, background: Background, settings: Settings) -> None:
        """Read the words of a page; `background` says how common words are in its language."""
        self.reading = reading
        metadata = reading.document.metadata
        super().__init__([metadata.title or "", metadata.summary or ""], reading.texts, model, background, settings)

    def find_end(self) -> Body | None:
        """Return the page's body up to the likeliest start of another story; None if there is only one story."""
        reading = self.reading
        kept = reading.kept
        segments = [reading.segments[number] for number in kept]
        joints = find_joints(segments)
        splits = measure_splits(self._declared, self._blocks, joints, self._background)
        if not len(splits.places):
            return None
        one_story = self._model.boundaries.predict(splits.rows)
        likely = zip(one_story.tolist(), splits.places.tolist(), strict=True)
        for _, place in sorted(each for each in likely if each[0] < self._limits.boundary_threshold):
            if may_begin_story(reading.document, segments, place):
                return end_story(reading.document, reading.segments, reading.body, kept[place - 1], kept[place])
        return None

    def judge_blocks(self) -> dict[int, Relevance]:
        """Return the relevance of each kept block, by its index, to the rest of the article.

        Neighbouring blocks of doubtful relevance are also judged together, as one text, and the lower score counts:
        each of three foreign paragraphs may share a word with the story by chance, but not all of them many words.
        Of code nothing is known: its words are names of a program, and not of a language.
        """
        scores = self._block_scores.copy()
        own = [OwnWords.of((block,)) for block in self._blocks]
        runs = self._find_doubted_runs(scores)
        for run, score in zip(runs, self._model.blocks.predict(self._story.measure_runs(runs)), strict=True):
            together = OwnWords.of(self._blocks[run.start : run.stop])
            for place in run:
                if score < scores[place]:
                    scores[place], own[place] = score, together
        judged = self._judge(self._blocks, scores, own, self._limits.unrelated_threshold)
        kinds = (self.reading.candidates[number].kind for number in self.reading.kept)
        judged = [NOT_JUDGED if kind == "code" else each for kind, each in zip(kinds, judged, strict=True)]
        return dict(zip(self.reading.kept, judged, strict=True))

    def without_strangers(self, relevances: Mapping[int, Relevance], names: ArticleNames) -> ArticleStory:
        """Return the story without the paragraphs that are strangers among its own blocks.

        In a round-up every block is about something else, so that each is compared with the others. A single paragraph
        that shares nothing with its article is mostly the article's own; so there must be a second witness: an offer to
        the reader, names that nothing else on the page has, or strangers beside it. The first paragraph under a heading
        brings names of its own. Below `FULL_STORY` words, the thresholds fall with the length of the story.

        Args:
            relevances: of its blocks, from `judge_blocks`.
            names: of its blocks.
        """
        rarity, runs = self._background.rarity, self._find_doubted_runs(self._block_scores)
        rows = measure_strangers(self._block_rows, self._block_scores, self._blocks, names.terms, rarity, runs)
        scores = zip(relevances.items(), self._model.strangers.predict(rows).round(DECIMALS).tolist(), strict=True)
        known = {number: score for (number, relevance), score in scores if relevance.score is not None}
        foreign = dict(zip(relevances, have_foreign_names(rows).tolist(), strict=True))
        share = min(1.0, self._story.size / FULL_STORY)
        limits = _find_witnesses(
            self.reading,
            known,
            {number for number in known if foreign[number]} - _find_openings(self.reading),
            offer=round(share * self._limits.offer_threshold, DECIMALS),
            any_text=round(share * self._limits.off_topic_threshold, DECIMALS),
        )
        reading = _drop_off_topic(self.reading, known, limits)
        return self if reading is self.reading else ArticleStory(reading, self._model, self._background, self._settings)

    @cached_property
    def _block_rows(self) -> Rows:
        return self._story.measure_blocks()

    @cached_property
    def _block_scores(self) -> Floats:
        return self._model.blocks.predict(self._block_rows)

    def judge_captions(self, captions: Mapping[Picture, str]) -> list[Relevance]:
        """Return the relevance of pictures by their captions, or other texts to compare, in order."""
        order = self.reading.document.order
        starts = [order.of_segment(self.reading.segments[number]) for number in self.reading.kept]
        places = [bisect_left(starts, order.of_element(picture.image.element)) for picture in captions]
        return self.judge_texts(captions.values(), [range(place, place) for place in places])

    def _find_doubted_runs(self, scores: Floats) -> list[range]:
        """Return each run of `LEAST_RUN` and more doubtful blocks that is less than half of the article.

        Blocks without meaningful words do not end it.
        """
        sizes = [block.size for block in self._blocks]
        is_doubted = [score < DOUBTED or not size for score, size in zip(scores.tolist(), sizes, strict=True)]
        groups = (list(group) for doubted, group in groupby(range(len(sizes)), is_doubted.__getitem__) if doubted)
        runs = (range(group[0], group[-1] + 1) for group in groups)
        return [run for run in runs if sum(map(bool, sizes[run.start : run.stop])) >= LEAST_RUN and self._is_minor(run)]

    def _is_minor(self, run: range) -> bool:
        return 2 * sum(block.size for block in self._blocks[run.start : run.stop]) < self._story.size


def _find_witnesses(
    reading: Reading, scores: Mapping[int, float], named: Collection[int], offer: float, any_text: float
) -> dict[int, float]:
    """Return the threshold of each paragraph with a low score and a second witness against it.

    Headings, items and cells are short, and neither strangers nor witnesses.

    Args:
        reading: the page.
        scores: of its kept blocks with meaningful words, in order.
        named: those whose names nothing else on the page has.
        offer: the score below which a block is a stranger that makes an offer or addresses the reader.
        any_text: the score below which one is that has foreign names, or stands among `LEAST_RUN` such ones or more.
    """

    def is_paragraph(number: int) -> bool:
        return reading.candidates[number].kind == "paragraph"

    groups = (group for is_low, group in groupby(scores, lambda number: scores[number] < any_text) if is_low)
    runs = (list(filter(is_paragraph, group)) for group in groups)
    limits = {number: any_text for run in runs for number in run if len(run) >= LEAST_RUN or number in named}
    low = (number for number, score in scores.items() if score < offer and is_paragraph(number))
    return limits | {number: offer for number in low if count_offers(reading.segments[number].text) >= OFFERS}


def _find_openings(reading: Reading) -> set[int]:
    """Return the first paragraph under each heading; lines between the two, such as an item's name, count as openings.

    The first of an article stands under its title, and tells its story.
    """
    openings: set[int] = set()
    is_open = False
    for number in reading.kept:
        if reading.candidates[number].kind == "heading":
            is_open = True
        elif is_open:
            openings.add(number)
            is_open = len(reading.segments[number].text) <= LONGEST_LINE
    return openings


def _drop_off_topic(reading: Reading, scores: Mapping[int, float], limits: Mapping[int, float]) -> Reading:
    """Return a page without the paragraphs that have a threshold.

    If those are half of the text or more, none is dropped: then it is unclear which half is the story.
    """
    sizes = {number: len(reading.segments[number].text) for number in reading.kept}
    if not limits or 2 * sum(map(sizes.__getitem__, limits)) >= sum(sizes.values()):
        return reading
    candidates = [
        candidate._replace(kept=False, reason="off_topic", score=scores[number], threshold=limits[number])
        if (number := candidate.segment.index) in limits
        else candidate
        for candidate in reading.candidates
    ]
    return replace(reading, candidates=candidates)
