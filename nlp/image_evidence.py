"""What is told of an image, in its caption or alternative text, that the article tells too: words, title, names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cutline.dom.pictures import Picture
from cutline.dom.reading import Reading
from cutline.dom.scripts import cut_words
from cutline.types import Similarity

EVIDENCE_COLUMNS = (
    *("told_in_article", "told_rare_in_article", "told_capitals_in_article", "told_in_title"),
    *("similarity", "shared_names"),
)
RARE_SHARE, RARE = 0.15, 2  # of the article's blocks, and blocks at least, in which a rare word stands at most
MIN_LETTERS = 2  # of an ASCII word, at most, that is not counted: articles and prepositions in many languages
NONE = -1.0  # of a text that holds nothing to compare
CAPITAL = re.compile(r"\b[^\W\d_a-zß-ÿ]\w{2,}")


class ImageEvidence:
    """Compares what is told of images with one article."""

    def __init__(self, blocks: Sequence[str], title: str | None) -> None:
        """Take the text of the article's blocks, and its title."""
        words = [set(cut_words(block)) for block in blocks]
        self._blocks_with = Counter(chain.from_iterable(words))
        self._rare = max(RARE, len(blocks) * RARE_SHARE)
        self._title = frozenset(cut_words(title or ""))
        self._shares: dict[str, list[float]] = {}

    def measure(self, told: str, similarity: Similarity) -> list[float]:
        """Return `EVIDENCE_COLUMNS` of an image.

        Args:
            told: what the page tells of it, empty where it tells nothing.
            similarity: of that text to the article.
        """
        if told not in self._shares:  # a page tells the same of many pictures
            self._shares[told] = self._share_words(told)
        score = NONE if similarity.score is None else similarity.score
        return [*self._shares[told], score, len(similarity.evidence.shared)]

    def _share_words(self, told: str) -> list[float]:
        words = [word for word in cut_words(told) if len(word) > MIN_LETTERS or not word.isascii()]
        rare = [word for word in words if self._blocks_with.get(word, 0) <= self._rare]
        capitals = [word.lower() for word in CAPITAL.findall(told)]
        return [
            _share(words, self._blocks_with),
            _share(rare, self._blocks_with),
            _share(capitals, self._blocks_with),
            _share(words, self._title),
        ]


def measure_evidence(
    reading: Reading, pictures: Sequence[Picture], similarities: Sequence[Similarity]
) -> NDArray[np.float32]:
    """Return `EVIDENCE_COLUMNS` of a page's pictures, as rows.

    Args:
        reading: the page.
        pictures: with their captions.
        similarities: to the article of what is told of each.
    """
    evidence = ImageEvidence(reading.texts, reading.document.metadata.title)
    rows = [
        evidence.measure(picture.compared, similarity)
        for picture, similarity in zip(pictures, similarities, strict=True)
    ]
    return np.array(rows, np.float32).reshape(-1, len(EVIDENCE_COLUMNS))


def _share(words: Sequence[str], known: Collection[str]) -> float:
    return sum(map(known.__contains__, words)) / len(words) if words else NONE
