"""`cutline.Client`: the Python API, executed by a service."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self, Unpack

import httpx

from cutline.options import OptionsGiven
from cutline.page_views import MethodsCompared
from cutline.service.client import calls
from cutline.service.client.connection import ServiceConnection
from cutline.service.client.jobs import RemoteJob
from cutline.service.rest.messages import MethodsResponse
from cutline.types import Article, ComparedText, Method, RenderMode

TIMEOUT = 150.0  # seconds to wait for a response; a page may be fetched, queued and rendered
RETRIES = 5


class Client:
    """Calls a cutline service; results and errors are those of the local API. Threads can share it.

    If the service is busy or cannot be reached, the request is repeated, after the time that the service asks for or
    after growing pauses. A page that failed is not tried again.

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
        """Take the address of the service; nothing is requested yet.

        Args:
            base_url: its address, such as `http://127.0.0.1:8000`, also with a path.
            token: the bearer token, if the service needs one.
            timeout: seconds to connect, and to wait for the next part of a response.
            retries: how often a request is repeated at most.
            transport: replaces the transport of httpx, for example with `httpx.WSGITransport` in tests.

        Raises:
            ServiceError: `base_url` is not an http(s) address.
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
            html: the page, as text or as bytes in any encoding. Without it, the service fetches the page from `url`.
            url: the page's address.
            charset: the encoding that the HTTP header named, if the bytes came with one.
            options: `method`, `render`, `images`, `nlp`, `include`, `language`; see `cutline.Options`.

        Raises:
            ServiceError: the service cannot be reached, refuses the token, or is not cutline.
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
            render: whether a browser lays out the page.
            methods: their names; all by default.

        Raises:
            CutlineError: as for `extract`.
        """
        fields = {"url": url, "render": render, "methods": methods}
        return self._connection.run(calls.compare(html, charset, fields))

    def similarity(
        self,
        text: str | None,
        *others: str,
        html: str | None = None,
        url: str | None = None,
        language: str | None = None,
    ) -> list[ComparedText]:
        """Return what `auto` would say of each of the other texts as a caption of the first, and the names they share.

        Args:
            text: a text; None to take the article of a page instead.
            others: texts, such as captions.
            html, url: the page, its address, or both.
            language: of the texts, as a BCP 47 tag; detected if None.

        Raises:
            CutlineError: as for `extract`.
        """
        fields = {"text": text, "html": html, "url": url, "language": language}
        return self._connection.run(calls.similarity(fields, others))

    def methods(self) -> MethodsResponse:
        """Return the methods of the service, and what each needs.

        Raises:
            ServiceError: as for `extract`.
        """
        return self._connection.run(calls.methods())

    def submit(self, pages: calls.PagesGiven, *, key: str | None = None, **options: Unpack[OptionsGiven]) -> RemoteJob:
        """Submit many pages as a job, and return the job. It continues without this client.

        Args:
            pages: addresses, or mappings with `html`, `url` or both, and perhaps an `id` (str or int), as for
                `cutline.enrich`.
            key: an idempotency key: a job submitted twice with the same key is one job. By default, each call has a
                key of its own.
            options: as for `extract`; the same for all pages.

        Raises:
            JobTooLarge, TooManyJobs, JobConflict: the service does not accept the job.
            CutlineError: as for `extract`.
        """
        return self.job(self._connection.run(calls.submit(pages, key, options)).id)

    def job(self, job_id: str) -> RemoteJob:
        """Return a job that was submitted before, by its id; nothing is requested yet."""
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
