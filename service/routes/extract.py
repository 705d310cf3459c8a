"""`/v1/extract`: the article of a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flask import Response

from cutline.service.extraction import ExtractWork, PageGiven
from cutline.service.messages import ExtractQuery, ExtractRequest
from cutline.service.requests import HtmlPage
from cutline.service.routes.operation import Operation
from cutline.service.routes.parts import PAGE, Parts, answer_json, answer_unchanging
from cutline.types import Article, Options


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
