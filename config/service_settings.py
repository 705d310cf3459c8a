"""Typed settings of service, jobs, inspector and enrichment."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr

from cutline.config.section import Count, Seconds, Section


class ServiceSettings(Section):
    """Limits and access of the REST service."""

    max_request_bytes: Count
    tokens: tuple[SecretStr, ...]
    hosts: tuple[str, ...]
    token_requests: Annotated[int, Field(ge=0)]
    max_texts: Count
    max_results: Count
    log_format: Literal["console", "json"]
    threads: Count
    queue_size: Count
    queue_seconds: Seconds
    page_seconds: Seconds
    recycle_pages: Count
    worker_bytes: Count
    start_seconds: Seconds
    max_connections: Count
    max_request_line: Annotated[int, Field(ge=1, le=8190)]  # gunicorn's maximum
    max_head_bytes: Count
    max_arriving_bytes: Count
    max_unsent_bytes: Count
    head_seconds: Seconds
    body_seconds: Seconds
    idle_seconds: Seconds
    send_seconds: Seconds
    stop_seconds: Seconds


class JobSettings(Section):
    """The job queue and its processing."""

    database: str
    threads: Annotated[int, Field(ge=0)]
    max_items: Count
    max_bytes: Count
    min_free_bytes: Annotated[int, Field(ge=0)]
    max_jobs: Count
    max_open_items: Count
    keep_hours: Annotated[float, Field(gt=0)]
    lease_seconds: Seconds
    attempts: Count
    retry_seconds: Seconds
    host_seconds: Annotated[float, Field(ge=0)]
    busy_seconds: Seconds


class InspectorSettings(Section):
    """What the inspector shows, and how long it keeps it."""

    keep_hours: Annotated[float, Field(gt=0)]
    max_stored_bytes: Count
    session_hours: Annotated[float, Field(gt=0)]
    max_blocks: Count
    max_images: Count


class EnrichSettings(Section):
    """How batches are processed."""

    batch_size: Count
    page_seconds: Seconds
    recycle_pages: Count
    worker_bytes: Count
    max_line_bytes: Count
    fetch_threads: Count
    host_seconds: Annotated[float, Field(ge=0)]
