"""`/v1/extract`, `/v1/compare`, `/v1/similarity`: questions about a page or a text, and the formats of an article."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Protocol, get_args

from flask import Response, request

from cutline.config import Settings
from cutline.dom.render.pool import BrowserPool
from cutline.page_given import PageGiven
from cutline.page_views import MethodsCompared
from cutline.service.fetch import HttpPageFetcher
from cutline.service.formats import FORMATS, MARKUP, Format
from cutline.service.formats.pdf import fetch_image, print_article
from cutline.service.pages.extraction import SimilarityResponse, compare, compare_methods
from cutline.service.pages.extraction_processes import ExtractWork, WriteArticle, write_json
from cutline.service.rest.messages import (
    ArticleFormat,
    ComparePageOptions,
    CompareRequest,
    ExtractQuery,
    ExtractRequest,
    PageOptions,
    SimilarityRequest,
)
from cutline.service.rest.operation import Operation, Parts, allow_article, answer_json, answer_unchanging
from cutline.service.rest.problems import InvalidRequest
from cutline.service.rest.requests import PageSent, choose_format
from cutline.types import Article, Extra, Method

TEXT_FORMATS: tuple[ArticleFormat, ...] = ("markdown", "html", "text", "markdown-front-matter", "tei", "images-csv")


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """One format of an article.

    Attributes:
        content_type: of the answer.
        write: writes the article; called in the extraction process.
        write_fetched: the same for a page that was fetched, whose images may be fetched too.
        include: the parts of the article that it needs, besides those that were asked for.
        is_repeatable: whether the same article always gives the same bytes.
    """

    content_type: str
    write: WriteArticle
    write_fetched: WriteArticle
    include: frozenset[Extra] = frozenset()
    is_repeatable: bool = True

    @property
    def media_type(self) -> str:
        """The content type without parameters."""
        return self.content_type.partition(";")[0]


class Printer(Protocol):
    """What an extractor has for printing."""

    settings: Settings

    @property
    def browsers(self) -> BrowserPool:
        """The browsers that print."""


def write_text(name: str, article: Article, _printer: Printer) -> bytes:
    """Return an article in one of the text formats of `cutline.service.formats`."""
    return FORMATS[name].render(article).encode()


def write_pdf(article: Article, printer: Printer) -> bytes:
    """Return an article as a PDF that only has the images in the page itself.

    Raises:
        RenderError: there is no browser, or it could not print.
    """
    return print_article(article, printer.browsers, printer.settings).pdf


def write_pdf_with_images(article: Article, printer: Printer) -> bytes:
    """Return an article as a PDF, with its images fetched.

    Raises:
        RenderError: as for `write_pdf`.
    """
    with closing(HttpPageFetcher(printer.settings)) as fetcher:
        fetch = partial(fetch_image, fetcher)
        return print_article(article, printer.browsers, printer.settings, fetch=fetch).pdf


def _make_text_format(name: ArticleFormat, form: Format) -> AnswerFormat:
    write = partial(write_text, name)
    return AnswerFormat(f"{form.media_type}; charset=utf-8", write, write, form.include)


# The first one is returned to requests without a preference; of formats with one media type, `Accept` gets the first.
ARTICLE_FORMATS: Mapping[ArticleFormat, AnswerFormat] = {
    "json": AnswerFormat("application/json", write_json, write_json),
    **{name: _make_text_format(name, FORMATS[name]) for name in TEXT_FORMATS},
    "pdf": AnswerFormat("application/pdf", write_pdf, write_pdf_with_images, MARKUP, is_repeatable=False),
}
MEDIA_TYPES = {name: form.media_type for name, form in ARTICLE_FORMATS.items()}
OTHER_MEDIA_TYPES = tuple(dict.fromkeys(MEDIA_TYPES.values()))[1:]
ALL_METHODS: tuple[Method, ...] = get_args(Method)


def list_pages(parts: Parts) -> Sequence[Operation]:
    """Return the operations of this group."""
    return (
        Operation(
            name="extract_page",
            answer=partial(_extract, parts),
            body=ExtractRequest,
            page_options=PageOptions,
            response=Article,
            other_media_types=OTHER_MEDIA_TYPES,
        ),
        Operation(
            name="extract_address",
            answer=partial(_extract_address, parts),
            parameters=ExtractQuery,
            response=Article,
            other_media_types=OTHER_MEDIA_TYPES,
        ),
        Operation(
            name="compare_texts",
            answer=partial(_compare_texts, parts),
            body=SimilarityRequest,
            response=SimilarityResponse,
        ),
        Operation(
            name="compare_methods",
            answer=partial(_compare_methods, parts),
            body=CompareRequest,
            page_options=ComparePageOptions,
            response=MethodsCompared,
        ),
    )


def _extract_address(parts: Parts, message: ExtractQuery) -> Response:
    return _extract(parts, PageSent(PageGiven(None, message.url), message))


def _extract(parts: Parts, sent: PageSent[ExtractRequest | PageOptions]) -> Response:
    """Return the article in the format that is asked for; an answer that differs from run to run gets no ETag."""
    form = ARTICLE_FORMATS[choose_format(request, sent.options.format, MEDIA_TYPES)]
    page, options = parts.bring_page(sent.page), sent.options.options
    wanted = options.model_copy(update={"include": options.include | form.include})
    body = parts.work(ExtractWork(page, wanted, form.write_fetched if page.is_live else form.write)).body
    is_repeatable = form.is_repeatable and "timings" not in options.include
    make_answer = answer_unchanging if is_repeatable else Response
    response = make_answer(body, content_type=form.content_type)
    response.vary.add("Accept")
    if form.media_type == "text/html":
        response.headers["Content-Security-Policy"] = allow_article(body.decode())
    return response


def _compare_methods(parts: Parts, sent: PageSent[CompareRequest | ComparePageOptions]) -> Response:
    page, methods = parts.bring_page(sent.page), sent.options.methods or ALL_METHODS
    return answer_json(
        parts.work(partial(compare_methods, page=page, methods=methods, render=sent.options.render)).body
    )


def _compare_texts(parts: Parts, message: SimilarityRequest) -> Response:
    limit = parts.settings.service.max_texts
    if len(message.others) > limit:
        raise InvalidRequest([{"detail": f"Send at most {limit} texts.", "pointer": "#/others"}])
    text = PageGiven(message.html, message.url) if message.text is None else message.text
    ask = partial(compare, text=text, others=message.others, include=message.include, language=message.language)
    return answer_json(parts.work(ask).body)
