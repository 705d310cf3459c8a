"""The features of images for the image classifier.

All come from the page alone. None reads the words of a caption: `cutline.nlp.relevance` compares those with the
article. Of alternative texts and file names, only the words that they share with the article count.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from itertools import chain, compress
from urllib.parse import unquote

import numpy as np

from cutline.dom.captioning.block_captions import Caption
from cutline.dom.document import Document
from cutline.dom.features.arrays import Floats, Rows
from cutline.dom.features.characters import cut_all_words
from cutline.dom.features.image_places import PLACE_COLUMNS, ImagePlaces, ReadSegments
from cutline.dom.features.image_sources import SOURCE_COLUMNS, TO_SITE, ImageSources
from cutline.dom.features.segments import shift
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.scripts import cut_words
from cutline.dom.web_addresses import split_address

NAME_COLUMNS = (
    *("alt_words", "alt_in_text", "alt_in_title", "alt_in_authors"),
    *("file_words", "file_in_text", "file_in_title", "file_in_authors"),
)
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
NONE = -1.0  # a missing value
LEAST_LETTERS = 3  # letters of an ASCII word that counts; other scripts have no minimum
MAX_NAME = 300  # characters of an alternative text or file name that are read
FILE_WORDS = re.compile(r"[^\W\d_]+")


_PLACES = {name: place for place, name in enumerate(OWN_COLUMNS)}


def measure_images(
    document: Document, text: ReadSegments, images: Sequence[ImageCandidate], captions: Sequence[Caption | None]
) -> Rows:
    """Return the features of a page's n images: n rows of `IMAGE_COLUMNS`.

    Args:
        document: the page.
        text: its segments with the predictions of the body classifier.
        images: its n images, in document order.
        captions: the caption of each image (n).
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
    """Return, for each image, how many images have the same shape, and the means of `COMPARED` over them."""
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
    """Return, for every row alike, the share of images inside the article's root with a caption, and their number."""
    inside = rows[:, _PLACES["in_root"]] > 0
    source = rows[:, _PLACES["caption_source"]]
    captioned = inside & (source >= 0) & (source < CAPTION_SOURCES.index("alt"))
    return np.tile([captioned.sum() / (inside.sum() + 1), inside.sum()], (len(rows), 1))


def _select(rows: Floats, names: Sequence[str]) -> Floats:
    return rows[:, [_PLACES[name] for name in names]]


class ImageNames:
    """Compares alternative texts and file names with the words of the article."""

    def __init__(self, document: Document, text: ReadSegments, images: Sequence[ImageCandidate]) -> None:
        """Take the page, its segments, and all its images."""
        self._images = images
        kept = cut_all_words([segment.text for segment in compress(text.segments, text.kept.tolist())])
        self._text = _drop_short(chain.from_iterable(kept))
        self._title = _read_words(document.metadata.title or "")
        self._authors = _read_words("\n".join(document.metadata.authors))

    def measure(self) -> Floats:
        """Return a row of `NAME_COLUMNS` per image."""
        return np.array([self._measure(image) for image in self._images], np.float64)

    def _measure(self, image: ImageCandidate) -> list[float]:
        names = _read_words((image.alt or "")[:MAX_NAME]), _read_file_name(image.url)
        return [value for name in names for value in self._compare(name)]

    def _compare(self, name: frozenset[str]) -> list[float]:
        return [
            math.log1p(len(name)),
            _share(name, self._text),
            _share(name, self._title),
            len(name & self._authors),
        ]


def _share(words: frozenset[str], others: frozenset[str]) -> float:
    return len(words & others) / len(words) if words else NONE


def _read_words(text: str) -> frozenset[str]:
    return _drop_short(cut_words(text))


def _drop_short(words: Iterable[str]) -> frozenset[str]:
    return frozenset([word for word in set(words) if len(word) >= LEAST_LETTERS or not word.isascii()])


def _read_file_name(url: str) -> frozenset[str]:
    name = unquote(split_address(url).path).rstrip("/").rpartition("/")[2][:MAX_NAME].lower()
    stem = name.rpartition(".")[0] or name
    return frozenset(word for word in FILE_WORDS.findall(stem) if len(word) >= LEAST_LETTERS)
