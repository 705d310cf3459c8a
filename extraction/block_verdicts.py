"""The verdicts on the blocks of one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cutline.config.settings import SimilaritySettings
from cutline.dom.block_reasons import BlockReasons
from cutline.dom.reading import BlockCandidate
from cutline.extraction.story import Relevance
from cutline.nlp.comparison import Comparison
from cutline.nlp.similarity import find_margin, judge_block
from cutline.types import Similarity, Verdict


@dataclass(frozen=True, slots=True)
class BlockJudge:
    """Finds the verdicts on blocks.

    Attributes:
        reasons: finds the reason of a dropped candidate.
        relevances: by the index of the segment; empty if texts were not compared.
        comparison: of the names of the candidates that are not dropped yet; None if they were not compared.
        settings: the thresholds of similarity.
        is_explained: whether similarity and words are in the verdicts, although they decide nothing.
    """

    reasons: BlockReasons
    relevances: Mapping[int, Relevance]
    comparison: Comparison | None
    settings: SimilaritySettings
    is_explained: bool

    def judge(self, candidates: Sequence[BlockCandidate]) -> Iterator[tuple[BlockCandidate, Verdict]]:
        """Yield each candidate with its verdict; at least all that are not dropped yet must be given."""
        compared = 0
        for candidate in candidates:
            similarity = self._compare(candidate, compared)
            compared += candidate.kept
            yield candidate, self._judge(candidate, similarity)

    def _compare(self, candidate: BlockCandidate, number: int) -> Similarity | None:
        """Return a similarity that decides or explains; None for a dropped candidate, or if names were not compared."""
        is_needed = self.is_explained or candidate.score is None
        return self.comparison.compare_block(number) if self.comparison and candidate.kept and is_needed else None

    def _judge(self, candidate: BlockCandidate, similarity: Similarity | None) -> Verdict:
        """Return the method's verdict; if the method gives no score, the block's names may still drop it."""
        reason = self.reasons.find(candidate)
        relevance = self.relevances.get(candidate.segment.index)
        evidence = self._read(relevance) if relevance else {}
        score, threshold = candidate.score, candidate.threshold
        if score is None and similarity is not None and self.comparison is not None:
            link_share, rule = candidate.segment.link_share, self.comparison.rule
            verdict = judge_block(similarity, link_share, reason, self.settings, rule)
            return verdict.model_copy(update=evidence)
        return Verdict(
            kept=candidate.kept,
            reason=reason,
            score=score,
            threshold=threshold,
            margin=None if score is None or threshold is None else find_margin(score, threshold),
            similarity=similarity,
            **evidence,
        )

    def _read(self, relevance: Relevance) -> dict[str, Any]:
        return relevance.to_explained_fields() if self.is_explained else relevance.to_fields()
