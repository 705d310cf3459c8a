from __future__ import annotations

import pytest

from cutline.service.rest.callers import Callers
from cutline.service.rest.problems import RequestProblem

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
