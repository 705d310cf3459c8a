"""The network of a spaCy pipeline that does nothing but find names, computed without spaCy's and thinc's detours.

A word costs half as much as in spaCy: each distinct word is embedded once, all texts of a page go through the network
together, and outside of names all moves are chosen at once, where spaCy goes from word to word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cutline.nlp.layers import Convolution, Maxout
from cutline.nlp.moves import SEEN_WORDS, Moves, Span
from cutline.nlp.word_vectors import BETWEEN, WordVectors

if TYPE_CHECKING:
    from spacy.language import Language

FACTORIES = ["tok2vec", "ner"]
ARCHITECTURES = {
    "tok2vec": ("spacy.Tok2Vec.v2", "spacy.MultiHashEmbed.v2", "spacy.MaxoutWindowEncoder.v2"),
    "ner": ("spacy.TransitionBasedParser.v2", "spacy.Tok2VecListener.v1"),
}


class NameNetwork:
    """Finds the names in texts that are cut into words; not safe to share between threads."""

    def __init__(self, vectors: WordVectors, convolutions: Sequence[Convolution], moves: Moves) -> None:
        """Take its parts in the order in which texts go through them."""
        self._vectors = vectors
        self._convolutions = convolutions
        self._moves = moves
        self._gap = sum(convolution.reach for convolution in convolutions)

    def find_spans(self, docs: Sequence[Any]) -> list[list[Span]]:
        """Return the names in each text."""
        if not any(map(len, docs)):
            return [[] for _ in docs]
        lengths = np.fromiter(map(len, docs), np.intp, len(docs))
        # Between texts lie rows of zeros, so many that no word of one text sees another text.
        places = np.repeat(self._gap * np.arange(1, len(docs) + 1), lengths) + np.arange(lengths.sum())
        rows = np.full(lengths.sum() + self._gap * (len(docs) + 1), BETWEEN)
        rows[places] = self._vectors.look_up(docs)
        values = self._vectors.table[rows]
        for convolution in self._convolutions:
            values = convolution(values)
        return self._moves.find_spans(values[places], docs)


def read_network(nlp: Language) -> NameNetwork | None:
    """Return the network of a pipeline; None if it is built in another way than the shipped one."""
    if not _is_known(nlp):
        return None
    tok2vec, recogniser = (nlp.get_pipe(name) for name in nlp.pipe_names)
    embed, encode = (tok2vec.model.get_ref(name) for name in ("embed", "encode"))  # type: ignore[attr-defined]
    model, moves = recogniser.model, recogniser.moves  # type: ignore[attr-defined]
    extract, _, find_parts, mix, _ = embed.layers
    return NameNetwork(
        WordVectors(
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
    if [nlp.get_pipe_meta(name).factory for name in nlp.pipe_names] != FACTORIES:
        return False
    tok2vec, recogniser = (nlp.get_pipe_config(name)["model"] for name in nlp.pipe_names)
    found = {
        "tok2vec": tuple(part["@architectures"] for part in (tok2vec, tok2vec["embed"], tok2vec["encode"])),
        "ner": tuple(part["@architectures"] for part in (recogniser, recogniser["tok2vec"])),
    }
    ner: Any = nlp.get_pipe(nlp.pipe_names[1])
    return (
        found == ARCHITECTURES
        and not tok2vec["embed"]["include_static_vectors"]
        and (recogniser["state_type"], recogniser["use_upper"]) == ("ner", False)
        and ner.cfg["beam_width"] == 1
        and not ner.model.attrs["unseen_classes"]
        and next(_find_layers(ner.model, "precomputable_affine")).get_dim("nF") == SEEN_WORDS
        and next(_find_layers(ner.model, "precomputable_affine")).get_dim("nP") > 1
    )


def _find_layers(model: Any, *names: str) -> Iterator[Any]:
    """Yield the layers without parts of their own that have these names, in the order in which they are computed."""
    if not model.layers:
        yield from (model for name in names if model.name == name)
    for layer in model.layers:
        yield from _find_layers(layer, *names)


def _group_layers(model: Any, *names: str) -> Iterator[tuple[Any, ...]]:
    """Yield such layers by as many as there are names."""
    return zip(*[_find_layers(model, *names)] * len(names), strict=True)
