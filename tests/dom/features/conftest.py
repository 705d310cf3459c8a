"""Builders for what is measured of a page; in the pages made here the article's text is what says "story"."""

from collections.abc import Callable

import numpy as np
import pytest

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.features.images import IMAGE_COLUMNS, measure_images
from cutline.dom.features.segments import COLUMNS, measure_segments
from cutline.dom.images.pictures import PagePictures, Picture, read_places
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.tags import breaks_line

Columns = dict[str, list[float]]
ReadPage = tuple[Reading, list[Picture]]


@pytest.fixture(scope="session")
def read(document: Callable[..., Document], settings: Settings) -> Callable[..., ReadPage]:
    """Return the reading and the pictures of HTML given as text: what says "story" has a score of 0.9, the rest 0.1."""

    def build(html: str, url: str | None = None) -> ReadPage:
        page = document(html, url)
        segments = split_segments(page, breaks_line)
        scores = np.array([0.9 if "story" in segment.text else 0.1 for segment in segments], np.float64)
        body = decide_by_scores(page, segments, scores, settings)
        finder = PagePictures(page, segments, body, settings)
        return read_blocks(page, segments, body, finder), finder.find()[0]

    return build


@pytest.fixture(scope="session")
def text_columns(document: Callable[..., Document]) -> Callable[..., Columns]:
    """Return the columns of the segments of HTML given as text."""

    def build(html: str, url: str | None = None) -> Columns:
        page = document(html, url)
        rows = measure_segments(page, split_segments(page, breaks_line)).rows
        return dict(zip(COLUMNS, rows.T.tolist(), strict=True))

    return build


@pytest.fixture(scope="session")
def image_columns(read: Callable[..., ReadPage]) -> Callable[..., Columns]:
    """Return the columns of the images of HTML given as text."""

    def build(html: str, url: str | None = None) -> Columns:
        reading, pictures = read(html, url)
        images, captions = [picture.image for picture in pictures], [picture.caption for picture in pictures]
        rows = measure_images(reading.document, read_places(reading), images, captions)
        return dict(zip(IMAGE_COLUMNS, rows.T.tolist(), strict=True))

    return build
