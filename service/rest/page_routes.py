"""`/v1/extract`, `/v1/compare` and `/v1/similarity`: what is asked of one page or text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import get_args

from flask import Response

from cutline.page_given import PageGiven
from cutline.service.pages.answers import SimilarityResponse
from cutline.service.pages.work import CompareWork, ExtractWork, SimilarityWork
from cutline.service.rest.messages import (
    CompareQuery,
    CompareRequest,
    ExtractQuery,
    ExtractRequest,
    SimilarityRequest,
)
from cutline.service.rest.operation import PAGE, WORK, Operation, Parts, answer_json, answer_unchanging
from cutline.service.rest.problems import InvalidRequest
from cutline.service.rest.requests import HtmlPage
from cutline.types import Article, Method, MethodsCompared, Options


def list_extract(parts: Parts) -> Sequence[Operation]:
    """Return the operations of this group."""
    return (
        Operation(
            verb="POST",
            path="/v1/extract",
            name="extract_page",
            summary="The article of a page that is sent or is at an address, and the images that belong to it.",
            answer=partial(_extract_page, parts),
            body=ExtractRequest,
            html_parameters=Options,
            response=Article,
            problems=PAGE,
            needs_room=True,
        ),
        Operation(
            verb="GET",
            path="/v1/extract",
            name="extract_address",
            summary="The article of the page at an address, and the images that belong to it.",
            answer=partial(_extract_address, parts),
            parameters=ExtractQuery,
            response=Article,
            problems=PAGE,
            needs_room=True,
            is_conditional=True,
        ),
    )


def _extract_page(parts: Parts, message: ExtractRequest | HtmlPage[Options]) -> Response:
    if isinstance(message, HtmlPage):
        return _extract(parts, parts.bring_page(message.html, message.query.url, message.charset), message.query)
    return _extract(parts, parts.bring_page(message.html, message.url), message.options)


def _extract_address(parts: Parts, message: ExtractQuery) -> Response:
    return _extract(parts, parts.bring_page(None, message.url), message)


def _extract(parts: Parts, page: PageGiven, options: Options) -> Response:
    """Return the article; timings are of one run alone, so an answer with them is never the same as another."""
    body = parts.work(ExtractWork(page, options)).body
    return answer_json(body) if "timings" in options.include else answer_unchanging(body)


ALL_METHODS: tuple[Method, ...] = get_args(Method)


def list_compare(parts: Parts) -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="POST",
            path="/v1/compare",
            name="compare_methods",
            summary="Which methods keep each block of a page, and how far each two agree.",
            answer=partial(_compare_methods, parts),
            body=CompareRequest,
            html_parameters=CompareQuery,
            response=MethodsCompared,
            problems=PAGE,
            needs_room=True,
        ),
    )


def _compare_methods(parts: Parts, message: CompareRequest | HtmlPage[CompareQuery]) -> Response:
    if isinstance(message, HtmlPage):
        page = parts.bring_page(message.html, message.query.url, message.charset)
        options: CompareRequest | CompareQuery = message.query
    else:
        page, options = parts.bring_page(message.html, message.url), message
    return answer_json(parts.work(CompareWork(page, options.methods or ALL_METHODS, options.render)).body)


def list_similarity(parts: Parts) -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="POST",
            path="/v1/similarity",
            name="compare_texts",
            summary="How similar texts are to another, such as captions to an article, with the names that they share.",
            answer=partial(_compare_texts, parts),
            body=SimilarityRequest,
            response=SimilarityResponse,
            problems=WORK,
            needs_room=True,
        ),
    )


def _compare_texts(parts: Parts, message: SimilarityRequest) -> Response:
    limit = parts.settings.service.max_texts
    if len(message.others) > limit:
        raise InvalidRequest([{"detail": f"There should be no more than {limit} texts.", "pointer": "#/others"}])
    return answer_json(parts.work(SimilarityWork(message.text, message.others, message.include)).body)
