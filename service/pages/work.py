"""Work of an extraction process: requests, results, and how it is done; everything sent is picklable."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from pydantic import BaseModel

from cutline.config import Settings
from cutline.errors import CutlineError, InternalError
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.pages.answers import compare, inspect_page
from cutline.service.pages.extraction import attempt, open_extractor, open_warm
from cutline.service.pages.logs import configure_logs
from cutline.types import Article, Block, Extra, Image, Method, RenderMode

if TYPE_CHECKING:
    from cutline.extraction.extractor import Extractor  # loads all stages, which only the process itself needs

WriteArticle: TypeAlias = "Callable[[Article, Extractor], bytes]"
COUNTED: frozenset[Extra] = frozenset({"dropped", "timings"})  # what metrics need


def write_json(message: BaseModel, _extractor: Extractor) -> bytes:
    """Return a message as a line of JSON."""
    return (message.model_dump_json() + "\n").encode()


@dataclass(frozen=True, slots=True)
class ExtractWork:
    """Extract the article of a page.

    Attributes:
        page: the page.
        options: extraction options; `url` is ignored, because the page has its own.
        write: returns the article in the format that was asked for.
    """

    page: PageGiven
    options: Options
    write: WriteArticle = write_json


@dataclass(frozen=True, slots=True)
class CompareWork:
    """Compare what several methods keep of a page."""

    page: PageGiven
    methods: tuple[Method, ...]
    render: RenderMode = "auto"


@dataclass(frozen=True, slots=True)
class InspectWork:
    """Extract the article of a page with everything that was dropped, and optionally compare methods.

    If the page is rendered, a picture of it is included; without methods, none are compared.
    """

    page: PageGiven
    options: Options
    methods: tuple[Method, ...] = ()


@dataclass(frozen=True, slots=True)
class SimilarityWork:
    """Compare other texts with the first, or with the article of a page.

    Attributes:
        text: the text or the page.
        others: the other texts.
        include: may contain `vectors`.
        language: of the texts; detected if None.
    """

    text: str | PageGiven
    others: tuple[str, ...]
    include: frozenset[str] = frozenset()
    language: str | None = None


Work: TypeAlias = ExtractWork | CompareWork | InspectWork | SimilarityWork


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Number of blocks or images kept and dropped, by reason.

    Attributes:
        kept, dropped: counts by reason, see `docs/reasons.md`.
    """

    kept: Mapping[str, int] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The result of a piece of work.

    Attributes:
        body: JSON, as every door prints it, or what the work's own `write` returned.
        blocks, images: what became of them; of an extraction only.
        seconds: wall time by stage; of an extraction only.
    """

    body: bytes
    blocks: Verdicts = Verdicts()
    images: Verdicts = Verdicts()
    seconds: Mapping[str, float] = field(default_factory=dict)


Outcome: TypeAlias = WorkDone | CutlineError


def open_extraction(settings: Settings) -> Callable[[Work], Outcome]:
    """Return the function that does the work, after loading the default models and configuring logs.

    Raises:
        CutlineError: a model or another part named in the settings cannot be used.
    """
    configure_logs(settings.service.log_format)
    one_browser = settings.render.model_copy(update={"browsers": 1})  # it renders one page at a time
    extractor = open_extractor(settings.model_copy(update={"render": one_browser}))
    extractor.load_models()
    open_warm(lambda: extractor, Options())
    return partial(do_work, extractor)


def do_work(extractor: Extractor, work: Work) -> Outcome:
    """Return the outcome of a piece of work; no exception is raised.

    The note of an `InternalError` is its traceback without the message, which may quote the page.
    """
    outcome = attempt(lambda: _do(extractor, work))
    if isinstance(outcome, InternalError) and (cause := outcome.__cause__) is not None:
        outcome.add_note("".join(traceback.format_tb(cause.__traceback__)))
    return outcome


def _do(extractor: Extractor, work: Work) -> WorkDone:
    match work:
        case ExtractWork(page, options, write):
            article = extractor.extract_page(page, options.model_copy(update={"include": options.include | COUNTED}))
            unasked: dict[str, None] = dict.fromkeys(COUNTED - options.include)
            return _count_work(article, write(article.model_copy(update=unasked), extractor))
        case CompareWork(page, methods, render):
            return WorkDone(write_json(extractor.compare_page(page, methods, render), extractor))
        case InspectWork(page, options, methods):
            counted = options.model_copy(update={"include": options.include | COUNTED})
            inspection = inspect_page(extractor, page, counted, methods)
            return _count_work(inspection.article, write_json(inspection, extractor))
        case SimilarityWork(text, others, include, language):
            return WorkDone(write_json(compare(extractor, text, others, include, language), extractor))


def _count_work(article: Article, body: bytes) -> WorkDone:
    return WorkDone(
        body,
        blocks=_count(article.blocks, article.dropped.blocks if article.dropped else ()),
        images=_count(article.images, article.dropped.images if article.dropped else ()),
        seconds={stage: milliseconds / 1000 for stage, milliseconds in (article.timings or {}).items()},
    )


def _count(kept: Sequence[Block | Image], dropped: Sequence[Block | Image]) -> Verdicts:
    return Verdicts(_count_reasons(kept), _count_reasons(dropped))


def _count_reasons(judged: Iterable[Block | Image]) -> Counter[str]:
    return Counter(each.verdict.reason for each in judged)
