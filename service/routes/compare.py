"""`/v1/compare`: what several methods keep of a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import get_args

from flask import Response

from cutline.service.extraction import CompareWork
from cutline.service.messages import CompareQuery, CompareRequest
from cutline.service.requests import HtmlPage
from cutline.service.routes.operation import Operation
from cutline.service.routes.parts import PAGE, Parts, answer_json
from cutline.types import Method, MethodsCompared

ALL_METHODS: tuple[Method, ...] = get_args(Method)


def list_compare(parts: Parts) -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="POST",
            path="/v1/compare",
            name="compare_methods",
            summary="Which methods keep each block of a page, and how far each two agree.",
            answer=partial(_compare, parts),
            body=CompareRequest,
            html_parameters=CompareQuery,
            response=MethodsCompared,
            problems=PAGE,
            needs_room=True,
        ),
    )


def _compare(parts: Parts, message: CompareRequest | HtmlPage[CompareQuery]) -> Response:
    if isinstance(message, HtmlPage):
        page = parts.bring_page(message.html, message.query.url, message.charset)
        options: CompareRequest | CompareQuery = message.query
    else:
        page, options = parts.bring_page(message.html, message.url), message
    return answer_json(parts.work(CompareWork(page, options.methods or ALL_METHODS, options.render)).body)
