"""What a network knows of each word by itself, before it has seen those around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutline.nlp.layers import Maxout

KEPT_WORDS = 20_000  # whose vectors are kept from text to text; 8 MB of the shipped network's
BETWEEN = 0  # the row of zeros, which stands between texts


class WordVectors:
    """The vectors of words; each is made once, for words are alike in all that the network sees of them.

    They are made in double precision: in single precision the last bit would depend on which words are made together,
    and so what is found in a page on the pages before it.

    Attributes:
        table: a row for each word that is known; it grows.
    """

    def __init__(self, attributes: Sequence[str], find_parts: Any, mix: Maxout) -> None:
        """Take what makes a vector of a word.

        Args:
            attributes: what the network sees of a word, as spaCy names it.
            find_parts: thinc's layer that gives a vector for each attribute, side by side.
            mix: makes one of them, in double precision.
        """
        self._attributes = list(attributes)
        self._find_parts = find_parts
        self._mix = mix
        self._forget()

    def look_up(self, docs: Sequence[Any]) -> NDArray[np.intp]:
        """Return the row of `table` of each word of the texts, one text after the other."""
        if len(self._rows) > KEPT_WORDS:
            self._forget()
        width = len(self._attributes)  # of which a single one comes as a plain row
        seen = np.concatenate([doc.to_array(self._attributes).reshape(len(doc), width) for doc in docs])
        words = seen.view(f"V{seen.itemsize * width}").ravel().tolist()
        if new := set(words) - self._rows.keys():
            self._add(sorted(new))
        return np.fromiter(map(self._rows.__getitem__, words), np.intp, len(words))

    def _forget(self) -> None:
        self._rows: dict[bytes, int] = {}
        self.table = np.zeros((1, self._mix.width), np.float32)

    def _add(self, words: Sequence[bytes]) -> None:
        seen = np.frombuffer(b"".join(words), np.uint64).reshape(len(words), -1)
        vectors = self._mix(self._find_parts.predict(seen).astype(np.float64)).astype(np.float32)
        first = len(self._rows) + 1
        self._grow(first + len(words))
        self.table[first : first + len(words)] = vectors
        self._rows.update(zip(words, range(first, first + len(words)), strict=True))

    def _grow(self, rows: int) -> None:
        """Make room for that many rows, twice as many as before, so that a table is seldom copied."""
        if rows > len(self.table):
            room = np.zeros((max(rows, 2 * len(self.table)), self._mix.width), np.float32)
            room[: len(self.table)] = self.table
            self.table = room
