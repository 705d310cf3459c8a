from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier, Event, Lock, Thread
from urllib.request import urlopen

import pytest
from flask import Flask

from cutline.service.server import BoundedServer

WAIT = 10  # seconds after which a test has failed


@contextmanager
def serving(answer: Callable[[], str], threads: int) -> Iterator[str]:
    """Serve one page on a free port."""
    app = Flask("test")
    app.add_url_rule("/", view_func=answer)
    server = BoundedServer("127.0.0.1", 0, app, threads)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}/"
    finally:
        server.shutdown()
        thread.join(WAIT)


def fetch(url: str) -> bytes:
    with urlopen(url, timeout=WAIT) as response:
        return response.read()


def test_requests_are_answered_at_the_same_time() -> None:
    both_there = Barrier(2)

    def answer() -> str:
        both_there.wait(WAIT)
        return "met"

    with serving(answer, threads=2) as url, ThreadPoolExecutor(2) as pool:
        assert list(pool.map(fetch, [url, url])) == [b"met", b"met"]


def test_no_more_requests_are_answered_at_once_than_there_are_threads() -> None:
    at_once: list[int] = []
    active, lock = [0], Lock()

    def answer() -> str:
        with lock:
            active[0] += 1
            at_once.append(active[0])
        Event().wait(0.02)
        with lock:
            active[0] -= 1
        return "ok"

    with serving(answer, threads=2) as url, ThreadPoolExecutor(6) as pool:
        assert list(pool.map(fetch, [url] * 6)) == [b"ok"] * 6
    assert max(at_once) == 2


def test_closing_waits_for_the_answer_under_way() -> None:
    begun, may_end = Event(), Event()

    def answer() -> str:
        begun.set()
        may_end.wait(WAIT)
        return "finished"

    with ThreadPoolExecutor(1) as pool:
        with serving(answer, threads=1) as url:
            future = pool.submit(fetch, url)
            assert begun.wait(WAIT)
            Thread(target=lambda: Event().wait(0.05) or may_end.set()).start()
        assert future.result(WAIT) == b"finished"


def test_an_address_in_use_is_an_os_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        BoundedServer("127.0.0.1", taken.getsockname()[1], Flask("test"), 1)


def test_the_server_header_has_no_version() -> None:
    with serving(lambda: "ok", threads=1) as url, urlopen(url, timeout=WAIT) as response:
        assert response.headers["Server"] == "cutline"
