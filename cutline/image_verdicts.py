"""Which images of a page belong to its article: by the paper's rule, or by what was learned."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from cutline.config.settings import SimilaritySettings
from cutline.dom.features.images import measure_images
from cutline.dom.page_pictures import read_places
from cutline.dom.pictures import Picture
from cutline.dom.reading import Reading
from cutline.models.image_model import ImageModel, Judgement
from cutline.models.image_reasons import find_reason
from cutline.nlp.image_evidence import measure_evidence
from cutline.nlp.similarity import DECIMALS
from cutline.nlp.verdicts import find_margin, judge_caption
from cutline.types import Factor, Similarity, Verdict

SHOWN_FACTORS = 8  # of one verdict; the others are summed up
OTHERS, BASE = "others", "base"  # names of the sum of all other factors, and of what holds for every image


Judged = tuple[Picture, Verdict]


@dataclass(frozen=True, slots=True)
class Choice:
    """What was decided of a picture.

    Attributes:
        score: how likely it belongs to the article (0..1).
        kept: whether that is likely enough, and no other picture that is the same is likelier.
        reason: the rule that decided; None where the score alone speaks against the picture.
    """

    score: float
    kept: bool
    reason: str | None


def judge_by_captions(
    pictures: Sequence[Picture],
    similarities: Sequence[Similarity] | None,
    settings: SimilaritySettings,
    shown: Container[bool],
) -> list[Judged]:
    """Return the pictures that are shown with the verdict on each, by the similarity of its caption.

    Args:
        pictures: of a page.
        similarities: of those not dropped yet, in their order; None where names were not compared.
        settings: the thresholds of similarity.
        shown: whether those that are kept are shown, those that are not, or both.

    Source: Joshi & Liu 2009, sections 4.3 and 4.4.
    """
    pending: Iterator[Similarity | None] = repeat(None) if similarities is None else iter(similarities)
    judged = [
        (picture, _judge_caption(picture, next(pending) if picture.dropped is None else None, settings))
        for picture in pictures
    ]
    return [(picture, verdict) for picture, verdict in judged if verdict.kept in shown]


def judge_by_model(
    reading: Reading,
    pictures: Sequence[Picture],
    similarities: Sequence[Similarity] | None,
    model: ImageModel,
    threshold: float,
    shown: Container[bool],
) -> list[Judged]:
    """Return the pictures that are shown with the verdict on each, by a classifier that reads the whole page.

    Of several that show the same picture the likeliest is kept. Verdicts that are not shown are not explained either,
    which takes longer than the decision.

    Args:
        reading: the page.
        pictures: all of it.
        similarities: of what is told of those not dropped yet, in their order; None where texts were not compared.
        model: the classifier.
        threshold: the score from which a picture is kept (0..1).
        shown: whether those that are kept are shown, those that are not, or both.
    """
    places = [place for place, picture in enumerate(pictures) if picture.dropped is None]
    asked = [pictures[place] for place in places]
    images, captions = [picture.image for picture in asked], [picture.caption for picture in asked]
    rows = measure_images(reading.document, read_places(reading), images, captions)
    evidence = None if similarities is None else measure_evidence(reading, asked, similarities)
    judgement = model.judge(rows, evidence)
    choices = _choose_pictures(asked, judgement.scores.tolist(), threshold)
    numbers = [number for number, choice in enumerate(choices) if choice.kept in shown]
    explained = _explain_choices(choices, numbers, judgement, similarities, threshold)
    verdicts = dict(zip((places[number] for number in numbers), explained, strict=True))
    if False in shown:
        verdicts |= {
            place: _drop(picture, picture.dropped) for place, picture in enumerate(pictures) if picture.dropped
        }
    return [(pictures[place], verdicts[place]) for place in sorted(verdicts)]


def _choose_pictures(pictures: Sequence[Picture], likelihoods: Sequence[float], threshold: float) -> list[Choice]:
    """Return the choice about each picture; of those that are the same the likeliest is kept, the first of equals."""
    scores = [round(likelihood, DECIMALS) for likelihood in likelihoods]
    best: dict[str, int] = {}
    for number, (picture, score) in enumerate(zip(pictures, scores, strict=True)):
        if score > scores[best.setdefault(picture.image.key, number)]:
            best[picture.image.key] = number
    firsts = frozenset(best.values())
    choices = []
    for number, score in enumerate(scores):
        if score < threshold:
            choices.append(Choice(score, kept=False, reason=None))
        elif number in firsts:
            choices.append(Choice(score, kept=True, reason="article_image"))
        else:
            choices.append(Choice(score, kept=False, reason="duplicate"))
    return choices


def _explain_choices(
    choices: Sequence[Choice],
    numbers: Sequence[int],
    judgement: Judgement,
    similarities: Sequence[Similarity] | None,
    threshold: float,
) -> list[Verdict]:
    """Return the verdicts on the images with these numbers."""
    explained = judgement.explain(numbers)
    factors = _list_factors(explained.base, judgement.columns, explained.contributions)
    return [
        Verdict(
            kept=choices[number].kept,
            reason=choices[number].reason or find_reason(judgement.columns, explained.contributions[kind]),
            score=choices[number].score,
            threshold=threshold,
            margin=find_margin(choices[number].score, threshold),
            similarity=None if similarities is None else similarities[number],
            factors=factors[kind],
        )
        for number, kind in zip(numbers, explained.kinds, strict=True)
    ]


def _judge_caption(picture: Picture, similarity: Similarity | None, settings: SimilaritySettings) -> Verdict:
    if picture.dropped is not None:
        return _drop(picture, picture.dropped)
    return Verdict(kept=True, reason="captioned") if similarity is None else judge_caption(similarity, settings)


def _drop(picture: Picture, reason: str) -> Verdict:
    return Verdict(kept=False, reason=reason, rule=picture.rule)


def _list_factors(base: float, columns: Sequence[str], contributions: NDArray[np.float64]) -> list[tuple[Factor, ...]]:
    """Return for each row what the log odds of its score are the sum of, the weightiest features first."""
    by_name, named = _sort_columns(tuple(columns))
    weights = contributions[:, by_name]
    ranked = np.argsort(-np.abs(weights), axis=1, kind="stable")[:, :SHOWN_FACTORS]  # of equal ones the first by name
    shown = np.take_along_axis(weights, ranked, axis=1)
    np.put_along_axis(weights, ranked, 0, axis=1)
    base_factor = _make_factor(BASE, base)
    factors = []
    for places, own, others in zip(ranked.tolist(), shown.tolist(), weights.tolist(), strict=True):
        terms = [_make_factor(named[place], weight) for place, weight in zip(places, own, strict=True) if weight]
        factors.append((*terms, _make_factor(OTHERS, math.fsum(others)), base_factor))
    return factors


def _make_factor(name: str, weight: float) -> Factor:
    return Factor(name=name, weight=round(weight, DECIMALS))


@cache
def _sort_columns(columns: tuple[str, ...]) -> tuple[NDArray[np.intp], list[str]]:
    """Return the places of columns by their names, and these names."""
    places = np.argsort(columns)
    return places, [columns[place] for place in places]
