"""Answers of a worker besides articles: inspections, and what texts tell of the story of another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from pydantic import Field

from cutline.options import Options, read_options
from cutline.page_given import PageGiven
from cutline.page_views import MethodsCompared, PageShown
from cutline.types import Article, ComparedText, Extra, Frozen, Method, RenderMode, Vectors

if TYPE_CHECKING:
    from cutline.extraction.extractor import Extractor

# The parts of an article that an inspection shows, and those that other texts are held against.
SHOWN: frozenset[Extra] = frozenset({"dropped", "evidence", "entities", "comments"})
PLACED: frozenset[Extra] = frozenset({"dropped"})


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
        options: extraction options; dropped parts, comments and names are always included.
        methods: methods to compare on the page; empty: no comparison.

    Raises:
        CutlineError: as `Extractor.extract`.
    """
    article, shown = extractor.show_page(page, options.model_copy(update={"include": options.include | SHOWN}))
    compared = extractor.compare_page(page, methods, options.render) if methods else None
    return Inspection(article=article, compared=compared, shown=shown)


def compare_methods(
    extractor: Extractor, page: PageGiven, methods: tuple[Method, ...], render: RenderMode
) -> MethodsCompared:
    """Return what several methods keep of a page.

    Raises:
        CutlineError: as `Extractor.extract`.
    """
    return extractor.compare_page(page, methods, render)


class SimilarityResponse(Frozen):
    """What each text tells of the story of the first; what `cutline similarity --json` prints."""

    similarities: tuple[ComparedText, ...] = Field(description="One for each of the other texts, in their order.")
    vectors: Vectors | None = Field(
        default=None, description="If requested.", exclude_if=lambda vectors: vectors is None
    )


def compare(
    extractor: Extractor,
    text: str | Article | PageGiven,
    others: Sequence[str | Article],
    include: Collection[str] = (),
    language: str | None = None,
) -> SimilarityResponse:
    """Return what each of the other texts tells of the story of the first.

    Args:
        extractor: compares them.
        text: a text, an article, or a page whose article is taken.
        others: for example captions.
        include: `vectors` to return them too.
        language: of the texts; that of the article, or detected in the first text, if None.

    Raises:
        CutlineError: see `Extractor.similarity`, and of a page `Extractor.extract`.
    """
    if isinstance(text, PageGiven):
        text = extractor.extract_page(text, read_options(language=language, include=PLACED))
    if "vectors" not in include:
        return SimilarityResponse(similarities=tuple(extractor.similarity(text, *others, language=language)))
    similarities, vectors = extractor.similarity_with_vectors(text, *others, language=language)
    return SimilarityResponse(similarities=tuple(similarities), vectors=vectors)
