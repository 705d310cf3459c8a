"""Fetching of pages, of what they load, and of the pages that follow, as the settings say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock
from time import sleep

from cutline.config.settings import FetchSettings, Settings
from cutline.errors import FetchTimeout, ResponseTooLarge
from cutline.page_given import PageGiven
from cutline.service.fetch.cache import HttpCache
from cutline.service.fetch.client import ACCEPT, PAGE_TYPES, Fetched, Fetcher
from cutline.service.fetch.exchange import Connect, Deadline, open_connection
from cutline.service.fetch.guard import Resolver, resolve_host
from cutline.service.fetch.politeness import HostTurns, RobotsRules

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
