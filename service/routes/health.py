"""`/healthz`, `/readyz` and `/metrics`: how the service does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from typing import Literal

from flask import Response

from cutline.errors import QueueUnavailable
from cutline.service.messages import Health, NoParameters
from cutline.service.metrics import MEDIA_TYPE
from cutline.service.problems import NotReady
from cutline.service.routes.operation import Operation
from cutline.service.routes.parts import Parts, answer_json


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
        raise NotReady("The models are being loaded.", {"Retry-After": str(parts.settings.service.retry_after_seconds)})
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
