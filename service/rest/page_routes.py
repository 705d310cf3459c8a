"""`/v1/extract`, `/v1/compare` and `/v1/similarity`: questions about one page or text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import get_args

from flask import Response, request

from cutline.page_given import PageGiven
from cutline.page_views import MethodsCompared
from cutline.service.pages.answers import SimilarityResponse
from cutline.service.pages.work import CompareWork, ExtractWork, SimilarityWork
from cutline.service.rest.article_formats import ARTICLE_FORMATS, MEDIA_TYPES
from cutline.service.rest.messages import (
    ComparePageOptions,
    CompareRequest,
    ExtractQuery,
    ExtractRequest,
    PageOptions,
    SimilarityRequest,
)
from cutline.service.rest.operation import PAGE, Operation, Parts, allow_article, answer_json, answer_unchanging
from cutline.service.rest.problems import InvalidRequest
from cutline.service.rest.requests import HtmlPage, choose_format
from cutline.types import Article, Method

PAGE_BODIES = """
Send the page in one of three ways:

- as `html` in a JSON body, with the options beside it;
- as a form (`multipart/form-data`) with the page as `file` and the options as fields;
- as the body itself (`text/html`, `application/xhtml+xml` or `application/octet-stream`), with the options in the
  query.
"""
FORMATS = """
The answer is JSON unless `format`, or else the header `Accept`, asks for Markdown (`text/markdown`), HTML
(`text/html`), plain text (`text/plain`), TEI (`application/tei+xml`), a CSV of the images (`text/csv`) or PDF
(`application/pdf`). For a PDF, the service needs a browser; it fetches
the images of a PDF only if it fetched the page.
"""
OTHER_MEDIA_TYPES = tuple(dict.fromkeys(MEDIA_TYPES.values()))[1:]


def list_extract(parts: Parts) -> Sequence[Operation]:
    """Return the operations of this group."""
    return (
        Operation(
            verb="POST",
            path="/v1/extract",
            tag="Pages",
            name="extract_page",
            summary="Extract a page",
            description="Returns the article of a page and the images that belong to it, each with its caption, a score"
            f" and the evidence.\n{PAGE_BODIES}\nWith `url` alone, the service fetches the page.\n{FORMATS}",
            answer=partial(_extract_page, parts),
            body=ExtractRequest,
            page_options=PageOptions,
            response=Article,
            other_media_types=OTHER_MEDIA_TYPES,
            problems=PAGE,
            needs_room=True,
        ),
        Operation(
            verb="GET",
            path="/v1/extract",
            tag="Pages",
            name="extract_address",
            summary="Extract the page at an address",
            description="Fetches a page, and returns its article and the images that belong to it. The service fetches"
            f" public addresses only; it follows `robots.txt` if the setting `fetch.robots` says so.\n{FORMATS}",
            answer=partial(_extract_address, parts),
            parameters=ExtractQuery,
            response=Article,
            other_media_types=OTHER_MEDIA_TYPES,
            problems=PAGE,
            needs_room=True,
            is_conditional=True,
        ),
    )


def _extract_page(parts: Parts, message: ExtractRequest | HtmlPage[PageOptions]) -> Response:
    if isinstance(message, HtmlPage):
        page, options = PageGiven(message.html, message.options.url, message.charset), message.options
        return _extract(parts, page, options)
    return _extract(parts, PageGiven(message.html, message.url), message)


def _extract_address(parts: Parts, message: ExtractQuery) -> Response:
    return _extract(parts, PageGiven(None, message.url), message)


def _extract(parts: Parts, given: PageGiven, message: ExtractRequest | PageOptions) -> Response:
    """Return the article in the format that is asked for; an answer that differs from run to run gets no ETag."""
    form = ARTICLE_FORMATS[choose_format(request, message.format, MEDIA_TYPES)]
    page, options = parts.bring_page(given.html, given.url, given.charset), message.options
    wanted = options.model_copy(update={"include": options.include | form.include})
    body = parts.work(ExtractWork(page, wanted, form.write_fetched if page.is_live else form.write)).body
    is_repeatable = form.is_repeatable and "timings" not in options.include
    make_answer = answer_unchanging if is_repeatable else Response
    response = make_answer(body, content_type=form.content_type)
    response.vary.add("Accept")
    if form.media_type == "text/html":
        response.headers["Content-Security-Policy"] = allow_article(body.decode())
    return response


ALL_METHODS: tuple[Method, ...] = get_args(Method)


def list_compare(parts: Parts) -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="POST",
            path="/v1/compare",
            tag="Pages",
            name="compare_methods",
            summary="Compare methods on a page",
            description="Returns which methods keep each block of a page, and how far each pair of methods agrees (the"
            f" F1 of the characters that they keep).\n{PAGE_BODIES}",
            answer=partial(_compare_methods, parts),
            body=CompareRequest,
            page_options=ComparePageOptions,
            response=MethodsCompared,
            problems=PAGE,
            needs_room=True,
        ),
    )


def _compare_methods(parts: Parts, message: CompareRequest | HtmlPage[ComparePageOptions]) -> Response:
    if isinstance(message, HtmlPage):
        page = parts.bring_page(message.html, message.options.url, message.charset)
        options: CompareRequest | ComparePageOptions = message.options
    else:
        page, options = parts.bring_page(message.html, message.url), message
    return answer_json(parts.work(CompareWork(page, options.methods or ALL_METHODS, options.render)).body)


def list_similarity(parts: Parts) -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="POST",
            path="/v1/similarity",
            tag="Texts",
            name="compare_texts",
            summary="Compare texts",
            description="Returns for each of the `others` what `auto` would say of it as a caption of `text`, or of"
            " the article of a page: whether it tells of the same story (`relevance`), the score and the limits that"
            " decided, and its words that the article has and has not. A text with nothing to compare, such as `Photo:"
            " AFP`, is `unknown` and its scores are null, which is not a score of 0. `similarity` says besides how far"
            " both have the same names, or else words, as the cosine of their vectors; it decides nothing.",
            answer=partial(_compare_texts, parts),
            body=SimilarityRequest,
            response=SimilarityResponse,
            problems=PAGE,
            needs_room=True,
        ),
    )


def _compare_texts(parts: Parts, message: SimilarityRequest) -> Response:
    limit = parts.settings.service.max_texts
    if len(message.others) > limit:
        raise InvalidRequest([{"detail": f"Send at most {limit} texts.", "pointer": "#/others"}])
    text = PageGiven(message.html, message.url) if message.text is None else message.text
    return answer_json(parts.work(SimilarityWork(text, message.others, message.include, message.language)).body)
