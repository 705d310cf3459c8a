"""What is told of an image, in its caption or alternative text, held against the article: what its classifier reads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.nlp.relevance import RELEVANCE_COLUMNS, Rows
from cutline.types import Similarity

# Of `RELEVANCE_COLUMNS`; the others are in the relevance already.
HELD = ("whole", "whole_mean", "beside_mean", "lead_mean", "words")
EVIDENCE_COLUMNS = ("relevance", *(f"told_{name}" for name in HELD), "similarity", "shared_names")
NONE = -1.0  # of a text that holds nothing to compare

_HELD_PLACES = [RELEVANCE_COLUMNS.index(name) for name in HELD]


def measure_evidence(scores: NDArray[np.float64], rows: Rows, similarities: Sequence[Similarity]) -> Rows:
    """Return `EVIDENCE_COLUMNS` of a page's pictures, as rows.

    Args:
        scores: how likely what is told of each tells of the article's story (0..1).
        rows: the `RELEVANCE_COLUMNS` that follows from.
        similarities: to the article of what is told of each.
    """
    is_told = rows[:, RELEVANCE_COLUMNS.index("words")] > 0
    compared = [
        (NONE if similarity.score is None else similarity.score, len(similarity.evidence.shared))
        for similarity in similarities
    ]
    return np.column_stack(
        [
            np.where(is_told, scores, NONE),
            np.where(is_told[:, None], rows[:, _HELD_PLACES], 0),
            np.array(compared, np.float64).reshape(-1, 2),
        ]
    ).astype(np.float32)
