"""Services in processes of their own, and clients with bad manners."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, Self

import pytest

from cutline.processes import list_tree

HERE = Path(__file__).parent
OPENINGS = HERE.parent / "pages"
WAIT = 120  # seconds after which a test has failed


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @classmethod
    def of(cls, response: HTTPResponse) -> Self:
        return cls(response.status, dict(response.getheaders()), response.read())


class Service:
    """A service that runs."""

    def __init__(self, command: list[str], log: Path, environment: dict[str, str]) -> None:
        self.log = log
        with log.open("wb") as file:
            self.process = subprocess.Popen(command, stderr=file, env=os.environ | environment, process_group=0)
        try:
            self.wait_until(lambda: "listening on http" in log.read_text())
        except BaseException:
            self.end()
            raise
        self.port = int(log.read_text().partition("listening on http://127.0.0.1:")[2].split()[0].rstrip(";"))

    def connect(self) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self.port, timeout=WAIT)

    def open_socket(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=WAIT)

    def get(self, path: str) -> Answer:
        connection = self.connect()
        connection.request("GET", path)
        answer = Answer.of(connection.getresponse())
        connection.close()
        return answer

    def extract(self, page: str, **options: object) -> Answer:
        connection = self.connect()
        body = json.dumps({"html": page, **options})
        connection.request("POST", "/v1/extract", body, {"Content-Type": "application/json"})
        answer = Answer.of(connection.getresponse())
        connection.close()
        return answer

    def send(self, data: bytes) -> bytes:
        """Return all that is answered to bytes until the connection is closed."""
        with self.open_socket() as client:
            client.sendall(data)
            return read_all(client)

    def wait_until(self, is_so: Callable[[], object]) -> None:
        end = time.monotonic() + WAIT
        while not is_so():
            assert time.monotonic() < end, self.log.read_text()
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)

    def wait_ready(self) -> None:
        self.wait_until(self.is_ready)

    def is_ready(self) -> bool:
        try:
            return self.get("/readyz").status == 200
        except OSError:
            return False

    @property
    def web_workers(self) -> list[int]:
        return [pid for pid in list_tree(self.process.pid)[1:] if parent_of(pid) == self.process.pid]

    @property
    def extraction_processes(self) -> list[int]:
        nurseries = [pid for pid in list_tree(self.process.pid) if b"nursery" in read_command(pid)]
        return [
            pid for pid in nurseries if parent_of(pid) in nurseries
        ]  # workers have the command they are forked from

    def stop(self, end: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(end)
        return self.process.wait(WAIT)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def read_all(client: socket.socket) -> bytes:
    data = b""
    while more := client.recv(65536):
        data += more
    return data


def read_command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


StartService = Callable[..., Service]


@pytest.fixture(scope="module")
def start_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartService]:
    """Start a service: `start_service(workers=2, threads=2, page_seconds=1)`; it is ended with the module's tests."""
    services: list[Service] = []

    def start(workers: int = 1, web_workers: int = 1, threads: int = 16, **changes: object) -> Service:
        folder = tmp_path_factory.mktemp("service")
        settings = json.dumps({"service": changes, "jobs": {"database": str(folder / "jobs.sqlite")}})
        counts = map(str, (workers, web_workers, threads))
        command = [sys.executable, str(HERE / "run_service.py"), str(OPENINGS), settings, *counts]
        service = Service(command, folder / "log", {"TMPDIR": str(folder)})
        services.append(service)
        service.wait_ready()
        return service

    yield start
    for service in services:
        service.end()


@pytest.fixture(scope="module")
def run_command(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Service]]:
    """Run a command that serves, with its state in a folder of its own; it is ended with the module's tests."""
    services: list[Service] = []

    def run(command: list[str], **environment: str) -> Service:
        folder = tmp_path_factory.mktemp("service")
        services.append(Service(command, folder / "log", {"XDG_STATE_HOME": str(folder), **environment}))
        services[-1].wait_ready()
        return services[-1]

    yield run
    for service in services:
        service.end()
