"""Requests to a service, repeated where that helps, and its responses as typed results or errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import ceil
from random import uniform
from time import sleep
from typing import Any, Generic, TypeAlias, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from cutline.errors import (
    CutlineError,
    OptionError,
    ServiceError,
    ServiceUnreachable,
    TryLater,
    UpstreamError,
    WorkerDied,
)
from cutline.service.rest.problem_types import URN

INVALID_REQUEST = "invalid-request"  # an `OptionError` in the local API: a field is unknown or has a wrong value
DEFAULT_RETRY_AFTER = 1  # seconds, if the service names none
FIRST_PAUSE = 0.5  # seconds before the second attempt, if the service names none; doubled before each further one
LONGEST_PAUSE = 60.0  # seconds; if the service asks for a longer pause, the request fails
SPREAD = 0.25  # a pause is longer by a random share up to this, so that clients do not all return at once
AGAIN = {429, 503}
ACCEPT = "application/x-ndjson, application/json;q=0.9"  # lines where there are any: they are read one by one

logger = logging.getLogger("cutline.client")


def make_error(response: httpx.Response) -> CutlineError:
    """Return the error in a response: of the class that the local API raises, else a `ServiceError`.

    A note has the id of the request, which the log of the service contains.
    """
    request_id = response.headers.get("x-request-id")
    error = _build(response, request_id)
    if request_id:
        error.add_note(f"The request's id is {request_id}.")
    return error


def read_retry_after(response: httpx.Response) -> int | None:
    """Return the seconds after which to repeat the request; None if neither the service nor a proxy says.

    The header has seconds or a date (RFC 9110, section 10.2.3). A date is compared with that of the response, because
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


def _build(response: httpx.Response, request_id: str | None) -> CutlineError:
    document = _read_document(response)
    code = str(document.get("type", "")).removeprefix(URN)
    unknown = f"The service answered with status {response.status_code}, but not like cutline; check its address."
    message = str(document.get("detail") or document.get("title") or unknown)
    kind = OptionError if code == INVALID_REQUEST else ERRORS.get(code)
    if kind is None:
        return ServiceError(message, response.status_code, code or None, request_id)
    if issubclass(kind, UpstreamError):
        status = document.get("upstream_status")
        return kind(message, status if isinstance(status, int) else response.status_code)
    if issubclass(kind, TryLater):
        return kind(message, read_retry_after(response) or DEFAULT_RETRY_AFTER)
    return kind(message)


def _read_document(response: httpx.Response) -> Mapping[str, object]:
    try:
        document = response.json()
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


def _list_kinds(kind: type[CutlineError]) -> Iterator[type[CutlineError]]:
    for below in kind.__subclasses__():
        if below.__module__ == kind.__module__:
            yield below
            yield from _list_kinds(below)


ERRORS = {kind.code: kind for kind in _list_kinds(CutlineError) if not issubclass(kind, ServiceError)}


Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Call(Generic[Answer]):
    """A request that can be repeated without harm.

    Attributes:
        verb, path: the method and the path.
        read: returns the content of a response, or raises a `ServiceError` if it is something else.
        request: further arguments of `httpx.Client.request`.
    """

    verb: str
    path: str
    read: Callable[[httpx.Response], Answer]
    request: Mapping[str, Any] = field(default_factory=dict)


Outcome: TypeAlias = httpx.Response | httpx.TransportError
# What is done one after the other, whether in a thread or in an event loop: a request, whose outcome is sent back, or a
# pause of some seconds.
Steps: TypeAlias = Generator[Call[Any] | float, Outcome | None, Answer]


Http = TypeVar("Http", bound=httpx.Client | httpx.AsyncClient)


class Connection(Generic[Http]):
    """A service, and what follows each attempt at a request to it; the same in a thread and in an event loop."""

    def __init__(self, http: Http, retries: int) -> None:
        """Take what makes the requests, and how often each of them is repeated at most."""
        self._http: Http = http
        self._retries = retries

    def ask(self, call: Call[Answer]) -> Steps[Answer]:
        """Return the steps to the content of the response to a request.

        Raises:
            ServiceUnreachable: there is no response, and another attempt would not help or this was the last.
            CutlineError: the response is an error, likewise; or it is something else.
        """
        attempt = 0
        while True:
            outcome = yield call
            assert outcome is not None
            if isinstance(outcome, httpx.Response) and outcome.is_success:
                return call.read(outcome)
            yield self._find_pause(call, outcome, attempt)
            attempt += 1

    def _find_pause(self, call: Call[Any], outcome: Outcome, attempt: int) -> float:
        """Return the seconds before the next attempt; raise the error if there is none."""
        error = make_error(outcome) if isinstance(outcome, httpx.Response) else self._make_unreachable(outcome)
        after = read_retry_after(outcome) if isinstance(outcome, httpx.Response) else None
        pause = after if after is not None else FIRST_PAUSE * 2.0**attempt
        if attempt == self._retries or pause > LONGEST_PAUSE or not _may_pass(outcome, error):
            raise error from (outcome if isinstance(outcome, Exception) else None)
        logger.info("%s %s is repeated in %.1f s: %s", call.verb, call.path, pause, type(error).__name__)
        return uniform(pause, pause * (1 + SPREAD))

    def _make_unreachable(self, error: httpx.TransportError) -> ServiceUnreachable:
        host = self._http.base_url.netloc.decode("ascii", "replace")
        if isinstance(error, httpx.TimeoutException):
            return ServiceUnreachable(
                f"The service at {host} did not answer in time; give the client a longer timeout."
            )
        return ServiceUnreachable(
            f"The service at {host} cannot be reached, or closed the connection: {type(error).__name__}."
        )


def _may_pass(outcome: Outcome, error: CutlineError) -> bool:
    """Return whether another attempt may succeed; a service that was too slow would be too slow again."""
    if isinstance(outcome, httpx.Response):
        # The page that ended a worker would end another.
        return outcome.status_code in AGAIN and not isinstance(error, WorkerDied)
    is_connecting = isinstance(outcome, httpx.ConnectTimeout | httpx.PoolTimeout)
    return is_connecting or isinstance(outcome, httpx.NetworkError | httpx.RemoteProtocolError)


class ServiceConnection(Connection[httpx.Client]):
    """Takes the steps in the calling thread; threads can share it."""

    def run(self, steps: Steps[Answer]) -> Answer:
        """Return what the steps lead to."""
        outcome: Outcome | None = None
        try:
            while True:
                outcome = self._take(steps.send(outcome))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def _take(self, step: Call[Any] | float) -> Outcome | None:
        try:
            if isinstance(step, Call):
                return self._http.request(step.verb, step.path, **step.request)
            sleep(step)
            return None
        except httpx.TransportError as error:
            return error


class AsyncServiceConnection(Connection[httpx.AsyncClient]):
    """Takes the steps in an event loop of asyncio."""

    async def run(self, steps: Steps[Answer]) -> Answer:
        """Return what the steps lead to."""
        outcome: Outcome | None = None
        try:
            while True:
                outcome = await self._take(steps.send(outcome))
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def _take(self, step: Call[Any] | float) -> Outcome | None:
        try:
            if isinstance(step, Call):
                return await self._http.request(step.verb, step.path, **step.request)
            await asyncio.sleep(step)
            return None
        except httpx.TransportError as error:
            return error


def describe_service(base_url: str, token: str | None) -> dict[str, Any]:
    """Return the arguments of httpx that name a service.

    Raises:
        ServiceError: `base_url` is not an http(s) address.
    """
    try:
        address = httpx.URL(base_url)
    except (httpx.InvalidURL, UnicodeError) as error:
        raise ServiceError(f"{base_url!r:.200} is not the address of a service: {error}.") from error
    if address.scheme not in ("http", "https") or not address.host:
        raise ServiceError(f"{base_url!r:.200} is not the address of a service; give one such as http://host:8000.")
    headers = {"Accept": ACCEPT} | ({"Authorization": f"Bearer {token}"} if token else {})
    return {"base_url": address, "headers": headers}


Message = TypeVar("Message", bound=BaseModel)


def read_answer(kind: type[Message], body: bytes) -> Message:
    """Return the message in a body.

    Raises:
        ServiceError: it is something else.
    """
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise ServiceError(
            f"The service answered with something other than {kind.__name__}; it may run another version of cutline."
        ) from error
