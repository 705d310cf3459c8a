"""Area under the ROC curve, per kind of evidence, for captions being more similar to their own article than to others.

`python benchmarks/captions_auc.py PATH` reads gzipped JSON lines, each with a document's `captions` and `body`.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cutline.config import load_settings
from cutline.models import SHIPPED_NER
from cutline.models.word_frequencies import load_background
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention, load_pipeline
from cutline.nlp.similarity import ArticleTerms
from cutline.nlp.terms import TermReader, Terms
from cutline.nlp.words import Words
from cutline.types import Similarity

NOTHING: Counter[str] = Counter()
# The terms by which a caption is compared: one kind only, or the shipped cascade.
VIEWS: dict[str, Callable[[Terms], Terms]] = {
    "entities only": lambda terms: Terms(terms.entities, NOTHING, NOTHING),
    "names only": lambda terms: Terms(NOTHING, terms.names, NOTHING),
    "words only": lambda terms: Terms(NOTHING, NOTHING, terms.words),
    "cascade as shipped": lambda terms: terms,
}
TRIES = ("own article", "other articles")


@dataclass(frozen=True, slots=True)
class Text:
    """A body or a caption with its mentions; `document` is the index of its document."""

    document: int
    text: str
    mentions: list[Mention]


def main(path: Path) -> None:
    settings = load_settings()
    pipeline = load_pipeline(settings.nlp.pipeline, settings.nlp.labels, SHIPPED_NER, settings.nlp.read)
    background = load_background(pipeline.language)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        documents = [json.loads(line) for line in lines]

    def mark(field: str) -> list[list[Text]]:
        marked = [zip(found[field], pipeline.find_mentions(found[field]), strict=True) for found in documents]
        return [[Text(number, text, mentions) for text, mentions in texts] for number, texts in enumerate(marked)]

    bodies, captions = mark("body"), [caption for texts in mark("captions") for caption in texts]
    scores: dict[str, dict[str, list[float | None]]] = {view: {trial: [] for trial in TRIES} for view in VIEWS}
    for number, body in enumerate(bodies):
        book = NameBook(mention for block in body for mention in block.mentions)
        reader = TermReader([Words(block.text) for block in body], book, background)
        blocks = [reader.read(Words(block.text), block.mentions) for block in body]
        article = ArticleTerms(blocks, book, background, settings.similarity)
        for caption in captions:
            terms = reader.read(Words(caption.text), caption.mentions)
            for view, select in VIEWS.items():
                similarity: Similarity = article.compare(caption.text, select(terms))
                scores[view][TRIES[caption.document != number]].append(similarity.score)
    print(f"{len(documents)} documents, {len(captions)} captions, {pipeline.name}\n")
    print(f"{'compared by':<20}{'no evidence':>12}{'AUC':>7}{'AUC where there is evidence':>30}")
    for view, found in scores.items():
        own, others = (found[trial] for trial in TRIES)
        print(f"{view:<20}{own.count(None):>12}{_area(own, others, 0.0):>7.3f}{_area(own, others, None):>30.3f}")


def _area(own: Sequence[float | None], others: Sequence[float | None], missing: float | None) -> float:
    """Return how often an own score is above another's, ties counting half.

    `missing` replaces a missing score; if it is None, missing scores are left out.
    """
    positive = [score for given in own if (score := missing if given is None else given) is not None]
    negative = [score for given in others if (score := missing if given is None else given) is not None]
    above = sum((one > other) + 0.5 * (one == other) for one in positive for other in negative)
    return above / (len(positive) * len(negative))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
