"""The one way in which pages come from the web, for requests, jobs and the local API."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from cutline.config.settings import FetchSettings, Settings
from cutline.service.extraction.work import PageGiven
from cutline.service.fetch.cache import HttpCache
from cutline.service.fetch.client import PAGE_TYPES, Fetched, Fetcher
from cutline.service.fetch.connect import Connect, open_connection
from cutline.service.fetch.politeness import HostTurns
from cutline.service.fetch.resolve import Resolver, resolve_host
from cutline.service.fetch.resources import PageResources
from cutline.service.fetch.robots import RobotsRules


class PageFetcher:
    """Fetches pages and what they ask for, by robots.txt and through a cache if the settings say so.

    Safe to share between threads: they then share what is remembered of robots.txt.

    >>> page = PageFetcher(load_settings()).fetch("https://courier.example/2026/ferry")
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
            turns: who may ask a host when; for jobs.
            resolve, connect: as for `Fetcher`.

        Raises:
            ConfigError: the file of the cache cannot be used.
        """
        limits = settings.fetch
        self._render = settings.render
        self._cache = HttpCache(Path(limits.cache_file), limits.cache_max_bytes) if limits.cache_file else None
        plain = Fetcher(limits, resolve, connect, cache=self._cache)
        robots = RobotsRules(limits, partial(_fetch_start, plain)) if limits.robots else None
        self._fetcher = replace(plain, robots=robots, turns=turns)

    def fetch(self, url: str) -> PageGiven:
        """Return the page at an address, to be worked on.

        Raises:
            FetchError: as `fetch_page`.
        """
        fetched = self.fetch_page(url)
        return PageGiven(fetched.body, fetched.url, fetched.charset, is_live=True)

    def fetch_page(self, url: str) -> Fetched:
        """Return the page at an address as it came.

        Raises:
            NotHtml: the server says that it is neither HTML, XML nor text.
            FetchError: as `Fetcher.fetch`.
        """
        return self._fetcher.fetch(url, accepted=PAGE_TYPES)

    def fetch_resource(self, url: str, limits: FetchSettings, accept: str) -> Fetched:
        """Return what is at an address, of whatever type, by the rules that hold for pages.

        Args:
            url: as for `fetch`.
            limits: of size and time, in place of those of the settings.
            accept: the header Accept, which says what is asked for.

        Raises:
            FetchError: as `Fetcher.fetch`.
        """
        return replace(self._fetcher, settings=limits).fetch(url, accept=accept)

    def open_resources(self) -> PageResources:
        """Return what fetches all that one page asks for while it is rendered."""
        return PageResources(self._fetcher, self._render)

    def close(self) -> None:
        """Close the file of the cache."""
        if self._cache is not None:
            self._cache.close()


def _fetch_start(fetcher: Fetcher, url: str, settings: FetchSettings) -> bytes:
    return replace(fetcher, settings=settings).fetch_start(url)
