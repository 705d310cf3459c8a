"""`cutline.Client` and `cutline.AsyncClient`: the Python API, executed by a service, and the jobs there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from functools import wraps
from math import inf
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, Unpack

import httpx

from cutline.options import OptionsGiven
from cutline.page_views import MethodsCompared
from cutline.service.client import calls
from cutline.service.client.connection import AsyncServiceConnection, Call, ServiceConnection, describe_service
from cutline.service.pages.extraction import Enriched
from cutline.service.rest.messages import JobStatus, MethodsResponse
from cutline.types import Article, ComparedText, Method, RenderMode

TIMEOUT = 150.0  # seconds to wait for a response; a page may be fetched, queued and rendered
RETRIES = 5

Answer = TypeVar("Answer")


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
        http = httpx.Client(**describe_service(base_url, token), timeout=timeout, transport=transport)
        self._connection = ServiceConnection(http, retries)

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
            options: `method`, `render`, `favor`, `pages`, `images`, `nlp`, `include`, `language`; see `Options`.

        Raises:
            ServiceError: the service cannot be reached, refuses the token, or is not cutline.
            CutlineError: what the local API raises, such as `BlockedAddress` or `EmptyPage`.
        """
        return self._ask(calls.extract(html, charset, url, options))

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
        return self._ask(calls.compare(html, charset, fields))

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
        return self._ask(calls.similarity(fields, others))

    def methods(self) -> MethodsResponse:
        """Return the methods of the service, and what each needs.

        Raises:
            ServiceError: as for `extract`.
        """
        return self._ask(calls.methods())

    def submit(
        self,
        pages: calls.PagesGiven,
        /,
        *,
        key: str | None = None,
        webhook: str | None = None,
        **options: Unpack[OptionsGiven],
    ) -> RemoteJob:
        """Submit many pages as a job, and return the job. It continues without this client.

        Args:
            pages: addresses, or mappings with `html`, `url` or both, and perhaps an `id` (str or int), as for
                `cutline.enrich`.
            key: an idempotency key: a job submitted twice with the same key is one job. By default, each call has a
                key of its own.
            webhook: an address that the service tells when the job ends.
            options: as for `extract`; the same for all pages.

        Raises:
            JobTooLarge, TooManyJobs, JobConflict: the service does not accept the job.
            CutlineError: as for `extract`.
        """
        return self.job(self._ask(calls.submit(pages, key, webhook, options)).id)

    def _ask(self, call: Call[Answer]) -> Answer:
        return self._connection.run(self._connection.ask(call))

    def job(self, job_id: str) -> RemoteJob:
        """Return a job that was submitted before, by its id; nothing is requested yet."""
        return RemoteJob(self._connection, job_id)

    def close(self) -> None:
        """Close the connections with the service."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the connections."""
        self.close()


class RemoteJob:
    """One job; `Client.job` finds it again by its `id`."""

    def __init__(self, connection: ServiceConnection, job_id: str) -> None:
        """Take the service and the job's id."""
        self._connection = connection
        self.id = job_id

    def status(self) -> JobStatus:
        """Return the status of the job.

        Raises:
            UnknownJob: there is no such job, or it was removed.
            CutlineError: as for `Client`.
        """
        return self._connection.run(self._connection.ask(calls.job_status(self.id)))

    def wait(self, seconds: float = inf, progress: calls.Progress | None = None) -> JobStatus:
        """Wait until the job is finished, or for some seconds, and return its status.

        Args:
            seconds: how long to wait at most; the job continues after that.
            progress: called with each status that was requested.

        Raises:
            CutlineError: as for `status`.
        """
        return self._connection.run(calls.wait_for_job(self._connection, self.id, seconds, progress))

    def results(self, cursor: int = 0, *, wait: bool = True) -> Iterator[Enriched]:
        """Yield the results one by one, in the order of the pages, each as soon as it and all before it are ready.

        >>> for result in job.results():
        ...     print(result.line, result.id, result.article.title if result.article else result.error.message)

        Args:
            cursor: the `line` of the last result you have; the results after it are returned, also by another client.
            wait: whether to wait for results that are not ready; otherwise the iterator ends before them.

        Raises:
            CutlineError: as for `status`, while iterating; continue with the `line` of the last result as cursor.
        """
        has_more = True
        while has_more:
            page = self._connection.run(calls.bring_results(self._connection, self.id, cursor, wait=wait))
            for result in page.results:
                cursor = result.line or cursor
                yield result
            has_more = page.has_more and bool(page.results)

    def remove(self) -> None:
        """End the job and delete its results; does nothing if there is no such job."""
        return self._connection.run(calls.remove_job(self._connection, self.id))


Given = ParamSpec("Given")


def _awaited(
    method: Callable[Concatenate[Any, Given], Answer],
) -> Callable[Concatenate[Any, Given], Coroutine[Any, Any, Answer]]:
    """Return a method of `Client` or `RemoteJob` for here, where what its connection returns has to be awaited."""

    @wraps(method)
    async def call(self: Any, /, *arguments: Given.args, **named: Given.kwargs) -> Answer:
        coming: Any = method(self, *arguments, **named)
        return await coming  # type: ignore[no-any-return]

    return call


class AsyncClient:
    """Calls a cutline service from an event loop; arguments, results and errors are those of `Client`.

    >>> async with cutline.AsyncClient("https://cutline.example", token="...") as client:
    ...     articles = await asyncio.gather(*(client.extract(url=url) for url in urls))
    """

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        timeout: float = TIMEOUT,
        retries: int = RETRIES,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Take what `Client` takes; nothing is requested yet.

        Raises:
            ServiceError: `base_url` is not an http(s) address.
        """
        http = httpx.AsyncClient(**describe_service(base_url, token), timeout=timeout, transport=transport)
        self._connection = AsyncServiceConnection(http, retries)

    _ask = Client._ask
    extract = _awaited(Client.extract)
    compare = _awaited(Client.compare)
    similarity = _awaited(Client.similarity)
    methods = _awaited(Client.methods)

    async def submit(
        self,
        pages: calls.PagesGiven,
        /,
        *,
        key: str | None = None,
        webhook: str | None = None,
        **options: Unpack[OptionsGiven],
    ) -> AsyncRemoteJob:
        """Submit many pages as a job, and return the job; see `Client.submit`."""
        call = calls.submit(pages, key, webhook, options)
        return self.job((await self._connection.run(self._connection.ask(call))).id)

    def job(self, job_id: str) -> AsyncRemoteJob:
        """Return a job that was submitted before, by its id; nothing is requested yet."""
        return AsyncRemoteJob(self._connection, job_id)

    async def close(self) -> None:
        """Close the connections with the service."""
        await self._connection.close()

    async def __aenter__(self) -> Self:
        """Return the client."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the connections."""
        await self.close()


class AsyncRemoteJob:
    """One job; `AsyncClient.job` finds it again by its `id`."""

    def __init__(self, connection: AsyncServiceConnection, job_id: str) -> None:
        """Take the service and the job's id."""
        self._connection = connection
        self.id = job_id

    status = _awaited(RemoteJob.status)
    wait = _awaited(RemoteJob.wait)
    remove = _awaited(RemoteJob.remove)

    async def results(self, cursor: int = 0, *, wait: bool = True) -> AsyncIterator[Enriched]:
        """Yield the results one by one, in the order of the pages; see `RemoteJob.results`.

        >>> async for result in job.results():
        ...     print(result.line, result.id, result.article or result.error)
        """
        has_more = True
        while has_more:
            page = await self._connection.run(calls.bring_results(self._connection, self.id, cursor, wait=wait))
            for result in page.results:
                cursor = result.line or cursor
                yield result
            has_more = page.has_more and bool(page.results)
