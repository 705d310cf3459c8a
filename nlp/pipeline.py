"""The pipeline that finds mentions of names in texts: the shipped one, or one of spaCy's."""

from __future__ import annotations

import json
import threading
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from threadpoolctl import ThreadpoolController

from cutline.config.settings import SHIPPED
from cutline.errors import PipelineError
from cutline.nlp.network import NameNetwork, read_network
from cutline.nlp.passages import CapitalisedPassages, choose_all
from cutline.nlp.words import load_stopwords

if TYPE_CHECKING:  # spaCy takes as long to import as all else together, and not every use of cutline reads names
    from spacy.language import Language

KEPT_STRINGS = 20_000  # words of the first texts that stay known, with their parts; some megabytes
BATCH_CHARACTERS = 3_000  # of texts that are read at once, about; more no longer fit into a processor's cache
ReadWords = Literal["capitalised", "all"]
FindNames = Callable[[Sequence[str]], Sequence[Sequence[tuple[int, int, str]]]]  # first, last character + 1, label


class Mention(NamedTuple):
    """A name as it stands in a text; `label` is PERSON, ORG or LOC."""

    text: str
    label: str


class Finder(NamedTuple):
    """What finds names: in which language, its name and version, the labels it gives, and how it finds them."""

    language: str
    name: str
    labels: Collection[str]
    find: FindNames


class NamePipeline:
    """Finds the mentions of names in texts; safe to share between threads.

    Attributes:
        language: the language it reads, such as `en`.
        name: its name and version.
    """

    def __init__(self, finder: Finder, labels: Mapping[str, str]) -> None:
        """Take what finds names, and what its labels are called here."""
        self._find = finder.find
        self._labels = {label: name for label, name in labels.items() if name}
        self._lock = threading.Lock()
        self._threads = ThreadpoolController()
        self.language, self.name = finder.language, finder.name

    def find_mentions(self, texts: Sequence[str]) -> list[list[Mention]]:
        """Return the mentions in each text, in their order.

        Matrices are multiplied in one thread: they are small, and many threads would only take the cores of other
        workers.
        """
        with self._lock, self._threads.limit(limits=1):
            found = self._find(texts)
        return [
            [Mention(text[start:end], self._labels[label]) for start, end, label in names if label in self._labels]
            for text, names in zip(texts, found, strict=True)
        ]


def load_pipeline(name: str, labels: Mapping[str, str], shipped: Path, read: ReadWords = "all") -> NamePipeline:
    """Return the pipeline of that name; only one of another build than the shipped one needs spaCy.

    Args:
        name: `SHIPPED` for the shipped one, else the name of an installed spaCy pipeline or the path of one.
        labels: cutline's label for each label of the pipeline that means a name.
        shipped: folder of the shipped pipeline.
        read: which words are read, by the shipped pipeline or one of its build; others read all.

    Raises:
        PipelineError: there is no such pipeline, it does not fit this spaCy, or it finds no name.
    """
    source = shipped if name == SHIPPED else Path(name)
    try:
        network = read_network(source)
        finder = describe_network(network, source, read) if network else describe_spacy(open_language(source))
    except OSError as error:
        remedy = "install cutline again" if name == SHIPPED else "install it, or name another"
        raise PipelineError(f"There is no spaCy pipeline {str(source)!r}; {remedy}.") from error
    except Exception as error:  # a pipeline of another version fails in many ways
        raise PipelineError(
            f"The spaCy pipeline {name!r} does not work with spaCy {version('spacy')}: {error}"
        ) from error
    if labels.keys().isdisjoint(finder.labels):
        raise PipelineError(
            f"The spaCy pipeline {name!r} finds no names labelled {', '.join(sorted(labels))}; "
            "map its own labels in nlp.labels."
        )
    return NamePipeline(finder, labels)


def describe_network(network: NameNetwork, folder: Path, read: ReadWords) -> Finder:
    """Return what finds names by the network of the pipeline in a folder, in the words that are read."""
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    languages: Sequence[str] = meta.get("languages", [meta["lang"]])
    common = frozenset(chain.from_iterable(map(load_stopwords, languages)))
    choose = choose_all if read == "all" else CapitalisedPassages(common)
    return Finder(meta["lang"], _write_name(meta), network.labels, partial(network.find_names, choose=choose))


def describe_spacy(nlp: Language) -> Finder:
    """Return what finds names by a spaCy pipeline of any build."""
    labels = frozenset(chain.from_iterable(nlp.pipe_labels.values()))
    return Finder(str(nlp.lang), _write_name(nlp.meta), labels, SpacyNames(nlp).find)


def _write_name(meta: Mapping[str, Any]) -> str:
    return f"{meta['lang']}_{meta['name']}-{meta['version']}"


class SpacyNames:
    """Finds names by a spaCy pipeline, which reads all words."""

    def __init__(self, nlp: Language) -> None:
        """Take the pipeline."""
        self._nlp = nlp
        self._most_strings = len(nlp.vocab.strings) + KEPT_STRINGS

    def find(self, texts: Sequence[str]) -> list[list[tuple[int, int, str]]]:
        """Return where each name begins and ends in each text, and its label."""
        with self._open_zone():
            return [
                [(name.start_char, name.end_char, name.label_) for name in doc.ents]
                for doc in self._nlp.pipe(texts, batch_size=self._choose_batch_size(texts))
            ]

    def _choose_batch_size(self, texts: Sequence[str]) -> int:
        """Return how many texts are read at once: many short ones, as captions are, or a few long ones."""
        characters = sum(map(len, texts))
        return max(self._nlp.batch_size, BATCH_CHARACTERS * len(texts) // max(1, characters))

    def _open_zone(self) -> AbstractContextManager[object]:
        """Return a context at whose end the words that were read are forgotten, once enough of them are known.

        spaCy's string store grows with every new word; a memory zone frees them again. But it also keeps nothing of how
        words are split, so that common words are to be known from texts read before, outside of any zone.
        """
        is_full = len(self._nlp.vocab.strings) >= self._most_strings
        return self._nlp.memory_zone() if is_full else nullcontext()


def open_language(source: str | Path) -> Language:
    """Return a spaCy pipeline that computes in single precision, with numpy's products.

    The shipped ones are stored in half precision, in which spaCy itself does not compute.

    Args:
        source: its folder, or the name of an installed one.

    Raises:
        OSError: there is none.
    """
    import spacy

    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)  # spaCy only warns of a model made for another version
        nlp = spacy.load(source)
    convert_weights(nlp, np.float16, np.float32)
    use_numpy_products(nlp)
    return nlp


def convert_weights(nlp: Language, old: type[np.floating[Any]], new: type[np.floating[Any]]) -> None:
    """Convert the weights of a pipeline that have one type of number to another."""
    for node in _list_layers(nlp):
        for name in node.param_names:
            if node.has_param(name) and node.get_param(name).dtype == old:
                node.set_param(name, node.get_param(name).astype(new))


def use_numpy_products(nlp: Language) -> None:
    """Let numpy multiply a pipeline's matrices: half as fast again as thinc's default, blis, where measured."""
    from thinc.api import NumpyOps

    ops = NumpyOps(use_blis=False)
    for node in _list_layers(nlp):
        node.ops = ops


def _list_layers(nlp: Language) -> Iterator[Any]:
    """Yield the layers of thinc's that the components of a pipeline are made of."""
    from thinc.api import Model

    models = (getattr(pipe, "model", None) for _, pipe in nlp.pipeline)
    return chain.from_iterable(model.walk() for model in models if isinstance(model, Model))
