from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from cutline.service.rest.callers import Callers
from cutline.service.rest.problems import RequestProblem

WAIT = 10  # seconds after which a test has failed
FIRST, SECOND = "first-token-of-many", "second-token-of-many"


def test_a_caller_has_no_more_requests_under_way_than_allowed() -> None:
    callers = Callers(limit=2, retry_after=3)
    with callers.answer("a"), callers.answer("a"):
        with pytest.raises(RequestProblem) as caught, callers.answer("a"):
            pass
        assert (caught.value.code, caught.value.headers) == ("too-many-requests", {"Retry-After": "3"})
        with callers.answer("b"):
            pass
    with callers.answer("a"), callers.answer("a"):
        pass


def test_zero_is_no_limit() -> None:
    callers = Callers(limit=0, retry_after=3)
    with callers.answer("a"), callers.answer("a"), callers.answer("a"):
        pass


def test_a_request_too_many_is_told_when_to_come_again_and_the_other_token_is_answered(
    serve: Any, tokens: Any, extractor: Any, read_problem: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_end = Event(), Event()
    extract = extractor.extract

    def wait(html: object, **options: Any) -> object:
        if html == "slow":
            begun.set()
            may_end.wait(WAIT)
        return extract(html, **options)

    monkeypatch.setattr(extractor, "extract", wait)
    app = serve(tokens=tokens(FIRST, SECOND), token_requests=1).application

    def post(html: str, token: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        return app.test_client().post("/v1/extract", json={"html": html}, headers=headers)

    with ThreadPoolExecutor(1) as thread:
        slow = thread.submit(post, "slow", FIRST)
        assert begun.wait(WAIT)
        refused, other = post("Page", FIRST), post("Page", SECOND)
        may_end.set()
        assert slow.result(WAIT).status_code == 200
    read_problem(refused, "too-many-requests")
    assert refused.headers["Retry-After"] == "2"
    assert other.status_code == 200
    assert post("Page", FIRST).status_code == 200
