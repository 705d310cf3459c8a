"""The service that is attacked, and what an attack found."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TypeAlias

from process_tree import read_cpu
from service_load import ANSWER_SECONDS

from cutline.processes import list_tree

STOP_SECONDS = 3  # the setting service.stop_seconds
SECRET = "a-secret-that-no-child-may-see"
POST = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
LAST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Target:
    """The service that is attacked.

    Attributes:
        pid: its first process.
        port: where it listens.
        folder: its temporary folder.
        endless: the address of a page whose scripts never end.
    """

    pid: int
    port: int
    folder: Path
    endless: str

    @property
    def cpu_seconds(self) -> float:
        """Processor seconds of all its processes so far."""
        return sum(filter(None, map(read_cpu, list_tree(self.pid))))

    def cost(self, attack: Callable[[], object]) -> float:
        """Return the processor seconds that an attack costs it, until it rests again."""
        self.rest()
        before = self.cpu_seconds
        attack()
        self.rest()
        return self.cpu_seconds - before

    def rest(self) -> None:
        """Wait until it has nothing to do."""
        while True:
            before = self.cpu_seconds
            time.sleep(0.5)
            if self.cpu_seconds - before < 0.03:
                return

    def send(self, *parts: bytes) -> bytes:
        """Return all that it answers to bytes until it closes the connection."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=ANSWER_SECONDS) as client, suppress(OSError):
            for part in parts:
                client.sendall(part)
            while more := client.recv(65_536):
                answer += more
        return answer

    def post(self, body: bytes, path: str = "/v1/extract", **headers: str) -> int:
        """Return the status that a page is answered with; 0 if the connection broke."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request("POST", path, body, {"Content-Type": "text/html"} | named)
            response = connection.getresponse()
            response.read()
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()
        return response.status


@dataclass(frozen=True, slots=True)
class Finding:
    """What an attack found.

    Attributes:
        attack: what was tried.
        measured: what it cost.
        limit: what it may cost.
        unit: of both.
    """

    attack: str
    measured: float
    limit: float
    unit: str

    @property
    def has_held(self) -> bool:
        """Whether it cost no more than it may."""
        return self.measured <= self.limit

    def __str__(self) -> str:
        """Return a row of the table."""
        held = "yes" if self.has_held else "NO"
        measured, limit = (f"{value:.3g}" if value < 100 else f"{value:,.0f}" for value in (self.measured, self.limit))
        return f"| {self.attack} | {measured} {self.unit} | {limit} {self.unit} | {held} |"


Attack: TypeAlias = Callable[[Target], Finding]
