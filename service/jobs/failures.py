"""Which failures of an item may pass, and what is said of those that have no error of their own."""

from __future__ import annotations

from cutline.errors import (
    BrowserDied,
    CutlineError,
    FetchTimeout,
    PageTimeout,
    RenderTimeout,
    UnreachableHost,
    UpstreamError,
    WorkerDied,
)
from cutline.service.enrich import Failure

PASSING = (FetchTimeout, UnreachableHost, RenderTimeout, BrowserDied, PageTimeout, WorkerDied)
PASSING_STATUS = {408, 425, 429}  # besides 500 and more: the host asks for another time


def is_passing(error: CutlineError) -> bool:
    """Return whether another attempt may go better."""
    if isinstance(error, UpstreamError):
        return error.status in PASSING_STATUS or error.status >= 500
    return isinstance(error, PASSING)


def describe_deaths(attempts: int) -> Failure:
    """Return the failure of an item in each attempt at which the whole process was killed or stopped answering."""
    message = (
        f"The process that worked on this page ended in each of {attempts} attempts. Try the page alone to see why."
    )
    return Failure.of(WorkerDied(message))


def describe_bug(error: Exception) -> Failure:
    """Return the failure of an item at which cutline itself failed; without the message, which may quote the page."""
    message = f"cutline failed on this page with {type(error).__name__}; please report it with the log's traceback."
    return Failure(code="internal-error", message=message)
