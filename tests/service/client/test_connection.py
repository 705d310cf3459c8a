"""What the client does when the service is busy, broken, away or no service at all; sleeping is noted, not done."""

import socket
from collections.abc import Callable, Sequence
from contextlib import closing
from threading import Thread
from typing import Any

import httpx
import pytest

from cutline.errors import (
    Overloaded,
    ServiceError,
    ServiceUnreachable,
    TooManyJobs,
    UnknownJob,
    UpstreamError,
    WorkerDied,
)
from cutline.service.client import Client, connection
from cutline.service.rest.problem_types import PROBLEM_TYPES, URN

METHODS = {"default": "auto", "methods": []}
JOB = {
    **{"id": "0" * 32, "state": "open", "created": "2026-01-01T00:00:00Z", "finished": None, "items": 1},
    **{"counts": {"waiting": 1, "running": 0, "done": 0, "failed": 0}, "progress": 0.0, "results": "/r"},
}

Answers = Sequence[httpx.Response | Exception]


def problem(code: str, retry_after: str | None = None, **members: object) -> httpx.Response:
    kind = PROBLEM_TYPES[code]
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    document = {"type": URN + code, "title": kind.title, "status": kind.status, "request_id": "a", **members}
    return httpx.Response(kind.status, json=document, headers={"X-Request-ID": "a", **headers})


def answer(document: object = METHODS) -> httpx.Response:
    return httpx.Response(200, json=document)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    noted: list[float] = []
    monkeypatch.setattr(connection, "sleep", noted.append)
    return noted


@pytest.fixture
def ask(pauses: list[float]) -> Callable[..., list[httpx.Request]]:
    """Ask a service that answers as given for its methods, or what else is asked; return the requests."""

    def run(*answers: httpx.Response | Exception, retries: int = 3, call: Any = Client.methods) -> list[httpx.Request]:
        requests: list[httpx.Request] = []

        def handle(request: httpx.Request) -> httpx.Response:
            requests.append(request)
            given = answers[min(len(requests), len(answers)) - 1]
            if isinstance(given, Exception):
                raise given
            return given

        with Client(
            "http://service.example/below/", "token", retries=retries, transport=httpx.MockTransport(handle)
        ) as c:
            try:
                call(c)
            except Exception as error:
                error.requests = requests  # type: ignore[attr-defined]
                raise
        return requests

    return run


class TestRequest:
    def test_goes_below_the_address_with_the_token(self, ask: Any) -> None:
        (request,) = ask(answer())
        assert str(request.url) == "http://service.example/below/v1/methods"
        assert request.headers["Authorization"] == "Bearer token"

    def test_is_made_again_when_the_service_wants_it(self, ask: Any, pauses: list[float]) -> None:
        assert len(ask(problem("overloaded", "2"), problem("too-many-requests", "7"), answer())) == 3
        assert 2 <= pauses[0] <= 2.5 and 7 <= pauses[1] <= 8.75

    def test_is_made_again_at_the_date_that_the_service_names(self, ask: Any, pauses: list[float]) -> None:
        for zone in ("GMT", "-0000"):
            busy = problem("overloaded", f"Mon, 11 May 2026 10:00:20 {zone}")
            busy.headers["Date"] = "Mon, 11 May 2026 10:00:00 GMT"  # the service's clock, whatever ours says
            past = problem("too-many-requests", "Mon, 11 May 2020 10:00:00 GMT")
            assert len(ask(busy, past, answer())) == 3
        assert all(20 <= pause <= 25 for pause in pauses[::2]) and pauses[1::2] == [0, 0]

    def test_is_not_made_again_where_the_date_is_too_far_away(self, ask: Any, pauses: list[float]) -> None:
        with pytest.raises(Overloaded):
            ask(problem("overloaded", "Fri, 31 Dec 9999 23:59:59 GMT"))
        assert pauses == []

    def test_is_made_again_after_pauses_that_grow_where_none_is_named(self, ask: Any, pauses: list[float]) -> None:
        ask(problem("not-ready"), problem("not-ready", "soon"), httpx.Response(503), answer())
        assert 0.5 <= pauses[0] <= 0.625 and 1 <= pauses[1] <= 1.25 and 2 <= pauses[2] <= 2.5

    @pytest.mark.parametrize(
        "error",
        [httpx.ConnectError("a"), httpx.ConnectTimeout("a"), httpx.ReadError("a"), httpx.RemoteProtocolError("a")],
    )
    def test_is_made_again_when_the_connection_fails(self, ask: Any, error: Exception) -> None:
        assert len(ask(error, answer())) == 2

    def test_is_given_up_after_the_last_retry_with_the_last_error(self, ask: Any, pauses: list[float]) -> None:
        with pytest.raises(Overloaded) as caught:
            ask(problem("overloaded", "3"), retries=2)
        assert (caught.value.retry_after, len(caught.value.requests), len(pauses)) == (3, 3, 2)
        with pytest.raises(ServiceUnreachable, match=r"service\.example/?.* cannot be reached"):
            ask(httpx.ConnectError("a"), retries=1)

    def test_is_not_made_again_where_the_pause_would_be_too_long(self, ask: Any, pauses: list[float]) -> None:
        with pytest.raises(TooManyJobs):
            ask(problem("too-many-jobs", "3600"))
        assert pauses == []

    @pytest.mark.parametrize(
        ("given", "error"),
        [
            (problem("upstream-error", upstream_status=503), UpstreamError),
            (problem("worker-died"), WorkerDied),
            (problem("internal-error"), Exception),
            (httpx.ReadTimeout("a"), ServiceUnreachable),
            (httpx.Response(404), ServiceError),
            (httpx.Response(302, headers={"Location": "http://elsewhere.example/"}), ServiceError),
        ],
        ids=["upstream", "died", "internal", "slow", "no cutline", "redirect"],
    )
    def test_is_not_made_again_where_that_would_not_help(
        self, ask: Any, given: httpx.Response | Exception, error: type[Exception]
    ) -> None:
        with pytest.raises(error) as caught:
            ask(given)
        assert len(caught.value.requests) == 1  # type: ignore[attr-defined]


class TestJob:
    def test_has_one_key_in_all_attempts_and_another_in_the_next_call(self, ask: Any) -> None:
        submit = lambda client: client.submit(["https://e.org/"])  # noqa: E731
        first, second = ask(httpx.ReadError("a"), answer(JOB), call=submit)
        (other,) = ask(answer(JOB), call=submit)
        keys = [request.headers["Idempotency-Key"] for request in (first, second, other)]
        assert keys[0] == keys[1] != keys[2]
        assert first.content == second.content

    def test_whose_results_break_off_is_asked_again_and_says_that_it_was_removed(self, ask: Any) -> None:
        broken = httpx.RemoteProtocolError("peer closed connection without sending complete message body")
        with pytest.raises(UnknownJob) as caught:
            ask(broken, problem("unknown-job"), call=lambda client: list(client.job("0" * 32).results()))
        assert len(caught.value.requests) == 2  # type: ignore[attr-defined]

    def test_of_which_a_line_is_not_whole_is_an_error(self, ask: Any) -> None:
        with pytest.raises(ServiceError, match="other than Enriched"):
            ask(httpx.Response(200, content=b'{"id":1,"line":1,"ar'), call=lambda c: list(c.job("0" * 32).results()))

    def test_has_the_key_that_is_given(self, ask: Any) -> None:
        (request,) = ask(answer(JOB), call=lambda client: client.submit(["https://e.org/"], key="mine"))
        assert request.headers["Idempotency-Key"] == "mine"


class TestAnswer:
    @pytest.mark.parametrize("body", [b"", b"{}", b"<html>", b'{"default": "auto", "methods": [], "more": 1}', b"\xff"])
    def test_of_another_kind_is_an_error_of_the_service(self, ask: Any, body: bytes) -> None:
        with pytest.raises(ServiceError, match="other than MethodsResponse"):
            ask(httpx.Response(200, content=body))

    @pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"type": 1}', b'{"type": "about:blank"}', b"\xff"])
    def test_that_is_an_error_without_a_problem_is_one_of_the_service(self, ask: Any, body: bytes) -> None:
        with pytest.raises(ServiceError) as caught:
            ask(httpx.Response(400, content=body))
        assert caught.value.status == 400


def test_a_service_that_breaks_off_is_asked_again() -> None:
    """Over a real connection: the first one is closed without an answer."""
    body = b'{"default": "auto", "methods": []}'
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:

        def serve() -> None:
            for reply in (b"", b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)):
                connected, _ = listener.accept()
                with connected:
                    connected.recv(65536)
                    connected.sendall(reply)

        thread = Thread(target=serve)
        thread.start()
        with Client(f"http://127.0.0.1:{listener.getsockname()[1]}") as client:
            assert client.methods().default == "auto"
        thread.join()


def test_a_service_that_is_not_there_is_unreachable(pauses: list[float]) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    with Client(f"http://127.0.0.1:{port}", retries=2) as client, pytest.raises(ServiceUnreachable, match=str(port)):
        client.methods()
    assert len(pauses) == 2
