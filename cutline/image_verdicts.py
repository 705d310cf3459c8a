"""Which images of a page belong to its article: by the paper's rule, or by what was learned."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from cutline.config.settings import AutoSettings, SimilaritySettings
from cutline.dom.features.images import measure_images
from cutline.dom.page_pictures import read_places
from cutline.dom.pictures import Picture
from cutline.dom.reading import Reading
from cutline.models.image_model import ImageModel, Judgement
from cutline.models.image_reasons import find_reason, is_off_topic
from cutline.models.image_words import describe_feature
from cutline.nlp.image_evidence import measure_evidence
from cutline.nlp.similarity import DECIMALS
from cutline.nlp.verdicts import find_margin, judge_caption
from cutline.story import ToldCaptions
from cutline.types import Factor, Reason, Similarity, Verdict

SHOWN_FACTORS = 8  # of one verdict; the others are summed up
OTHERS, BASE = "others", "base"  # names of the sum of all other factors, and of what holds for every image


Judged = tuple[Picture, Verdict]


@dataclass(frozen=True, slots=True)
class ComparedCaptions:
    """What is told of the pictures not dropped yet, in their order, compared with the article."""

    told: ToldCaptions
    similarities: Sequence[Similarity]


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
    reason: Reason | None


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
    compared: ComparedCaptions | None,
    model: ImageModel,
    limits: AutoSettings,
    shown: Container[bool],
) -> list[Judged]:
    """Return the pictures that are shown with the verdict on each, by a classifier that reads the whole page.

    Of several that show the same picture the likeliest is kept. Verdicts that are not shown are not explained either,
    which takes longer than the decision.

    Args:
        reading: the page.
        pictures: all of it.
        compared: what is told of those not dropped yet; None where texts were not compared.
        model: the classifier.
        limits: the scores from which a picture is kept, and from which the decision is close.
        shown: whether those that are kept are shown, those that are not, or both.
    """
    places = [place for place, picture in enumerate(pictures) if picture.dropped is None]
    asked = [pictures[place] for place in places]
    images, captions = [picture.image for picture in asked], [picture.caption for picture in asked]
    rows = measure_images(reading.document, read_places(reading), images, captions)
    evidence = compared and measure_evidence(compared.told.scores, compared.told.rows, compared.similarities)
    judgement = model.judge(rows, evidence)
    choices = _choose_pictures(asked, judgement.scores.tolist(), limits.image_threshold)
    numbers = [number for number, choice in enumerate(choices) if choice.kept in shown]
    explained = _explain_choices(choices, numbers, judgement, compared, limits)
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
    compared: ComparedCaptions | None,
    limits: AutoSettings,
) -> list[Verdict]:
    """Return the verdicts on the images with these numbers."""
    explained, columns = judgement.explain(numbers), judgement.columns
    ranked = _rank_columns(columns, explained.contributions)
    verdicts = []
    for number, kind in zip(numbers, explained.kinds, strict=True):
        choice, values, weights = choices[number], judgement.rows[number].tolist(), explained.contributions[kind]
        verdict = Verdict(
            kept=choice.kept,
            reason=choice.reason or _find_reason(judgement, values, weights, explained.base, choice.score, limits),
            score=choice.score,
            threshold=limits.image_threshold,
            margin=find_margin(choice.score, limits.image_threshold),
            factors=_list_factors(columns, values, weights, ranked[kind], explained.base),
            similarity=compared and compared.similarities[number],
            **(compared.told.relevances[number].tell() if compared else {}),
        )
        verdicts.append(verdict)
    return verdicts


def _find_reason(
    judgement: Judgement,
    values: Sequence[float],
    weights: NDArray[np.float64],
    base: float,
    score: float,
    limits: AutoSettings,
) -> Reason:
    """Return why an image is dropped: for what is told of it if that alone decided, else for what the page says."""
    if is_off_topic(judgement.columns, values, weights, base, limits.image_threshold):
        return "off_topic"
    return find_reason(judgement.columns, values, weights, score >= limits.uncertain_score)


def _judge_caption(picture: Picture, similarity: Similarity | None, settings: SimilaritySettings) -> Verdict:
    if picture.dropped is not None:
        return _drop(picture, picture.dropped)
    return Verdict(kept=True, reason="captioned") if similarity is None else judge_caption(similarity, settings)


def _drop(picture: Picture, reason: Reason) -> Verdict:
    return Verdict(kept=False, reason=reason, rule=picture.rule)


def _rank_columns(columns: tuple[str, ...], contributions: NDArray[np.float64]) -> list[list[int]]:
    """Return for each row the places of its weightiest columns, of equal ones the first by name."""
    by_name = _sort_columns(columns)
    ranked = np.argsort(-np.abs(contributions[:, by_name]), axis=1, kind="stable")[:, :SHOWN_FACTORS]
    places: list[list[int]] = by_name[ranked].tolist()
    return places


def _list_factors(
    columns: Sequence[str], values: Sequence[float], weights: NDArray[np.float64], ranked: Sequence[int], base: float
) -> tuple[Factor, ...]:
    """Return what the log odds of a score are the sum of, the columns ranked first."""
    others = weights.copy()
    others[list(ranked)] = 0
    shown = [
        _make_factor(columns[place], describe_feature(columns[place], values[place]), weights[place])
        for place in ranked
        if weights[place]
    ]
    rest = math.fsum(others.tolist())
    return (*shown, _make_factor(OTHERS, "all else", rest), _make_factor(BASE, "holds for every image", base))


def _make_factor(name: str, says: str, weight: float) -> Factor:
    return Factor(name=name, says=says, weight=round(float(weight), DECIMALS))


@cache
def _sort_columns(columns: tuple[str, ...]) -> NDArray[np.intp]:
    """Return the places of columns in the order of their names."""
    return np.argsort(columns)
