"""Which images of a page belong to its article: by the paper's rule or by the classifier."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple

import numpy as np

from cutline.config.settings import AutoSettings, Settings, SimilaritySettings
from cutline.dom.features.arrays import Floats, Rows
from cutline.dom.features.image_sources import ELSEWHERE, TO_PICTURE, TO_SITE
from cutline.dom.features.images import IMAGE_COLUMNS, measure_images
from cutline.dom.images.galleries import find_galleries
from cutline.dom.images.pictures import Picture, read_places
from cutline.dom.reading import Reading
from cutline.extraction.story import ArticleStory, Relevance
from cutline.models.auto_models import ImageModel, Judgement
from cutline.models.image_reasons import describe_feature, find_reason
from cutline.nlp.comparison import Comparison, cut_texts
from cutline.nlp.similarity import DECIMALS, find_margin, judge_caption
from cutline.types import Factor, Reason, Similarity, Verdict

SURE = 0.9  # relevance of a caption from which it speaks for its picture
# Of 824 labelled images between two kept texts that lead to no page, on pages of few images, 791 are the article's own;
# of those that lead to another site and score .4 to .5, all 5: a chart and its source, a program and its site.
BETWEEN_SHARE, LEADING_SHARE = 0.4, 0.8  # of the threshold, from which they are kept
FEW_IMAGES = 30
FLAT = 3.0  # times as wide as high, from which an image has the shape of a banner
GALLERY_SHARE = 0.3  # of a gallery's pictures that are kept, from which the others ask for as little; of logos, one is
ESSAY = 3  # unrelated captions of one page; strangers are rarely as many
SHOWN_FACTORS = 8  # factors listed per verdict; the others are summed up
OTHERS, BASE = "others", "base"  # names of the sum of all other factors, and of the constant

_BY_NAME = np.argsort(IMAGE_COLUMNS)  # indexes of the columns, sorted by name

Judged = tuple[Picture, Verdict]


@dataclass(frozen=True, slots=True)
class CaptionEvidence:
    """How a picture's caption compares with the article, or its alternative text if it has no caption."""

    relevance: Relevance
    similarity: Similarity


@dataclass(frozen=True, slots=True, eq=False)
class PlacedPictures:
    """The pictures of a page that no rule drops, judged by their positions alone.

    Attributes:
        pictures: in document order.
        scores: probability (0..1) that a picture in the position of each belongs to the article, rounded.
        judgement: of the classifier, which explains the scores.
        shares: of the threshold, from which each is kept, by where it stands and leads.
        calls: whether each is a banner that calls to buy or to subscribe.
        galleries: the indices of those that stand in each gallery.
    """

    pictures: Sequence[Picture]
    scores: Sequence[float]
    judgement: Judgement
    shares: Sequence[float]
    calls: Sequence[bool]
    galleries: Sequence[Sequence[int]]

    def choose_thresholds(self, threshold: float) -> list[float]:
        """Return the score from which each picture is kept: `threshold`, or less for a doubtful one between texts."""
        doubtful = zip(self.shares, self.scores, strict=True)
        return [round(share * threshold, DECIMALS) if score < threshold else threshold for share, score in doubtful]

    def lower_for_galleries(self, thresholds: list[float], scores: Sequence[float] | None = None) -> list[float]:
        """Return thresholds, lowered for the pictures of galleries of which some are kept; of any without `scores`."""
        lowered = list(thresholds)
        for numbers in self.galleries:
            own = [number for number in numbers if scores is None or scores[number] >= thresholds[number]]
            if len(own) >= GALLERY_SHARE * len(numbers):
                for number in numbers:
                    lowered[number] = round(BETWEEN_SHARE * thresholds[number], DECIMALS)
        return lowered


def _find_shares(pictures: Iterable[Picture], rows: Rows) -> Floats:
    """Return the share of the threshold from which each image is kept: less between two kept texts.

    There, an image that leads to no page on a page of few images, or to another site that does not pay for it, is
    rarely a stranger.
    """
    names = ("segments_to_previous", "segments_to_next", "article_before", "article_behind", "link", "page_images")
    previous, following, before, behind, link, images, words, of_authors = (
        rows[:, IMAGE_COLUMNS.index(name)] for name in (*names, "alt_words", "alt_in_authors")
    )
    is_between = (previous <= 1) & (following <= 1) & (before > 0) & (behind > 0)
    is_portrait = (of_authors > 0) & np.isclose(words, np.log1p(of_authors))
    is_unpaid = np.array([not each.is_invitation for each in pictures], bool)
    shares = np.where(is_between & is_unpaid & (link == ELSEWHERE), LEADING_SHARE, 1.0)
    shares[is_between & ~is_portrait & (link <= TO_PICTURE) & (images <= FEW_IMAGES)] = BETWEEN_SHARE
    return shares


def _find_calls(pictures: Iterable[Picture], rows: Rows) -> list[bool]:
    """Return for each image without a caption whether it is a banner: its shape and link are not enough."""
    aspects, links = (rows[:, IMAGE_COLUMNS.index(name)] for name in ("aspect", "link"))
    looks = zip(pictures, (aspects >= FLAT).tolist(), (links >= TO_SITE).tolist(), strict=True)
    return [
        not each.text and (((is_flat or leads) and each.is_named_call) or (is_flat and leads and each.is_invitation))
        for each, is_flat, leads in looks
    ]


def judge_places(reading: Reading, pictures: Sequence[Picture], model: ImageModel) -> PlacedPictures:
    """Return the judgement of the pictures of a page by their positions."""
    asked = [picture for picture in pictures if picture.is_open]
    images, captions = [picture.image for picture in asked], [picture.caption for picture in asked]
    judgement = model.judge(measure_images(reading.document, read_places(reading), images, captions))
    scores = [round(score, DECIMALS) for score in judgement.scores.tolist()]
    galleries = find_galleries([image.element for image in images])
    shares, calls = _find_shares(asked, judgement.rows).tolist(), _find_calls(asked, judgement.rows)
    return PlacedPictures(asked, scores, judgement, shares, calls, galleries)


def choose_captions(
    pictures: Sequence[Picture], placed: PlacedPictures | None, settings: Settings, shown: Container[bool]
) -> dict[Picture, str]:
    """Return the texts to compare: those that can change the verdict on a picture, or are shown with it.

    A related caption makes up for a doubtful position, none for a bad one; an alternative text does not. The first
    `nlp.max_characters` characters of all captions count, whichever of them are compared.

    Args:
        pictures: all pictures of a page.
        placed: those not dropped yet with their scores; None if captions alone decide.
        settings: all settings.
        shown: the values of `kept` to return verdicts for: True, False or both.
    """
    asked = [picture for picture in pictures if picture.is_open]
    texts = cut_texts([picture.compared for picture in asked], settings.nlp.max_characters)
    captions = dict(zip(asked, texts, strict=True))
    if placed is None or False in shown:
        return captions
    thresholds = placed.lower_for_galleries(placed.choose_thresholds(settings.auto.image_threshold))
    scored, odds = zip(placed.pictures, placed.scores, thresholds, strict=True), settings.relevance.related_odds
    return {
        picture: captions[picture]
        for picture, score, limit in scored
        if (weigh_related(score, odds) if picture.text else score) >= limit
    }


class Choice(NamedTuple):
    """The decision about a picture.

    Attributes:
        place_score: probability (0..1) that a picture in this position belongs to the article.
        score: probability (0..1) that this picture does, including its caption.
        threshold: the score from which it is kept.
        kept: whether the score reaches the threshold, the picture is no banner, and no copy of it scores higher.
        reason: the rule that decided; None if a low `place_score` did.
    """

    place_score: float
    score: float
    threshold: float
    kept: bool
    reason: Reason | None


def judge_by_captions(
    pictures: Sequence[Picture],
    similarities: Sequence[Similarity] | None,
    settings: SimilaritySettings,
    shown: Container[bool],
) -> list[Judged]:
    """Return pictures with their verdicts, decided by the similarity of their captions.

    Args:
        pictures: all pictures of a page.
        similarities: one for each picture not dropped yet, in order; None if names were not compared.
        settings: the thresholds of similarity.
        shown: the values of `kept` to return: True, False or both.

    Source: Joshi & Liu 2009, sections 4.3 and 4.4.
    """
    pending: Iterator[Similarity | None] = repeat(None) if similarities is None else iter(similarities)
    judged = [
        (picture, _judge_caption(picture, next(pending) if picture.dropped is None else None, settings))
        for picture in pictures
    ]
    return [(picture, verdict) for picture, verdict in judged if verdict.kept in shown]


def judge_by_model(
    pictures: Sequence[Picture],
    placed: PlacedPictures,
    evidence: Mapping[Picture, CaptionEvidence] | None,
    settings: Settings,
    shown: Container[bool],
) -> list[Judged]:
    """Return pictures with their verdicts, decided by their position and by the relevance of their captions.

    The classifier scores the position. Of several copies of a picture, only the one with the highest score is kept.
    Explaining a verdict takes longer than reaching it, so only the verdicts returned are explained.

    Args:
        pictures: all pictures of the page.
        placed: those not dropped yet, with the scores of their positions.
        evidence: of those that `choose_captions` chose; None if texts were not compared.
        settings: all settings.
        shown: the values of `kept` to return: True, False or both.
    """
    choices = _choose_pictures(placed, evidence, settings)
    numbers = [number for number, choice in enumerate(choices) if choice.kept in shown]
    verdicts = _explain_choices(placed, choices, numbers, evidence, settings.auto)
    if True in shown:
        drawings = (picture for picture in pictures if picture.dropped is None and not picture.is_open)
        verdicts |= {picture: Verdict(kept=True, reason="article_image") for picture in drawings}
    if False in shown:
        verdicts |= {picture: _drop(picture, picture.dropped) for picture in pictures if picture.dropped}
    return [(picture, verdicts[picture]) for picture in pictures if picture in verdicts]


def weigh_caption(place_score: float, relevance_score: float, stranger_share: float) -> float:
    """Return the probability (0..1) that a picture belongs to the article, given its position and its caption.

    Args:
        place_score: probability that a picture in this position does.
        relevance_score: probability that the caption is about the story, if half of all captions were.
        stranger_share: prior share of pictures in such a position that are about another story.

    Source: Bayes' theorem.
    """
    own, strange = (1 - stranger_share) * relevance_score, stranger_share * (1 - relevance_score)
    return place_score * own / (own + strange) if own + strange else place_score


def weigh_related(place_score: float, odds: float) -> float:
    """Return the probability (0..1) that a picture belongs to the article, given its position and a related caption.

    Args:
        place_score: probability that a picture in this position does.
        odds: how many times as frequent such captions are among the article's own pictures.

    Source: Bayes' theorem.
    """
    return place_score * odds / (place_score * odds + 1 - place_score)


def _choose_pictures(
    placed: PlacedPictures, evidence: Mapping[Picture, CaptionEvidence] | None, settings: Settings
) -> list[Choice]:
    """Return the decision about each picture; of its copies the highest score is kept, the first among equals."""
    thresholds = placed.choose_thresholds(settings.auto.image_threshold)
    scores = list(_weigh_captions(placed, evidence, settings) if evidence else placed.scores)
    lowered = placed.lower_for_galleries(thresholds, scores)
    for number, (score, threshold) in enumerate(zip(scores, thresholds, strict=True)):
        if score < threshold and lowered[number] < threshold:
            scores[number], thresholds[number] = max(score, placed.scores[number]), lowered[number]
    best: dict[str, int] = {}
    for number, (picture, score) in enumerate(zip(placed.pictures, scores, strict=True)):
        if score > scores[best.setdefault(picture.image.key, number)]:
            best[picture.image.key] = number
    firsts = frozenset(best.values())
    choices = []
    for number, (place, score, threshold) in enumerate(zip(placed.scores, scores, thresholds, strict=True)):
        reason: Reason | None = "article_image" if number in firsts else "duplicate"
        if score < threshold:
            reason = "off_topic" if place >= threshold else None
        elif placed.calls[number]:
            reason = "advertisement"
        choices.append(Choice(place, score, threshold, kept=reason == "article_image", reason=reason))
    return choices


def _weigh_captions(
    placed: PlacedPictures, evidence: Mapping[Picture, CaptionEvidence], settings: Settings
) -> list[float]:
    """Return the score of each picture: its place score, raised if its caption is related, lowered if it is not.

    Alternative texts raise nothing: those of teasers are about the story too. Strangers come alone, and in a picture
    essay each caption is about something else. So if `ESSAY` distinct captions in good positions are unrelated, or two
    that are at least half of them, no score is lowered.
    """
    places, odds = placed.scores, settings.relevance.related_odds
    weighed = _lower_unrelated(placed, evidence, settings)
    for number, picture in enumerate(placed.pictures):
        if picture.text and picture in evidence and (evidence[picture].relevance.score or 0.0) >= SURE:
            weighed[number] = weigh_related(places[number], odds)
    return [round(weighed[number], DECIMALS) if number in weighed else place for number, place in enumerate(places)]


def _lower_unrelated(
    placed: PlacedPictures, evidence: Mapping[Picture, CaptionEvidence], settings: Settings
) -> dict[int, float]:
    """Return the lowered scores by the numbers of the pictures; what a page declares as its image is no stranger."""
    pictures, places = placed.pictures, placed.scores
    limits, share = placed.choose_thresholds(settings.auto.image_threshold), settings.relevance.stranger_share
    is_declared = (placed.judgement.rows[:, IMAGE_COLUMNS.index("declared")] > 0).tolist()
    captioned = [number for number, picture in enumerate(pictures) if picture.text and places[number] >= limits[number]]
    weighed = {
        number: weigh_caption(places[number], relevance.score, share)
        for number in captioned
        if (relevance := evidence[pictures[number]].relevance).kind == "unrelated"
        and relevance.score is not None
        and not is_declared[number]
    }
    different, all_different = (len({pictures[number].text for number in some}) for some in (weighed, captioned))
    is_essay = different >= ESSAY or (different > 1 and all_different <= 2 * different)
    return {} if is_essay else weighed


def _explain_choices(
    placed: PlacedPictures,
    choices: Sequence[Choice],
    numbers: Sequence[int],
    evidence: Mapping[Picture, CaptionEvidence] | None,
    limits: AutoSettings,
) -> dict[Picture, Verdict]:
    """Return the verdicts on the pictures at these indexes."""
    explained = placed.judgement.explain(numbers)
    ranked = _rank_columns(explained.contributions)
    verdicts = {}
    for number, kind in zip(numbers, explained.kinds, strict=True):
        picture, choice = placed.pictures[number], choices[number]
        values, weights = placed.judgement.rows[number].tolist(), explained.contributions[kind]
        is_close = choice.place_score >= limits.uncertain_score
        verdicts[picture] = Verdict(
            **choice._replace(reason=choice.reason or find_reason(values, weights, is_close))._asdict(),
            margin=find_margin(choice.score, choice.threshold),
            factors=_list_factors(values, weights, ranked[kind], explained.base),
            similarity=evidence[picture].similarity if evidence else None,
            **(evidence[picture].relevance.to_explained_fields() if evidence else {}),
        )
    return verdicts


def _judge_caption(picture: Picture, similarity: Similarity | None, settings: SimilaritySettings) -> Verdict:
    if picture.dropped is not None:
        return _drop(picture, picture.dropped)
    return Verdict(kept=True, reason="captioned") if similarity is None else judge_caption(similarity, settings)


def _drop(picture: Picture, reason: Reason) -> Verdict:
    return Verdict(kept=False, reason=reason, rule=picture.rule)


def _rank_columns(contributions: Floats) -> list[list[int]]:
    """Return for each row the indexes of its `SHOWN_FACTORS` heaviest columns; ties are sorted by name."""
    ranked = np.argsort(-np.abs(contributions[:, _BY_NAME]), axis=1, kind="stable")[:, :SHOWN_FACTORS]
    places: list[list[int]] = _BY_NAME[ranked].tolist()
    return places


def _list_factors(values: Sequence[float], weights: Floats, ranked: Sequence[int], base: float) -> tuple[Factor, ...]:
    """Return the terms whose sum is the log odds of the place score, heaviest first."""
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


def judge_pictures(
    pictures: Sequence[Picture],
    placed: PlacedPictures | None,
    captions: Mapping[Picture, str],
    comparison: Comparison | None,
    story: ArticleStory | None,
    settings: Settings,
    shown: Container[bool],
) -> list[Judged]:
    """Return the verdicts of pictures: by their places and captions, or by captions alone if no place is judged.

    Args:
        pictures: in the page's order.
        placed: their places; None for the methods of the papers.
        captions: what each is compared by.
        comparison: of the names; None if texts are not compared.
        story: what captions are held against; None the same.
        settings: all of them.
        shown: the values of `kept` to return.
    """
    similarities = comparison.captions if comparison else None
    if placed is None:
        return judge_by_captions(pictures, similarities, settings.similarity, shown)
    evidence = None
    if story and similarities is not None:
        evidence = dict(zip(captions, map(CaptionEvidence, story.judge_captions(captions), similarities), strict=True))
    return judge_by_model(pictures, placed, evidence, settings, shown)
