"""What a worker makes of a page: its article or an error, an inspection, similarities; and the lines of JSON."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from pydantic import Field

from cutline.errors import ConfigError, CutlineError, InternalError, ModelError, PageError, PipelineError, RenderError
from cutline.options import Options, read_options
from cutline.page_given import PageGiven
from cutline.page_views import MethodsCompared, PageShown
from cutline.types import Article, ComparedText, Extra, Frozen, Method, RenderMode, Vectors


def replace_surrogates(text: str) -> str:
    """Return a text with U+FFFD for each lone surrogate, which JSON escapes and file names may contain."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return str(text)


class Failure(Frozen):
    """Why a page has no article."""

    code: str = Field(description="The name of the error, as in the `type` of a problem document.")
    message: str = Field(description="What happened, in a sentence.")

    @classmethod
    def of(cls, error: CutlineError) -> Self:
        """Return the failure for an error."""
        return cls(code=error.code, message=replace_surrogates(str(error)))


class Enriched(Frozen):
    """The result of one record: its article or its failure."""

    id: str | int | None = Field(description="The id given with the record; null if there is none.")
    source: str | None = Field(default=None, description="The file or folder it came from; null if there is none.")
    line: int | None = Field(
        default=None, ge=1, description="The record's line in the file, or its number among the records; from 1."
    )
    article: Article | None = None
    error: Failure | None = None
    url: str | None = Field(
        default_factory=lambda fields: getattr(fields.get("article"), "url", None),
        description="The page's address: that of its article, or else the one given with the record; null if unknown.",
    )

    @classmethod
    def of(cls, outcome: Article | Failure, *, url: str | None = None, **place: Any) -> Self:
        """Return the result for an outcome; `url` is for one without an article, `place` are the other fields."""
        if isinstance(outcome, Failure):
            return cls(error=outcome, url=url, **place)
        return cls(article=outcome, **place)


def to_line(result: Enriched) -> str:
    """Return a result as a JSON line: where the record came from, then the article's fields, or the error."""
    if result.article is not None:
        fields = result.article.model_dump_json()[1:]
    else:
        fields = result.model_dump_json(include={"error"})[1:]
    named = {"source": result.source, "line": result.line, "url": None if result.article else result.url}
    place = "".join(f'"{name}":{_dump(value)},' for name, value in named.items() if value is not None)
    return f'{{"id":{_dump(result.id)},{place}{fields}\n'


def _dump(value: str | int | None) -> str:
    return json.dumps(value, ensure_ascii=False)


if TYPE_CHECKING:
    from cutline.config import Settings
    from cutline.extraction.documents import PageFetcher
    from cutline.extraction.extractor import Extractor  # loads all stages, which parents of workers do not need

FATAL_ERRORS = (ConfigError, ModelError, PipelineError)  # errors that every page would meet
FIGURE = '<figure><img src="/a.jpg" alt="Bridge"><figcaption>Aruna Benning. Photo: Rafi Holm</figcaption></figure>'
# Two languages: English, and one whose names the pipeline for many languages finds and whose dates name their month.
WARM_UPS = (
    f"<html lang=en><h1>Bridge</h1><p>3 March 2024</p>{FIGURE}<p>{'Aruna Benning opened the bridge. ' * 20}</p></html>",
    f"<html lang=sv><h1>Bron</h1><p>3 mars 2024</p>{FIGURE}<p>{'Aruna Benning öppnade bron i går. ' * 20}</p></html>",
)

logger = logging.getLogger(__name__)

Result = TypeVar("Result")


class PageExtractor(Protocol):
    """What `Extractor` does with one page."""

    def extract_page(self, given: PageGiven, options: Options) -> Article:
        """Return the article of a page."""


def open_extractor(settings: Settings) -> Extractor:
    """Return an extractor that can fetch pages; its models are loaded with the first page."""
    from cutline.extraction.extractor import Extractor  # takes a second to import, which `--help` should not wait for

    return Extractor(settings, open_fetcher=open_fetcher)


def open_fetcher(settings: Settings) -> PageFetcher:
    """Return what fetches pages.

    Raises:
        ConfigError: the HTTP cache file cannot be used.
    """
    from cutline.service import fetch  # its libraries import slowly, and few calls need them

    return fetch.HttpPageFetcher(settings)


def open_warm(make_extractor: Callable[[], PageExtractor], options: Options) -> PageExtractor:
    """Return an extractor for worker processes that has read pages, so that their first ones are as fast as others.

    What these pages load is in memory once for all workers, which are forked from the process that loads. So no browser
    is started: each worker has its own.

    Args:
        make_extractor: creates it.
        options: of the pages to come.

    Raises:
        CutlineError: no page at all can be extracted.
    """
    extractor = make_extractor()
    unrendered = options.model_copy(update={"render": "never"})
    for page in WARM_UPS:
        with suppress(PageError, RenderError):
            extractor.extract_page(PageGiven(page), unrendered)
    return extractor


def attempt(work: Callable[[], Result]) -> Result | CutlineError:
    """Return the result of a function, or the error that it raises.

    An exception that is not a `CutlineError` becomes an `InternalError` with its cause.
    """
    try:
        return work()
    except CutlineError as error:
        return error
    except Exception as error:
        mistake = make_internal_error(error)
        mistake.__cause__ = error
        return mistake


def make_internal_error(error: Exception) -> InternalError:
    """Return the error to report for a bug of ours; it leaves out the message, which may quote the page."""
    return InternalError(
        f"cutline failed on this page with {type(error).__name__}; please report it with the log's traceback."
    )


def extract_record(
    extractor: PageExtractor, record_id: str | int | None, page: PageGiven, options: Options
) -> Article | Failure:
    """Return the article of one record, or its failure; the traceback of an internal error is logged.

    Raises:
        ConfigError, ModelError, PipelineError: no page at all can be extracted.
    """
    outcome = attempt(lambda: extractor.extract_page(page, options))
    if isinstance(outcome, FATAL_ERRORS):
        raise outcome
    if isinstance(outcome, InternalError):
        logger.error("internal error on record %r (%s)", record_id, page.url, exc_info=outcome.__cause__)
    return Failure.of(outcome) if isinstance(outcome, CutlineError) else outcome


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
