"""Requests to a service, made again where that helps."""

from __future__ import annotations

import logging
from random import uniform
from time import sleep
from typing import Any

import httpx

from cutline.errors import CutlineError, ServiceError, ServiceUnreachable, WorkerDied
from cutline.service.client.problems import make_error, read_retry_after

FIRST_PAUSE = 0.5  # seconds before the second attempt, where the service names none; twice as many before each further
LONGEST_PAUSE = 60.0  # seconds of one pause; a service that asks for a longer one is not waited for
SPREAD = 0.25  # share by which a pause is longer at most, so that clients that were sent away do not come back as one
AGAIN = {429, 503}

logger = logging.getLogger("cutline.client")


class Connection:
    """Makes requests; safe to share between threads. Every request is one that can be made twice without harm."""

    def __init__(
        self, base_url: str, token: str | None, timeout: float, retries: int, transport: httpx.BaseTransport | None
    ) -> None:
        """Take where the service is, and what `cutline.Client` takes.

        Raises:
            ServiceError: `base_url` is no http(s) address.
        """
        headers = {"Authorization": f"Bearer {token}"} if token else {}
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
