"""The answer of `POST /v1/similarity`, as an extraction process makes it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cutline.service.messages import SimilarityResponse

if TYPE_CHECKING:
    from cutline.extractor import Extractor


def compare(
    extractor: Extractor, text: str, others: Sequence[str], include: Collection[str] = ()
) -> SimilarityResponse:
    """Return how similar each of the other texts is to the first.

    Args:
        extractor: what compares them.
        text: such as an article's.
        others: such as captions.
        include: `vectors` if they are wanted.

    Raises:
        CutlineError: see `Extractor.similarity`.
    """
    if "vectors" not in include:
        return SimilarityResponse(similarities=tuple(extractor.similarity(text, *others)))
    similarities, vectors = extractor.similarity_with_vectors(text, *others)
    return SimilarityResponse(similarities=tuple(similarities), vectors=vectors)
