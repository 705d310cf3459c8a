"""The steps by which a job is followed: those of both clients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

from cutline.errors import UnknownJob
from cutline.service.client import calls
from cutline.service.client.connection import Connection, Steps
from cutline.service.rest.messages import JobStatus

FIRST_PAUSE = 0.2  # seconds between two requests for a status; doubled each time
LONGEST_PAUSE = 5.0

Progress = Callable[[JobStatus], object]


def wait_for_job(
    connection: Connection[Any], job_id: str, seconds: float, progress: Progress | None
) -> Steps[JobStatus]:
    """Return the steps until a job is finished or the time is up, and its status then."""
    ends = monotonic() + seconds
    pauses = _grow_pauses()
    while True:
        status = yield from connection.ask(calls.job_status(job_id))
        if progress is not None:
            progress(status)
        left = ends - monotonic()
        if status.state == "finished" or left <= 0:
            return status
        yield min(next(pauses), left)


def bring_results(connection: Connection[Any], job_id: str, cursor: int, *, wait: bool) -> Steps[calls.ResultsPage]:
    """Return the steps to the next results; if they are waited for, some are there, or none will follow."""
    pauses = _grow_pauses()
    while True:
        page = yield from connection.ask(calls.job_results(job_id, cursor))
        if page.results or not (page.has_more and wait):
            return page
        yield next(pauses)


def remove_job(connection: Connection[Any], job_id: str) -> Steps[None]:
    """Return the steps by which a job is deleted if it is there."""
    with suppress(UnknownJob):
        yield from connection.ask(calls.job_removal(job_id))


def _grow_pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
