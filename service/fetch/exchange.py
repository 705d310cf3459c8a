"""A single HTTP request to a checked address: connection, deadline, decompressed answer and errors."""

from __future__ import annotations

import math
import ssl
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from time import monotonic

import httpcore
import httpx

from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress, FetchError, FetchTimeout, ResponseTooLarge, UnreachableHost
from cutline.service.fetch.guard import Destination

ACCEPTED = "gzip, deflate"

GZIP = {"gzip", "x-gzip"}
NONE = {"", "identity", "none", "utf-8"}  # the last two are wrong, but browsers accept them

GZIP_WINDOW = zlib.MAX_WBITS | 16
ZLIB_WINDOW = zlib.MAX_WBITS
RAW_WINDOW = -zlib.MAX_WBITS


def decompress(body: bytes, coding: str, limit: int) -> bytes:
    """Return the decompressed body.

    Args:
        body: the bytes as they were sent.
        coding: the Content-Encoding header.
        limit: maximum size of the result in bytes; decompression stops there.

    Raises:
        ResponseTooLarge: the result has more than `limit` bytes.
        FetchError: the compression is unknown, or the bytes are damaged.
    """
    window = _choose_window(body, coding)
    if window is None or not body:
        return body
    inflater = zlib.decompressobj(window)
    page = _inflate(inflater, body, limit + 1)
    if len(page) > limit:
        raise ResponseTooLarge(f"The answer has more than {limit} bytes when decompressed.")
    if not inflater.eof:
        raise FetchError("The compressed answer breaks off; try again.")
    return page


def decompress_start(body: bytes, coding: str, limit: int) -> bytes:
    """Return the first `limit` decompressed bytes of a body, which may be truncated, or all if there are fewer.

    Raises:
        FetchError: the compression is unknown, or the bytes are damaged.
    """
    window = _choose_window(body, coding)
    return body[:limit] if window is None else _inflate(zlib.decompressobj(window), body, limit)


def _choose_window(body: bytes, coding: str) -> int | None:
    """Return zlib's window size for a body; None if it is not compressed."""
    match coding.strip().lower():
        case name if name in NONE:
            return None
        case name if name in GZIP:
            return GZIP_WINDOW
        case "deflate":
            return ZLIB_WINDOW if _has_zlib_header(body) else RAW_WINDOW
        case _:
            raise FetchError("The answer has a compression that was not requested; only gzip and deflate are read.")


def _inflate(inflater: zlib._Decompress, body: bytes, limit: int) -> bytes:
    try:
        return inflater.decompress(body, limit)
    except zlib.error as error:
        raise FetchError("The compressed answer is damaged; try again.") from error


def _has_zlib_header(body: bytes) -> bool:
    return len(body) >= 2 and body[0] & 0x0F == 8 and int.from_bytes(body[:2], "big") % 31 == 0


class Deadline:
    """A point in time after which nothing is waited for."""

    def __init__(self, seconds: float) -> None:
        """Set the deadline to `seconds` from now."""
        self._moment = monotonic() + seconds

    def left(self, at_most: float = math.inf) -> float:
        """Return the remaining seconds, at most `at_most`.

        Raises:
            TimeoutError: none are left.
        """
        seconds = self._moment - monotonic()
        if seconds <= 0:
            raise TimeoutError("The time is up.")
        return min(seconds, at_most)

    @contextmanager
    def sooner(self, seconds: float) -> Iterator[None]:
        """Move the deadline to at most `seconds` from now while the `with` block runs."""
        moment = self._moment
        self._moment = min(moment, monotonic() + seconds)
        try:
            yield
        finally:
            self._moment = moment

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Extend the deadline by the time that the `with` block takes."""
        begin = monotonic()
        try:
            yield
        finally:
            self._moment += monotonic() - begin


Connect = Callable[[str, int, float], httpcore.NetworkStream]


def open_connection(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
    """Return a TCP connection to a numeric IP address, so that nothing is resolved.

    Raises:
        httpcore.ConnectError: the connection is refused or broken.
        httpcore.ConnectTimeout: it was not accepted within `seconds`.
    """
    return httpcore.SyncBackend().connect_tcp(address, port, timeout=seconds)


@dataclass(frozen=True, slots=True)
class CheckedBackend(httpcore.NetworkBackend):
    """Connects to the IP addresses that were checked, whatever the host name resolves to by now.

    Attributes:
        destination: where connections may go.
        settings: time limits for connecting and reading.
        deadline: time limit for the whole request.
        connect: opens one connection.
    """

    destination: Destination
    settings: FetchSettings
    deadline: Deadline
    connect: Connect

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first checked address that accepts; `timeout` and the options are ignored."""
        if (host, port) != (self.destination.host, self.destination.port):
            raise BlockedAddress("A connection to an unchecked address was requested.")
        refusal: Exception | None = None
        for address in self.destination.addresses:
            seconds = self.deadline.left(self.settings.connect_seconds)
            try:
                stream = self.connect(str(address), port, seconds)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                refusal = error
            else:
                return _TimedStream(stream, self.settings, self.deadline)
        raise refusal or httpcore.ConnectError("no address")


@dataclass(frozen=True, slots=True)
class _TimedStream(httpcore.NetworkStream):
    """A connection whose reads and writes respect the deadline."""

    stream: httpcore.NetworkStream
    settings: FetchSettings
    deadline: Deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self.stream.read(max_bytes, self.deadline.left(self.settings.read_seconds))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, self.deadline.left(self.settings.read_seconds))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        try:
            seconds = self.deadline.left(self.settings.connect_seconds)
        except TimeoutError:  # httpcore does not close the stream if TLS fails
            self.close()
            raise
        stream = self.stream.start_tls(ssl_context, server_hostname, seconds)
        return _TimedStream(stream, self.settings, self.deadline)

    def get_extra_info(self, info: str) -> object:
        return self.stream.get_extra_info(info)


@contextmanager
def name_failures(named: str) -> Iterator[None]:
    """Convert network errors to errors that call the host `named` and reveal nothing else about it.

    Raises:
        FetchTimeout: the `with` block took too long.
        UnreachableHost: the connection failed, or the server does not speak HTTP.
    """
    try:
        yield
    except (TimeoutError, httpcore.TimeoutException) as error:
        raise FetchTimeout(
            f"{named} did not deliver the page in time; try again, or raise the limits of [fetch] in the settings."
        ) from error
    except httpcore.NetworkError as error:
        raise UnreachableHost(_describe_broken(named, error.__cause__)) from error
    except httpcore.ProtocolError as error:
        raise UnreachableHost(f"{named} broke off the answer, or does not speak HTTP at this port.") from error


def _describe_broken(named: str, cause: BaseException | None) -> str:
    match cause:
        case ssl.SSLCertVerificationError():
            return f"The certificate of {named} cannot be verified; it is expired, self-signed or another host's."
        case ssl.SSLError():
            return f"No secure connection with {named} could be made; the server may only speak http://."
        case ConnectionRefusedError():
            return f"{named} refuses the connection; check the address, or try again later."
        case _:
            return f"The connection with {named} broke or could not be made; try again later."


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """The answer of a server.

    Attributes:
        status: the HTTP status.
        headers: the headers.
        chunks: the body as it arrives, still compressed.
    """

    status: int
    headers: httpx.Headers
    chunks: Iterator[bytes]


Ask = Callable[[Destination, Mapping[str, str], Deadline], AbstractContextManager[HttpResponse]]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Sends requests, each over its own connection.

    Attributes:
        settings: time limit for each step.
        connect: opens a connection to a checked IP address.
    """

    settings: FetchSettings
    connect: Connect

    @contextmanager
    def ask(
        self, destination: Destination, headers: Mapping[str, str], deadline: Deadline, body: bytes | None = None
    ) -> Iterator[HttpResponse]:
        """Send a GET, or a POST with a body, and yield the answer, whose body is read while the `with` block runs.

        Raises:
            httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, TimeoutError: there is no answer.
        """
        url = destination.url
        encoded = ((name.encode(), value.encode()) for name, value in headers.items())  # an ETag need not be ASCII
        request = httpcore.Request(
            "GET" if body is None else "POST",
            httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=destination.port, target=url.raw_path),
            headers=[(b"Host", url.netloc), *encoded, (b"Connection", b"close")],
            content=body,
        )
        backend = CheckedBackend(destination, self.settings, deadline, self.connect)
        authorities = _load_authorities()
        connection = httpcore.HTTPConnection(request.url.origin, ssl_context=authorities, network_backend=backend)
        with closing(connection):
            with deadline.sooner(self.settings.header_seconds):
                response = connection.handle_request(request)
            yield HttpResponse(response.status, httpx.Headers(response.headers), response.iter_stream())


@cache
def _load_authorities() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)
