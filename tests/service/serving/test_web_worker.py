"""The parts of the loop that no client can bring about."""

import selectors
import socket
from types import SimpleNamespace
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.service.serving.arriving import ArrivingRequest
from cutline.service.serving.connection import ClientConnection
from cutline.service.serving.web_worker import WebWorker


class FullPool:
    """A pool of threads when the system allows no more threads."""

    def submit(self, *_: object) -> None:
        raise RuntimeError("can't start new thread")


@pytest.fixture
def worker() -> Any:
    made: Any = object.__new__(WebWorker)
    settings = load_settings()
    made.app = SimpleNamespace(settings=settings, gate=lambda head: None)
    made.cfg = SimpleNamespace(threads=1, forwarded_allow_ips=[], forwarded_allow_networks=list)
    made.poller, made.tpool = selectors.DefaultSelector(), FullPool()
    made._connections, made._held_bytes, made._working = set(), 0, 0
    return made


def test_a_request_that_gets_no_thread_costs_its_connection_and_no_place(worker: Any) -> None:
    ours, theirs = socket.socketpair()
    request = ArrivingRequest(worker.limits, worker.app.gate, b"GET / HTTP/1.0\r\n\r\n")
    connection = ClientConnection(ours, "", request, 1.0)
    worker._connections.add(connection)
    worker._guard(worker._begin_work, connection)
    assert worker._working == 0 and not worker._connections
    assert theirs.recv(10) == b""
    theirs.close()


class ResetSocket(ClientConnection):
    """A connection whose client has reset it."""

    def sendall(self, data: bytes) -> None:
        raise ConnectionResetError


def test_a_client_that_is_refused_and_gone_costs_no_other_its_answer(worker: Any) -> None:
    service = worker.app.settings.service.model_copy(update={"max_arriving_bytes": 5_000, "max_head_bytes": 1_000})
    worker.app.settings = worker.app.settings.model_copy(update={"service": service})
    head = b"POST / HTTP/1.0\r\nContent-Length: %d\r\n\r\n"
    pairs = [socket.socketpair() for _ in range(2)]
    greedy, innocent = (
        kind(pair[0], "", ArrivingRequest(worker.limits, worker.app.gate, data), 1.0)
        for kind, pair, data in (
            (ResetSocket, pairs[0], head % 9_000 + b"a" * 6_000),
            (ClientConnection, pairs[1], head % 9_000 + b"a" * 3_000),
        )
    )
    worker._connections |= {greedy, innocent}
    worker._hold(greedy, greedy.request.size)
    worker._guard(worker._judge, innocent)
    assert worker._connections == {innocent}
    for end in (innocent, *(theirs for _, theirs in pairs)):
        end.close()
