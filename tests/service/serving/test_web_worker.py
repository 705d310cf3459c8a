"""The parts of the loop that no client can bring about."""

from __future__ import annotations

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
