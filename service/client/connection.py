"""Requests to a service elsewhere, tried again where that helps, and its answers as typed results."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import ceil
from random import uniform
from time import sleep
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from cutline.errors import (
    CutlineError,
    OptionError,
    Overloaded,
    QueueUnavailable,
    ServiceError,
    ServiceUnreachable,
    TooManyJobs,
    UpstreamError,
    WorkerDied,
)
from cutline.service.rest.problem_types import URN

INVALID_REQUEST = "invalid-request"  # what is a wrong option locally: a field that is unknown or has a wrong value
WITH_RETRY_AFTER = (Overloaded, TooManyJobs, QueueUnavailable)
DEFAULT_RETRY_AFTER = 1  # seconds, where the service names none
FIRST_PAUSE = 0.5  # seconds before the second attempt, where the service names none; twice as many before each further
LONGEST_PAUSE = 60.0  # seconds of one pause; a service that asks for a longer one is not waited for
SPREAD = 0.25  # share by which a pause is longer at most, so that clients that were sent away do not come back as one
AGAIN = {429, 503}
ACCEPT = "application/x-ndjson, application/json;q=0.9"  # lines where there are any: they are read one by one

logger = logging.getLogger("cutline.client")


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


class ServiceConnection:
    """Makes requests; safe to share between threads. Every request is one that can be made twice without harm."""

    def __init__(
        self, base_url: str, token: str | None, timeout: float, retries: int, transport: httpx.BaseTransport | None
    ) -> None:
        """Take where the service is, and what `cutline.Client` takes.

        Raises:
            ServiceError: `base_url` is no http(s) address.
        """
        headers = {"Accept": ACCEPT} | ({"Authorization": f"Bearer {token}"} if token else {})
        try:
            self._http = httpx.Client(base_url=base_url, headers=headers, timeout=timeout, transport=transport)
        except (httpx.InvalidURL, UnicodeError) as error:
            raise ServiceError(f"{base_url!r:.200} is not the address of a service: {error}.") from error
        if self._http.base_url.scheme not in ("http", "https") or not self._http.base_url.host:
            raise ServiceError(f"{base_url!r:.200} is not the address of a service; give one such as http://host:8000.")
        self._retries = retries

    def ask(self, verb: str, path: str, **request: Any) -> httpx.Response:
        """Return the answer to a request.

        Args:
            verb, path: what is asked.
            request: what `httpx.Client.request` takes.

        Raises:
            ServiceUnreachable: there is no answer.
            CutlineError: the answer is an error.
        """
        for attempt in range(self._retries + 1):
            try:
                return self._ask_once(verb, path, request)
            except _AskAgain as again:
                pause = again.seconds if again.seconds is not None else FIRST_PAUSE * 2.0**attempt
                if attempt == self._retries or pause > LONGEST_PAUSE:
                    raise again.error from again.error.__cause__
                logger.info("%s %s is asked again in %.1f s: %s", verb, path, pause, type(again.error).__name__)
                sleep(uniform(pause, pause * (1 + SPREAD)))
        raise AssertionError("the last attempt returns or raises")

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _ask_once(self, verb: str, path: str, request: dict[str, Any]) -> httpx.Response:
        try:
            response = self._http.request(verb, path, **request)
        except httpx.TransportError as error:
            unreachable = self._make_unreachable(error)
            if _may_pass(error):
                raise _AskAgain(unreachable, None) from error
            raise unreachable from error
        if response.is_success:
            return response
        refusal = make_error(response)
        if response.status_code in AGAIN and not isinstance(refusal, WorkerDied):  # the same page would end another
            raise _AskAgain(refusal, read_retry_after(response))
        raise refusal

    def _make_unreachable(self, error: httpx.TransportError) -> ServiceUnreachable:
        host = self._http.base_url.netloc.decode("ascii", "replace")
        if isinstance(error, httpx.TimeoutException):
            return ServiceUnreachable(
                f"The service at {host} did not answer in time; give the client a longer timeout."
            )
        return ServiceUnreachable(f"The service at {host} cannot be reached, or broke off: {type(error).__name__}.")


class _AskAgain(Exception):
    """A request failed, and may succeed if it is made again."""

    def __init__(self, error: CutlineError, seconds: float | None) -> None:
        super().__init__()
        self.error = error
        self.seconds = seconds


def _may_pass(error: httpx.TransportError) -> bool:
    """Return whether the connection failed; a service that takes too long to answer would do so again."""
    is_connecting = isinstance(error, httpx.ConnectTimeout | httpx.PoolTimeout)
    return is_connecting or isinstance(error, httpx.NetworkError | httpx.RemoteProtocolError)


Message = TypeVar("Message", bound=BaseModel)


def read_answer(kind: type[Message], body: bytes) -> Message:
    """Return the message that a body holds.

    Raises:
        ServiceError: it holds something else.
    """
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise ServiceError(
            f"The service answered with something that is no {kind.__name__}; its version of cutline may differ."
        ) from error
