"""Servers on the loopback interface, and a lock on everything beyond it."""

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from ipaddress import IPv4Network, ip_address
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.config.settings import FetchSettings

Answer = Callable[[str], Iterable[bytes | float]]


class Decoy:
    """A server on a loopback address that sends what it is told: bytes, and pauses in seconds.

    `connections` counts who came, `requests` holds the head of every request, `answer` maps a path to what is sent.
    """

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.host = host
        self.connections = 0
        self.requests: list[str] = []
        self.answer: Answer = lambda path: [b"HTTP/1.1 204 No Content\r\n\r\n"]
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.create_server((host, 0), family=family)
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def url(self, path: str = "/") -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}{path}"

    def answers(self, *parts: bytes | float) -> None:
        self.answer = lambda path: parts

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                self.connections += 1
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with closing(connection), suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                data = connection.recv(65536)
                if not data:
                    return
                head += data
            self.requests.append(head.decode("latin-1"))
            for part in self.answer(head.split()[1].decode("latin-1")):
                if isinstance(part, float):
                    time.sleep(part)
                else:
                    connection.sendall(part)


@pytest.fixture
def decoy() -> Iterator[Decoy]:
    server = Decoy()
    yield server
    server.close()


@pytest.fixture
def open_decoy() -> Iterator[Callable[[str], Decoy]]:
    """Open further servers, each on the loopback address given."""
    servers: list[Decoy] = []

    def open_one(host: str) -> Decoy:
        servers.append(Decoy(host))
        return servers[-1]

    yield open_one
    for server in servers:
        server.close()


@pytest.fixture
def settings(decoy: Decoy) -> FetchSettings:
    return load_settings().fetch.model_copy(
        update={"allowed_networks": (IPv4Network("127.0.0.0/8"),), "ports": (80, 443, decoy.port)}
    )


@pytest.fixture(autouse=True)
def _nothing_leaves_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let names be looked up as numbers only, and connections be made to the loopback interface only."""
    look_up, connect = socket.getaddrinfo, socket.socket.connect

    def look_up_number(host: Any, port: Any, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0) -> Any:
        return look_up(host, port, family, type, proto, flags | socket.AI_NUMERICHOST)

    def connect_to_loopback(self: socket.socket, address: Any) -> None:
        assert ip_address(address[0]).is_loopback
        connect(self, address)

    monkeypatch.setattr(socket, "getaddrinfo", look_up_number)
    monkeypatch.setattr(socket.socket, "connect", connect_to_loopback)
