"""Training examples of relevance: the words of labelled articles, and texts of one article inserted into another.

Labelled pages hardly ever contain foreign texts.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.features.arrays import Bools, Rows
from cutline.dom.images.pictures import PagePictures
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.stories import Joints, find_joints
from cutline.models.labelled_pages import LabelledPage, match_candidates, read_labelled_pages
from cutline.models.loaded_models import LoadedModels
from cutline.models.train.body import label_segments, read_segments
from cutline.models.train.datasets import find_data_files
from cutline.models.train.training import Report, read_each
from cutline.models.trees import GradientTrees
from cutline.nlp.comparison import read_marked
from cutline.nlp.pipeline import Mention
from cutline.nlp.relevance import Stems, Story, read_stems
from cutline.nlp.stories import measure_splits
from cutline.nlp.strangers import measure_strangers
from cutline.nlp.words import Words

SURE = 0.99  # score given to a segment that is labelled as article text


@dataclass(frozen=True, slots=True, eq=False)
class StoryExample:
    """The words of one labelled article.

    Attributes:
        id: of the page.
        site: of the page; pages of one site are never both trained and tested on.
        language: primary subtag of the article's language; empty if unknown.
        declared: the words of title and summary.
        blocks: the words of the article's blocks, by its labels.
        texts: the blocks.
        mentions: the names that the language's pipeline marks in each block; None if there is none for it.
        joints: page structure between the blocks.
        captions: the words of the captions of its labelled images.
        places: number of blocks before each of these images.
    """

    id: str
    site: str
    language: str
    declared: tuple[Stems, ...]
    blocks: tuple[Stems, ...]
    texts: tuple[str, ...]
    mentions: tuple[Sequence[Mention], ...] | None
    joints: Joints
    captions: tuple[Stems, ...]
    places: tuple[int, ...]


def collect_story_examples(
    data: Sequence[Path], settings: Settings, models: LoadedModels, report: Report
) -> list[StoryExample]:
    """Return the words of the articles with complete text labels; a page that cannot be read is reported.

    A page that is in two corpora, once for its text and once for its images, counts once.
    """
    pages: dict[str, StoryExample] = {}
    for file in find_data_files(data):
        wanted = (
            page
            for page in read_labelled_pages(file.path)
            if page.text and page.is_article and not (page.id in pages and page.images is None)
        )
        for page, example in read_each(wanted, lambda page: _read_page(page, settings, models), report):
            if example.blocks:
                pages[page.id] = example
    report(f"{len(pages)} articles, {sum(len(page.captions) for page in pages.values())} captions")
    return list(pages.values())


def _read_page(page: LabelledPage, settings: Settings, models: LoadedModels) -> StoryExample:
    document, segments = read_segments(page, settings)
    labels, _ = label_segments(page, [segment.text for segment in segments])
    body = decide_by_scores(document, segments, np.where(labels, SURE, 1 - SURE), settings)
    finder = PagePictures(document, segments, body, settings)
    reading = read_blocks(document, segments, body, finder)
    language = (reading.language or "").partition("-")[0]
    background, pipeline = models.find_background(language), models.find_pipeline(language)

    def read(text: str | None) -> Stems:
        return read_stems(Words(text or ""), background)

    captions, places = _find_captions(page, document, reading, finder) if page.images is not None else ((), ())
    return StoryExample(
        id=page.id,
        site=page.site or page.id,
        language=language,
        declared=(read(document.metadata.title), read(document.metadata.summary)),
        blocks=tuple(map(read, reading.texts)),
        texts=tuple(reading.texts),
        mentions=None if pipeline is None else tuple(pipeline.find_mentions(reading.texts)),
        joints=find_joints([segments[number] for number in reading.kept]),
        captions=tuple(map(read, captions)),
        places=tuple(places),
    )


def _find_captions(
    page: LabelledPage, document: Document, reading: Reading, finder: PagePictures
) -> tuple[list[str], list[int]]:
    """Return the captions of the article's labelled images, and the number of blocks before each."""
    order = document.order
    starts = [order.of_segment(reading.segments[number]) for number in reading.kept]
    pictures = [picture for picture in finder.find()[0] if picture.text]
    labels, _ = match_candidates(page, [picture.image for picture in pictures])
    own = [picture for picture, found in zip(pictures, labels, strict=True) if found]
    return [picture.text for picture in own], [
        bisect_left(starts, order.of_element(picture.image.element)) for picture in own
    ]


RUNS = (1, 1, 3)  # consecutive foreign blocks; three support each other
CANDIDATES = 8  # articles among which the most similar one is chosen
MOST_BLOCKS = 30  # of an article that are used
STORY_BLOCKS = (4, 6, 8, 12, 20)  # number of blocks of a second story
LEAST_STORY = 4  # minimum blocks of two articles that are joined
SAME_BUILD = 0.7  # probability that a second story has a container like the first one's
WITH_HEADING = 0.5  # the same of a heading
FLAT = 0.15  # the same of no container
WITHOUT_FRAME, FRAME_BLOCKS, FRAME_AHEAD = 0.4, (1, 2, 3, 5, 8), 2  # framing blocks of the first story, which repeat
MARKED = 0.2  # probability that a foreign block is marked as paid content
NEAR_WORDS = 5  # minimum stems of a foreign block
PARAGRAPH_WORDS = 8  # the same of a paragraph; shorter blocks are no strangers for what they say


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """n rows of features, and whether each text belongs to the article it was compared with.

    Attributes:
        rows: shape (n, columns).
        is_own: whether each is the article's own.
        sites: the site of each article compared with.
    """

    rows: Rows
    is_own: Bools
    sites: tuple[str, ...]


class ReadBlock(NamedTuple):
    """A block with its words, and the names that a pipeline marks in it, if there is one."""

    stems: Stems
    text: str
    mentions: Sequence[Mention]


Blocks = Sequence[ReadBlock]


def list_blocks(page: StoryExample) -> Blocks:
    """Return the blocks of an article."""
    mentions = page.mentions or ((),) * len(page.texts)
    return list(map(ReadBlock, page.blocks, page.texts, mentions))


class Strangers:
    """Chooses foreign texts for each article from other sites in the same language; equal seeds choose the same."""

    def __init__(self, pages: Sequence[StoryExample], models: LoadedModels, seed: int) -> None:
        """Take the articles."""
        self._pages = pages
        self._models = models
        self._random = random.Random(seed)
        self._by_language: defaultdict[str, list[StoryExample]] = defaultdict(list)
        for page in pages:
            self._by_language[page.language].append(page)
        self._words = {page.id: frozenset(stem for text in page.blocks for stem in text.written) for page in pages}

    def collect_blocks(self) -> Examples:
        """Return the blocks of each article, and foreign ones that were inserted into it."""
        return _join(self._measure_blocks(page) for page in self._pages)

    def collect_strangers(self, trees: Mapping[str, GradientTrees]) -> Examples:
        """Return the same, each block compared with the page's other blocks.

        Args:
            trees: for each site the classifier of blocks that was not trained on it.
        """
        return _join(self._compare_blocks(page, trees[page.site]) for page in self._pages)

    def collect_captions(self) -> Examples:
        """Return the captions of each article, and twice as many of others: half random, half from similar articles."""
        return _join(self._measure_captions(page) for page in self._pages if page.captions)

    def collect_splits(self) -> Examples:
        """Return places within single articles, and places in articles with another one appended."""
        return _join(self._measure_splits(page) for page in self._pages if len(page.blocks) >= LEAST_STORY)

    def _choose_captions(self, page: StoryExample, number: int) -> list[Stems]:
        """Return captions of other articles, alternating between any and a similar one; empty without others."""
        others = [other for other in self._list_others(page) if other.captions]
        if not others:
            return []
        near = self._choose_near(page, others)
        chosen = [near if turn % 2 else self._random.choice(others) for turn in range(number)]
        return [self._random.choice(each.captions) for each in chosen]

    def _list_others(self, page: StoryExample) -> list[StoryExample]:
        return [other for other in self._by_language[page.language] if other.site != page.site]

    def _choose_near(self, page: StoryExample, others: Sequence[StoryExample]) -> StoryExample:
        """Return the most similar of some randomly drawn articles."""
        chosen = self._random.sample(others, min(CANDIDATES, len(others)))
        background = self._models.find_background(page.language)

        def rate(other: StoryExample) -> float:
            shared = self._words[page.id] & self._words[other.id]
            information = sum(-math.log10(background.stem_frequency(stem)) for stem in shared)
            return information / math.sqrt(len(self._words[other.id]))

        return max(chosen, key=rate)

    def _make_story(self, page: StoryExample, blocks: Sequence[Stems]) -> Story:
        return Story(page.declared, blocks, self._models.find_background(page.language))

    def _measure_blocks(self, page: StoryExample) -> Examples:
        def measure(blocks: Blocks) -> Rows:
            return self._make_story(page, [block.stems for block in blocks]).measure_blocks()

        numbers = [number for number, block in enumerate(page.blocks) if block.written]
        chosen = sorted(self._random.sample(numbers, min(MOST_BLOCKS, len(numbers))))
        return self._join_foreign(page, measure, chosen, NEAR_WORDS)

    def _compare_blocks(self, page: StoryExample, model: GradientTrees) -> Examples:
        background = self._models.find_background(page.language)
        pipeline = self._models.find_pipeline(page.language)

        def measure(blocks: Blocks) -> Rows:
            stems, texts, mentions = zip(*blocks, strict=True)
            rows = self._make_story(page, stems).measure_blocks()
            names = read_marked(texts, mentions, pipeline, background)
            return measure_strangers(rows, model.predict(rows), stems, names.terms, background.rarity)

        long = [number for number, block in enumerate(page.blocks) if len(block.written) >= PARAGRAPH_WORDS]
        return self._join_foreign(page, measure, long, PARAGRAPH_WORDS)

    def _join_foreign(
        self, page: StoryExample, measure: Callable[[Blocks], Rows], chosen: Sequence[int], least: int
    ) -> Examples:
        """Return the measures of the chosen blocks of a page as it is, and of foreign ones put among them.

        Args:
            page: the article.
            measure: returns the measures of the blocks of a page.
            chosen: the indexes of own blocks.
            least: words of a foreign block.
        """
        own = list_blocks(page)
        parts = [measure(own)[chosen]]
        for at, foreign in self._choose_foreign(page, least):
            parts.append(measure([*own[:at], *foreign, *own[at:]])[at : at + len(foreign)])
        is_own = np.arange(sum(map(len, parts))) < len(chosen)
        return Examples(np.concatenate(parts), is_own, (page.site,) * len(is_own))

    def _choose_foreign(self, page: StoryExample, least: int) -> Iterator[tuple[int, Blocks]]:
        """Yield runs of blocks of other articles with at least so many words, and the place of each."""
        others = self._list_others(page)
        if not others:
            return
        for turn, run in enumerate((*RUNS, *RUNS)):
            other = self._choose_near(page, others) if turn % 2 else self._random.choice(others)
            numbers = [number for number, block in enumerate(other.blocks) if len(block.written) >= least]
            start = self._random.randrange(max(1, len(numbers) - run + 1))
            blocks = list_blocks(other)
            foreign = [blocks[number] for number in numbers[start : start + run]]
            if run == 1 and self._random.random() < MARKED:
                foreign = [block._replace(stems=replace(block.stems, is_paid=True)) for block in foreign]
            yield self._random.randint(min(2, len(page.blocks)), len(page.blocks)), foreign

    def _measure_captions(self, page: StoryExample) -> Examples:
        story = self._make_story(page, page.blocks)
        foreign = self._choose_captions(page, 2 * len(page.captions))
        places = [self._random.choice(page.places) for _ in foreign]
        rows = story.measure_captions((*page.captions, *foreign), (*page.places, *places))
        is_own = np.arange(len(rows)) < len(page.captions)
        return Examples(rows, is_own, (page.site,) * len(rows))

    def _measure_splits(self, page: StoryExample) -> Examples:
        background = self._models.find_background(page.language)
        alone = measure_splits(page.declared, page.blocks, page.joints, background)
        parts, is_own = [alone.rows], [np.ones(len(alone.rows), bool)]
        others = [other for other in self._list_others(page) if len(other.blocks) >= LEAST_STORY]
        for turn in range(2 if others else 0):
            other = self._choose_near(page, others) if turn % 2 else self._random.choice(others)
            size = self._random.choice(STORY_BLOCKS)
            frame = self._choose_frame(page)
            foreign = (*frame[:FRAME_AHEAD], *other.blocks[:size], *frame[FRAME_AHEAD:])
            blocks, joints = (*page.blocks, *foreign), self._append(page, other, size, len(frame))
            both = measure_splits(page.declared, blocks, joints, background)
            away = np.abs(both.places - len(page.blocks))
            parts.append(both.rows[away != 1])  # a boundary one block off is neither right nor wrong
            is_own.append(away[away != 1] > 0)
        labels = np.concatenate(is_own)
        return Examples(np.concatenate(parts), labels, (page.site,) * len(labels))

    def _choose_frame(self, page: StoryExample) -> list[Stems]:
        """Return short blocks of an article that repeat after it, such as prompts; often empty."""
        if self._random.random() < WITHOUT_FRAME:
            return []
        short = sorted((block for block in page.blocks if block.written), key=lambda block: block.size)
        return self._random.sample(short[: len(short) // 2], min(len(short) // 2, self._random.choice(FRAME_BLOCKS)))

    def _append(self, page: StoryExample, other: StoryExample, size: int, frame: int) -> Joints:
        """Return the joints of an article with another one appended, usually in a container like its own."""
        first, second = page.joints, other.joints
        container = int(np.median(first.depths))
        inner = np.maximum(container, second.depths[: size - 1] - int(np.median(second.depths)) + container)
        inner = np.concatenate([np.full(frame, container), inner])
        is_flat = self._random.random() < FLAT
        above = container if is_flat else container - self._random.choice((1, 1, 2, 3))
        is_alike = is_flat or self._random.random() < SAME_BUILD
        return Joints(
            np.concatenate([first.depths, [above], inner]),
            np.concatenate([first.is_alike, [is_alike], np.ones(frame, bool), second.is_alike[: size - 1]]),
            np.concatenate(
                [
                    first.is_heading,
                    [self._random.random() < WITH_HEADING],
                    np.zeros(frame, bool),
                    second.is_heading[: size - 1],
                ]
            ),
        )


def _join(parts: Iterator[Examples]) -> Examples:
    found = list(parts)
    return Examples(
        np.concatenate([part.rows for part in found]),
        np.concatenate([part.is_own for part in found]),
        tuple(site for part in found for site in part.sites),
    )
