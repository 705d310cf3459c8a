"""Images with labels: which images of labelled pages belong to the article."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.dom.advertisements import AdRules
from cutline.dom.features.images import ENDINGS, IMAGE_COLUMNS, measure_images
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.page_pictures import PagePictures, read_places
from cutline.dom.pictures import Picture
from cutline.dom.reading import Reading, read_blocks
from cutline.models.image_matching import match_candidates
from cutline.models.labelled_pages import LabelledPage
from cutline.models.relevance_model import RelevanceModel
from cutline.models.train.body_examples import read_segments
from cutline.models.train.strangers import Strangers
from cutline.models.train.told_pages import Backgrounds
from cutline.nlp.comparison import compare_texts
from cutline.nlp.image_evidence import measure_evidence
from cutline.nlp.pipeline import NamePipeline
from cutline.nlp.relevance import DECIMALS, Stems, Story, read_stems
from cutline.nlp.words import Words

STRANGERS = 2  # that are made of each image of an article

Rows = NDArray[np.float32]
Scores = NDArray[np.float64]

_CAPTION, _ENDS = IMAGE_COLUMNS.index("caption"), IMAGE_COLUMNS.index("caption_ends_sentence")


@dataclass(frozen=True, slots=True, eq=False)
class ImageExamples:
    """The n images of one page.

    Attributes:
        corpus: its name.
        site: of the page; pages of one site are never both trained and tested on.
        rows: n rows of `IMAGE_COLUMNS`.
        evidence: n rows of `EVIDENCE_COLUMNS`.
        labels: of each, the labelled images that it is; one of the others has none.
        known: whether anything is known of each.
        keys: equal for two that show the same picture.
        labelled: how many images of the article are labelled.
        stranger_rows, stranger_evidence: the same of m strangers: the page's own images of the article, had they what
            is told of images of other articles.
    """

    corpus: str
    site: str
    rows: Rows
    evidence: Rows
    labels: tuple[tuple[int, ...], ...]
    known: NDArray[np.bool_]
    keys: tuple[str, ...]
    labelled: int
    stranger_rows: Rows
    stranger_evidence: Rows

    @property
    def is_article(self) -> NDArray[np.bool_]:
        """Whether each image belongs to the article."""
        return np.array([bool(found) for found in self.labels], bool)


@dataclass(frozen=True, slots=True)
class ImageReader:
    """What reads the images of pages that are learned from.

    Attributes:
        pipeline: finds names in pages of its language.
        backgrounds: how common words are in each language.
        relevance: the classifiers of relevance that did not learn from a site, given the site.
        strangers: chooses captions of other articles.
        settings: all of them.
    """

    pipeline: NamePipeline
    backgrounds: Backgrounds
    relevance: Callable[[str], RelevanceModel]
    strangers: Strangers
    settings: Settings

    def read(self, corpus: str, page: LabelledPage, scores: Scores) -> ImageExamples:
        """Return the images of a page, given the scores of its segments by a classifier that did not learn from it."""
        settings, site = self.settings, page.site or page.id
        advertisements = AdRules(settings.ads)  # without a list of the user's: the model is for everyone
        document, segments = read_segments(page, settings)
        body = decide_by_scores(document, segments, scores, settings)
        finder = PagePictures(document, segments, body, settings.captions, advertisements)
        reading = read_blocks(document, segments, body, finder)
        pictures = [picture for picture in finder.find()[0] if picture.dropped is None]
        images = [picture.image for picture in pictures]
        rows = measure_images(document, read_places(reading), images, [picture.caption for picture in pictures])
        labels, known = match_candidates(page, images)
        own = [number for number, found in enumerate(labels) if found and pictures[number].compared]
        replaced = [number for number in own for _ in range(STRANGERS)]
        foreign = self.strangers.choose_captions(page.id, len(replaced))
        replaced = replaced[: len(foreign)]
        told = [*(picture.compared for picture in pictures), *foreign]
        evidence = self._measure_evidence(reading, told, [*pictures, *(pictures[number] for number in replaced)], site)
        return ImageExamples(
            corpus=corpus,
            site=site,
            rows=rows,
            evidence=evidence[: len(pictures)],
            labels=labels,
            known=np.array(known, bool),
            keys=tuple(image.key for image in images),
            labelled=len(page.images or ()),
            stranger_rows=_tell_otherwise(rows[replaced], foreign),
            stranger_evidence=evidence[len(pictures) :],
        )

    def _measure_evidence(self, reading: Reading, told: list[str], pictures: list[Picture], site: str) -> Rows:
        """Return the evidence of texts that are told of pictures."""
        language = (reading.language or self.pipeline.language).partition("-")[0]
        background, metadata, order = self.backgrounds.of(language), reading.document.metadata, reading.document.order

        def read(text: str | None) -> Stems:
            return read_stems(Words(text or ""), background)

        starts = [order.of_segment(reading.segments[number]) for number in reading.kept]
        places = [bisect_left(starts, order.of_element(picture.image.element)) for picture in pictures]
        story = Story([read(metadata.title), read(metadata.summary)], list(map(read, reading.texts)), background)
        rows = story.measure_captions(list(map(read, told)), places)
        pipeline = self.pipeline if language == self.pipeline.language else None
        compared = compare_texts(reading.texts, told, pipeline, self.settings, background)
        return measure_evidence(self.relevance(site).captions.predict(rows).round(DECIMALS), rows, compared.captions)


def _tell_otherwise(rows: Rows, texts: list[str]) -> Rows:
    """Return rows of images with what else the captions of others change in them."""
    changed = rows.copy()
    has_caption = changed[:, _CAPTION] > 0
    changed[:, _CAPTION] = np.where(has_caption, [math.log1p(len(text)) for text in texts], 0)
    changed[:, _ENDS] = np.where(has_caption, [text.endswith(ENDINGS) for text in texts], 0)
    return changed
