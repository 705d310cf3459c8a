"""The network of a spaCy pipeline that does nothing but find names, read and computed without spaCy and thinc.

spaCy takes as long to import as all else together, and a word costs half of what it costs there: each different piece
of text is cut into words, and each different word embedded, only once; all texts of a page go through the network
together; and outside of names all moves are chosen at once, where spaCy goes from word to word.
"""

from __future__ import annotations

import json
import tomllib
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from configparser import RawConfigParser
from functools import reduce
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutline.nlp.lexicon import BETWEEN, Convolution, Lexicon, Maxout, Piece, Weights, split_text
from cutline.nlp.library_files import read_msgpack
from cutline.nlp.passages import ChoosePassages, choose_all
from cutline.nlp.tokeniser import Tokeniser
from cutline.nlp.word_hashes import ATTRIBUTES, HashTable

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


Config: TypeAlias = Mapping[str, Mapping[str, Any]]
LANGUAGES = frozenset(("en", "xx"))  # whose words get no norm of their own in spaCy
KNOWN: Config = tomllib.loads(Path(__file__).with_name("network.toml").read_text(encoding="utf-8"))
LETTERS = {"1": "B", "2": "I", "3": "L", "4": "U"}  # of moves, by spaCy's numbers of their kinds
OUT = "5"


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


class NameNetwork:
    """Finds the names in texts; not safe to share between threads."""

    def __init__(self, lexicon: Lexicon, convolutions: Sequence[Convolution], moves: Moves) -> None:
        """Take the parts in processing order."""
        self._lexicon = lexicon
        self._convolutions = convolutions
        self._moves = moves

    @property
    def labels(self) -> frozenset[str]:
        """The labels of the names it finds."""
        return self._moves.labels

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


def read_network(folder: Path) -> NameNetwork | None:
    """Return the network of the pipeline in a folder; None if there is none that is built as the shipped ones are.

    Raises:
        OSError: a file of the pipeline is missing.
        ValueError, KeyError, TypeError: one is damaged.
    """
    if not (folder / "config.cfg").is_file() or not _is_known(read_config(folder / "config.cfg")):
        return None
    tokeniser, moves = read_msgpack((folder / "tokenizer").read_bytes()), read_moves(folder / "ner" / "moves")
    words, recogniser = (read_layers(folder / name / "model") for name in ("tok2vec", "ner"))
    if any(len(rule.split()) > 1 for rule in tokeniser["exceptions"]) or (folder / "vocab").exists():
        return None
    attributes = words["extract_features"][0].attributes["columns"]
    tables = [HashTable(layer.weights["E"], layer.attributes["seed"]) for layer in words["hashembed"]]
    (mix, *maxouts), (norm, *norms) = words["maxout"], words["layernorm"]
    return NameNetwork(
        Lexicon(
            Tokeniser(tokeniser),
            dict(zip(attributes, tables, strict=True)),
            Maxout(mix.weights, norm.weights, dtype=np.float64),
        ),
        [
            Convolution(Maxout(maxout.weights, norm.weights), window.attributes["window_size"])
            for window, maxout, norm in zip(words["expand_window"], maxouts, norms, strict=True)
        ],
        Moves(moves, recogniser["linear"][0].weights, recogniser["precomputable_affine"][0].weights),
    )


def _is_known(config: Config) -> bool:
    """Whether a pipeline has the parts and settings of the shipped ones; sizes may be others."""
    if not all(table.items() <= config.get(section, {}).items() for section, table in KNOWN.items()):
        return False
    attributes = config["components.tok2vec.model.embed"]["attrs"]
    return (
        config["nlp"]["lang"] in LANGUAGES
        and ATTRIBUTES.keys() >= set(attributes)
        and len(set(attributes)) == len(attributes)
        and config["components.ner.model"]["maxout_pieces"] > 1
    )


def _list_bounds(pieces: Iterable[Piece], begin: int) -> list[tuple[int, int]]:
    """Return where each word begins and ends in the text, in which the pieces begin at a character."""
    bounds: list[tuple[int, int]] = []
    for piece in pieces:
        bounds += [(begin + start, begin + end) for start, end in piece.bounds]
        begin = bounds[-1][1] + 1
    return bounds


class StoredLayer(NamedTuple):
    """What is stored of a layer of thinc's: its attributes, and its weights by their names."""

    attributes: Mapping[str, Any]
    weights: Mapping[str, Any]


def read_config(file: Path) -> Config:
    """Return the settings of each section; those that refer to others stay as they are written.

    Raises:
        ValueError: the file is damaged.
    """
    parser = RawConfigParser(delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(file.read_text(encoding="utf-8"))
    return {name: {key: _read_value(value) for key, value in parser.items(name)} for name in parser.sections()}


def _read_value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_layers(file: Path) -> Mapping[str, Sequence[StoredLayer]]:
    """Return the layers of a network by their names, in the order in which they are computed."""
    stored = read_msgpack(file.read_bytes())
    layers: dict[str, list[StoredLayer]] = defaultdict(list)
    for node, attributes, weights in zip(stored["nodes"], stored["attrs"], stored["params"], strict=True):
        read = {name: read_msgpack(value) for name, value in attributes.items()}
        layers[node["name"]].append(StoredLayer(read, weights))
    return layers


def read_moves(file: Path) -> list[str]:
    """Return the names of a recogniser's moves in their order.

    They come by kind, then by how often their labels were seen; those of labels that were added, which count less than
    nothing, come last.
    """
    labels: Mapping[str, Mapping[str, int]] = json.loads(read_msgpack(file.read_bytes())["moves"])
    moves = [(count, label, kind) for kind, counts in sorted(labels.items()) for label, count in counts.items()]
    seen = sorted((move for move in moves if move[0] >= 0), key=itemgetter(0, 1), reverse=True)
    added = sorted((move for move in moves if move[0] < 0), key=itemgetter(0, 1), reverse=True)
    ordered = [*sorted(seen, key=itemgetter(2)), *added]
    return [OUTSIDE if kind == OUT else f"{LETTERS[kind]}-{label}" for _, label, kind in ordered]
