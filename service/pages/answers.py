"""Answers of a worker besides articles: inspections and similarities."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pydantic import Field

from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.page_views import MethodsCompared, PageShown
from cutline.types import Article, Extra, Frozen, Method, Similarity, Vectors

if TYPE_CHECKING:
    from cutline.extraction.extractor import Extractor

SHOWN: frozenset[Extra] = frozenset({"dropped", "entities"})  # the parts of an article that an inspection shows


class Inspection(Frozen):
    """An article with everything that was dropped, and the optional comparison and picture of its page."""

    article: Article
    compared: MethodsCompared | None = None
    shown: PageShown | None = None


def inspect_page(
    extractor: Extractor, page: PageGiven, options: Options, methods: tuple[Method, ...] = ()
) -> Inspection:
    """Return everything that is known about a page.

    Args:
        extractor: the extractor.
        page: the page; fetched if it has only an address.
        options: extraction options; dropped parts and names are always included.
        methods: methods to compare on the page; empty: no comparison.

    Raises:
        CutlineError: as `Extractor.extract`.
    """
    article, shown = extractor.show_page(page, options.model_copy(update={"include": options.include | SHOWN}))
    compared = extractor.compare_page(page, methods, options.render) if methods else None
    return Inspection(article=article, compared=compared, shown=shown)


class SimilarityResponse(Frozen):
    """The similarity of each text to the first; what `cutline similarity --json` prints."""

    similarities: tuple[Similarity, ...] = Field(description="One for each of the other texts, in their order.")
    vectors: Vectors | None = Field(
        default=None, description="If requested.", exclude_if=lambda vectors: vectors is None
    )


def compare(
    extractor: Extractor, text: str, others: Sequence[str], include: Collection[str] = ()
) -> SimilarityResponse:
    """Return the similarity of each of the other texts to the first.

    Args:
        extractor: compares them.
        text: for example that of an article.
        others: for example captions.
        include: `vectors` to return them too.

    Raises:
        CutlineError: see `Extractor.similarity`.
    """
    if "vectors" not in include:
        return SimilarityResponse(similarities=tuple(extractor.similarity(text, *others)))
    similarities, vectors = extractor.similarity_with_vectors(text, *others)
    return SimilarityResponse(similarities=tuple(similarities), vectors=vectors)
