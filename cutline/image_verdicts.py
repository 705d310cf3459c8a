"""Which images of a page belong to its article: by the paper's rule, or by what was learned."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import repeat

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


def judge_by_captions(
    pictures: Sequence[Picture], similarities: Sequence[Similarity] | None, settings: SimilaritySettings
) -> list[Verdict]:
    """Return the verdict on each picture by the similarity of its caption.

    Args:
        pictures: of a page.
        similarities: of those not dropped yet, in their order; None where names were not compared.
        settings: the thresholds of similarity.

    Source: Joshi & Liu 2009, sections 4.3 and 4.4.
    """
    pending: Iterator[Similarity | None] = repeat(None) if similarities is None else iter(similarities)
    return [
        _judge_caption(picture, next(pending) if picture.dropped is None else None, settings) for picture in pictures
    ]


def judge_by_model(
    reading: Reading,
    pictures: Sequence[Picture],
    similarities: Sequence[Similarity] | None,
    model: ImageModel,
    threshold: float,
) -> list[Verdict]:
    """Return the verdict on each picture by a classifier that reads the whole page.

    Of several that show the same picture the likeliest is kept.

    Args:
        reading: the page.
        pictures: all of it.
        similarities: of what is told of those not dropped yet, in their order; None where texts were not compared.
        model: the classifier.
        threshold: the score from which a picture is kept (0..1).
    """
    asked = [picture for picture in pictures if picture.dropped is None]
    images, captions = [picture.image for picture in asked], [picture.caption for picture in asked]
    rows = measure_images(reading.document, read_places(reading), images, captions)
    evidence = None if similarities is None else measure_evidence(reading, asked, similarities)
    judgement = model.judge(rows, evidence)
    compared = repeat(None, len(asked)) if similarities is None else similarities
    judged = [_judge_score(judgement, number, similarity, threshold) for number, similarity in enumerate(compared)]
    pending = iter(_drop_copies(asked, judged))
    return [
        next(pending) if picture.dropped is None else Verdict(kept=False, reason=picture.dropped, rule=picture.rule)
        for picture in pictures
    ]


def _judge_caption(picture: Picture, similarity: Similarity | None, settings: SimilaritySettings) -> Verdict:
    if picture.dropped is not None:
        return Verdict(kept=False, reason=picture.dropped, rule=picture.rule)
    return Verdict(kept=True, reason="captioned") if similarity is None else judge_caption(similarity, settings)


def _judge_score(judgement: Judgement, number: int, similarity: Similarity | None, threshold: float) -> Verdict:
    score = round(float(judgement.scores[number]), DECIMALS)
    weights = dict(zip(judgement.columns, judgement.contributions[number].tolist(), strict=True))
    kept = score >= threshold
    return Verdict(
        kept=kept,
        reason="article_image" if kept else find_reason(weights),
        score=score,
        threshold=threshold,
        margin=find_margin(score, threshold),
        similarity=similarity,
        factors=_list_factors(judgement.base, weights),
    )


def _list_factors(base: float, weights: dict[str, float]) -> tuple[Factor, ...]:
    """Return what the log odds of a score are the sum of, the weightiest features first."""
    ranked = sorted((name for name in weights if weights[name]), key=lambda name: (-abs(weights[name]), name))
    rest = math.fsum(weights[name] for name in ranked[SHOWN_FACTORS:])
    terms = [*((name, weights[name]) for name in ranked[:SHOWN_FACTORS]), (OTHERS, rest), (BASE, base)]
    return tuple(Factor(name=name, weight=round(weight, DECIMALS)) for name, weight in terms)


def _drop_copies(pictures: Sequence[Picture], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Return the verdicts with only one picture kept of those that are the same: the likeliest, the first of equals."""
    best: dict[str, int] = {}
    for number, (picture, verdict) in enumerate(zip(pictures, verdicts, strict=True)):
        other = best.setdefault(picture.image.key, number)
        if (verdict.score or 0) > (verdicts[other].score or 0):
            best[picture.image.key] = number
    return [
        verdict
        if not verdict.kept or best[picture.image.key] == number
        else verdict.model_copy(update={"kept": False, "reason": "duplicate"})
        for number, (picture, verdict) in enumerate(zip(pictures, verdicts, strict=True))
    ]
