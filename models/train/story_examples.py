"""Training examples of relevance: the words of labelled articles and of the captions of their images."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutline.config import Settings
from cutline.config.settings import NlpSettings
from cutline.dom.document import Document
from cutline.dom.images.pictures import PagePictures
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.stories import Joints, find_joints
from cutline.models import SHIPPED_NER, SHIPPED_NER_MANY
from cutline.models.image_matching import match_candidates
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.train.body_examples import label_segments, read_segments
from cutline.models.train.datasets import find_data_files
from cutline.models.train.training import Report, read_each
from cutline.models.word_frequencies import load_background
from cutline.nlp.background import Background
from cutline.nlp.pipeline import SHIPPED, Mention, NamePipeline, load_pipeline
from cutline.nlp.relevance import Stems, read_stems
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


class Backgrounds:
    """Word frequencies and name pipelines by language, each loaded once."""

    def __init__(self, nlp: NlpSettings) -> None:
        """Take the settings of the pipelines; the shipped ones are loaded."""
        self._nlp = nlp
        self._known: dict[str, Background] = {}
        self._pipelines: dict[Path, NamePipeline] = {}

    def of(self, language: str) -> Background:
        """Return the word frequencies of a language, given by its primary subtag; of English if that is empty."""
        if language not in self._known:
            self._known[language] = load_background(language or "en")
        return self._known[language]

    def find_pipeline(self, language: str) -> NamePipeline | None:
        """Return what finds names in a language, given by its primary subtag; None if nothing does."""
        is_many = self._nlp.pipelines.get(language)
        if not is_many and language not in ("", "en"):
            return None
        folder = SHIPPED_NER_MANY if is_many else SHIPPED_NER
        if folder not in self._pipelines:
            self._pipelines[folder] = load_pipeline(SHIPPED, self._nlp.labels, folder, self._nlp.read)
        return self._pipelines[folder]


def collect_story_examples(
    data: Sequence[Path], settings: Settings, backgrounds: Backgrounds, report: Report
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
        for page, example in read_each(wanted, lambda page: _read_page(page, settings, backgrounds), report):
            if example.blocks:
                pages[page.id] = example
    report(f"{len(pages)} articles, {sum(len(page.captions) for page in pages.values())} captions")
    return list(pages.values())


def _read_page(page: LabelledPage, settings: Settings, backgrounds: Backgrounds) -> StoryExample:
    document, segments = read_segments(page, settings)
    labels, _ = label_segments(page, [segment.text for segment in segments])
    body = decide_by_scores(document, segments, np.where(labels, SURE, 1 - SURE), settings)
    finder = PagePictures(document, segments, body, settings)
    reading = read_blocks(document, segments, body, finder)
    language = (reading.language or "").partition("-")[0]
    background, pipeline = backgrounds.of(language), backgrounds.find_pipeline(language)

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
