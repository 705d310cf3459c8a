"""What the service says about itself: health, metrics, methods, the OpenAPI document and the page at `/docs`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Generic, Literal, TypeVar

from flask import Response

from cutline.errors import QueueUnavailable
from cutline.options import Options
from cutline.service.rest.documentation import render_page
from cutline.service.rest.messages import Health, MethodInfo, MethodsResponse, NoParameters
from cutline.service.rest.metrics import MEDIA_TYPE
from cutline.service.rest.openapi import describe_service
from cutline.service.rest.operation import Operation, Parts, allow_documentation, answer_json, answer_unchanging
from cutline.service.rest.problems import SOON, RequestProblem
from cutline.types import Method


def list_about(parts: Parts) -> Sequence[Operation]:
    """Return the operations of this group."""
    can_store = Remembered(lambda: parts.jobs is None or parts.jobs.is_writable())
    metrics = Remembered(partial(_read_metrics, parts))
    return (
        Operation(name="list_methods", answer=_list_methods, response=MethodsResponse),
        Operation(name="report_health", answer=_report_health, response=Health),
        Operation(name="report_readiness", answer=partial(_report_readiness, parts, can_store), response=Health),
        Operation(name="report_metrics", answer=partial(_report_metrics, metrics)),
    )


def _report_health(_message: NoParameters) -> Response:
    return _tell("ok")


def _report_readiness(parts: Parts, can_store: Remembered[bool], _message: NoParameters) -> Response:
    if not parts.extraction.is_ready:
        raise RequestProblem("not-ready", "The models are still loading.", SOON)
    if not can_store():
        raise RequestProblem("not-ready", "New jobs cannot be stored.")
    return _tell("ready")


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


def _read_methods() -> tuple[MethodInfo, ...]:
    table = tomllib.loads(Path(__file__).with_name("methods.toml").read_text(encoding="utf-8"))
    return tuple(_describe(name, **fields) for name, fields in table.items())


def _describe(name: Any, summary: str, needs: Sequence[str], paper: str | None = None) -> MethodInfo:
    needed = {f"needs_{what}": what in needs for what in ("layout", "model", "wrapper")}
    return MethodInfo(name=name, summary=summary, paper=paper, **needed)


METHODS = _read_methods()


def _list_methods(_message: NoParameters) -> Response:
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
        Operation(name="describe_service", answer=answer_document),
        Operation(name="show_documentation", answer=answer_page),
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
