"""How well and how fast a pipeline finds names: F1 with and without the label, tokens per CPU second."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from spacy.language import Language

from cutline.models.train.labelled_texts import LABELS, LabelledText

# Labelled texts are one to four sentences long; speed is measured on runs of them as long as an article.
TEXTS_PER_ARTICLE = 20


@dataclass(slots=True)
class _Tally:
    right: int = 0
    found: int = 0
    labelled: int = 0

    def add(self, found: set[object], labelled: set[object]) -> None:
        self.right += len(found & labelled)
        self.found += len(found)
        self.labelled += len(labelled)

    @property
    def f1(self) -> float:
        return 2 * self.right / (self.found + self.labelled) if self.right else 0.0


@dataclass(frozen=True, slots=True)
class NameScores:
    """F1 over all names of one data set.

    Attributes:
        typed: bounds and label are right.
        span: bounds are right, whatever the label.
        by_label: typed, of each label alone.
        names: labelled names in the set.
    """

    typed: float
    span: float
    by_label: Mapping[str, float] = field(default_factory=dict)
    names: int = 0


def score_names(nlp: Language, texts: Sequence[LabelledText]) -> NameScores:
    """Return how well the pipeline finds the names of labelled texts; bounds are compared as character offsets."""
    typed, span, by_label = _Tally(), _Tally(), {label: _Tally() for label in LABELS}
    for labelled, doc in zip(texts, nlp.pipe(one.text for one in texts), strict=True):
        truth = set(labelled.entities)
        found = {(entity.start_char, entity.end_char, entity.label_) for entity in doc.ents}
        typed.add({*found}, {*truth})
        span.add({name[:2] for name in found}, {name[:2] for name in truth})
        for label, tally in by_label.items():
            tally.add({name for name in found if name[2] == label}, {name for name in truth if name[2] == label})
    return NameScores(typed.f1, span.f1, {label: tally.f1 for label, tally in by_label.items()}, typed.labelled)


def measure_speed(nlp: Language, texts: Sequence[LabelledText]) -> float:
    """Return the tokens read in a CPU second, tokenisation included, of texts joined to the length of articles."""
    articles = list(_join_texts(texts))
    list(nlp.pipe(articles[:2]))
    start = time.process_time()
    tokens = sum(len(doc) for doc in nlp.pipe(articles))
    return tokens / (time.process_time() - start)


def _join_texts(texts: Sequence[LabelledText]) -> Iterator[str]:
    for start in range(0, len(texts), TEXTS_PER_ARTICLE):
        yield "\n\n".join(one.text for one in texts[start : start + TEXTS_PER_ARTICLE])
