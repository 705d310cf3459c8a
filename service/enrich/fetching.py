"""The pages of records that have nothing but an address, fetched while others are worked on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from cutline.config import Settings
from cutline.dom.web_addresses import is_web_address
from cutline.errors import CutlineError
from cutline.service.enrich.records import Record
from cutline.service.enrich.segments import Item

if TYPE_CHECKING:
    from cutline.service.fetch import PageFetcher  # few batches fetch anything


class PageBringer:
    """Fetches pages in threads, of one host one at a time, by robots.txt if the settings say so; a context manager."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings; nothing is opened before the first address comes."""
        self._settings = settings
        self._threads: ThreadPoolExecutor | None = None
        self._fetcher: PageFetcher | None = None

    def __enter__(self) -> PageBringer:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Wait for what is being fetched, and fetch no more."""
        if self._threads is not None:
            self._threads.shutdown(cancel_futures=True)
        if self._fetcher is not None:
            self._fetcher.close()

    def bring(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items in their order, each record with a page or with the reason why it could not be fetched.

        At most `fetch_threads` items are read ahead, and none while no page is being fetched.
        """
        coming: deque[tuple[Item, Future[Record] | None]] = deque()
        for item in items:
            fetched = self._fetch_later(item.content) if _is_to_be_fetched(item.content) else None
            if fetched is None and not coming:
                yield item
                continue
            coming.append((item, fetched))
            if len(coming) >= self._settings.enrich.fetch_threads:
                yield _take(coming)
        while coming:
            yield _take(coming)

    def _fetch_later(self, record: Record) -> Future[Record]:
        if self._threads is None or self._fetcher is None:
            from cutline.service.fetch import HostTurns, PageFetcher

            self._fetcher = PageFetcher(self._settings, HostTurns(self._settings.enrich.host_seconds))
            self._threads = ThreadPoolExecutor(self._settings.enrich.fetch_threads, "fetching")
        return self._threads.submit(_fetch, self._fetcher, record)


def _is_to_be_fetched(content: object) -> TypeGuard[Record]:
    if not isinstance(content, Record) or content.html is not None or content.error is not None:
        return False
    return is_web_address(content.url or "")


def _fetch(fetcher: PageFetcher, record: Record) -> Record:
    try:
        page = fetcher.fetch_page(record.url or "")
    except CutlineError as error:
        return record.without_page(error)
    return replace(record, html=page.body, url=page.url, charset=page.charset, is_live=True)


def _take(coming: deque[tuple[Item, Future[Record] | None]]) -> Item:
    item, fetched = coming.popleft()
    return item if fetched is None else replace(item, content=fetched.result())
