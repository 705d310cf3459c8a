"""All that is known of one page: what its inspection shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cutline.types import Article, Extra, Frozen, Method, MethodsCompared, Options, PageShown

if TYPE_CHECKING:
    from cutline.extractor import Extractor
    from cutline.service.extraction.work import PageGiven  # whose process imports this module

SHOWN: frozenset[Extra] = frozenset({"dropped", "entities"})  # the parts of an article that an inspection shows


class Inspection(Frozen):
    """An article with all that was dropped, and what else was asked of its page."""

    article: Article
    compared: MethodsCompared | None = None
    shown: PageShown | None = None


def inspect_page(
    extractor: Extractor, page: PageGiven, options: Options, methods: tuple[Method, ...] = ()
) -> Inspection:
    """Return all that is known of a page.

    Args:
        extractor: does the work.
        page: the page; fetched if there is an address alone.
        options: of the extraction; what is dropped, and the names, are always included.
        methods: compared on the page besides; none: nothing is compared.

    Raises:
        CutlineError: as `Extractor.extract`.
    """
    given: dict[str, Any] = {"url": page.url, "charset": page.charset, "is_live": page.is_live}
    chosen = options.model_dump(exclude={"url"}) | {"include": options.include | SHOWN}
    article, shown = extractor.extract_shown(page.html, **given, **chosen)
    compared = extractor.compare(page.html, **given, render=options.render, methods=methods) if methods else None
    return Inspection(article=article, compared=compared, shown=shown)
