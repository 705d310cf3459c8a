"""`/openapi.json` and `/docs`: what the service says of itself, to programs and to people."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from flask import Response
from jinja2 import Environment, StrictUndefined

from cutline.service.messages import NoParameters
from cutline.service.openapi import describe_service
from cutline.service.problem_types import PROBLEM_TYPES
from cutline.service.routes.operation import Operation
from cutline.service.routes.parts import answer_unchanging

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
    source = files("cutline.service.routes").joinpath("documentation.html").read_text(encoding="utf-8")
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
