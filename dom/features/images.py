"""The features of images: a row of numbers for each, which the learned image classifier reads.

All of them come from the page alone. None reads what a caption says: that is held against the text in
`cutline.nlp.relevance`. Alternative texts and names of files are only searched for words that the article has too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.dom.captions import Caption
from cutline.dom.document import Document
from cutline.dom.features.image_names import NAME_COLUMNS, ImageNames
from cutline.dom.features.image_places import PLACE_COLUMNS, ImagePlaces, ReadSegments
from cutline.dom.features.image_sources import SOURCE_COLUMNS, TO_SITE, ImageSources
from cutline.dom.features.segments import shift
from cutline.dom.images import ImageCandidate

CAPTION_COLUMNS = ("caption_source", "caption", "caption_links", "credit", "caption_ends_sentence")
COMPARED = ("in_root", "link", "caption", "article_before_share", "up_to_article_text")
NEIGHBOURS = ("in_root", "caption", "link", "largest", "up_to_article_text")
OWN_COLUMNS = (*PLACE_COLUMNS, *SOURCE_COLUMNS, *NAME_COLUMNS, *CAPTION_COLUMNS)
IMAGE_COLUMNS = (
    *OWN_COLUMNS,
    *("alike", *(f"alike_{name}" for name in COMPARED)),
    *("page_captioned", "page_in_root"),
    *(f"{name}{n:+d}" for n in (-1, 1) for name in NEIGHBOURS),
)
CAPTION_SOURCES = ("figcaption", "first_block", "sibling", "aria", "attribute", "json_ld", "alt")
ENDINGS = (".", "。", ")", "!", "?")
NONE = -1.0

Floats = NDArray[np.float64]

_PLACES = {name: place for place, name in enumerate(OWN_COLUMNS)}


def measure_images(
    document: Document, text: ReadSegments, images: Sequence[ImageCandidate], captions: Sequence[Caption | None]
) -> NDArray[np.float32]:
    """Return the features of a page's images: rows of `IMAGE_COLUMNS`.

    Args:
        document: the page.
        text: its segments, as the body classifier read them.
        images: in document order.
        captions: of each.
    """
    if not images:
        return np.zeros((0, len(IMAGE_COLUMNS)), np.float32)
    places, sources = ImagePlaces(document, text, images), ImageSources(document, images)
    names = ImageNames(document, text, images)
    described = np.array([_measure_caption(caption) for caption in captions], np.float64)
    rows = np.concatenate([places.measure(), sources.measure(), names.measure(), described], axis=1)
    shapes = [places.shape(number) for number in range(len(images))]
    neighbours = _select(rows, NEIGHBOURS)
    return np.concatenate(
        [rows, _compare_alike(rows, shapes), _measure_page(rows), shift(neighbours, -1), shift(neighbours, 1)], axis=1
    ).astype(np.float32)


def _measure_caption(caption: Caption | None) -> list[float]:
    if caption is None:
        return [NONE, 0, NONE, 0, 0]
    text = caption.text or ""
    return [
        CAPTION_SOURCES.index(caption.source),
        math.log1p(len(text)),
        caption.link_share,
        caption.credit is not None,
        text.endswith(ENDINGS),
    ]


def _compare_alike(rows: Floats, shapes: Sequence[object]) -> Floats:
    """Return for each image how many stand alike, and the mean of what is known of these."""
    numbers: dict[object, int] = {}
    groups = np.array([numbers.setdefault(shape, len(numbers)) for shape in shapes])
    values = _select(rows, COMPARED)
    values[:, 1] = values[:, 1] >= TO_SITE
    values[:, 2] = values[:, 2] > 0
    counts = np.bincount(groups)
    means = [np.bincount(groups, column) / counts for column in values.T]
    found: Floats = np.stack([counts, *means], axis=1)[groups]
    return found


def _measure_page(rows: Floats) -> Floats:
    """Return what share of the images in the article's part of the page has captions, and how many stand there."""
    inside = rows[:, _PLACES["in_root"]] > 0
    source = rows[:, _PLACES["caption_source"]]
    captioned = inside & (source >= 0) & (source < CAPTION_SOURCES.index("alt"))
    return np.tile([captioned.sum() / (inside.sum() + 1), inside.sum()], (len(rows), 1))


def _select(rows: Floats, names: Sequence[str]) -> Floats:
    return rows[:, [_PLACES[name] for name in names]]
