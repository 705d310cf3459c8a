"""What happens in an extraction process: models are loaded, then one piece of work is done after the other."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cutline.config import Settings
from cutline.errors import CutlineError
from cutline.service.extraction.work import (
    CompareWork,
    ExtractWork,
    InspectWork,
    Outcome,
    SimilarityWork,
    Verdicts,
    Work,
    WorkDone,
    WorkFailed,
    WorkRefused,
)
from cutline.service.formats.json import render
from cutline.service.inspector.inspection import inspect_page
from cutline.service.logs import configure_logs
from cutline.service.processes.memory import settle
from cutline.service.similarity import compare
from cutline.types import Article, Block, Extra, Image

if TYPE_CHECKING:
    from cutline.extractor import Extractor  # spaCy, which only the process itself needs

COUNTED: frozenset[Extra] = frozenset({"dropped", "timings"})  # what the metrics are made of
WARM_UP = "<html><body><h1>Ferry</h1><p>" + "Aruna Benning opened the bridge. " * 20 + "</p></body></html>"


def open_extraction(settings: Settings) -> Callable[[Work], Outcome]:
    """Return what does the work, with all models that pages need by default loaded, and the log set up.

    Raises:
        CutlineError: a model or another part that the settings name cannot be used.
    """
    from cutline.extractor import Extractor

    configure_logs(settings.service.log_format)
    one_browser = settings.render.model_copy(update={"browsers": 1})  # there is one page at a time
    extractor = Extractor(settings.model_copy(update={"render": one_browser}))
    extractor.load_models()
    extractor.extract(WARM_UP)  # loads what libraries load at the first page
    settle()
    return partial(do_work, extractor)


def do_work(extractor: Extractor, work: Work) -> Outcome:
    """Return the outcome of a piece of work, whatever happens in it."""
    try:
        return _do(extractor, work)
    except CutlineError as error:
        return WorkRefused(error)
    except Exception as error:
        return WorkFailed(type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))


def _do(extractor: Extractor, work: Work) -> WorkDone:
    match work:
        case ExtractWork():
            return _extract(extractor, work)
        case CompareWork(page):
            compared = extractor.compare(
                page.html,
                url=page.url,
                charset=page.charset,
                is_live=page.is_live,
                render=work.render,
                methods=work.methods,
            )
            return WorkDone((compared.model_dump_json() + "\n").encode())
        case InspectWork():
            return _inspect(extractor, work)
        case SimilarityWork():
            response = compare(extractor, work.text, work.others, work.include)
            return WorkDone((response.model_dump_json() + "\n").encode())


def _extract(extractor: Extractor, work: ExtractWork) -> WorkDone:
    page, include = work.page, work.options.include
    options = work.options.model_dump(exclude={"url"}) | {"include": include | COUNTED}
    article = extractor.extract(page.html, url=page.url, charset=page.charset, is_live=page.is_live, **options)
    unasked: dict[str, None] = dict.fromkeys(COUNTED - include)
    return _count_work(article, render(article.model_copy(update=unasked)).encode())


def _inspect(extractor: Extractor, work: InspectWork) -> WorkDone:
    options = work.options.model_copy(update={"include": work.options.include | COUNTED})
    inspection = inspect_page(extractor, work.page, options, work.methods)
    return _count_work(inspection.article, inspection.model_dump_json().encode())


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
