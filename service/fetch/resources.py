"""Fetches that share limits: the resources of one page, and the pages that follow one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from threading import Lock

from cutline.errors import FetchTimeout, ResponseTooLarge
from cutline.service.fetch.client import Fetched, Fetcher
from cutline.service.fetch.exchange import Deadline

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

    def fetch(self, url: str, *, accepted: Collection[str] | None = None, accept: str) -> Fetched:
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


class HttpPageResources:
    """The style sheets, scripts and data of one page; safe to share between the threads that fetch them."""

    def __init__(self, limits: SharedLimits) -> None:
        """Take what fetches them."""
        self._limits = limits

    def fetch(self, url: str) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and body of an address; the only header is its content type.

        Raises:
            FetchError: as `SharedLimits.fetch`.
        """
        fetched = self._limits.fetch(url, accept="*/*")
        media_type = fetched.media_type or UNKNOWN_TYPE
        content_type = f"{media_type}; charset={fetched.charset}" if fetched.charset else media_type
        return fetched.status, {"content-type": content_type}, fetched.body
