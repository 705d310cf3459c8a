"""Servers that are slow, endless or hostile: what each costs at most, and what is raised."""

import gzip
import socket
import threading
import tracemalloc
import zlib
from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.config.settings import FetchSettings
from cutline.errors import FetchError, FetchTimeout, ResponseTooLarge, UnreachableHost
from cutline.service.fetch import HttpPageFetcher, politeness
from cutline.service.fetch.client import Fetcher

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
GZIP = b"Content-Encoding: gzip\r\n\r\n"
BOMB = gzip.compress(bytes(10_000_000))

Parts = Iterable[bytes | float]


def drip(first: bytes, drop: bytes, seconds: float = 0.02) -> Parts:
    """Send something, and then a little again and again."""
    return chain([first], chain.from_iterable(repeat((seconds, drop), 500)))


def fetch(decoy: Any, settings: FetchSettings, parts: Parts, **limits: object) -> None:
    decoy.answer = lambda path: parts
    Fetcher(settings.model_copy(update=limits)).fetch(decoy.url())


class TestSlowServer:
    @pytest.mark.parametrize(
        ("limit", "parts"),
        [
            ("read_seconds", [5.0]),
            ("read_seconds", [OK + b"\r\n<p>", 5.0]),
            ("header_seconds", drip(OK + b"X: ", b"x")),
            ("header_seconds", drip(OK, b"X: x\r\n")),
            ("header_seconds", drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n")),
            ("total_seconds", drip(OK + b"X: ", b"x")),
            ("total_seconds", drip(OK + b"\r\n", b"x")),
            ("total_seconds", drip(CHUNKED, b"1\r\nx\r\n")),
            ("total_seconds", drip(OK + GZIP + BOMB[:10], b"\0")),
        ],
        ids=[
            *("silent", "silent in the page", "drips a header", "drips headers", "drips 100 Continue"),
            *("drips a header in total", "drips a page", "drips chunks", "drips gzip"),
        ],
    )
    def test_is_cut_at_its_limit(self, decoy: Any, settings: FetchSettings, limit: str, parts: Parts) -> None:
        with pytest.raises(FetchTimeout, match=r"127\.0\.0\.1 did not deliver the page in time"):
            fetch(decoy, settings, parts, **{limit: 0.3})

    def test_has_the_total_time_for_all_its_redirects(self, decoy: Any, settings: FetchSettings) -> None:
        redirect = b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n"
        with pytest.raises(FetchTimeout):
            fetch(decoy, settings, [0.15, redirect], total_seconds=0.4, max_redirects=20)
        assert len(decoy.requests) <= 4

    def test_of_names_has_the_total_time_too(self, settings: FetchSettings, monkeypatch: pytest.MonkeyPatch) -> None:
        released = threading.Event()
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: released.wait(5))
        with pytest.raises(FetchTimeout):
            Fetcher(settings.model_copy(update={"total_seconds": 0.2})).fetch("http://slow.example/")
        released.set()


class TestEndlessServer:
    @pytest.mark.parametrize(
        "parts",
        [
            chain([OK + b"Content-Length: 100000000\r\n\r\n"], repeat(bytes(10_000), 10_000)),
            chain([OK + b"\r\n"], repeat(bytes(10_000), 10_000)),
            chain([CHUNKED], repeat(b"2710\r\n" + bytes(10_000) + b"\r\n", 10_000)),
            chain([OK + GZIP], repeat(BOMB, 10_000)),
        ],
        ids=["long", "without length", "chunks", "gzip"],
    )
    def test_is_cut_at_the_size_of_a_page(self, decoy: Any, settings: FetchSettings, parts: Parts) -> None:
        with pytest.raises(ResponseTooLarge):
            fetch(decoy, settings, parts, max_bytes=100_000)

    @pytest.mark.parametrize(
        "parts",
        [
            [OK + b"X: " + b"x" * 1_000_000],
            chain([OK], repeat(b"X-Header: x\r\n" * 1000, 1000)),
            [b"HTTP/1.1 200 " + b"x" * 1_000_000],
            [CHUNKED + b"1;" + b"x" * 1_000_000],
            [CHUNKED + b"0\r\n" + b"X: x\r\n" * 100_000],
        ],
        ids=["header", "headers", "status line", "chunk extension", "trailers"],
    )
    def test_of_anything_but_a_page_is_cut_off(self, decoy: Any, settings: FetchSettings, parts: Parts) -> None:
        with pytest.raises(UnreachableHost, match="broke off the answer, or does not speak HTTP"):
            fetch(decoy, settings, parts)

    def test_of_interim_answers_is_cut_at_the_time_for_headers(self, decoy: Any, settings: FetchSettings) -> None:
        parts = repeat(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100, 100_000)
        with pytest.raises(FetchTimeout):
            fetch(decoy, settings, parts, header_seconds=0.3)

    def test_of_a_redirects_body_costs_nothing(self, decoy: Any, settings: FetchSettings) -> None:
        moved = b"HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\n"
        decoy.answer = lambda path: [OK + b"\r\n<p>"] if path == "/b" else chain([moved], repeat(bytes(10_000), 10_000))
        assert Fetcher(settings).fetch(decoy.url("/a")).body == b"<p>"


class TestBomb:
    @pytest.mark.parametrize(
        ("coding", "body"),
        [("gzip", BOMB), ("deflate", zlib.compress(bytes(10_000_000))), ("gzip", gzip.compress(bytes(1_000_000)) * 50)],
        ids=["gzip", "deflate", "many gzips"],
    )
    def test_is_stopped_at_the_size_of_a_page(
        self, decoy: Any, settings: FetchSettings, coding: str, body: bytes
    ) -> None:
        head = OK + f"Content-Encoding: {coding}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        tracemalloc.start()
        with pytest.raises(ResponseTooLarge):
            fetch(decoy, settings, [head + body], max_bytes=200_000)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 3_000_000

    @pytest.mark.parametrize("coding", ["gzip, gzip", "gzip,deflate", "gzip, identity", "br", "zstd", "xyz"])
    def test_in_a_bomb_is_refused_without_opening_it(self, decoy: Any, settings: FetchSettings, coding: str) -> None:
        body = gzip.compress(BOMB)
        head = OK + f"Content-Encoding: {coding}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        with pytest.raises(FetchError, match="only gzip and deflate are read"):
            fetch(decoy, settings, [head + body])

    def test_in_two_headers_is_refused_as_well(self, decoy: Any, settings: FetchSettings) -> None:
        body = gzip.compress(BOMB)
        head = OK + b"Content-Encoding: gzip\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body)
        with pytest.raises(FetchError, match="only gzip and deflate are read"):
            fetch(decoy, settings, [head + body])

    def test_for_robots_txt_is_read_up_to_its_limit(
        self, decoy: Any, settings: FetchSettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(politeness, "ROBOTS_BYTES", 1000)
        head = OK + b"Content-Length: %d\r\n" % len(BOMB) + GZIP
        decoy.answer = lambda path: [head + BOMB] if path == "/robots.txt" else [OK + b"\r\n<p>"]
        limits = settings.model_copy(update={"robots": True})
        fetcher = HttpPageFetcher(load_settings().model_copy(update={"fetch": limits}))
        assert fetcher.fetch(decoy.url()).html == b"<p>"
