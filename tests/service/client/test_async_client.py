"""The client for asyncio does what the other one does; what they share is tested there."""

import asyncio
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from flask.testing import FlaskClient

from cutline.errors import ServiceUnreachable
from cutline.service.client import AsyncClient, AsyncRemoteJob, Client, RemoteJob
from cutline.service.jobs import JobStore
from cutline.service.jobs.claims import Claims

Ask = Callable[[AsyncClient], Awaitable[Any]]


class Transport(httpx.AsyncBaseTransport):
    """Answers from the application, without a network."""

    def __init__(self, application: Any) -> None:
        self.inner = httpx.WSGITransport(app=application)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        content = await request.aread()
        answer = self.inner.handle_request(
            httpx.Request(request.method, request.url, headers=request.headers, content=content)
        )
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.read())


@asynccontextmanager
async def open_client(application: Any) -> AsyncIterator[AsyncClient]:
    async with AsyncClient("http://service.example", retries=0, transport=Transport(application)) as client:
        yield client


@pytest.fixture
def ask(serve: Callable[..., FlaskClient]) -> Callable[[Ask], Any]:
    """Return what a coroutine over a client of the service returns."""
    application = serve().application

    def run(call: Ask) -> Any:
        async def work() -> Any:
            async with open_client(application) as client:
                return await call(client)

        return asyncio.run(work())

    return run


@pytest.mark.parametrize(("waits", "asynchronous"), [(Client, AsyncClient), (RemoteJob, AsyncRemoteJob)])
def test_both_clients_have_the_same_methods_with_the_same_arguments(waits: type, asynchronous: type) -> None:
    def list_methods(kind: type) -> dict[str, list[str]]:
        found = inspect.getmembers(kind, inspect.isfunction)
        return {name: [*inspect.signature(method).parameters] for name, method in found if not name.startswith("_")}

    assert list_methods(waits) == list_methods(asynchronous)
    assert [*inspect.signature(Client).parameters] == [*inspect.signature(AsyncClient).parameters]


def test_pages_are_extracted_side_by_side(ask: Callable[[Ask], Any], extractor: Any) -> None:
    pages = ["<p>a", b"<p>b", "<p>c"]
    articles = ask(lambda client: asyncio.gather(*(client.extract(page, images=False) for page in pages)))
    assert [article.text for article in articles] == ["<p>a", "<p>b", "<p>c"]
    assert all(call["images"] is False for call in extractor.calls)


def test_similarities_methods_and_comparisons_are_those_of_the_service(
    ask: Callable[[Ask], Any], extractor: Any
) -> None:
    assert ask(lambda client: client.similarity("Aruna sailed", "Aruna")) == extractor.similarity(
        "Aruna sailed", "Aruna"
    )
    assert ask(lambda client: client.methods()).default == "auto"
    assert ask(lambda client: client.compare("<p>", methods=["auto"])).methods == ("auto",)


def test_a_request_is_made_again_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([httpx.ConnectError("a"), httpx.Response(200, json={"default": "auto", "methods": []})])
    pauses: list[float] = []

    async def handle(request: httpx.Request) -> httpx.Response:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def note(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", note)

    async def work() -> str:
        async with AsyncClient("http://service.example", transport=httpx.MockTransport(handle)) as client:
            return (await client.methods()).default

    assert asyncio.run(work()) == "auto" and 0.5 <= pauses[0] <= 0.625


def test_a_service_that_is_not_there_is_unreachable() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("a")

    async def work() -> None:
        async with AsyncClient("http://service.example", retries=0, transport=httpx.MockTransport(refuse)) as client:
            await client.methods()

    with pytest.raises(ServiceUnreachable, match=r"service\.example"):
        asyncio.run(work())


def test_a_job_is_followed_to_its_end(
    ask: Callable[[Ask], Any], job_store: JobStore, build: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutline.service.client.calls.FIRST_PAUSE", 0.001)
    article = build.article((build.block(0, "Text"),))

    def work_off(status: Any) -> None:
        if status.state == "open":
            claim = Claims(job_store).claim()
            assert claim is not None
            Claims(job_store).close_done(claim, article.model_dump_json().encode())

    async def follow(client: AsyncClient) -> tuple[Any, list[Any], list[Any]]:
        job = await client.submit([{"html": "<p>a", "id": 3}], images=False)
        before = [result async for result in job.results(wait=False)]
        status = await job.wait(progress=work_off)
        after = [result async for result in client.job(job.id).results()]
        await job.remove()
        await job.remove()
        return status.state, before, after

    state, before, after = ask(follow)
    assert (state, before, [(result.id, result.article) for result in after]) == ("finished", [], [(3, article)])
