"""`cutline.AsyncClient`: what `cutline.Client` does, in an event loop of asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, Unpack

import httpx

from cutline.options import OptionsGiven
from cutline.service.client import calls
from cutline.service.client.client import RETRIES, TIMEOUT, Client, RemoteJob
from cutline.service.client.connection import AsyncServiceConnection, describe_service
from cutline.service.pages.extraction import Enriched

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


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
