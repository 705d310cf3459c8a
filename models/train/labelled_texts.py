"""Labelled texts as spaCy examples: JSON lines of `text` and `entities`, gzipped if the name ends in `.gz`."""

from __future__ import annotations

import gzip
import random
import unicodedata
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError
from spacy.language import Language
from spacy.training import Example
from spacy.util import compile_infix_regex, registry

from cutline.errors import TrainingError
from cutline.models.train.datasets import name_data_set

Label = Literal["PERSON", "ORG", "LOC"]
LABELS: tuple[Label, ...] = ("PERSON", "ORG", "LOC")

# An apostrophe between two letters, and each Chinese character.
MORE_INFIXES = (r"(?<=[^\W\d_])['’](?=[^\W\d_])", r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")

Offset = Annotated[int, Field(ge=0)]
Corpus = Callable[[Language], Iterator[Example]]


@dataclass(frozen=True, slots=True)
class LabelledText:
    """One text with its entities as (start, end, label); offsets count characters."""

    text: str
    entities: tuple[tuple[Offset, Offset, Label], ...]


LINE = TypeAdapter(LabelledText)


def read_labelled_texts(path: Path) -> Iterator[LabelledText]:
    """Yield the labelled texts in a file.

    Raises:
        TrainingError: the file cannot be read, or a line is not a labelled text.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                yield _read_line(line, f"Line {number} of {path}")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        kind = "gzipped text" if path.suffix == ".gz" else "text"
        raise TrainingError(f"{path} cannot be read as {kind}: {error}.") from error


def make_example(nlp: Language, labelled: LabelledText) -> Example:
    """Return a text as a spaCy training example; entities that do not match token boundaries count as unlabelled."""
    return Example.from_dict(nlp.make_doc(labelled.text), {"entities": list(labelled.entities)})


def labelled_texts(paths: Sequence[str]) -> Corpus:
    """Return a corpus that yields every text of the files once, in order."""

    def read(nlp: Language) -> Iterator[Example]:
        for path in paths:
            for labelled in read_labelled_texts(Path(path)):
                yield make_example(nlp, labelled)

    return read


def weighted_texts(paths: Sequence[str], passes: Mapping[str, float], seed: int, swapped: float = 0.0) -> Corpus:
    """Return a corpus that yields a newly drawn and shuffled mixture of the files on each call.

    Args:
        paths: files of labelled texts.
        passes: how often each text of a data set occurs in one mixture; 1.0 for sets not named. For a fraction such as
            0.3, a new random 30 % of the texts is drawn for each mixture.
        seed: equal seeds give equal mixtures.
        swapped: the share of names (0..1) that others of the same label and script replace, drawn for each mixture.

    Raises:
        TrainingError: a file cannot be read, or all are empty.
    """
    sets = {name_data_set(Path(path)): list(read_labelled_texts(Path(path))) for path in paths}
    if not any(sets.values()):
        raise TrainingError(f"There is no text to train on in {', '.join(paths)}.")
    mixtures = count()

    def read(nlp: Language) -> Iterator[Example]:
        draw = random.Random(f"{seed}/{next(mixtures)}")
        mixture = [text for name, texts in sets.items() for text in _draw_texts(texts, passes.get(name, 1.0), draw)]
        draw.shuffle(mixture)
        names = _list_names(mixture)
        for labelled in mixture:
            yield make_example(nlp, _swap_names(labelled, names, swapped, draw))

    return read


def split_more() -> Callable[[Language], None]:
    """Return what lets a tokeniser split at apostrophes between letters, as in "l'Etat", and at each Chinese character.

    spaCy's rules for no language in particular do neither; names would not meet the bounds of words.
    """

    def change(nlp: Language) -> None:
        tokenizer: Any = nlp.tokenizer
        tokenizer.infix_finditer = compile_infix_regex([*(nlp.Defaults.infixes or ()), *MORE_INFIXES]).finditer

    return change


def name_actions() -> dict[int, dict[str, int]]:
    """Return the actions of spaCy's entity recogniser, by their numbers, with the labels that each may assign."""
    missing, begin, inside, last, single, outside = range(6)
    labels: dict[str, int] = dict.fromkeys(LABELS, 1)
    no_name = {"": 1}
    return {
        missing: {},
        begin: labels,
        inside: labels,
        last: labels,
        single: labels | no_name,
        outside: no_name,
    }


def _list_names(texts: Iterable[LabelledText]) -> Mapping[tuple[Label, str], Sequence[str]]:
    """Return the names in texts by label and script."""
    names: defaultdict[tuple[Label, str], list[str]] = defaultdict(list)
    for labelled in texts:
        for start, end, label in labelled.entities:
            name = labelled.text[start:end]
            names[label, _find_script(name)].append(name)
    return names


def _swap_names(
    labelled: LabelledText,
    names: Mapping[tuple[Label, str], Sequence[str]],
    share: float,
    draw: random.Random,
) -> LabelledText:
    """Return a text with other names, so that they are learned from what stands around them too."""
    text, behind = "", 0
    entities: list[tuple[int, int, Label]] = []
    for start, end, label in sorted(labelled.entities):
        text += labelled.text[behind:start]
        name = labelled.text[start:end]
        if draw.random() < share:
            name = draw.choice(names[label, _find_script(name)])
        entities.append((len(text), len(text) + len(name), label))
        text += name
        behind = end
    return LabelledText(text + labelled.text[behind:], tuple(entities))


def _find_script(name: str) -> str:
    """Return the script of a name's first letter, such as `LATIN`."""
    letter = next(filter(str.isalpha, name), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


def _draw_texts(texts: list[LabelledText], passes: float, draw: random.Random) -> list[LabelledText]:
    whole = int(passes)
    return texts * whole + draw.sample(texts, round((passes - whole) * len(texts)))


def _read_line(line: str, place: str) -> LabelledText:
    try:
        row = LINE.validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise TrainingError(f"{place} is not a labelled text: {field or 'JSON'}: {first['msg']}.") from error
    end = 0
    for start, stop, _ in sorted(row.entities):
        if not end <= start < stop <= len(row.text):
            raise TrainingError(f"{place}: the entity at {start} to {stop} is empty, overlaps, or leaves the text.")
        end = stop
    return row


registry.readers.register("cutline.LabelledTexts.v1", func=labelled_texts)
registry.readers.register("cutline.WeightedTexts.v1", func=weighted_texts)
registry.readers.register("cutline.NameActions.v1", func=name_actions)
registry.callbacks.register("cutline.SplitMore.v1", func=split_more)
