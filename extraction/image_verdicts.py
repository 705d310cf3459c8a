"""Which images of a page belong to its article: by the paper's rule, or by what was learned."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from cutline.config.settings import AutoSettings, Settings, SimilaritySettings
from cutline.dom.features.images import IMAGE_COLUMNS, measure_images
from cutline.dom.images.pictures import Picture, read_places
from cutline.dom.reading import Reading
from cutline.extraction.story import ArticleStory, Relevance
from cutline.models.auto_models import ImageModel, Judgement
from cutline.models.image_reasons import find_reason
from cutline.models.image_words import describe_feature
from cutline.nlp.similarity import DECIMALS, find_margin, judge_caption
from cutline.types import Factor, Reason, Similarity, Verdict

SHOWN_FACTORS = 8  # of one verdict; the others are summed up
OTHERS, BASE = "others", "base"  # names of the sum of all other factors, and of what holds for every image


_BY_NAME = np.argsort(IMAGE_COLUMNS)  # the places of the columns in the order of their names

Judged = tuple[Picture, Verdict]


@dataclass(frozen=True, slots=True)
class CaptionEvidence:
    """How a picture's caption, or else its alternative text, compares with the article."""

    relevance: Relevance
    similarity: Similarity


def compare_captions(
    story: ArticleStory, pictures: Sequence[Picture], similarities: Sequence[Similarity]
) -> list[CaptionEvidence]:
    """Return how the captions of the pictures not dropped yet compare with the story, given their similarities."""
    relevances = story.judge_captions([picture for picture in pictures if picture.dropped is None])
    return [CaptionEvidence(*pair) for pair in zip(relevances, similarities, strict=True)]


@dataclass(frozen=True, slots=True)
class Choice:
    """What was decided of a picture.

    Attributes:
        place_score: how likely a picture that stands there belongs to the article (0..1).
        score: how likely this one does, its caption heeded too (0..1).
        kept: whether that is likely enough, and no other picture that is the same is likelier.
        reason: the rule that decided; None where the score alone speaks against the picture.
    """

    place_score: float
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
    evidence: Sequence[CaptionEvidence] | None,
    model: ImageModel,
    settings: Settings,
    shown: Container[bool],
) -> list[Judged]:
    """Return the pictures that are shown with the verdict on each, by their place and by what their captions tell.

    A classifier that reads the whole page says how likely a picture that stands there is the article's. Of several that
    show the same picture the likeliest is kept. Verdicts that are not shown are not explained either, which takes
    longer than the decision.

    Args:
        reading: the page.
        pictures: all of it.
        evidence: of the captions of those not dropped yet, in their order; None where texts were not compared.
        model: the classifier.
        settings: all of them.
        shown: whether those that are kept are shown, those that are not, or both.
    """
    places = [place for place, picture in enumerate(pictures) if picture.dropped is None]
    asked = [pictures[place] for place in places]
    images, captions = [picture.image for picture in asked], [picture.caption for picture in asked]
    rows = measure_images(reading.document, read_places(reading), images, captions)
    judgement = model.judge(rows)
    choices = _choose_pictures(asked, judgement.scores.tolist(), evidence, settings)
    numbers = [number for number, choice in enumerate(choices) if choice.kept in shown]
    explained = _explain_choices(choices, numbers, judgement, evidence, settings.auto)
    verdicts = dict(zip((places[number] for number in numbers), explained, strict=True))
    if False in shown:
        verdicts |= {
            place: _drop(picture, picture.dropped) for place, picture in enumerate(pictures) if picture.dropped
        }
    return [(pictures[place], verdicts[place]) for place in sorted(verdicts)]


def weigh_caption(place_score: float, relevance_score: float, stranger_share: float) -> float:
    """Return how likely a picture belongs to the article (0..1), by its place and by what its caption tells.

    Args:
        place_score: how likely a picture that stands there does.
        relevance_score: how likely the caption tells of the article's story, if as many captions did not.
        stranger_share: share of pictures in such a place that tell of another story.

    Source: Bayes' theorem, the stranger's share being the prior.
    """
    own, strange = (1 - stranger_share) * relevance_score, stranger_share * (1 - relevance_score)
    return place_score * own / (own + strange) if own + strange else place_score


def _choose_pictures(
    pictures: Sequence[Picture], places: Sequence[float], evidence: Sequence[CaptionEvidence] | None, settings: Settings
) -> list[Choice]:
    """Return the choice about each picture; of those that are the same the likeliest is kept, the first of equals."""
    places = [round(place, DECIMALS) for place in places]
    threshold = settings.auto.image_threshold
    scores = _weigh_captions(pictures, places, evidence, settings) if evidence else places
    best: dict[str, int] = {}
    for number, (picture, score) in enumerate(zip(pictures, scores, strict=True)):
        if score > scores[best.setdefault(picture.image.key, number)]:
            best[picture.image.key] = number
    firsts = frozenset(best.values())
    choices = []
    for number, (place, score) in enumerate(zip(places, scores, strict=True)):
        if score < threshold:
            choices.append(Choice(place, score, kept=False, reason="off_topic" if place >= threshold else None))
        elif number in firsts:
            choices.append(Choice(place, score, kept=True, reason="article_image"))
        else:
            choices.append(Choice(place, score, kept=False, reason="duplicate"))
    return choices


def _weigh_captions(
    pictures: Sequence[Picture], places: Sequence[float], evidence: Sequence[CaptionEvidence], settings: Settings
) -> list[float]:
    """Return how likely each picture belongs to the article, by its place, and by its caption if that is unrelated.

    If two or more captions, and at least half of those in good places, would count against their pictures, none does:
    in a picture essay each is about something else. The same caption under two copies of a picture is one.
    """
    threshold, share = settings.auto.image_threshold, settings.relevance.stranger_share
    captioned = [number for number, picture in enumerate(pictures) if picture.text and places[number] >= threshold]
    weighed = {
        number: round(weigh_caption(places[number], relevance.score, share), DECIMALS)
        for number in captioned
        if (relevance := evidence[number].relevance).kind == "unrelated" and relevance.score is not None
    }
    different, all_different = (len({pictures[number].text for number in some}) for some in (weighed, captioned))
    if different > 1 and all_different <= 2 * different:
        return list(places)
    return [weighed.get(number, place) for number, place in enumerate(places)]


def _explain_choices(
    choices: Sequence[Choice],
    numbers: Sequence[int],
    judgement: Judgement,
    evidence: Sequence[CaptionEvidence] | None,
    limits: AutoSettings,
) -> list[Verdict]:
    """Return the verdicts on the images with these numbers."""
    explained = judgement.explain(numbers)
    ranked = _rank_columns(explained.contributions)
    verdicts = []
    for number, kind in zip(numbers, explained.kinds, strict=True):
        choice, values, weights = choices[number], judgement.rows[number].tolist(), explained.contributions[kind]
        is_close = choice.place_score >= limits.uncertain_score
        verdict = Verdict(
            kept=choice.kept,
            reason=choice.reason or find_reason(values, weights, is_close),
            score=choice.score,
            threshold=limits.image_threshold,
            margin=find_margin(choice.score, limits.image_threshold),
            place_score=choice.place_score,
            factors=_list_factors(values, weights, ranked[kind], explained.base),
            similarity=evidence[number].similarity if evidence else None,
            **(evidence[number].relevance.tell() if evidence else {}),
        )
        verdicts.append(verdict)
    return verdicts


def _judge_caption(picture: Picture, similarity: Similarity | None, settings: SimilaritySettings) -> Verdict:
    if picture.dropped is not None:
        return _drop(picture, picture.dropped)
    return Verdict(kept=True, reason="captioned") if similarity is None else judge_caption(similarity, settings)


def _drop(picture: Picture, reason: Reason) -> Verdict:
    return Verdict(kept=False, reason=reason, rule=picture.rule)


def _rank_columns(contributions: NDArray[np.float64]) -> list[list[int]]:
    """Return for each row the places of its weightiest columns, of equal ones the first by name."""
    ranked = np.argsort(-np.abs(contributions[:, _BY_NAME]), axis=1, kind="stable")[:, :SHOWN_FACTORS]
    places: list[list[int]] = _BY_NAME[ranked].tolist()
    return places


def _list_factors(
    values: Sequence[float], weights: NDArray[np.float64], ranked: Sequence[int], base: float
) -> tuple[Factor, ...]:
    """Return what the log odds of a place's score are the sum of, the columns ranked first."""
    others = weights.copy()
    others[list(ranked)] = 0
    shown = [
        _make_factor(IMAGE_COLUMNS[place], describe_feature(IMAGE_COLUMNS[place], values[place]), weights[place])
        for place in ranked
        if weights[place]
    ]
    rest = math.fsum(others.tolist())
    return (*shown, _make_factor(OTHERS, "all else", rest), _make_factor(BASE, "holds for every image", base))


def _make_factor(name: str, says: str, weight: float) -> Factor:
    return Factor(name=name, says=says, weight=round(float(weight), DECIMALS))
