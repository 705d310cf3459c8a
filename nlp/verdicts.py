"""Whether an image or a block belongs to its article, judged by its similarity."""

from __future__ import annotations

from decimal import Decimal

from cutline.config.settings import SimilaritySettings
from cutline.nlp.similarity import threshold_of
from cutline.types import Reason, Similarity, Verdict


def judge_caption(similarity: Similarity, settings: SimilaritySettings) -> Verdict:
    """Return the verdict on an image with that caption: kept when it is similar to the article.

    A caption without evidence says nothing for or against its image, which stands inside the article; what becomes of
    it is a setting (`no_evidence`), since the paper is silent.

    Source: Joshi & Liu 2009, sections 4.3 and 4.4.
    """
    if similarity.score is None:
        return Verdict(kept=settings.no_evidence == "keep", reason="no_evidence", similarity=similarity)
    return _judge_score(similarity, similarity.score, "similar", settings)


def judge_block(similarity: Similarity, link_share: float, reason: Reason, settings: SimilaritySettings) -> Verdict:
    """Return the verdict on a block of the article subtree: dropped when its names are those of another story.

    Text that talks of other people is still the article's own; a block is dropped only where, besides, so much of it is
    links that it points to another page. `reason` is the rule that put it in the article.
    """
    if similarity.score is None or similarity.evidence.kind == "words" or link_share < settings.block_link_share:
        return Verdict(kept=True, reason=reason, similarity=similarity)
    return _judge_score(similarity, similarity.score, reason, settings)


def _judge_score(similarity: Similarity, score: float, reason: Reason, settings: SimilaritySettings) -> Verdict:
    threshold = threshold_of(similarity, settings)
    kept = score >= threshold
    return Verdict(
        kept=kept,
        reason=reason if kept else "dissimilar",
        score=score,
        threshold=threshold,
        margin=find_margin(score, threshold),
        similarity=similarity,
    )


def find_margin(score: float, threshold: float) -> float:
    """Return by how much a score is above its threshold, in decimals: in binary numbers 0.3 - 0.1 is not 0.2."""
    return float(Decimal(str(score)) - Decimal(str(threshold)))
