"""Where a request ends."""

from __future__ import annotations

import pytest

from cutline.service.serving.connection import ArrivingRequest, Stage

HEAD = b"POST / HTTP/1.1\r\nHost: a\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def arrive(data: bytes, max_head_bytes: int = 1000, max_body_bytes: int = 100) -> ArrivingRequest:
    return ArrivingRequest(max_head_bytes, max_body_bytes, data)


@pytest.mark.parametrize(
    "request_",
    [
        HEAD + b"\r\n",
        HEAD + b"Content-Length: 3\r\n\r\nabc",
        HEAD + b"content-length:\t3 \r\n\r\nabc",
        HEAD + b"Content-Length: 0\r\n\r\n",
        CHUNKED + b"3\r\nabc\r\n0\r\n\r\n",
        CHUNKED + b"A;name=value\r\n\r\n0\r\n\r\n0\r\n\r\n0\r\n\r\n",
        CHUNKED + b"0\r\nX: y\r\n\r\n",
    ],
)
class TestWholeRequest:
    def test_is_known_at_its_last_byte_however_it_comes(self, request_: bytes) -> None:
        arriving = arrive(b"")
        for place in range(len(request_)):
            assert arriving.stage in (Stage.HEAD, Stage.BODY), request_[:place]
            arriving.add(request_[place : place + 1])
        assert arriving.stage is Stage.WHOLE
        assert arriving.take() == (request_, b"")

    def test_leaves_what_comes_after_it(self, request_: bytes) -> None:
        arriving = arrive(request_ + b"GET /next")
        assert arriving.stage is Stage.WHOLE
        assert arriving.take() == (request_, b"GET /next")

    def test_may_follow_an_empty_line(self, request_: bytes) -> None:
        assert arrive(b"\r\n" + request_).take() == (request_, b"")


@pytest.mark.parametrize(
    "data",
    [
        CHUNKED + b"xyz\r\n",
        CHUNKED + b"-1\r\n",
        CHUNKED + b"\r\n",
        CHUNKED + b"1" * 20_000,
        HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"Content-Length: many\r\n\r\n",
        b"\r\n\r\n\r\n",
    ],
)
def test_what_cannot_be_understood_is_left_to_the_parser(data: bytes) -> None:
    assert arrive(data).stage is Stage.WHOLE


@pytest.mark.parametrize(
    ("data", "stage"),
    [
        (b"x" * 1000, Stage.HEAD),
        (b"x" * 1001, Stage.HEAD_TOO_LARGE),
        (HEAD + b"X: " + b"y" * 1000 + b"\r\n\r\n", Stage.HEAD_TOO_LARGE),
        (CHUNKED + b"0\r\n" + b"X: y\r\n" * 300, Stage.HEAD_TOO_LARGE),
        (HEAD + b"Content-Length: 100\r\n\r\n", Stage.BODY),
        (HEAD + b"Content-Length: 101\r\n\r\n", Stage.BODY_TOO_LARGE),
        (CHUNKED + b"64\r\n", Stage.BODY),
        (CHUNKED + b"4000\r\n", Stage.BODY_TOO_LARGE),
        (CHUNKED + b"1\r\na\r\n" * 2000, Stage.BODY_TOO_LARGE),
    ],
)
def test_what_is_too_large_is_known_before_it_is_there(data: bytes, stage: Stage) -> None:
    assert arrive(data).stage is stage


def test_a_client_waits_for_a_word_only_before_its_body() -> None:
    head = HEAD + b"Expect: 100-Continue\r\nContent-Length: 1\r\n\r\n"
    assert arrive(head).expects_continue
    assert not arrive(head + b"a").expects_continue
    assert not arrive(HEAD + b"Content-Length: 1\r\n\r\n").expects_continue
