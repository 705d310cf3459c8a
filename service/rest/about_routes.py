"""What the service says about itself: health, metrics, methods, the OpenAPI document and the page at `/docs`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import version
from threading import Lock
from time import monotonic
from typing import Any, Generic, Literal, TypeVar

from flask import Response

from cutline.errors import QueueUnavailable
from cutline.options import Options
from cutline.service.pages.queue import RETRY_AFTER_SECONDS
from cutline.service.rest.documentation import render_page
from cutline.service.rest.messages import Health, MethodInfo, MethodsResponse, NoParameters
from cutline.service.rest.metrics import MEDIA_TYPE
from cutline.service.rest.openapi import describe_service
from cutline.service.rest.operation import Operation, Parts, allow_documentation, answer_json, answer_unchanging
from cutline.service.rest.problems import NotReady
from cutline.types import Method


def list_health(parts: Parts) -> Sequence[Operation]:
    """Return the operations of this group."""
    return (
        Operation(
            verb="GET",
            path="/healthz",
            tag="Service",
            name="report_health",
            summary="Check that the service is up",
            description="Answers as long as the service runs.",
            answer=_report_health,
            response=Health,
            is_open=True,
        ),
        Operation(
            verb="GET",
            path="/readyz",
            tag="Service",
            name="report_readiness",
            summary="Check that the service can work",
            description="Answers 200 once the models are loaded, as long as new jobs can be stored.",
            answer=partial(_report_readiness, parts, Remembered(partial(_can_store, parts))),
            response=Health,
            problems=("not-ready",),
            is_open=True,
        ),
        Operation(
            verb="GET",
            path="/metrics",
            tag="Service",
            name="report_metrics",
            summary="Read the metrics",
            description="Returns counts and durations in the text format of Prometheus, read at most once a second.",
            answer=partial(_report_metrics, Remembered(partial(_read_metrics, parts))),
            media_type=MEDIA_TYPE,
        ),
    )


def _report_health(_message: NoParameters) -> Response:
    return _tell("ok")


def _report_readiness(parts: Parts, can_store: Remembered[bool], _message: NoParameters) -> Response:
    if not parts.extraction.is_ready:
        raise NotReady("The models are still loading.", {"Retry-After": str(RETRY_AFTER_SECONDS)})
    if not can_store():
        raise NotReady("New jobs cannot be stored.")
    return _tell("ready")


def _can_store(parts: Parts) -> bool:
    return parts.jobs is None or parts.jobs.is_writable()


def _report_metrics(metrics: Remembered[bytes], _message: NoParameters) -> Response:
    return Response(metrics(), content_type=MEDIA_TYPE)


def _read_metrics(parts: Parts) -> bytes:
    parts.metrics.see_extraction(parts.extraction)
    if parts.jobs is not None:
        with suppress(QueueUnavailable):
            depth = parts.jobs.depth()
            parts.metrics.see_jobs(depth.jobs, depth.items)
    return parts.metrics.render()


def _tell(status: Literal["ok", "ready"]) -> Response:
    return answer_json(Health(status=status, version=version("cutline")).model_dump_json() + "\n")


JOSHI_LIU = (
    "P. M. Joshi and S. Liu, Web Document Text and Images Extraction using DOM Analysis and Natural Language"
    " Processing, DocEng 2009"
)
LUO = (
    "P. Luo, J. Fan, S. Liu, F. Lin, Y. Xiong and J. Liu, Web Article Extraction for Web Printing: a DOM+Visual based"
    " Approach, DocEng 2009"
)
SHEN_ZOU = "W. Shen and X. Zou, An Algorithm on Web Article Automatic Extraction Based on DOM Structure"
ZHENG = "S. Zheng, R. Song and J.-R. Wen, Template-Independent News Extraction Based on Visual Consistency, AAAI 2007"
NETHRA_ANITHA = (
    "K. Nethra and J. Anitha, Web Content Extraction by Integrating Textual and Visual Importance of Web Pages"
)


def _describe(name: Method, summary: str, paper: str | None, needs: str = "") -> MethodInfo:
    return MethodInfo(
        name=name,
        summary=summary,
        paper=paper,
        needs_layout="layout" in needs,
        needs_model="model" in needs,
        needs_wrapper="wrapper" in needs,
    )


METHODS = (
    _describe("auto", "Trained classifiers read every run of text and every image of the page.", None, "model"),
    _describe(
        "first-subtree",
        "The first subtree with more than 500 characters of text; a caption must share names with it.",
        JOSHI_LIU,
    ),
    _describe(
        "max-subsequence", "The run of text segments with the most body text, trimmed by alignment.", LUO, "layout"
    ),
    _describe("single-pass", "The cluster of similar blocks with the most full stops.", SHEN_ZOU, "layout"),
    _describe("naive-bayes", "A baseline of single-pass: naive Bayes over its blocks.", SHEN_ZOU, "layout, model"),
    _describe(
        "decision-tree", "A baseline of single-pass: a decision tree over its blocks.", SHEN_ZOU, "layout, model"
    ),
    _describe("v-wrapper", "Visual blocks that look like parts of a news article.", ZHENG, "layout, model"),
    _describe(
        "template-wrapper",
        "The baseline of v-wrapper: a template learned from the pages of one site.",
        ZHENG,
        "wrapper",
    ),
    _describe("hybrid-density", "The densest part of a page, weighted by the blocks of VIPS.", NETHRA_ANITHA, "layout"),
    _describe(
        "hybrid-density-position",
        "A variant of hybrid-density, weighted by the widest element instead.",
        NETHRA_ANITHA,
        "layout",
    ),
)


def list_methods() -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="GET",
            path="/v1/methods",
            tag="Pages",
            name="list_methods",
            summary="List the methods",
            description="Returns the methods that can find the article of a page, with the paper that describes each"
            " and what each needs.",
            answer=_list,
            response=MethodsResponse,
            is_conditional=True,
        ),
    )


def _list(_message: NoParameters) -> Response:
    default: Method = Options.model_fields["method"].default
    return answer_unchanging(MethodsResponse(default=default, methods=METHODS).model_dump_json() + "\n")


def add_documents(operations: Sequence[Operation], *, needs_token: bool) -> tuple[Operation, ...]:
    """Return the operations and two more that describe them all; each is made at its first request."""

    @cache
    def describe() -> dict[str, Any]:
        return describe_service(whole, needs_token=needs_token)

    @cache
    def show() -> str:
        return render_page(describe())

    def answer_document(_message: NoParameters) -> Response:
        return answer_unchanging(json.dumps(describe(), ensure_ascii=False) + "\n")

    def answer_page(_message: NoParameters) -> Response:
        response = answer_unchanging(show(), "text/html; charset=utf-8")
        response.headers["Content-Security-Policy"] = allow_documentation(show())
        return response

    whole = (
        *operations,
        Operation(
            verb="GET",
            path="/openapi.json",
            tag="Service",
            name="describe_service",
            summary="Read the OpenAPI document",
            description="Returns the description of all operations as OpenAPI 3.1, for programs.",
            answer=answer_document,
            is_open=True,
            is_conditional=True,
        ),
        Operation(
            verb="GET",
            path="/docs",
            tag="Service",
            name="show_documentation",
            summary="Read the reference page",
            description="Returns the same description as a web page, from which you can send requests.",
            answer=answer_page,
            media_type="text/html",
            is_open=True,
            is_conditional=True,
        ),
    )
    return whole


KEPT_SECONDS = 1.0

Value = TypeVar("Value")


class Remembered(Generic[Value]):
    """What a function last returned; safe to share between threads.

    One thread at a time calls the function, at most once in `KEPT_SECONDS`. Others get the last value meanwhile: a
    function that hangs holds only one of them. If it raises, the next one calls it again.
    """

    def __init__(self, find: Callable[[], Value]) -> None:
        """Take the function; it is not called yet."""
        self._find = find
        self._finding = Lock()
        self._found: Value | None = None
        self._until = 0.0

    def __call__(self) -> Value:
        """Return the value."""
        if monotonic() >= self._until and self._finding.acquire(blocking=self._found is None):
            try:
                if monotonic() >= self._until:  # no other thread was quicker
                    self._found = self._find()
                    self._until = monotonic() + KEPT_SECONDS
            finally:
                self._finding.release()
        assert self._found is not None
        return self._found
