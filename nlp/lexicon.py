"""How texts are cut into words, and what the first layers of a network know of each word by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from cutline.nlp.tokeniser import Tokeniser
from cutline.nlp.word_hashes import HashTable, find_values, number_strings

KEPT_CHARACTERS = 200_000  # of different pieces of texts that are remembered; some twenty megabytes with their words
LONGEST = 1_000  # characters without white space that are cut; it takes time with the square of their number
LONG_RUN = re.compile(rf"(?<!\S)\S{{{LONGEST + 1},}}")
BETWEEN = 0  # the row of zeros, which stands between texts
CHUNK = 512  # words that one layer takes at once; more no longer fit into a processor's cache
LEAST_VARIANCE = 1e-8  # thinc's, which keeps a division from failing

Floats = NDArray[Any]
Weights = Mapping[str, Floats]  # of a layer, as thinc names them


class Piece(NamedTuple):
    """The words of a piece of text: the row of each in the table of vectors, and where it begins and ends."""

    rows: tuple[int, ...]
    bounds: tuple[tuple[int, int], ...]


class Lexicon:
    """Remembers the words that pieces of text between blanks are cut into, and the vectors of these words.

    Vectors are made in double precision: in single precision the last bit would depend on which words are made
    together, and so what is found in a page on the pages before it.

    Attributes:
        vectors: a row for each different word that is known; it grows.
        is_blank: whether the word of the row is white space.
    """

    def __init__(self, tokeniser: Tokeniser, tables: Mapping[str, HashTable], mix: Maxout) -> None:
        """Take what cuts texts, and what makes a vector of a word.

        Args:
            tokeniser: cuts each piece between blanks by itself.
            tables: a vector for each attribute that the network sees of a word, side by side.
            mix: makes one of them, in double precision.
        """
        self._tokeniser = tokeniser
        self._tables = tables
        self._mix = mix
        self._forget()

    def cut(self, texts: Sequence[Sequence[str]]) -> list[list[Piece]]:
        """Return the pieces of texts, which a blank lies between, cut into words.

        More than `LONGEST` characters without white space hold no name and count as white space.
        """
        if self._characters > KEPT_CHARACTERS:
            self._forget()
        if new := set().union(*texts).difference(self._pieces):
            self._learn(new)
        return [list(map(self._pieces.__getitem__, pieces)) for pieces in texts]

    def _forget(self) -> None:
        self._characters = 0
        self._pieces: dict[str, Piece] = {}
        self._rows: dict[tuple[str, str | None], int] = {}
        self.vectors = np.zeros((1, self._mix.width), np.float32)
        self.is_blank = np.zeros(1, bool)

    def _learn(self, pieces: Iterable[str]) -> None:
        cut = {piece: self._tokeniser.cut(LONG_RUN.sub(lambda run: " " * len(run[0]), piece)) for piece in pieces}
        self._add(list({word[1:] for words in cut.values() for word in words}.difference(self._rows)))
        for piece, words in cut.items():
            self._pieces[piece] = Piece(
                tuple(self._rows[word[1:]] for word in words), tuple((word.start, word.end) for word in words)
            )
            self._characters += len(piece)

    def _add(self, words: Sequence[tuple[str, str | None]]) -> None:
        """Make a row for each word, given as it is written and with its norm."""
        first = len(self._rows) + 1
        end = first + len(words)
        self.vectors, self.is_blank = _make_room(self.vectors, end), _make_room(self.is_blank, end)
        if words:
            parts = [
                table.find_vectors(number_strings(find_values(attribute, words)))
                for attribute, table in self._tables.items()
            ]
            self.vectors[first:end] = self._mix(np.hstack(parts).astype(np.float64))
            self.is_blank[first:end] = [text.isspace() for text, _ in words]
        self._rows.update(zip(words, range(first, end), strict=True))


def split_text(text: str) -> list[str]:
    """Return the pieces of a text between blanks; a text with other or more white space is one piece."""
    pieces = text.split(" ")
    return pieces if pieces == text.split() else [text]


def _make_room(table: NDArray[Any], rows: int) -> NDArray[Any]:
    """Return the table with room for that many rows, twice as many as before, so that it is seldom copied."""
    if rows <= len(table):
        return table
    room = np.zeros((max(rows, 2 * len(table)), *table.shape[1:]), table.dtype)
    room[: len(table)] = table
    return room


class Maxout:
    """A linear layer of several pieces whose greatest output counts, then normalised."""

    def __init__(self, maxout: Weights, normalisation: Weights, *, dtype: DTypeLike = np.float32) -> None:
        """Take the weights of thinc's two layers, and the type of number to compute with."""
        weights = maxout["W"].astype(dtype)
        self.width, self._pieces, inputs = weights.shape
        # The pieces stand one behind the other instead of in turn, so that whole blocks of columns are compared.
        self._weights = np.ascontiguousarray(weights.transpose(2, 1, 0).reshape(inputs, -1))
        self._bias = maxout["b"].astype(dtype).T.reshape(-1)
        self._scale, self._shift = (normalisation[name].astype(dtype) for name in ("G", "b"))
        self._shares = np.full(self.width, 1 / self.width, dtype)

    def __call__(self, rows: Floats) -> Floats:
        """Return a new row for each of the rows."""
        products = rows @ self._weights
        products += self._bias
        best = products[:, : self.width]
        for piece in range(1, self._pieces):
            np.maximum(best, products[:, piece * self.width : (piece + 1) * self.width], out=best)
        return self._normalise(best)

    def _normalise(self, rows: Floats) -> Floats:
        centred: Floats = rows - (rows @ self._shares)[:, None]
        variance = np.einsum("ij,ij->i", centred, centred) / self.width + LEAST_VARIANCE
        centred *= (1 / np.sqrt(variance))[:, None]
        centred *= self._scale
        centred += self._shift
        return centred


class Convolution:
    """Adds to a row what a layer makes of it and of its neighbours."""

    def __init__(self, layer: Maxout, reach: int) -> None:
        """Take the layer, and how many neighbours it sees on each side."""
        self._layer = layer
        self.reach = reach

    def __call__(self, rows: Floats, places: NDArray[np.intp]) -> Floats:
        """Return new rows at these places, none of them nearer to an end than `reach`; the others hold nothing."""
        answers = np.zeros_like(rows)
        around = np.arange(-self.reach, self.reach + 1)
        for start in range(0, len(places), CHUNK):
            chosen = places[start : start + CHUNK]
            windows = rows[chosen[:, None] + around].reshape(len(chosen), -1)
            answers[chosen] = rows[chosen] + self._layer(windows)
        return answers
