"""What the service says of itself: health, metrics, methods, the OpenAPI document and the page at `/docs`."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import version
from importlib.resources import files
from typing import Any, Literal

from flask import Response
from jinja2 import Environment, StrictUndefined

from cutline.errors import QueueUnavailable
from cutline.service.pages.queue import RETRY_AFTER_SECONDS
from cutline.service.rest.messages import Health, MethodInfo, MethodsResponse, NoParameters
from cutline.service.rest.metrics import MEDIA_TYPE
from cutline.service.rest.openapi import describe_service
from cutline.service.rest.operation import Operation, Parts, answer_json, answer_unchanging
from cutline.service.rest.problem_types import PROBLEM_TYPES
from cutline.service.rest.problems import NotReady
from cutline.types import Method, Options


def list_health(parts: Parts) -> Sequence[Operation]:
    """Return the operations of this group."""
    return (
        Operation(
            verb="GET",
            path="/healthz",
            name="report_health",
            summary="Whether the service is up.",
            answer=_report_health,
            response=Health,
            is_open=True,
        ),
        Operation(
            verb="GET",
            path="/readyz",
            name="report_readiness",
            summary="Whether the service can work: its models are loaded, and its queue of jobs can be written.",
            answer=partial(_report_readiness, parts),
            response=Health,
            problems=("not-ready",),
            is_open=True,
        ),
        Operation(
            verb="GET",
            path="/metrics",
            name="report_metrics",
            summary="What the service counts and measures, for Prometheus.",
            answer=partial(_report_metrics, parts),
            media_type=MEDIA_TYPE,
        ),
    )


def _report_health(_message: NoParameters) -> Response:
    return _tell("ok")


def _report_readiness(parts: Parts, _message: NoParameters) -> Response:
    if not parts.extraction.is_ready:
        raise NotReady("The models are being loaded.", {"Retry-After": str(RETRY_AFTER_SECONDS)})
    if parts.jobs is not None and not parts.jobs.is_writable():
        raise NotReady("The queue of jobs cannot be written.")
    return _tell("ready")


def _report_metrics(parts: Parts, _message: NoParameters) -> Response:
    parts.metrics.see_extraction(parts.extraction)
    if parts.jobs is not None:
        with suppress(QueueUnavailable):
            depth = parts.jobs.depth()
            parts.metrics.see_jobs(depth.jobs, depth.items)
    return Response(parts.metrics.render(), content_type=MEDIA_TYPE)


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
    _describe("auto", "Classifiers read every run of text and every image of the page.", None, "model"),
    _describe(
        "first-subtree", "The first subtree with more than 500 characters of text; captions share its names.", JOSHI_LIU
    ),
    _describe(
        "max-subsequence", "The run of text segments in which body text outweighs the rest, aligned.", LUO, "layout"
    ),
    _describe("single-pass", "The cluster of like blocks that has most full stops.", SHEN_ZOU, "layout"),
    _describe("naive-bayes", "A baseline of single-pass: naive Bayes over its blocks.", SHEN_ZOU, "layout, model"),
    _describe("decision-tree", "A baseline of single-pass: a decision tree over them.", SHEN_ZOU, "layout, model"),
    _describe("v-wrapper", "Visual blocks that look like the inside of a news article.", ZHENG, "layout, model"),
    _describe(
        "template-wrapper", "The baseline of v-wrapper: a template learned from pages of one site.", ZHENG, "wrapper"
    ),
    _describe("hybrid-density", "The densest part of a page, weighted by VIPS's blocks.", NETHRA_ANITHA, "layout"),
    _describe("hybrid-density-position", "Its comparison, weighted by the widest element.", NETHRA_ANITHA, "layout"),
)


def list_methods() -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="GET",
            path="/v1/methods",
            name="list_methods",
            summary="The methods, who published each, and what each needs.",
            answer=_list,
            response=MethodsResponse,
            is_conditional=True,
        ),
    )


def _list(_message: NoParameters) -> Response:
    default: Method = Options.model_fields["method"].default
    return answer_unchanging(MethodsResponse(default=default, methods=METHODS).model_dump_json() + "\n")


STYLE = re.compile("<style>(.*?)</style>", re.S)
REFERENCE = re.compile("#/components/schemas/(.+)")


def add_documents(operations: Sequence[Operation], *, needs_token: bool) -> tuple[Operation, ...]:
    """Return the operations with the two that describe them all, themselves too; each is made when first asked for."""

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
        response.headers["Content-Security-Policy"] = make_policy(show())
        return response

    whole = (
        *operations,
        Operation(
            verb="GET",
            path="/openapi.json",
            name="describe_service",
            summary="This description (OpenAPI 3.1).",
            answer=answer_document,
            is_open=True,
            is_conditional=True,
        ),
        Operation(
            verb="GET",
            path="/docs",
            name="show_documentation",
            summary="The same as a page to read.",
            answer=answer_page,
            media_type="text/html",
            is_open=True,
            is_conditional=True,
        ),
    )
    return whole


def render_page(described: dict[str, Any]) -> str:
    """Return the OpenAPI document and the types of problems as one page of HTML, which needs nothing else."""
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters["kind"] = _name_kind
    source = files("cutline.service.rest").joinpath("documentation.html").read_text(encoding="utf-8")
    return environment.from_string(source).render(document=described, problems=PROBLEM_TYPES)


def make_policy(page: str) -> str:
    """Return a content security policy that allows the page its one style sheet, and nothing else."""
    style = STYLE.search(page)
    digest = hashlib.sha256(style[1].encode() if style else b"").digest()
    allowed = f"style-src 'sha256-{base64.b64encode(digest).decode()}'"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def _name_kind(schema: dict[str, Any]) -> str:
    """Return in a few words what a schema allows."""
    if "$ref" in schema:
        found = REFERENCE.fullmatch(schema["$ref"])
        return found[1] if found else "object"
    if "anyOf" in schema:
        return " or ".join(_name_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    if schema.get("type") == "array":
        return f"list of {_name_kind(schema['items'])}" if "items" in schema else "list"
    return str(schema.get("type", "any"))
