"""The network of a spaCy pipeline that does nothing but find names, computed without spaCy's and thinc's detours.

A word costs half of what it costs in spaCy: each different piece of text is cut into words, and each different word
embedded, only once; all texts of a page go through the network together; and outside of names all moves are chosen at
once, where spaCy goes from word to word. Only passages in which names can stand are read.
"""

from __future__ import annotations

import operator
import re
from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import compress, count, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutline.nlp.lexicon import BETWEEN, Convolution, Lexicon, Maxout, Piece, split_text

KNOWN_PIECES = 10_000  # capitalised pieces cached
AROUND = 3  # pieces that are read on each side of a capitalised one: so many words of its surroundings a network sees
LETTERS = re.compile(r"[^\W\d_]+")
# Characters of scripts without capitals, from Hebrew on; any word may be a name there.
CASELESS = re.compile(
    "[\u0590-\u1cff\u2e80-\ua63f\ua800-\uab2f\uabc0-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\U00020000-\U0003ffff]"
)

ChoosePassages = Callable[[str, Sequence[str]], list[slice]]


def choose_all(text: str, pieces: Sequence[str]) -> list[slice]:
    """Return the passage of a text that holds all of its pieces."""
    return [slice(0, len(pieces))]


class CapitalisedPassages:
    """Chooses the words with a capital letter and those around them.

    A common word with one capital, such as "The" where a sentence begins, is no reason to read. A text that begins with
    a small letter is read as a whole: who wrote it did not care about capitals.
    """

    def __init__(self, common: Collection[str], around: int = AROUND) -> None:
        """Take the common words, in small letters, and how many pieces on each side are read."""
        self._common = common
        self._around = around
        self._is_common = lru_cache(KNOWN_PIECES)(self._has_common_words)

    def __call__(self, text: str, pieces: Sequence[str]) -> list[slice]:
        """Return the passages of a text in which names can stand, in their order.

        Args:
            text: the text.
            pieces: of it, between blanks; a passage is a run of them.
        """
        if text[:1].islower() or CASELESS.search(text):
            return choose_all(text, pieces)
        passages: list[slice] = []
        for place in compress(count(), map(operator.ne, pieces, map(str.lower, pieces))):
            if self._is_common(pieces[place]):
                continue
            start, end = max(0, place - self._around), place + self._around + 1
            if passages and start <= passages[-1].stop:
                passages[-1] = slice(passages[-1].start, end)
            else:
                passages.append(slice(start, end))
        return passages

    def _has_common_words(self, piece: str) -> bool:
        """Whether all its capitalised words are common; what is all in capitals is none, as "US" and "WHO"."""
        words = LETTERS.findall(piece)
        return all(word == word.lower() or (word.lower() in self._common and not word[1:].isupper()) for word in words)


if TYPE_CHECKING:
    from spacy.language import Language

FACTORIES = ["tok2vec", "ner"]
ARCHITECTURES = {
    "tok2vec": ("spacy.Tok2Vec.v2", "spacy.MultiHashEmbed.v2", "spacy.MaxoutWindowEncoder.v2"),
    "ner": ("spacy.TransitionBasedParser.v2", "spacy.Tok2VecListener.v1"),
}
# The other moves of spaCy's recogniser begin a name (B-), go on in it (I-), end it (L-), or make a word one alone (U-).
OUTSIDE = "O"  # the move that leaves a word outside of names
SEEN_WORDS = 3  # that the score of a move depends on: this one, the first of an open name, the one before

Span = tuple[int, int, str]  # the first word of a name, the one behind its last, and its label


class FoundName(NamedTuple):
    """A name in a text: its first character, the one behind its last, and its label."""

    start: int
    end: int
    label: str


class Passage(NamedTuple):
    """A run of pieces of a text: the number of the text, that of its first piece, and the pieces."""

    text: int
    first: int
    pieces: Sequence[str]

    def find_start(self, pieces: Sequence[str]) -> int:
        """Return its first character, from all pieces of the text."""
        return sum(map(len, pieces[: self.first])) + self.first


class Moves:
    """Chooses at each word the move with the greatest score among those that are possible there.

    As long as no name is open, scores depend on the word alone, so that they are found for all words at once.
    """

    def __init__(self, names: Sequence[str], hidden: Any, affine: Any) -> None:
        """Take the names of the moves, and thinc's two linear layers that score them, which are made one."""
        weights, pad = (affine.get_param(name).astype(np.float64) for name in ("W", "pad"))
        _, self._count, self._pieces, inputs = weights.shape
        joined = weights.transpose(0, 2, 1, 3).reshape(-1, inputs)  # the pieces one behind the other, as in `Maxout`
        self._weights = (joined @ hidden.get_param("W")).T.astype(np.float32)
        self._bias = (joined @ hidden.get_param("b")).astype(np.float32)
        self._width = self._count * self._pieces
        self._base = affine.get_param("b").T.reshape(-1)
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


class NameNetwork:
    """Finds the names in texts; not safe to share between threads."""

    def __init__(self, lexicon: Lexicon, convolutions: Sequence[Convolution], moves: Moves) -> None:
        """Take the parts in processing order."""
        self._lexicon = lexicon
        self._convolutions = convolutions
        self._moves = moves

    def find_names(self, texts: Sequence[str], choose: ChoosePassages = choose_all) -> list[list[FoundName]]:
        """Return the names in each text.

        Args:
            texts: which are read.
            choose: the passages of them in which names can stand; the others are not read.
        """
        split = list(map(split_text, texts))
        passages = [
            Passage(number, place.start, split[number][place])
            for number, text in enumerate(texts)
            for place in choose(text, split[number])
        ]
        cut = self._lexicon.cut([passage.pieces for passage in passages])
        rows, starts = self._line_up(cut)
        found: list[list[FoundName]] = [[] for _ in texts]
        for place, spans in groupby(self._find_spans(rows), lambda span: bisect(starts, span[0]) - 1):
            first, text = starts[place], passages[place].text
            bounds = _list_bounds(cut[place], passages[place].find_start(split[text]))
            found[text] += [
                FoundName(bounds[start - first][0], bounds[end - 1 - first][1], label) for start, end, label in spans
            ]
        return found

    def _line_up(self, passages: Sequence[Sequence[Piece]]) -> tuple[NDArray[np.intp], list[int]]:
        """Return the row of each word, and the place of the first one of each passage.

        Around passages there are rows of zeros, so many that no word of one sees another.
        """
        gap = [BETWEEN] * sum(convolution.reach for convolution in self._convolutions)
        rows, starts = [*gap], []
        for pieces in passages:
            starts.append(len(rows))
            for piece in pieces:
                rows += piece.rows
            rows += gap
        return np.array(rows, np.intp), starts

    def _find_spans(self, rows: NDArray[np.intp]) -> Iterator[Span]:
        """Yield the names, by the places of their words."""
        places = np.flatnonzero(rows)
        if not len(places):
            return
        values = self._lexicon.vectors[rows]
        for convolution, wanted in zip(self._convolutions, self._widen(places, len(rows)), strict=True):
            values = convolution(values, wanted)
        ends = [*(np.flatnonzero(np.diff(places) > 1) + 1).tolist(), len(places)]
        for start, end, label in self._moves.find_spans(values[places], ends, self._lexicon.is_blank[rows[places]]):
            yield int(places[start]), int(places[end - 1]) + 1, label

    def _widen(self, places: NDArray[np.intp], count: int) -> list[NDArray[np.intp]]:
        """Return the places at which each convolution is needed, if the last one is at these."""
        wanted = [places]
        is_seen = np.zeros(count, bool)
        is_seen[places] = True
        for convolution in self._convolutions[:0:-1]:
            for _ in range(convolution.reach):
                is_seen[1:] |= is_seen[:-1].copy()
                is_seen[:-1] |= is_seen[1:].copy()
            wanted.append(np.flatnonzero(is_seen))
        return wanted[::-1]


def read_network(nlp: Language) -> NameNetwork | None:
    """Return the network of a pipeline; None if it is built in another way than the shipped one.

    The vocabulary of a pipeline whose network is returned is changed: its new words get only the attributes that the
    network sees (see `Lexicon`). It still finds names; nothing else should read with it.
    """
    if not _is_known(nlp):
        return None
    tok2vec, recogniser = (nlp.get_pipe(name) for name in nlp.pipe_names)
    embed, encode = (tok2vec.model.get_ref(name) for name in ("embed", "encode"))  # type: ignore[attr-defined]
    model, moves = recogniser.model, recogniser.moves  # type: ignore[attr-defined]
    extract, _, find_parts, mix, _ = embed.layers
    return NameNetwork(
        Lexicon(
            nlp,
            extract.attrs["columns"],
            find_parts,
            Maxout(*_find_layers(mix, "maxout", "layernorm"), dtype=np.float64),
        ),
        [
            Convolution(Maxout(maxout, norm), window.attrs["window_size"])
            for window, maxout, norm in _group_layers(encode, "expand_window", "maxout", "layernorm")
        ],
        Moves(
            [moves.get_class_name(number) for number in range(moves.n_moves)],
            *_find_layers(model, "linear", "precomputable_affine"),
        ),
    )


def _is_known(nlp: Language) -> bool:
    """Whether a pipeline has the components, architectures and settings of the shipped one; sizes may be others."""
    if [nlp.get_pipe_meta(name).factory for name in nlp.pipe_names] != FACTORIES or not _cuts_at_blanks(nlp):
        return False
    tok2vec, recogniser = (nlp.get_pipe_config(name)["model"] for name in nlp.pipe_names)
    found = {
        "tok2vec": _list_architectures(tok2vec, "embed", "encode"),
        "ner": _list_architectures(recogniser, "tok2vec"),
    }
    ner: Any = nlp.get_pipe(nlp.pipe_names[1])
    return (
        found == ARCHITECTURES
        and not tok2vec["embed"]["include_static_vectors"]
        and all(_is_of_the_word(attribute, nlp) for attribute in tok2vec["embed"]["attrs"])
        and (recogniser["state_type"], recogniser["use_upper"]) == ("ner", False)
        and ner.cfg["beam_width"] == 1
        and not ner.model.attrs["unseen_classes"]
        and next(_find_layers(ner.model, "precomputable_affine")).get_dim("nF") == SEEN_WORDS
        and next(_find_layers(ner.model, "precomputable_affine")).get_dim("nP") > 1
    )


def _list_architectures(model: Any, *parts: str) -> tuple[object, ...]:
    """Return the architectures of a model and of these parts of it, as they are configured; None where there is none.

    A model of another architecture need not have such parts.
    """
    return tuple(
        part.get("@architectures") if isinstance(part, dict) else None for part in (model, *map(model.get, parts))
    )


def _is_of_the_word(attribute: object, nlp: Language) -> bool:
    """Whether an attribute of a word, as spaCy names it, is one of the word alone, whatever stands around it."""
    from spacy.attrs import IDS  # type: ignore[import-not-found]

    vocabulary: Any = nlp.vocab
    return attribute == "ORTH" or IDS.get(attribute) in vocabulary.lex_attr_getters


def _cuts_at_blanks(nlp: Language) -> bool:
    """Whether how a piece between blanks is cut into words depends on that piece alone."""
    tokenizer: Any = nlp.tokenizer
    is_plain = f"{type(tokenizer).__module__}.{type(tokenizer).__name__}" == "spacy.tokenizer.Tokenizer"
    return is_plain and not any(len(rule.split()) > 1 for rule in tokenizer.rules)


def _find_layers(model: Any, *names: str) -> Iterator[Any]:
    """Yield the layers without parts of their own that have these names, in the order in which they are computed."""
    if not model.layers:
        yield from (model for name in names if model.name == name)
    for layer in model.layers:
        yield from _find_layers(layer, *names)


def _group_layers(model: Any, *names: str) -> Iterator[tuple[Any, ...]]:
    """Yield such layers by as many as there are names."""
    return zip(*[_find_layers(model, *names)] * len(names), strict=True)


def _list_bounds(pieces: Iterable[Piece], begin: int) -> list[tuple[int, int]]:
    """Return where each word begins and ends in the text, in which the pieces begin at a character."""
    bounds: list[tuple[int, int]] = []
    for piece in pieces:
        bounds += [(begin + start, begin + end) for start, end in piece.bounds]
        begin = bounds[-1][1] + 1
    return bounds
