"""`cutline.AsyncClient`: what `cutline.Client` does, in an event loop of asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from math import inf
from time import monotonic
from typing import Self, Unpack

import httpx

from cutline.errors import UnknownJob
from cutline.options import OptionsGiven
from cutline.page_views import MethodsCompared
from cutline.service.client import calls
from cutline.service.client.client import RETRIES, TIMEOUT, Progress, grow_pauses
from cutline.service.client.connection import AsyncServiceConnection
from cutline.service.pages.extraction import Enriched
from cutline.service.rest.messages import JobStatus, MethodsResponse
from cutline.types import Article, ComparedText, Method, RenderMode


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
        self._connection = AsyncServiceConnection(base_url, token, timeout, retries, transport)

    async def extract(
        self,
        html: str | bytes | None = None,
        *,
        url: str | None = None,
        charset: str | None = None,
        **options: Unpack[OptionsGiven],
    ) -> Article:
        """Return the article of one page; see `Client.extract`."""
        return await self._connection.run(calls.extract(html, charset, url, options))

    async def compare(
        self,
        html: str | bytes | None = None,
        *,
        url: str | None = None,
        charset: str | None = None,
        render: RenderMode = "auto",
        methods: Sequence[Method] | None = None,
    ) -> MethodsCompared:
        """Return what several methods keep of one page; see `Client.compare`."""
        fields = {"url": url, "render": render, "methods": methods}
        return await self._connection.run(calls.compare(html, charset, fields))

    async def similarity(
        self,
        text: str | None,
        *others: str,
        html: str | None = None,
        url: str | None = None,
        language: str | None = None,
    ) -> list[ComparedText]:
        """Return what `auto` would say of each other text as a caption of the first; see `Client.similarity`."""
        fields = {"text": text, "html": html, "url": url, "language": language}
        return await self._connection.run(calls.similarity(fields, others))

    async def methods(self) -> MethodsResponse:
        """Return the methods of the service; see `Client.methods`."""
        return await self._connection.run(calls.methods())

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
        return self.job((await self._connection.run(calls.submit(pages, key, webhook, options))).id)

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

    async def status(self) -> JobStatus:
        """Return the status of the job; see `RemoteJob.status`."""
        return await self._connection.run(calls.job_status(self.id))

    async def wait(self, seconds: float = inf, progress: Progress | None = None) -> JobStatus:
        """Wait until the job is finished, or for some seconds, and return its status; see `RemoteJob.wait`."""
        ends = monotonic() + seconds
        for pause in grow_pauses():
            status = await self.status()
            if progress is not None:
                progress(status)
            left = ends - monotonic()
            if status.state == "finished" or left <= 0:
                return status
            await asyncio.sleep(min(pause, left))
        raise AssertionError("pauses never end")

    async def results(self, cursor: int = 0, *, wait: bool = True) -> AsyncIterator[Enriched]:
        """Yield the results one by one, in the order of the pages; see `RemoteJob.results`.

        >>> async for result in job.results():
        ...     print(result.line, result.id, result.article or result.error)
        """
        pauses = grow_pauses()
        while True:
            page = await self._connection.run(calls.job_results(self.id, cursor))
            for result in page.results:
                cursor = result.line or cursor
                pauses = grow_pauses()
                yield result
            if not page.has_more or not (page.results or wait):
                return
            if not page.results:
                await asyncio.sleep(next(pauses))

    async def remove(self) -> None:
        """End the job and delete its results; does nothing if there is no such job."""
        try:
            await self._connection.run(calls.job_removal(self.id))
        except UnknownJob:
            return
