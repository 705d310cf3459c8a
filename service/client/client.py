"""`cutline.Client`: a service asked for what the local API does."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self, Unpack

import httpx

from cutline.options import OptionsGiven
from cutline.service.client import calls
from cutline.service.client.connection import ServiceConnection
from cutline.service.client.jobs import RemoteJob
from cutline.service.rest.messages import MethodsResponse
from cutline.types import Article, Method, MethodsCompared, RenderMode, Similarity

TIMEOUT = 150.0  # seconds for an answer; a page may be fetched, wait, and be rendered
RETRIES = 5


class Client:
    """A cutline service elsewhere, with the results and errors of the local API; safe to share between threads.

    Where the service has too much to do or cannot be reached, it is asked again, after as long as it wants or after
    pauses that grow. A page that failed is not tried again.

    >>> with cutline.Client("https://cutline.example", token="...") as client:
    ...     article = client.extract(url="https://courier.example/2026/ferry")
    ...     job = client.submit(["https://courier.example/a", {"id": 7, "html": "<p>..."}], images=False)
    ...     titles = [result.article.title for result in job.results() if result.article]
    """

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        *,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Take where the service is; it is not asked yet.

        Args:
            base_url: its address, such as `http://127.0.0.1:8000`, also with a path.
            token: the bearer token that it asks for.
            timeout: seconds for connecting, and for an answer to begin or go on.
            retries: how many times a request is made again at most.
            transport: what makes requests instead of httpx's own, such as `httpx.WSGITransport` in tests.

        Raises:
            ServiceError: `base_url` is no http(s) address.
        """
        self._connection = ServiceConnection(base_url, token, timeout, retries, transport)

    def extract(
        self,
        html: str | bytes | None = None,
        *,
        url: str | None = None,
        charset: str | None = None,
        **options: Unpack[OptionsGiven],
    ) -> Article:
        """Return the article of one page and the images that belong to it.

        Args:
            html: the page, as text or as bytes in any encoding; the service fetches it from `url` if it is not given.
            url: the page's address.
            charset: the encoding that the HTTP header named, if the bytes came with one.
            options: `method`, `render`, `images`, `nlp`, `include`, `language`; see `cutline.Options`.

        Raises:
            ServiceError: the service cannot be reached, refuses the token, or is none.
            CutlineError: what the local API raises, such as `BlockedAddress` or `EmptyPage`.
        """
        return self._connection.run(calls.extract(html, charset, url, options))

    def compare(
        self,
        html: str | bytes | None = None,
        *,
        url: str | None = None,
        charset: str | None = None,
        render: RenderMode = "auto",
        methods: Sequence[Method] | None = None,
    ) -> MethodsCompared:
        """Return what several methods keep of one page.

        Args:
            html, url, charset: the page, as for `extract`.
            render: whether it is laid out in a browser.
            methods: their names; None: all.

        Raises:
            CutlineError: as for `extract`.
        """
        fields = {"url": url, "render": render, "methods": methods}
        return self._connection.run(calls.compare(html, charset, fields))

    def similarity(self, text: str, *others: str) -> list[Similarity]:
        """Return how similar each of the other texts is to the first, a score of 0..1 with the names they share.

        Raises:
            CutlineError: as for `extract`.
        """
        return self._connection.run(calls.similarity(text, others))

    def methods(self) -> MethodsResponse:
        """Return the methods that the service has, each with what it needs.

        Raises:
            ServiceError: as for `extract`.
        """
        return self._connection.run(calls.methods())

    def submit(self, pages: calls.PagesGiven, *, key: str | None = None, **options: Unpack[OptionsGiven]) -> RemoteJob:
        """Have many pages worked off, and return the job that they are; it goes on without this client.

        Args:
            pages: addresses, or mappings with `html`, `url` or both, and perhaps an `id` (str or int), as for
                `cutline.enrich`.
            key: a name for this very job; submitted again with the same one, it is not made twice. One is made up for
                the attempts of this call if none is given.
            options: as for `extract`; the same for all pages.

        Raises:
            JobTooLarge, TooManyJobs, JobConflict: the service does not take the job.
            CutlineError: as for `extract`.
        """
        return self.job(self._connection.run(calls.submit(pages, key, options)).id)

    def job(self, job_id: str) -> RemoteJob:
        """Return a job that was submitted before, by its id; the service is not asked yet."""
        return RemoteJob(self._connection, job_id)

    def close(self) -> None:
        """Close the connections with the service."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the connections."""
        self.close()
