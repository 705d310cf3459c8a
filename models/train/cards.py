"""The model card of a trained name pipeline, written from measured figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cutline.models.train.datasets import DataFile, Use
from cutline.models.train.labelled_texts import LABELS
from cutline.models.train.name_scores import NameScores

LICENCE = "CC BY-SA 4.0"
LICENCE_URL = "https://creativecommons.org/licenses/by-sa/4.0/"


@dataclass(frozen=True, slots=True)
class TrainedFigures:
    """What was measured of one trained pipeline.

    Attributes:
        steps: updates after which the shipped weights were taken.
        scores: by name of the data set.
        tokens_per_second: of CPU time, all threads together, tokenisation included, with numpy's matrix products.
        tokens_per_second_plain: the same with those of thinc.
        megabytes: of the model folder, in 10**6 bytes.
    """

    seed: int
    steps: int
    scores: Mapping[str, NameScores]
    tokens_per_second: float
    tokens_per_second_plain: float
    megabytes: float
    spacy_version: str


def write_card(files: Iterable[DataFile], figures: TrainedFigures) -> str:
    """Return the model card in Markdown."""
    return CARD.format(
        data="\n".join(_describe_file(file) for file in files),
        labels=" | ".join(LABELS),
        rules=" | ".join("---" for _ in LABELS),
        scores="\n".join(_describe_scores(name, scores) for name, scores in figures.scores.items()),
        seed=figures.seed,
        steps=figures.steps,
        spacy=figures.spacy_version,
        speed=f"{figures.tokens_per_second:,.0f}",
        plain_speed=f"{figures.tokens_per_second_plain:,.0f}",
        size=f"{figures.megabytes:.1f}",
        licence=LICENCE,
        licence_url=LICENCE_URL,
    )


def write_licence(files: Iterable[DataFile]) -> str:
    """Return the licence notice of a pipeline trained on these files."""
    sources = (
        f"- {file.data.title} ({file.data.name}), {file.data.licence}, {file.data.source}"
        for file in files
        if file.data.use is Use.TRAIN
    )
    return LICENCE_NOTICE.format(licence=LICENCE, licence_url=LICENCE_URL, sources="\n".join(sources))


def _describe_file(file: DataFile) -> str:
    data = file.data
    return f"| {data.name} | {data.title} | {data.licence} | {data.use.value} | {data.source} |"


def _describe_scores(name: str, scores: NameScores) -> str:
    by_label = " | ".join(f"{scores.by_label.get(label, 0.0):.3f}" for label in LABELS)
    return f"| {name} | {scores.names} | {scores.typed:.3f} | {scores.span:.3f} | {by_label} |"


CARD = """\
# en_cutline_names

Finds the names of persons (PERSON), organisations (ORG) and places (LOC) in English text. cutline compares the names
of an image's caption with those of the article; for that it matters more that a name is found than which label it gets.

A spaCy pipeline of two parts, `tok2vec` (hash embeddings of norm, prefix, suffix and shape; a convolution over the
neighbouring words) and `ner` (transitions). It was trained from nothing: no vectors and no other model went into it.

## Data

| file | data set | licence | use | source |
| --- | --- | --- | --- | --- |
{data}

## Training

`cutline train ner --data FOLDER --out FOLDER --seed {seed}` with spaCy {spacy} and the settings in
`cutline/models/train/ner.cfg`. The weights are the running average after {steps:,} updates, the point where the
labelled names of the development set were found best.

## Figures

F1; *typed* asks for the right bounds and label, *span* for the right bounds only, and the last columns are typed.

| data set | names | typed | span | {labels} |
| --- | --- | --- | --- | {rules} |
{scores}

{speed} tokens in a CPU second on runs of test texts as long as an article, tokenisation included, when numpy multiplies
the matrices; {plain_speed} when thinc does, as it will unless told otherwise. {size} MB on disk.

## Limits

- English only, and hardly any text newer than 2020: names that became known later are found by their form and context.
- Bounds are found better than labels; a comparison of names should not hang on the label alone.
- It repeats the choices of its sources: names common in English-language news are found better than others.
- The development set chose the weights, so its own figures are a little too good.

## Licence

{licence} ({licence_url}), as some of the data sets ask of what is made from them. `LICENSE` names them all.
"""

LICENCE_NOTICE = """\
The files in this folder, a spaCy pipeline with its model card, are licensed under the
Creative Commons Attribution-ShareAlike 4.0 International licence ({licence}):
{licence_url}

Its weights were learned from these data sets, none of which is contained in it:

{sources}
"""
