"""A service's problem documents as the errors that the local API raises."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import ceil

import httpx

from cutline.errors import (
    CutlineError,
    OptionError,
    Overloaded,
    QueueUnavailable,
    ServiceError,
    TooManyJobs,
    UpstreamError,
)
from cutline.service.problem_types import URN

INVALID_REQUEST = "invalid-request"  # what is a wrong option locally: a field that is unknown or has a wrong value
WITH_RETRY_AFTER = (Overloaded, TooManyJobs, QueueUnavailable)
DEFAULT_RETRY_AFTER = 1  # seconds, where the service names none


def make_error(response: httpx.Response) -> CutlineError:
    """Return the error that an answer stands for: of the class it would have locally, else a `ServiceError`.

    A note names the request's id, by which the service's log is searched.
    """
    document = _read_document(response)
    request_id = response.headers.get("x-request-id")
    error = _build(document, response, request_id)
    if request_id:
        error.add_note(f"The request's id is {request_id}.")
    return error


def read_retry_after(response: httpx.Response) -> int | None:
    """Return the seconds after which the service, or a proxy, wants to be asked again; None if it does not say.

    The header holds seconds, or a date (RFC 9110, section 10.2.3), which is compared with the date of the answer, as
    clocks differ.
    """
    value = response.headers.get("retry-after", "")
    if value.isascii() and value.isdigit():
        return int(value)
    then = _read_date(value)
    if then is None:
        return None
    now = _read_date(response.headers.get("date", "")) or datetime.now(UTC)
    return max(0, ceil((then - now).total_seconds()))


def _read_date(value: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _build(document: Mapping[str, object], response: httpx.Response, request_id: str | None) -> CutlineError:
    code = str(document.get("type", "")).removeprefix(URN)
    message = str(document.get("detail") or document.get("title") or _describe(response))
    kind = OptionError if code == INVALID_REQUEST else ERRORS.get(code)
    if kind is None:
        return ServiceError(message, response.status_code, code or None, request_id)
    if issubclass(kind, UpstreamError):
        status = document.get("upstream_status")
        return kind(message, status if isinstance(status, int) else response.status_code)
    if issubclass(kind, WITH_RETRY_AFTER):
        return kind(message, read_retry_after(response) or DEFAULT_RETRY_AFTER)
    return kind(message)


def _read_document(response: httpx.Response) -> Mapping[str, object]:
    try:
        document = response.json()
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _describe(response: httpx.Response) -> str:
    return f"The service answered with status {response.status_code}, and not as cutline does; check its address."


def _list_kinds(kind: type[CutlineError]) -> Iterator[type[CutlineError]]:
    for below in kind.__subclasses__():
        if below.__module__ == kind.__module__:
            yield below
            yield from _list_kinds(below)


ERRORS = {kind.code: kind for kind in _list_kinds(CutlineError) if not issubclass(kind, ServiceError)}
