"""Fetching of pages and of the resources they load."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock

from cutline.config.settings import FetchSettings, RenderSettings, Settings
from cutline.errors import FetchTimeout, ResponseTooLarge
from cutline.page_given import PageGiven
from cutline.service.fetch.cache import HttpCache
from cutline.service.fetch.client import PAGE_TYPES, Fetched, Fetcher
from cutline.service.fetch.exchange import Connect, Deadline, open_connection
from cutline.service.fetch.guard import Resolver, resolve_host
from cutline.service.fetch.politeness import HostTurns, RobotsRules

UNKNOWN_TYPE = "application/octet-stream"


class HttpPageResources:
    """The style sheets, scripts and data of one page; safe to share between the threads that fetch them."""

    def __init__(self, fetcher: Fetcher, limits: RenderSettings) -> None:
        """Take a fetcher, and the limits for all resources of the page together."""
        self._fetcher = fetcher
        self._limits = limits
        self._bytes = 0
        self._deadline: Deadline | None = None
        self._lock = Lock()

    def fetch(self, url: str) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and body of an address; the only header is its content type.

        Raises:
            FetchTimeout: the page's time is used up, or this answer takes too long.
            ResponseTooLarge: the page's bytes are used up, or this answer has too many.
            FetchError: as `Fetcher.fetch`.
        """
        settings = self._fetcher.settings
        limited = settings.model_copy(update={"total_seconds": self._find_seconds_left(settings.total_seconds)})
        fetched = replace(self._fetcher, settings=limited).fetch(url, accept="*/*", spend=self._spend)
        media_type = fetched.media_type or UNKNOWN_TYPE
        content_type = f"{media_type}; charset={fetched.charset}" if fetched.charset else media_type
        return fetched.status, {"content-type": content_type}, fetched.body

    def _find_seconds_left(self, at_most: float) -> float:
        with self._lock:
            if self._deadline is None:
                self._deadline = Deadline(self._limits.resource_seconds)
        try:
            return self._deadline.left(at_most)
        except TimeoutError as error:
            raise FetchTimeout("The page took too long to load its resources (render.resource_seconds).") from error

    def _spend(self, size: int) -> None:
        with self._lock:
            self._bytes += size
            if self._bytes > self._limits.max_resource_bytes:
                raise ResponseTooLarge("The resources of the page are too large (render.max_resource_bytes).")


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
            settings: the tables `fetch` and `render`.
            turns: spaces out requests to a host; for jobs.
            resolve, connect: as for `Fetcher`.

        Raises:
            ConfigError: the cache file cannot be used.
        """
        limits = settings.fetch
        self._render = settings.render
        self._cache = HttpCache(Path(limits.cache_file), limits.cache_max_bytes) if limits.cache_file else None
        plain = Fetcher(limits, resolve, connect, cache=self._cache)
        robots = RobotsRules(limits, partial(_fetch_start, plain)) if limits.robots else None
        self._fetcher = replace(plain, robots=robots, turns=turns)

    def fetch(self, url: str) -> PageGiven:
        """Return the page at an address, ready for extraction.

        Raises:
            FetchError: as `fetch_page`.
        """
        fetched = self.fetch_page(url)
        return PageGiven(fetched.body, fetched.url, fetched.charset, is_live=True)

    def fetch_page(self, url: str) -> Fetched:
        """Return the page at an address as it was fetched.

        Raises:
            NotHtml: the server says that it is neither HTML, XML nor text.
            FetchError: as `Fetcher.fetch`.
        """
        return self._fetcher.fetch(url, accepted=PAGE_TYPES)

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

    def open_resources(self) -> HttpPageResources:
        """Return a fetcher for the resources that one page loads while it is rendered."""
        return HttpPageResources(self._fetcher, self._render)

    def close(self) -> None:
        """Close the cache file."""
        if self._cache is not None:
            self._cache.close()


def _fetch_start(fetcher: Fetcher, url: str, settings: FetchSettings) -> bytes:
    return replace(fetcher, settings=settings).fetch_start(url)
