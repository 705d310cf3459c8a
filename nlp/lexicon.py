"""How texts are cut into words, and what the first layers of a network know of each word by itself."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

KEPT_CHARACTERS = 200_000  # of different pieces of texts that are remembered; some twenty megabytes with their words
LEARNT_CHARACTERS = 100_000  # of pieces, about, that are cut in one go; spaCy holds all words of one go at once
LONGEST = 1_000  # characters without white space that are cut; it takes spaCy time with the square of their number
LONG_RUN = re.compile(rf"(?<!\S)\S{{{LONGEST + 1},}}")
APART = "  "  # which spaCy makes a word of; it finds special cases, such as "’’", across single blanks
BETWEEN = 0  # the row of zeros, which stands between texts
CHUNK = 512  # words that one layer takes at once; more no longer fit into a processor's cache
LEAST_VARIANCE = 1e-8  # thinc's, which keeps a division from failing

Floats = NDArray[Any]


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

    def __init__(self, nlp: Language, attributes: Sequence[str], find_parts: Any, mix: Maxout) -> None:
        """Take what cuts texts, and what makes a vector of a word.

        Args:
            nlp: a pipeline whose tokeniser cuts each piece between blanks by itself. Its vocabulary is changed: its
                words get no other attributes any more than the network sees, since it takes spaCy as long to find them
                all as to cut the text.
            attributes: what the network sees of a word, as spaCy names it.
            find_parts: thinc's layer that gives a vector for each attribute, side by side.
            mix: makes one of them, in double precision.
        """
        from spacy.attrs import IDS  # type: ignore[import-not-found]

        seen = {IDS[name] for name in (*attributes, "IS_SPACE")}
        vocabulary: Any = nlp.vocab
        getters = vocabulary.lex_attr_getters.items()
        vocabulary.lex_attr_getters = {attribute: find for attribute, find in getters if attribute in seen}
        self._nlp = nlp
        self._attributes: list[int | str] = [*attributes, "IS_SPACE"]
        self._find_parts = find_parts
        self._mix = mix
        self._forget()

    def cut(self, texts: Sequence[Sequence[str]]) -> list[list[Piece]]:
        """Return the pieces of texts, which a blank lies between, cut into words.

        More than `LONGEST` characters without white space hold no name and count as white space.
        """
        if self._characters > KEPT_CHARACTERS:
            self._forget()
        if new := set().union(*texts).difference(self._pieces):
            for group in _group_pieces(sorted(new)):
                self._learn(group)
        return [list(map(self._pieces.__getitem__, pieces)) for pieces in texts]

    def _forget(self) -> None:
        self._characters = 0
        self._pieces: dict[str, Piece] = {}
        self._rows: dict[bytes, int] = {}
        self.vectors = np.zeros((1, self._mix.width), np.float32)
        self.is_blank = np.zeros(1, bool)

    def _learn(self, pieces: Sequence[str]) -> None:
        """Remember pieces, those without white space in one go; a memory zone lets spaCy forget their words again."""
        plain = [piece for piece in pieces if len(piece) <= LONGEST and piece.split() == [piece]]
        others = sorted(set(pieces).difference(plain))
        tokenize: Any = self._nlp.tokenizer  # as `make_doc`, which refuses texts that are too long for other components
        with self._nlp.memory_zone():
            docs = [tokenize(APART.join(plain)), *map(tokenize, map(_blank_long_runs, others))]
            rows = self._find_rows(docs)
            whole, *alone = [Piece(tuple(islice(rows, len(doc))), tuple(_list_bounds(doc))) for doc in docs]
        self._pieces.update(zip(plain, _divide(plain, whole), strict=True))
        self._pieces.update(zip(others, alone, strict=True))
        self._characters += sum(map(len, pieces))

    def _find_rows(self, docs: Iterable[Doc]) -> Iterator[int]:
        """Return the row of each word of the texts; words are the same that are alike in all that the network sees."""
        seen = np.concatenate([doc.to_array(self._attributes) for doc in docs])
        words = seen.view(f"V{seen.itemsize * len(self._attributes)}").ravel().tolist()
        if new := set(words).difference(self._rows):
            self._add(sorted(new))
        return map(self._rows.__getitem__, words)

    def _add(self, words: Sequence[bytes]) -> None:
        seen = np.frombuffer(b"".join(words), np.uint64).reshape(len(words), -1)
        first = len(self._rows) + 1
        end = first + len(words)
        self.vectors = _make_room(self.vectors, end)
        parts = self._find_parts.predict(np.ascontiguousarray(seen[:, :-1]))
        self.vectors[first:end] = self._mix(parts.astype(np.float64))
        self.is_blank = _make_room(self.is_blank, end)
        self.is_blank[first:end] = seen[:, -1]
        self._rows.update(zip(words, range(first, end), strict=True))


def split_text(text: str) -> list[str]:
    """Return the pieces of a text between blanks; a text with other or more white space is one piece."""
    pieces = text.split(" ")
    return pieces if pieces == text.split() else [text]


def _group_pieces(pieces: Iterable[str]) -> Iterator[list[str]]:
    """Yield the pieces in groups of about `LEARNT_CHARACTERS`."""
    group: list[str] = []
    characters = 0
    for piece in pieces:
        group.append(piece)
        characters += len(piece)
        if characters >= LEARNT_CHARACTERS:
            yield group
            group, characters = [], 0
    if group:
        yield group


def _blank_long_runs(piece: str) -> str:
    return LONG_RUN.sub(lambda run: " " * len(run[0]), piece)


def _divide(pieces: Sequence[str], whole: Piece) -> Iterator[Piece]:
    """Split the words of the joined pieces, with `APART` between them, back into one `Piece` each."""
    word = begin = 0
    for piece in pieces:
        first, end = word, begin + len(piece)
        while word < len(whole.bounds) and whole.bounds[word][1] <= end:
            word += 1
        bounds = tuple((start - begin, stop - begin) for start, stop in whole.bounds[first:word])
        yield Piece(whole.rows[first:word], bounds)
        word += 1  # the blank
        begin = end + len(APART)


def _list_bounds(doc: Doc) -> Iterator[tuple[int, int]]:
    starts, lengths = doc.to_array(["IDX", "LENGTH"]).T.tolist()
    return zip(starts, map(operator.add, starts, lengths), strict=True)


def _make_room(table: NDArray[Any], rows: int) -> NDArray[Any]:
    """Return the table with room for that many rows, twice as many as before, so that it is seldom copied."""
    if rows <= len(table):
        return table
    room = np.zeros((max(rows, 2 * len(table)), *table.shape[1:]), table.dtype)
    room[: len(table)] = table
    return room


class Maxout:
    """A linear layer of several pieces whose greatest output counts, then normalised."""

    def __init__(self, maxout: Any, normalisation: Any, *, dtype: DTypeLike = np.float32) -> None:
        """Take thinc's two layers, and the type of number to compute with."""
        weights = maxout.get_param("W").astype(dtype)
        self.width, self._pieces, inputs = weights.shape
        # The pieces stand one behind the other instead of in turn, so that whole blocks of columns are compared.
        self._weights = np.ascontiguousarray(weights.transpose(2, 1, 0).reshape(inputs, -1))
        self._bias = maxout.get_param("b").astype(dtype).T.reshape(-1)
        self._scale, self._shift = (normalisation.get_param(name).astype(dtype) for name in ("G", "b"))
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
