"""Fetching of pages, of what they load, and of the pages that follow, within limits of destination, size and time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from email.message import Message
from functools import partial
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from time import sleep

import httpx

from cutline.config.settings import FetchSettings, Settings
from cutline.errors import BlockedAddress, FetchTimeout, NotHtml, ResponseTooLarge, TooManyRedirects, UpstreamError
from cutline.page_given import PageGiven
from cutline.service.fetch.cache import HttpCache
from cutline.service.fetch.exchange import (
    ACCEPTED,
    Ask,
    Connect,
    Deadline,
    Exchange,
    HttpResponse,
    decompress,
    decompress_start,
    name_failures,
    open_connection,
)
from cutline.service.fetch.guard import Destination, Resolver, admit, join_url, parse_url, resolve_host
from cutline.service.fetch.politeness import HostTurns, RobotsRules

PAGE_TYPES = {"text/html", "application/xhtml+xml", "application/xml", "text/xml", "text/plain"}
REDIRECTS = {301, 302, 303, 307, 308}
ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8"

ReadBody = Callable[[HttpResponse, Deadline], bytes]
Spend = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Fetched:
    """A fetched page.

    Attributes:
        url: its address, after redirects.
        body: its bytes, decompressed.
        charset: the encoding that the server names, in lower case; it may be unknown to Python.
        media_type: the media type that the server names, such as text/html.
        status: the HTTP status (200-299).
    """

    url: str
    body: bytes
    charset: str | None
    media_type: str | None
    status: int


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Fetches addresses within limits; safe to share between threads.

    Proxy variables are ignored, cookies are not stored, and at most `settings.max_redirects` redirects are followed.

    Attributes:
        settings: the limits.
        resolve: returns every IP address of a host; all are checked before any is connected to.
        connect: opens a connection to a checked IP address.
        robots: the robots.txt rules; None: robots.txt is not asked for.
        cache: stores answers; None: nothing is stored. The address of a cached answer is checked too.
        turns: spaces out requests to a host; None: no waiting. Waiting for a turn does not count towards time limits.
    """

    settings: FetchSettings
    resolve: Resolver = resolve_host
    connect: Connect = open_connection
    robots: RobotsRules | None = None
    cache: HttpCache | None = None
    turns: HostTurns | None = None

    def fetch(
        self, url: str, *, accepted: Collection[str] | None = None, accept: str = ACCEPT, spend: Spend | None = None
    ) -> Fetched:
        """Fetch an address.

        Args:
            url: a full http(s) address of the public web, or of a network in `settings.allowed_networks`.
            accepted: the accepted media types; None: any.
            accept: the Accept header.
            spend: called with the number of bytes of each chunk; may raise a FetchError to abort.

        Raises:
            BlockedAddress: the address, or one it redirects to, is malformed or not public.
            RobotsDisallowed: the robots.txt of its host, or of one it redirects to, forbids it.
            UnreachableHost: the host has no IP address, or refuses or breaks the connection.
            UpstreamError: the server answered with a status other than 200-299.
            FetchTimeout: connecting, the headers, a read or the whole fetch took too long.
            TooManyRedirects: there were more than `settings.max_redirects` redirects.
            ResponseTooLarge: the page has more than `settings.max_bytes` bytes, compressed or decompressed.
            NotHtml: the server names a media type that is not accepted.
            FetchError: the answer has an unknown compression, or is damaged.
        """
        read = partial(_read_whole, limit=self.settings.max_bytes, spend=spend or (lambda size: None))
        return self._request(url, accept, accepted, read)

    def fetch_start(self, url: str) -> bytes:
        """Return the first `settings.max_bytes` bytes at an address, or all if there are fewer.

        Raises:
            FetchError: as `fetch`.
        """
        return self._request(url, "text/plain", None, partial(_read_start, limit=self.settings.max_bytes)).body

    def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Send a body to an address with POST; the answer is not read, and no redirect is followed.

        Raises:
            FetchError: as `fetch`, without that for robots.txt.
        """
        deadline, target = Deadline(self.settings.total_seconds), parse_url(url)
        headers = {"User-Agent": _name_agent(self.settings), "Content-Length": str(len(body)), **headers}
        with name_failures(target.host):
            destination = self._find_destination(target, target.host, deadline)
            with Exchange(self.settings, self.connect).ask(destination, headers, deadline, body) as answer:
                _check_status(answer, target.host)

    def _request(self, url: str, accept: str, accepted: Collection[str] | None, read: ReadBody) -> Fetched:
        deadline = Deadline(self.settings.total_seconds)
        headers = {"User-Agent": _name_agent(self.settings), "Accept": accept, "Accept-Encoding": ACCEPTED}
        target = parse_url(url)
        named = host = target.host
        for _ in range(self.settings.max_redirects + 1):
            with name_failures(named), self._turn(target.host, deadline):
                destination = self._admit(target, named, deadline)
                with self._ask(destination, headers, deadline) as answer:
                    location = answer.headers.get("location") if answer.status in REDIRECTS else None
                    if location is None:
                        return _read_answer(target, answer, accepted, named, lambda: read(answer, deadline))
            target = _follow(target, location, named)
            named = f"{host} (after a redirect)"
        raise TooManyRedirects(f"{host} redirects more than {self.settings.max_redirects} times; it may need cookies.")

    def _admit(self, target: httpx.URL, named: str, deadline: Deadline) -> Destination:
        destination = self._find_destination(target, named, deadline)
        if self.robots is not None:
            self.robots.check(target, named, deadline.left())
        return destination

    def _find_destination(self, target: httpx.URL, named: str, deadline: Deadline) -> Destination:
        return admit(target, self.settings, lambda name: self.resolve(name, deadline.left()), named)

    @property
    def _ask(self) -> Ask:
        ask = Exchange(self.settings, self.connect).ask
        return ask if self.cache is None else partial(self.cache.ask, ask)

    @contextmanager
    def _turn(self, host: str, deadline: Deadline) -> Iterator[None]:
        with ExitStack() as taken:
            if self.turns is not None:
                with deadline.paused():
                    taken.enter_context(self.turns.turn(host))
            yield


def _name_agent(settings: FetchSettings) -> str:
    return f"{settings.user_agent} (+{settings.contact})" if settings.contact else settings.user_agent


def _follow(url: httpx.URL, location: str, named: str) -> httpx.URL:
    try:
        return join_url(url, location)
    except httpx.InvalidURL as error:
        raise BlockedAddress(f"{named} redirects to a malformed address.") from error


def _read_answer(
    url: httpx.URL, answer: HttpResponse, accepted: Collection[str] | None, named: str, read: Callable[[], bytes]
) -> Fetched:
    _check_status(answer, named)
    media_type, charset = _split_content_type(answer.headers.get("content-type", ""))
    if media_type is not None and accepted is not None and media_type not in accepted:
        raise NotHtml(f"{named} answered with {media_type}, not with a page; give the address of an HTML page.")
    return Fetched(str(url), read(), charset, media_type, answer.status)


def _check_status(answer: HttpResponse, named: str) -> None:
    if not 200 <= answer.status < 300:
        raise UpstreamError(f"{named} answered with status {_describe_status(answer.status)}.", answer.status)


def _read_whole(answer: HttpResponse, deadline: Deadline, limit: int, spend: Spend) -> bytes:
    body = bytearray()
    for chunk in answer.chunks:
        body += chunk
        spend(len(chunk))
        if len(body) > limit:
            raise ResponseTooLarge(f"The answer has more than {limit} bytes (setting fetch.max_bytes).")
        deadline.left()
    page = decompress(bytes(body), answer.headers.get("content-encoding", ""), limit)
    spend(max(0, len(page) - len(body)))
    return page


def _read_start(answer: HttpResponse, deadline: Deadline, limit: int) -> bytes:
    body = bytearray()
    for chunk in answer.chunks:
        body += chunk
        if len(body) > limit:
            break
        deadline.left()
    return decompress_start(bytes(body), answer.headers.get("content-encoding", ""), limit)


def _split_content_type(value: str) -> tuple[str | None, str | None]:
    message = Message()
    message["content-type"] = value
    media_type = value.partition(";")[0].partition(",")[0].strip().lower()
    return media_type or None, message.get_content_charset()


def _describe_status(status: int) -> str:
    try:
        return f"{status} ({HTTPStatus(status).phrase})"
    except ValueError:
        return str(status)


FETCHING_SHARE = 0.5  # of the seconds of a page, for the pages that follow; the rest is for reading the first and last
UNKNOWN_TYPE = "application/octet-stream"


class SharedLimits:
    """Several fetches that share one limit of bytes and one of time; threads may share it."""

    def __init__(self, fetcher: Fetcher, seconds: float, max_bytes: int, exceeded: str) -> None:
        """Take a fetcher, and what all fetches together may take from the first on; `exceeded` begins complaints."""
        self._fetcher = fetcher
        self._seconds = seconds
        self._bytes_left = max_bytes
        self._exceeded = exceeded
        self._deadline: Deadline | None = None
        self._lock = Lock()

    def bring(self, url: str, *, accepted: Collection[str] | None = None, accept: str) -> Fetched:
        """Return what is at an address.

        Raises:
            FetchTimeout: the time of all is used up, or this answer takes too long.
            ResponseTooLarge: the bytes of all are used up, or this answer has too many.
            FetchError: as `Fetcher.fetch`.
        """
        settings = self._fetcher.settings
        limited = settings.model_copy(update={"total_seconds": self._find_seconds_left(settings.total_seconds)})
        fetcher = replace(self._fetcher, settings=limited)
        return fetcher.fetch(url, accepted=accepted, accept=accept, spend=self._spend)

    def _find_seconds_left(self, at_most: float) -> float:
        with self._lock:
            if self._deadline is None:
                self._deadline = Deadline(self._seconds)
        try:
            return self._deadline.left(at_most)
        except TimeoutError as error:
            raise FetchTimeout(f"{self._exceeded} took too long.") from error

    def _spend(self, size: int) -> None:
        with self._lock:
            self._bytes_left -= size
            if self._bytes_left < 0:
                raise ResponseTooLarge(f"{self._exceeded} are too large.")


class HttpPageResources(SharedLimits):
    """The style sheets, scripts and data of one page."""

    def fetch(self, url: str) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and body of an address; the only header is its content type.

        Raises:
            FetchError: as `bring`.
        """
        fetched = self.bring(url, accept="*/*")
        media_type = fetched.media_type or UNKNOWN_TYPE
        content_type = f"{media_type}; charset={fetched.charset}" if fetched.charset else media_type
        return fetched.status, {"content-type": content_type}, fetched.body


class HttpPageFetcher:
    """Fetches pages and their resources, with robots.txt and a cache if the settings say so.

    Threads may share it; they then share the cached robots.txt files.

    >>> page = HttpPageFetcher(load_settings()).fetch("https://courier.example/2026/ferry")
    """

    def __init__(
        self,
        settings: Settings,
        turns: HostTurns | None = None,
        *,
        resolve: Resolver = resolve_host,
        connect: Connect = open_connection,
    ) -> None:
        """Take the settings.

        Args:
            settings: the tables `fetch` and `render`, and how long processes may take for a page.
            turns: spaces out requests to a host; for jobs.
            resolve, connect: as for `Fetcher`.

        Raises:
            ConfigError: the cache file cannot be used.
        """
        limits = settings.fetch
        self._render = settings.render
        page_seconds = min(settings.service.page_seconds, settings.enrich.page_seconds)
        self._following_seconds = min(limits.total_seconds, FETCHING_SHARE * page_seconds)
        self._cache = HttpCache(Path(limits.cache_file), limits.cache_max_bytes) if limits.cache_file else None
        plain = Fetcher(limits, resolve, connect, cache=self._cache)
        rules = RobotsRules(limits, lambda url, few: replace(plain, settings=few).fetch_start(url))
        self._fetcher = replace(plain, robots=rules if limits.robots else None, turns=turns)

    def fetch(self, url: str) -> PageGiven:
        """Return the page at an address, ready for extraction.

        Raises:
            NotHtml: the server says that it is neither HTML, XML nor text.
            FetchError: as `Fetcher.fetch`.
        """
        return _give(self._fetcher.fetch(url, accepted=PAGE_TYPES))

    def fetch_resource(self, url: str, limits: FetchSettings, accept: str) -> Fetched:
        """Fetch an address of any media type, by the same rules as pages.

        Args:
            url: as for `fetch`.
            limits: of size and time, instead of those in the settings.
            accept: the Accept header.

        Raises:
            FetchError: as `Fetcher.fetch`.
        """
        return replace(self._fetcher, settings=limits).fetch(url, accept=accept)

    def send(self, url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> None:
        """Send a body to an address within some seconds.

        Raises:
            FetchError: as `Fetcher.send`.
        """
        limits = self._fetcher.settings.model_copy(update={"total_seconds": seconds})
        replace(self._fetcher, settings=limits).send(url, body, headers)

    def open_resources(self) -> HttpPageResources:
        """Return a fetcher for the resources that one page loads while it is rendered."""
        seconds, max_bytes = self._render.resource_seconds, self._render.max_resource_bytes
        exceeded = "The resources of the page (render.resource_seconds, render.max_resource_bytes)"
        return HttpPageResources(self._fetcher, seconds, max_bytes, exceeded)

    def open_following(self) -> Callable[[str], PageGiven]:
        """Return what fetches the pages that follow one, with a pause before each, within the limits of one fetch.

        They end with half the time that a process may take for a page, before it is killed with what was read.
        """
        limits, exceeded = self._fetcher.settings, "The following pages (fetch.total_seconds, fetch.max_bytes)"
        shared = SharedLimits(self._fetcher, self._following_seconds, limits.max_bytes, exceeded)

        def fetch(url: str) -> PageGiven:
            sleep(limits.page_pause_seconds)
            return _give(shared.bring(url, accepted=PAGE_TYPES, accept=ACCEPT))

        return fetch

    def close(self) -> None:
        """Close the cache file."""
        if self._cache is not None:
            self._cache.close()


def _give(fetched: Fetched) -> PageGiven:
    return PageGiven(fetched.body, fetched.url, fetched.charset, is_live=True)
