"""Connections to checked addresses only, each step in the time that is left."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import httpcore

from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress
from cutline.service.fetch.deadline import Deadline
from cutline.service.fetch.guard import Destination

Connect = Callable[[str, int, float], httpcore.NetworkStream]


def open_connection(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
    """Return a TCP connection to an address, which is a number and therefore never resolved.

    Raises:
        httpcore.ConnectError: the connection is refused or broken.
        httpcore.ConnectTimeout: it was not accepted in `seconds`.
    """
    return httpcore.SyncBackend().connect_tcp(address, port, timeout=seconds)


@dataclass(frozen=True, slots=True)
class CheckedBackend(httpcore.NetworkBackend):
    """Connects to the addresses that were checked, whatever the host's name resolves to by now.

    Attributes:
        destination: where connections may go.
        settings: how long connecting and reading may take.
        deadline: when all must be over.
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
        """Return a connection to the first checked address that accepts one; `timeout` and options are not used."""
        if (host, port) != (self.destination.host, self.destination.port):
            raise BlockedAddress("A connection was asked for that was not checked.")
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
    """A connection on which nothing is waited for longer than the deadline allows."""

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
        except TimeoutError:  # httpcore leaves it to the stream to close itself when TLS fails
            self.close()
            raise
        stream = self.stream.start_tls(ssl_context, server_hostname, seconds)
        return _TimedStream(stream, self.settings, self.deadline)

    def get_extra_info(self, info: str) -> object:
        return self.stream.get_extra_info(info)
