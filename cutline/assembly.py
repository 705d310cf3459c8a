"""Builds the public blocks and images from what the stages found."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat

from cutline.config.settings import SimilaritySettings
from cutline.dom.block_candidates import BlockCandidate
from cutline.dom.block_reasons import BlockReasons
from cutline.dom.document import Document
from cutline.dom.paths import Paths
from cutline.dom.pictures import Picture
from cutline.dom.segments import TextSegment
from cutline.nlp.verdicts import find_margin, judge_block
from cutline.story import Relevance
from cutline.types import Block, Image, ImageSource, Reason, Similarity, Verdict


def build_blocks(
    candidates: Sequence[BlockCandidate],
    similarities: Sequence[Similarity] | None,
    relevances: Mapping[int, Relevance],
    paths: Paths,
    reasons: BlockReasons,
    settings: SimilaritySettings,
) -> list[Block]:
    """Return blocks of the page with their verdicts.

    Args:
        candidates: segments of the page, all that are not dropped yet among them.
        similarities: of the candidates not dropped yet, in their order; None where names were not compared.
        relevances: of segments by their index; none where texts were not compared.
        paths: names the elements.
        reasons: names the reasons.
        settings: the thresholds of similarity.
    """
    pending: Iterator[Similarity | None] = repeat(None) if similarities is None else iter(similarities)
    return [
        Block(
            index=candidate.segment.index,
            kind=candidate.kind,
            level=candidate.level,
            text=candidate.segment.text,
            xpath=paths.path(candidate.segment.block),
            verdict=_judge_block(
                candidate,
                reasons.find(candidate),
                next(pending) if candidate.kept else None,
                relevances.get(candidate.segment.index),
                settings,
            ),
        )
        for candidate in candidates
    ]


def build_images(
    pictures: Sequence[tuple[Picture, Verdict]], kept: Sequence[TextSegment], document: Document, paths: Paths
) -> list[Image]:
    """Return every image of the page with its verdict.

    Args:
        pictures: the page's pictures, and the verdict on each.
        kept: the segments of the article.
        document: the page.
        paths: names the elements.
    """
    if not pictures:
        return []
    order = document.order
    starts = [order.of_segment(segment) for segment in kept]
    images: list[Image] = []
    has_kept = False
    for picture, verdict in pictures:
        before = bisect_left(starts, order.of_element(picture.image.element))
        position = kept[before - 1].index if before else None
        images.append(_build_image(picture, verdict, position, verdict.kept and not has_kept and before <= 1, paths))
        has_kept = has_kept or verdict.kept
    return images


def _build_image(picture: Picture, verdict: Verdict, position: int | None, is_lead: bool, paths: Paths) -> Image:
    image, caption = picture.image, picture.caption
    return Image(
        url=image.url,
        kind=image.kind,
        sources=tuple([ImageSource(**source._asdict()) for source in image.sources]),
        alt=image.alt,
        caption=caption.text if caption else None,
        caption_source=caption.source if caption and caption.text else None,
        credit=caption.credit if caption else None,
        is_lead=is_lead,
        position=position,
        xpath=paths.path(image.element),
        width=image.width,
        height=image.height,
        verdict=verdict,
    )


def _judge_block(
    candidate: BlockCandidate,
    reason: Reason,
    similarity: Similarity | None,
    relevance: Relevance | None,
    settings: SimilaritySettings,
) -> Verdict:
    """Return the verdict of the method; where it decides by rules, a block's names may still drop it."""
    told = {} if relevance is None else relevance.tell()
    if candidate.score is None and similarity is not None:
        return judge_block(similarity, candidate.segment.link_share, reason, settings).model_copy(update=told)
    score, threshold = candidate.score, candidate.threshold
    return Verdict(
        kept=candidate.kept,
        reason=reason,
        score=score,
        threshold=threshold,
        margin=None if score is None or threshold is None else find_margin(score, threshold),
        similarity=similarity,
        **told,
    )
