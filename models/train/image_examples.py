"""Images with labels: which images of labelled pages belong to the article."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.dom.advertisements import AdRules
from cutline.dom.features.images import measure_images
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.page_pictures import PagePictures, read_places
from cutline.dom.reading import read_blocks
from cutline.models.image_matching import match_candidates
from cutline.models.labelled_pages import LabelledPage
from cutline.models.train.body_examples import read_segments

Rows = NDArray[np.float32]
Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ImageExamples:
    """The n images of one page.

    Attributes:
        corpus: its name.
        site: of the page; pages of one site are never both trained and tested on.
        rows: n rows of `IMAGE_COLUMNS`.
        labels: of each, the labelled images that it is; one of the others has none.
        known: whether anything is known of each.
        keys: equal for two that show the same picture.
        labelled: how many images of the article are labelled.
        are_others_listed: whether the labels name the other images too, so that all of the page was looked at.
    """

    corpus: str
    site: str
    rows: Rows
    labels: tuple[tuple[int, ...], ...]
    known: NDArray[np.bool_]
    keys: tuple[str, ...]
    labelled: int
    are_others_listed: bool = False

    @property
    def is_article(self) -> NDArray[np.bool_]:
        """Whether each image belongs to the article."""
        return np.array([bool(found) for found in self.labels], bool)


def collect_image_examples(
    corpus: str,
    pages: Iterable[tuple[LabelledPage, Scores]],
    settings: Settings,
    report: Callable[[str], None],
) -> Iterator[ImageExamples]:
    """Yield the images of each page.

    Args:
        corpus: its name.
        pages: with the scores of their segments by a body classifier that was not trained on them.
        settings: all of them.
        report: called with each failure.
    """
    advertisements = AdRules(settings.ads)  # without a list of the user's: the model is for everyone
    for page, scores in pages:
        document, segments = read_segments(page, settings)
        body = decide_by_scores(document, segments, scores, settings)
        finder = PagePictures(document, segments, body, settings.captions, advertisements)
        reading = read_blocks(document, segments, body, finder)
        pictures = [picture for picture in finder.find()[0] if picture.dropped is None]
        images = [picture.image for picture in pictures]
        rows = measure_images(document, read_places(reading), images, [picture.caption for picture in pictures])
        labels, known = match_candidates(page, images)
        yield ImageExamples(
            corpus=corpus,
            site=page.site or page.id,
            rows=rows,
            labels=labels,
            known=np.array(known, bool),
            keys=tuple(image.key for image in images),
            labelled=len(page.images or ()),
            are_others_listed=bool(page.other_images),
        )
