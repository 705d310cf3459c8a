"""From the vectors of words in their texts to names: the moves of spaCy's entity recogniser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from cutline.nlp.lexicon import Weights

Span = tuple[int, int, str]  # the first word of a name, the one behind its last, and its label

# The others begin a name (B-), go on in it (I-), end it (L-), or make a word one by itself (U-).
OUTSIDE = "O"  # the move that leaves a word outside of names
SEEN_WORDS = 3  # that the score of a move depends on: this one, the first of an open name, the one before


class Moves:
    """Chooses at each word the move with the greatest score among those that are possible there.

    As long as no name is open, scores depend on the word alone, so that they are found for all words at once.

    Attributes:
        labels: of the names it finds.
    """

    def __init__(self, names: Sequence[str], hidden: Weights, affine: Weights) -> None:
        """Take the names of the moves, and the weights of thinc's two linear layers that score them, made one here."""
        weights, pad = (affine[name].astype(np.float64) for name in ("W", "pad"))
        _, self._count, self._pieces, inputs = weights.shape
        joined = weights.transpose(0, 2, 1, 3).reshape(-1, inputs)  # the pieces one behind the other, as in `Maxout`
        self._weights = (joined @ hidden["W"]).T.astype(np.float32)
        self._bias = (joined @ hidden["b"]).astype(np.float32)
        self._width = self._count * self._pieces
        self._base = affine["b"].astype(np.float32).T.reshape(-1)
        missing = pad[0, 1:].transpose(0, 2, 1).reshape(SEEN_WORDS - 1, self._width).sum(axis=0)
        self._closed = self._base + missing.astype(np.float32)
        self._label = [name[2:] for name in names]
        self._begins = [move for move, name in enumerate(names) if name.startswith("B-")]
        self._outside = names.index(OUTSIDE)
        by_name = {name: move for move, name in enumerate(names)}
        self._impossible = [
            move
            for move, name in enumerate(names)
            if name != OUTSIDE and (name[:2] not in ("B-", "U-") or not self._label[move])
        ]
        self._go_on = {  # the columns of two moves: of that which goes on, and of that which ends a name
            label: [*self._list_columns(by_name[f"I-{label}"]), *self._list_columns(by_name[f"L-{label}"])]
            for label in set(self._label)
            if f"I-{label}" in by_name
        }
        self.labels = frozenset(filter(None, self._label))

    def _list_columns(self, move: int) -> range:
        """Return the columns of a move's scores, one of each piece; in a piece the moves stand side by side."""
        return range(move, self._width, self._count)

    def find_spans(
        self, vectors: NDArray[np.float32], ends: Sequence[int], is_blank: NDArray[np.bool_]
    ) -> Iterator[Span]:
        """Yield the names in texts.

        Args:
            vectors: a row for each word, one text after the other.
            ends: the place behind each text.
            is_blank: whether each word is white space, with which no name begins.
        """
        scores = vectors @ self._weights
        scores += self._bias
        moves = self._choose_closed(scores, ends)
        text = behind = 0
        for place in np.flatnonzero((moves != self._outside) & ~is_blank).tolist():
            while place >= ends[text]:
                text += 1
            if place >= behind:
                move = int(moves[place])
                behind = place + 1
                if move in self._begins:
                    behind = self._find_end(scores, place, ends[text], self._go_on[self._label[move]])
                yield place, behind, self._label[move]

    def _choose_closed(self, scores: NDArray[np.float32], ends: Sequence[int]) -> NDArray[np.intp]:
        """Return the move at each word, no name being open; with the last word of a text none can begin."""
        pieces = np.split(scores[:, : self._width] + self._closed, self._pieces, axis=1)
        best: NDArray[np.float32] = reduce(np.maximum, pieces)
        best[:, self._impossible] = -np.inf
        best[(np.array(ends) - 1)[:, None], self._begins] = -np.inf
        chosen: NDArray[np.intp] = best.argmax(axis=1)
        return chosen

    def _find_end(self, scores: NDArray[np.float32], start: int, end: int, go_on: Sequence[int]) -> int:
        """Return the place behind the name that begins at `start`; it ends with the text at the latest."""
        width = self._width
        opened = scores[start, width : 2 * width] + self._base
        place = start + 1
        while place + 1 < end:
            seen = (scores[place, :width] + opened + scores[place - 1, 2 * width :])[go_on].tolist()
            goes_on, ends = max(seen[: self._pieces]), max(seen[self._pieces :])
            if ends > goes_on:
                break
            place += 1
        return place + 1
