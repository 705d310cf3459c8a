"""One request to a place that was checked, and the answer to it."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import cache

import httpcore
import httpx

from cutline.config.settings import FetchSettings
from cutline.service.fetch.connect import CheckedBackend, Connect
from cutline.service.fetch.deadline import Deadline
from cutline.service.fetch.guard import Destination


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered.

    Attributes:
        status: the HTTP status.
        headers: the headers.
        chunks: the body as it comes, still compressed.
    """

    status: int
    headers: httpx.Headers
    chunks: Iterator[bytes]


Ask = Callable[[Destination, Mapping[str, str], Deadline], AbstractContextManager[Answer]]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Asks servers, with a connection of its own for each request.

    Attributes:
        settings: how long each step may take.
        connect: opens a connection to an address that was checked.
    """

    settings: FetchSettings
    connect: Connect

    @contextmanager
    def ask(self, destination: Destination, headers: Mapping[str, str], deadline: Deadline) -> Iterator[Answer]:
        """Return the answer to a GET; its body is read while the `with` block runs.

        Raises:
            httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, TimeoutError: there is none.
        """
        url = destination.url
        request = httpcore.Request(
            "GET",
            httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=destination.port, target=url.raw_path),
            headers=[(b"Host", url.netloc), *_encode(headers), (b"Connection", b"close")],
        )
        backend = CheckedBackend(destination, self.settings, deadline, self.connect)
        authorities = _load_authorities()
        connection = httpcore.HTTPConnection(request.url.origin, ssl_context=authorities, network_backend=backend)
        with closing(connection):
            with deadline.sooner(self.settings.header_seconds):
                response = connection.handle_request(request)
            yield Answer(response.status, httpx.Headers(response.headers), response.iter_stream())


def _encode(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return headers as bytes; an ETag that a server gave, and gets back, need not be ASCII."""
    return [(name.encode(), value.encode()) for name, value in headers.items()]


@cache
def _load_authorities() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)
