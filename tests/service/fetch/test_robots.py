"""robots.txt, asked of servers on the loopback interface."""

import gzip
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest

from cutline.config import Settings
from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress, RobotsDisallowed, UnreachableHost, UpstreamError
from cutline.service.fetch import HttpPageFetcher, politeness
from cutline.service.fetch.politeness import ENTRY_BYTES, RobotsRules

PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\npage"
NO_PAGE = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
RULES = b"User-agent: *\nDisallow: /\nAllow: /open\n\nUser-agent: cutline\nDisallow: /closed\n"


def text(body: bytes, *headers: str) -> bytes:
    lines = ["HTTP/1.1 200 OK", "Content-Type: text/plain", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


def redirect(location: str) -> bytes:
    return f"HTTP/1.1 301 Moved\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


@pytest.fixture
def fetch(decoy: Any, settings: FetchSettings) -> Callable[..., Any]:
    """Fetch a path of the decoy, whose robots.txt is answered as given; `decoy.requests` tells what was asked."""

    def run(path: str, answer: Sequence[bytes | float], **changes: object) -> Any:
        decoy.answer = lambda asked: answer if asked == "/robots.txt" else [PAGE]
        fetcher = make_fetcher(settings, **changes)
        return fetcher.fetch(decoy.url(path))

    return run


def make_fetcher(settings: FetchSettings, **changes: object) -> HttpPageFetcher:
    limits = settings.model_copy(update={"robots": True, **changes})
    return HttpPageFetcher(Settings().model_copy(update={"fetch": limits}))


def list_paths(decoy: Any) -> list[str]:
    return [head.split()[1] for head in decoy.requests]


class TestRules:
    def test_of_the_group_that_names_us_hold(self, fetch: Any) -> None:
        assert fetch("/other", [text(RULES)]).html == b"page"
        with pytest.raises(RobotsDisallowed, match=r"127\.0\.0\.1 asks cutline not to"):
            fetch("/closed/a", [text(RULES)])

    def test_of_the_group_for_all_hold_for_a_name_that_none_has(self, fetch: Any) -> None:
        assert fetch("/open", [text(RULES)], user_agent="Bot/1.0 (a)").html == b"page"
        with pytest.raises(RobotsDisallowed, match="asks Bot not to"):
            fetch("/other", [text(RULES)], user_agent="Bot/1.0 (a)")

    def test_refuse_before_the_page_is_asked_for(self, fetch: Any, decoy: Any) -> None:
        with pytest.raises(RobotsDisallowed):
            fetch("/closed", [text(RULES)])
        assert list_paths(decoy) == ["/robots.txt"]

    def test_are_read_decompressed_and_behind_a_byte_order_mark(self, fetch: Any) -> None:
        body = gzip.compress(b"\xef\xbb\xbf" + RULES)
        with pytest.raises(RobotsDisallowed):
            fetch("/closed", [text(body, "Content-Encoding: gzip")])

    def test_are_read_up_to_their_limit(self, fetch: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(politeness, "ROBOTS_BYTES", 2000)
        with pytest.raises(RobotsDisallowed):
            fetch("/closed", [text(RULES + b"#" * 10_000_000)])

    def test_that_are_no_text_allow_everything(self, fetch: Any) -> None:
        assert fetch("/closed", [text(bytes(range(256)))]).html == b"page"

    def test_hold_for_the_address_that_a_page_redirects_to(self, decoy: Any, settings: FetchSettings) -> None:
        answers = {"/robots.txt": text(RULES), "/other": redirect("/closed")}
        decoy.answer = lambda path: [answers.get(path, PAGE)]
        with pytest.raises(RobotsDisallowed, match=r"127\.0\.0\.1 \(after a redirect\)"):
            make_fetcher(settings).fetch(decoy.url("/other"))
        assert list_paths(decoy) == ["/robots.txt", "/other"]

    def test_hold_for_what_a_page_asks_for(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answer = lambda path: [text(RULES)]
        with pytest.raises(RobotsDisallowed):
            make_fetcher(settings).open_resources().fetch(decoy.url("/closed/a.css"))

    def test_are_not_asked_for_unless_that_is_set(self, fetch: Any, decoy: Any) -> None:
        assert fetch("/closed", [text(RULES)], robots=False).html == b"page"
        assert list_paths(decoy) == ["/closed"]


class TestMissing:
    @pytest.mark.parametrize("status", ["400 Bad", "401 No", "403 No", "404 None", "410 Gone"])
    def test_robots_allow_everything(self, fetch: Any, status: str) -> None:
        answer = f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode()
        assert fetch("/closed", [answer]).html == b"page"

    def test_robots_after_redirects_without_end_allow_everything(self, fetch: Any) -> None:
        assert fetch("/closed", [redirect("/robots.txt")]).html == b"page"

    @pytest.mark.parametrize(
        "parts",
        [
            [b"HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n"],
            [b"HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n"],
            [b"HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\n\r\n"],
            [],
            [b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent"],
            [2.0, NO_PAGE],
            [redirect("http://10.0.0.1/robots.txt")],
        ],
        ids=["500", "503", "429", "broken", "cut", "slow", "blocked"],
    )
    def test_robots_that_cannot_be_had_forbid_everything(
        self, fetch: Any, decoy: Any, parts: list[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(politeness, "ROBOTS_SECONDS", 0.3)
        with pytest.raises(RobotsDisallowed, match="cannot be fetched"):
            fetch("/other", parts)
        assert list_paths(decoy) == ["/robots.txt"]

    def test_robots_are_asked_of_no_host_that_is_not_allowed(self, decoy: Any, settings: FetchSettings) -> None:
        with pytest.raises(BlockedAddress):
            make_fetcher(settings, allowed_networks=()).fetch(decoy.url())
        assert decoy.requests == []

    def test_robots_of_a_host_without_address_are_an_unreachable_host(self, settings: FetchSettings) -> None:
        with pytest.raises(UnreachableHost):
            make_fetcher(settings).fetch("http://nowhere.example/")

    def test_robots_are_found_after_a_redirect(self, decoy: Any, settings: FetchSettings) -> None:
        answers = {"/robots.txt": redirect("/rules"), "/rules": text(RULES)}
        decoy.answer = lambda path: [answers.get(path, PAGE)]
        with pytest.raises(RobotsDisallowed):
            make_fetcher(settings).fetch(decoy.url("/closed"))


class Site:
    """Answers for robots.txt of any host, and counts who was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.body = RULES
        self.error: Exception | None = None

    def fetch(self, url: str, settings: FetchSettings) -> bytes:
        self.asked.append(url)
        if self.error is not None:
            raise self.error
        return self.body


def check(rules: RobotsRules, url: str) -> bool:
    try:
        rules.check(httpx.URL(url), "it", 5.0)
    except RobotsDisallowed:
        return False
    return True


class TestMemory:
    def test_holds_the_rules_of_each_origin(self, settings: FetchSettings) -> None:
        site = Site()
        rules = RobotsRules(settings, site.fetch)
        urls = ["http://a.example/", "http://a.example/x", "https://a.example/", "http://a.example:81/"]
        assert all(check(rules, url) for url in urls)
        assert site.asked == [
            "http://a.example/robots.txt",
            "https://a.example/robots.txt",
            "http://a.example:81/robots.txt",
        ]

    def test_ends_after_its_time(self, settings: FetchSettings, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(politeness, "KEEP_SECONDS", 1e-6)
        site = Site()
        rules = RobotsRules(settings, site.fetch)
        assert check(rules, "http://a.example/closed") is False
        site.body = b""
        assert check(rules, "http://a.example/closed") is True

    def test_of_a_failure_ends_sooner(self, settings: FetchSettings, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(politeness, "RETRY_SECONDS", 1e-6)
        site = Site()
        site.error = UpstreamError("down", 503)
        rules = RobotsRules(settings, site.fetch)
        assert check(rules, "http://a.example/other") is False
        site.error = None
        assert check(rules, "http://a.example/other") is True

    def test_is_bounded(self, settings: FetchSettings, monkeypatch: pytest.MonkeyPatch) -> None:
        site = Site()
        monkeypatch.setattr(politeness, "MEMORY_BYTES", 3 * (ENTRY_BYTES + len(RULES)))
        rules = RobotsRules(settings, site.fetch)
        for host in "abcd":
            check(rules, f"http://{host}.example/")
        assert len(rules._known) == 3
        check(rules, "http://d.example/")
        assert len(site.asked) == 4
        check(rules, "http://a.example/")
        assert len(site.asked) == 5


class TestHostileRobots:
    def test_many_wildcards_are_matched_at_once(self, settings: FetchSettings) -> None:
        site = Site()
        site.body = b"User-agent: *\nDisallow: /" + b"*a" * 2000 + b"$"
        assert check(RobotsRules(settings, site.fetch), "http://a.example/" + "a" * 1999 + "b") is True

    def test_many_names_for_many_rules_are_no_matrix(self, settings: FetchSettings) -> None:
        site = Site()
        names = (f"User-agent:{n:x}{end}" for end in "\n\x0b\u2028" for n in range(5_000))
        site.body = "".join(("#\x0b", *names)).encode() + b"\nAllow:/\n" * 30_000 + RULES
        assert check(RobotsRules(settings, site.fetch), "http://a.example/closed") is False

    @pytest.mark.parametrize(
        "line",
        ["user-agent: Cutline", " User agent cutline #", "useragent:cut*", "User-Agent:\tcutline", "USER-AGENT *"],
    )
    def test_a_name_is_found_as_it_is_often_written(self, settings: FetchSettings, line: str) -> None:
        site = Site()
        site.body = f"User-agent: a\n{line}\nDisallow: /x\r\n".encode()
        assert check(RobotsRules(settings, site.fetch), "http://a.example/x") is False

    @pytest.mark.parametrize("line", ["User-agent: line", "User-agent: cutlines", "User-agent:", "User-agents: us"])
    def test_another_name_is_not_ours(self, settings: FetchSettings, line: str) -> None:
        site = Site()
        site.body = f"User-agent: *\nDisallow: /y\n\n{line}\nDisallow: /x\n".encode()
        assert check(RobotsRules(settings, site.fetch), "http://a.example/xx") is (line != "User-agents: us")
