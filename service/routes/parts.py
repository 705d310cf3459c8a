"""What the answers are made with, and what several of them do."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Response

from cutline.config import Settings
from cutline.errors import CutlineError
from cutline.service.extraction import ExtractionPool, PageGiven, Work, WorkDone
from cutline.service.fetch import PageFetcher
from cutline.service.metrics import Metrics
from cutline.service.requests import JSON

if TYPE_CHECKING:
    from cutline.service.jobs import JobStore

# Types of problems of operations that work on a page or a text.
WORK = ("bad-option", "overloaded", "worker-died", "page-timeout")
PAGE = (
    "url-blocked",
    "robots-disallowed",
    "page-too-large",
    "render-too-large",
    "bad-page",
    "empty-page",
    "not-html",
    "browser-missing",
    "wrapper-missing",
    "fetch-failed",
    "unreachable-host",
    "upstream-error",
    "too-many-redirects",
    "response-too-large",
    "render-failed",
    "browser-died",
    "fetch-timeout",
    "render-timeout",
    *WORK,
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the answers are made with; `jobs` is None where no jobs are taken."""

    settings: Settings
    extraction: ExtractionPool
    fetcher: PageFetcher
    metrics: Metrics
    jobs: JobStore | None = None

    def bring_page(self, html: str | bytes | None, url: str | None, charset: str | None = None) -> PageGiven:
        """Return the page that was given, or fetch it.

        Raises:
            FetchError: see `PageFetcher`.
        """
        if html is not None or url is None:
            return PageGiven(html or "", url, charset)
        began = perf_counter()
        try:
            page = self.fetcher.fetch(url)
        except CutlineError as error:
            self.metrics.count_fetch(perf_counter() - began, error)
            raise
        self.metrics.count_fetch(perf_counter() - began)
        return page

    def work(self, work: Work) -> WorkDone:
        """Have a piece of work done, and count what came of it.

        Raises:
            CutlineError: see `ExtractionPool.run`.
        """
        done = self.extraction.run(work)
        self.metrics.count_work(done)
        return done


def answer_json(body: str | bytes, status: int = 200) -> Response:
    """Return a response that holds JSON."""
    return Response(body, status, content_type=JSON)


def answer_unchanging(body: str | bytes, content_type: str = JSON) -> Response:
    """Return a response with an ETag, which may be kept if it is asked for again before each use."""
    response = Response(body, content_type=content_type)
    response.add_etag()
    response.headers["Cache-Control"] = "private, no-cache"
    return response
