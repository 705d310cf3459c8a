"""What a live page asks for while it is rendered, brought by the rules that held for the page itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from threading import Lock

from cutline.config.settings import RenderSettings
from cutline.errors import FetchTimeout, ResponseTooLarge
from cutline.service.fetch.client import Fetcher
from cutline.service.fetch.deadline import Deadline

UNKNOWN_TYPE = "application/octet-stream"


class PageResources:
    """The style sheets, scripts and data of one page; safe to share between the threads that fetch them."""

    def __init__(self, fetcher: Fetcher, limits: RenderSettings) -> None:
        """Take what fetches, and what all that is fetched for the page may cost."""
        self._fetcher = fetcher
        self._limits = limits
        self._bytes = 0
        self._deadline: Deadline | None = None
        self._lock = Lock()

    def fetch(self, url: str) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and body of what is at an address; of the headers nothing but its type.

        Raises:
            FetchTimeout: the page has used up its time, or this answer takes too long.
            ResponseTooLarge: the page has used up its bytes, or this answer has too many.
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
            raise FetchTimeout("The page took too long to get what it asks for (render.resource_seconds).") from error

    def _spend(self, size: int) -> None:
        with self._lock:
            self._bytes += size
            if self._bytes > self._limits.max_resource_bytes:
                raise ResponseTooLarge("What the page asks for is too large (render.max_resource_bytes).")
