"""Answers that are kept in a file, of servers on the loopback interface."""

import gzip
import logging
import os
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from cutline.config import Settings
from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress, ConfigError, FetchError, NotHtml, ResponseTooLarge, UpstreamError
from cutline.service.fetch import HttpPageFetcher

FRESH = "Cache-Control: max-age=600"


def answer(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", "Content-Type: text/html; charset=utf-8", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, f"Date: {formatdate(usegmt=True)}", *headers, "", ""]).encode() + body


@pytest.fixture
def open_fetcher(settings: FetchSettings, tmp_path: Path) -> Iterator[Callable[..., HttpPageFetcher]]:
    """Make what fetches through the file `cache.db`."""
    opened: list[HttpPageFetcher] = []

    def build(**changes: object) -> HttpPageFetcher:
        limits = settings.model_copy(update={"cache_file": str(tmp_path / "cache.db"), **changes})
        opened.append(HttpPageFetcher(Settings().model_copy(update={"fetch": limits})))
        return opened[-1]

    yield build
    for fetcher in opened:
        fetcher.close()


@pytest.fixture
def fetch(open_fetcher: Callable[..., HttpPageFetcher], decoy: Any) -> Callable[..., bytes]:
    fetcher = open_fetcher()
    return lambda path="/": fetcher.fetch(decoy.url(path)).html


class TestFreshAnswer:
    def test_is_given_without_asking_again(self, fetch: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", FRESH))
        assert (fetch(), fetch()) == (b"one", b"one")
        assert len(decoy.requests) == 1

    def test_has_the_address_and_the_encoding_that_it_came_with(self, open_fetcher: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", FRESH))
        fetcher = open_fetcher()
        first, second = (fetcher.fetch(decoy.url("/a")) for _ in range(2))
        assert first == second
        assert (second.charset, second.url) == ("utf-8", decoy.url("/a"))

    def test_is_kept_compressed_and_given_decompressed(self, fetch: Any, decoy: Any) -> None:
        decoy.answers(answer(gzip.compress(b"<p>one" * 99), FRESH, "Content-Encoding: gzip"))
        assert (fetch(), fetch()) == (b"<p>one" * 99, b"<p>one" * 99)
        assert len(decoy.requests) == 1

    def test_in_chunks_is_kept_without_them(self, fetch: Any, decoy: Any) -> None:
        head = f"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n{FRESH}\r\n\r\n".encode()
        decoy.answers(head + b"3\r\n<p>\r\n1\r\nx\r\n0\r\n\r\n")
        assert (fetch(), fetch()) == (b"<p>x", b"<p>x")
        assert len(decoy.requests) == 1

    def test_is_given_whatever_part_of_the_page_is_asked_for(self, fetch: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", FRESH))
        fetch("/#a")
        fetch("/#b")
        assert len(decoy.requests) == 1

    def test_outlives_the_fetcher(self, open_fetcher: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", FRESH))
        for _ in range(2):
            fetcher = open_fetcher()
            assert fetcher.fetch(decoy.url()).html == b"one"
            fetcher.close()
        assert len(decoy.requests) == 1

    def test_is_judged_by_the_guard_like_any_other(self, open_fetcher: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", FRESH))
        open_fetcher().fetch(decoy.url())
        with pytest.raises(BlockedAddress):
            open_fetcher(allowed_networks=()).fetch(decoy.url())
        assert len(decoy.requests) == 1

    def test_is_held_to_the_limits_that_hold_now(self, open_fetcher: Any, decoy: Any) -> None:
        decoy.answers(answer(b"x" * 1000, FRESH))
        open_fetcher().fetch(decoy.url())
        with pytest.raises(ResponseTooLarge):
            open_fetcher(max_bytes=999).fetch(decoy.url())

    def test_behind_a_redirect_is_given_after_asking_for_the_redirect(self, fetch: Any, decoy: Any) -> None:
        moved = answer(b"", FRESH, "Location: /b", status="301 Moved")
        decoy.answer = lambda path: [moved if path == "/a" else answer(b"one", FRESH)]
        assert (fetch("/a"), fetch("/a")) == (b"one", b"one")
        assert [head.split()[1] for head in decoy.requests] == ["/a", "/b", "/a"]


class TestStaleAnswer:
    def test_is_given_when_the_server_says_that_it_still_holds(self, fetch: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", "Cache-Control: no-cache", 'ETag: "1"'))
        fetch()
        decoy.answers(answer(b"", 'ETag: "1"', status="304 Not Modified"))
        assert fetch() == b"one"
        assert 'if-none-match: "1"\r\n' in decoy.requests[1].lower()

    def test_is_asked_about_by_whatever_its_server_calls_it(self, fetch: Any, decoy: Any) -> None:
        for number, name in enumerate(('"ü"', 'W/"\xff"', "no quotes")):
            decoy.answers(answer(b"one", "Cache-Control: no-cache", f"ETag: {name}"))
            fetch(f"/{number}")
            decoy.answers(answer(b"", f"ETag: {name}", status="304 Not Modified"))
            assert fetch(f"/{number}") == b"one"

    def test_is_replaced_by_a_newer_one(self, fetch: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", "Cache-Control: max-age=0", 'ETag: "1"'))
        fetch()
        decoy.answers(answer(b"two", FRESH, 'ETag: "2"'))
        assert (fetch(), fetch()) == (b"two", b"two")
        assert len(decoy.requests) == 2

    def test_is_not_given_when_the_server_fails(self, fetch: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", "Cache-Control: max-age=0", 'ETag: "1"'))
        fetch()
        decoy.answers(answer(b"", status="500 Oh"))
        with pytest.raises(UpstreamError):
            fetch()


class TestNotKept:
    @pytest.mark.parametrize(
        "headers",
        [
            ["Cache-Control: private, max-age=600"],
            ["Cache-Control: no-store"],
            ["Cache-Control: max-age=600, no-store"],
            [FRESH, "Set-Cookie: session=1"],
            [FRESH, "Vary: *"],
            ["Expires: 0"],
            [],
        ],
    )
    def test_is_what_is_private_or_has_no_time(self, fetch: Any, decoy: Any, headers: list[str]) -> None:
        decoy.answers(answer(b"one", *headers))
        assert (fetch(), fetch()) == (b"one", b"one")
        assert len(decoy.requests) == 2

    @pytest.mark.parametrize("status", ["404 Not Found", "410 Gone", "503 Later"])
    def test_is_an_error(self, fetch: Any, decoy: Any, status: str) -> None:
        decoy.answers(answer(b"", FRESH, status=status))
        for _ in range(2):
            with pytest.raises(UpstreamError):
                fetch()
        assert len(decoy.requests) == 2

    @pytest.mark.parametrize(
        ("parts", "error"),
        [
            ([answer(b"x" * 300_000, FRESH)], ResponseTooLarge),
            ([answer(b"x" * 100, FRESH)[:-50]], FetchError),
            ([answer(b"%PDF", FRESH).replace(b"text/html", b"application/pdf")], NotHtml),
        ],
    )
    def test_is_what_was_not_read_to_its_end(
        self, open_fetcher: Any, decoy: Any, tmp_path: Path, parts: list[bytes], error: type[Exception]
    ) -> None:
        decoy.answers(*parts)
        fetcher = open_fetcher(max_bytes=200_000)
        with pytest.raises(error):
            fetcher.fetch(decoy.url())
        fetcher.close()
        with sqlite3.connect(tmp_path / "cache.db") as file:
            assert file.execute("SELECT count(*) FROM entries WHERE expires_at IS NULL").fetchone() == (0,)
        file.close()


@pytest.mark.parametrize(
    "header",
    [
        *("Cache-Control: max-age=", "Cache-Control: max-age=x", "Cache-Control: max-age=-1", "Cache-Control: =,;="),
        *(
            "Cache-Control: max-age=" + "9" * 5000,
            'Cache-Control: private="',
            'Cache-Control: no-cache="a, b',
            "Cache-Control: ü",
        ),
        *(
            "Expires: 99999999999999",
            "Expires: Thu, 99 Foo 99999 99:99:99 GMT",
            "Date: x",
            "Date: Sun, 01 Jan 0000 00:00:00 GMT",
        ),
        *(
            "Age: x",
            "Age: -1",
            "Age: " + "9" * 5000,
            "Last-Modified: x",
            "Last-Modified: Sun, 01 Jan 99999 00:00:00 GMT",
        ),
        *("Vary: ü, ,*", "Vary: " + "a," * 5000, "Connection: ü", "X-ü: a", "X: \x01"),
    ],
)
def test_no_header_does_harm(fetch: Any, decoy: Any, header: str) -> None:
    for kept in (["Cache-Control: max-age=600"], ["Last-Modified: Sun, 01 Jan 2023 00:00:00 GMT"], []):
        decoy.answers(answer(b"one", *kept, header))
        for _ in range(2):
            try:
                assert fetch(f"/{len(kept)}{kept}") == b"one"
            except FetchError:
                continue
    decoy.answers(answer(b"two"))
    assert fetch("/after") == b"two"


class TestFile:
    def test_stays_within_its_size(self, open_fetcher: Any, decoy: Any, tmp_path: Path) -> None:
        decoy.answers(answer(os.urandom(100_000), FRESH))
        fetcher = open_fetcher(cache_max_bytes=1_000_000)
        for number in range(30):
            fetcher.fetch(decoy.url(f"/{number}"))
        fetcher.close()
        assert (tmp_path / "cache.db").stat().st_size < 1_200_000

    def test_is_readable_by_its_owner_alone_and_nothing_lies_beside_it(self, open_fetcher: Any, tmp_path: Path) -> None:
        open_fetcher().close()
        assert [path.name for path in tmp_path.iterdir()] == ["cache.db"]
        assert stat.S_IMODE((tmp_path / "cache.db").stat().st_mode) == 0o600

    def test_that_cannot_be_written_is_an_error_of_the_settings(self, open_fetcher: Any, tmp_path: Path) -> None:
        for file in (tmp_path / "missing" / "cache.db", tmp_path):
            with pytest.raises(ConfigError, match=r"fetch\.cache_file"):
                open_fetcher(cache_file=str(file))

    def test_of_something_else_is_left_as_it_is(self, open_fetcher: Any, tmp_path: Path) -> None:
        text = tmp_path / "notes.txt"
        text.write_text("my notes, which are no database at all\n" * 20)
        other = tmp_path / "other.db"
        with sqlite3.connect(other) as file:
            file.execute("CREATE TABLE entries (mine)")
        file.close()
        for path in (text, other):
            before = path.read_bytes()
            with pytest.raises(ConfigError, match=path.name):
                open_fetcher(cache_file=str(path))
            assert path.read_bytes() == before

    def test_that_is_damaged_later_costs_the_cache_and_not_the_page(
        self, open_fetcher: Any, decoy: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        decoy.answers(answer(b"one", FRESH))
        fetcher = open_fetcher()
        (tmp_path / "cache.db").write_bytes(b"no database" * 1000)
        with caplog.at_level(logging.CRITICAL):
            assert fetcher.fetch(decoy.url("/secret")).html == b"one"
        assert "secret" not in caplog.text

    def test_is_shared_by_threads(self, open_fetcher: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", FRESH))
        fetcher = open_fetcher()
        bodies: list[bytes] = []

        def work(number: int) -> None:
            bodies.extend(fetcher.fetch(decoy.url(f"/{(number + step) % 5}")).html for step in range(10))

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert bodies == [b"one"] * 80
        assert len(decoy.requests) <= 40

    def test_is_opened_again_after_a_fork(self, open_fetcher: Any, decoy: Any) -> None:
        decoy.answers(answer(b"one", FRESH))
        fetcher = open_fetcher()
        fetcher.fetch(decoy.url())
        child = os.fork()
        if child == 0:
            os._exit(0 if fetcher.fetch(decoy.url()).html == b"one" else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert fetcher.fetch(decoy.url()).html == b"one"
        assert len(decoy.requests) == 1
