"""How many of the words that an image is named by the article has too."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import compress
from urllib.parse import unquote

import numpy as np
from numpy.typing import NDArray

from cutline.dom.document import Document
from cutline.dom.features.image_places import ReadSegments
from cutline.dom.images import ImageCandidate
from cutline.dom.scripts import cut_words
from cutline.dom.web_addresses import split_address

NAME_COLUMNS = (
    *("alt_words", "alt_in_text", "alt_in_title", "alt_in_authors"),
    *("file_words", "file_in_text", "file_in_title", "file_in_authors"),
)
NONE = -1.0  # of what has no words
LEAST_LETTERS = 3  # of a word that tells something; Chinese and Japanese characters are words of their own
MAX_NAME = 300  # characters of a name that are read
FILE_WORDS = re.compile(r"[^\W\d_]+")


class ImageNames:
    """Compares alternative texts and names of files with the words of the article."""

    def __init__(self, document: Document, text: ReadSegments, images: Sequence[ImageCandidate]) -> None:
        """Take the page, its segments, and all its images."""
        self._images = images
        self._text = _read_words("\n".join([segment.text for segment in compress(text.segments, text.kept.tolist())]))
        self._title = _read_words(document.metadata.title or "")
        self._authors = _read_words("\n".join(document.metadata.authors))

    def measure(self) -> NDArray[np.float64]:
        """Return `NAME_COLUMNS` of the images, as rows."""
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
    return frozenset(word for word in cut_words(text) if len(word) >= LEAST_LETTERS or not word.isascii())


def _read_file_name(url: str) -> frozenset[str]:
    name = unquote(split_address(url).path).rstrip("/").rpartition("/")[2][:MAX_NAME].lower()
    stem = name.rpartition(".")[0] or name
    return frozenset(word for word in FILE_WORDS.findall(stem) if len(word) >= LEAST_LETTERS)
