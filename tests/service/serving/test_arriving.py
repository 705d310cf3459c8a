"""Where a request ends, and which ones are refused."""

from typing import Any

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.config import load_settings
from cutline.service.rest.problems import RequestProblem
from cutline.service.serving.arriving import (
    FREE_CHUNKS,
    LEAST_CHUNK_BYTES,
    ArrivingRequest,
    RequestHead,
    Stage,
    WholeRequest,
)

LINE = b"POST / HTTP/1.1\r\n"
HEAD = LINE + b"Host: a\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def admit(head: RequestHead) -> None:
    return None


def arrive(data: bytes, max_head_bytes: int = 1000, max_request_bytes: int = 100, gate: Any = admit) -> ArrivingRequest:
    limits = {"max_head_bytes": max_head_bytes, "max_request_bytes": max_request_bytes, "max_request_line": 500}
    return ArrivingRequest(load_settings().service.model_copy(update=limits), gate, data)


def read(data: bytes) -> WholeRequest:
    return arrive(data).finish(may_say_scheme=False)


def refusal_of(data: bytes) -> str:
    arriving = arrive(data)
    assert arriving.stage is Stage.REFUSED and arriving.refusal is not None
    return arriving.refusal.code


@pytest.mark.parametrize(
    ("request_", "body"),
    [
        (HEAD + b"\r\n", b""),
        (HEAD + b"Content-Length: 3\r\n\r\nabc", b"abc"),
        (HEAD + b"content-length:\t3 \r\n\r\nabc", b"abc"),
        (HEAD + b"Content-Length: 003\r\n\r\nabc", b"abc"),
        (HEAD + b"Content-Length: 0\r\n\r\n", b""),
        (CHUNKED + b"3\r\nabc\r\n0\r\n\r\n", b"abc"),
        (CHUNKED + b"0003\r\nabc\r\n0\r\n\r\n", b"abc"),
        (CHUNKED + b"A;name=value\r\n\r\n0\r\n\r\n0\r\n\r\n0\r\n\r\n", b"\r\n0\r\n\r\n0\r\n"),
        (CHUNKED + b"0\r\nX: y\r\n\r\n", b""),
    ],
)
class TestWholeRequest:
    def test_is_known_at_its_last_byte_however_it_comes(self, request_: bytes, body: bytes) -> None:
        arriving = arrive(b"")
        for place in range(len(request_)):
            assert arriving.stage in (Stage.HEAD, Stage.BODY), request_[:place]
            arriving.add(request_[place : place + 1])
        assert arriving.stage is Stage.WHOLE
        assert (arriving.finish(may_say_scheme=False).body.read(), arriving.rest) == (body, b"")

    def test_leaves_what_comes_after_it(self, request_: bytes, body: bytes) -> None:
        assert arrive(request_ + b"GET /next").rest == b"GET /next"

    def test_may_follow_an_empty_line(self, request_: bytes, body: bytes) -> None:
        assert read(b"\r\n" + request_).body.read() == body


@pytest.mark.parametrize(
    "data",
    [
        CHUNKED + b"xyz\r\n",
        CHUNKED + b"-1\r\n",
        CHUNKED + b"\r\n",
        CHUNKED + b"3\r\nabcd\r\n",
        CHUNKED + b"3\nabc\r\n",
        CHUNKED + b"1" * 21 + b"\r\n",
        CHUNKED + b"3 \r\nabc\r\n",
        CHUNKED + b"3;a\nb\r\nabc\r\n",
        CHUNKED + b"0\r\n\nGET /next\r\n",
        CHUNKED + b"0\r\nX: y\n\nGET /next\r\n",
        CHUNKED + b"0\r\nX: y\r\n folded\r\n\r\n",
        CHUNKED + b"0\r\nno trailer\r\n\r\n",
        CHUNKED + b"0\r\nX : y\r\n\r\n",
        CHUNKED + b"0\r\n: y\r\n\r\n",
        CHUNKED + b"0\r\nX: y\x00\r\n\r\n",
        CHUNKED + b"0\r\nX: y\rz\r\n\r\n",
        CHUNKED + b"0\r\nContent-Length: 3\r\n\r\n",
        CHUNKED + b"0\r\nX: y\r\ntransfer-encoding: chunked\r\n\r\n",
        CHUNKED + b"0\r\nHost: b\r\n\r\n",
        CHUNKED + b"0\r\n" + b"X: y\r\n" * 21,
        CHUNKED + b"0\r\nX: " + b"y" * 5000,
        CHUNKED + b"1;" + b"x" * 5000,
        HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n",
        HEAD + b"Content-Length: 1, 2\r\n\r\n",
        HEAD + b"Content-Length: 000000000000000000003\r\n\r\nabc",
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"Content-Length: +1\r\n\r\n",
        HEAD + b"Content-Length: 1_0\r\n\r\n",
        HEAD + b"Content-Length: many\r\n\r\n",
        HEAD + b"Content-Length : 3\r\n\r\nabc",
        HEAD + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
        HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        HEAD + b"Transfer-Encoding: \x0bchunked\r\n\r\n",
        b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
        HEAD + b"X: a\r\n folded\r\n\r\n",
        HEAD + b"X: a\nContent-Length: 3\r\n\r\n",
        HEAD + b"X: a\rb\r\n\r\n",
        HEAD + b"X: a\x00b\r\n\r\n",
        HEAD + b"Host: b\r\n\r\n",
        HEAD + b"Expect: 200-ok\r\n\r\n",
        HEAD + b"Content-Type: a/b\r\nContent-Type: c/d\r\n\r\n",
        LINE + b"\r\n",
        b"GET / HTTP/1.1\nHost: a\n\nGET /next HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET / HTTP/2.0\r\nHost: a\r\n\r\n",
        b"GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET http://A:80/ HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET http://a@b/ HTTP/1.1\r\nHost: b\r\n\r\n",
        b"GET http://a?b HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET http:///b HTTP/1.0\r\n\r\n",
        b"GET http:///b HTTP/1.1\r\nHost:\r\n\r\n",
        b"GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET a/b HTTP/1.1\r\nHost: a\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        b"CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"\r\n\r\n\r\n",
    ],
)
def test_what_cannot_be_read_for_certain_is_refused(data: bytes) -> None:
    assert refusal_of(data) == "malformed-request"


@pytest.mark.parametrize(
    ("data", "stage", "code"),
    [
        (b"x" * 1000, Stage.HEAD, None),
        (b"x" * 1001, Stage.REFUSED, "request-head-too-large"),
        (HEAD + b"X: " + b"y" * 1000 + b"\r\n\r\n", Stage.REFUSED, "request-head-too-large"),
        (b"GET /" + b"x" * 500 + b" HTTP/1.1\r\nHost: a\r\n\r\n", Stage.REFUSED, "request-head-too-large"),
        (HEAD + b"X: y\r\n" * 60 + b"\r\n", Stage.REFUSED, "request-head-too-large"),
        (HEAD + b"Content-Length: 100\r\n\r\n", Stage.BODY, None),
        (HEAD + b"Content-Length: 101\r\n\r\n", Stage.REFUSED, "request-too-large"),
        (CHUNKED + b"64\r\n" + b"x" * 100, Stage.BODY, None),
        (CHUNKED + b"65\r\n" + b"x" * 101, Stage.REFUSED, "request-too-large"),
    ],
)
def test_what_is_too_large_is_refused_as_soon_as_it_is_known(data: bytes, stage: Stage, code: str | None) -> None:
    arriving = arrive(data)
    assert arriving.stage is stage
    assert (arriving.refusal.code if arriving.refusal else None) == code


def test_a_body_in_tiny_chunks_is_refused_and_one_in_small_ones_is_read() -> None:
    chunk = b"%x\r\n%b\r\n" % (LEAST_CHUNK_BYTES, b"x" * LEAST_CHUNK_BYTES)
    small = arrive(CHUNKED + chunk * 2 * FREE_CHUNKS, max_request_bytes=10**6)
    tiny = arrive(CHUNKED + b"1\r\nx\r\n" * (FREE_CHUNKS + 1), max_request_bytes=10**6)
    assert (small.stage, tiny.stage) == (Stage.BODY, Stage.REFUSED)


def test_a_client_waits_for_a_word_only_before_its_body() -> None:
    head = HEAD + b"Expect: 100-Continue\r\nContent-Length: 1\r\n\r\n"
    assert arrive(head).expects_continue
    assert not arrive(head + b"a").expects_continue
    assert not arrive(HEAD + b"Content-Length: 1\r\n\r\n").expects_continue


class TestWhatTheApplicationSees:
    def test_is_the_path_the_query_and_the_headers(self) -> None:
        request = read(b"GET http://a/b%20c?d=e#f HTTP/1.1\r\nHost: a\r\nX-Note:  n \r\nX_Note: forged\r\n\r\n")
        assert (request.method, request.path, request.query) == ("GET", "/b%20c", "d=e")
        assert request.headers == (("HOST", "a"), ("X-NOTE", "n"))

    def test_is_the_path_in_an_address_of_the_host(self) -> None:
        for target in (b"http://A", b"HTTP://a/", b"https://a#b"):
            assert read(b"GET " + target + b" HTTP/1.1\r\nHost: a\r\n\r\n").path == "/"

    def test_is_nothing_of_the_trailers(self) -> None:
        request = read(CHUNKED + b"3\r\nabc\r\n0\r\nX-Forwarded-Proto: https\r\nAuthorization: Bearer x\r\n\r\n")
        assert request.headers == (("HOST", "a"), ("CONTENT-LENGTH", "3")) and request.body.read() == b"abc"

    def test_is_the_length_of_a_body_that_came_in_chunks(self) -> None:
        assert read(CHUNKED + b"3\r\nabc\r\n0\r\n\r\n").headers == (("HOST", "a"), ("CONTENT-LENGTH", "3"))

    @pytest.mark.parametrize(
        ("header", "may_say_scheme", "scheme"),
        [("https", True, "https"), ("https", False, "http"), ("http", True, "http"), ("https,http", True, "http")],
    )
    def test_is_the_scheme_that_a_proxy_says(self, header: str, may_say_scheme: bool, scheme: str) -> None:
        arriving = arrive(HEAD + f"X-Forwarded-Proto: {header}\r\n\r\n".encode())
        assert arriving.finish(may_say_scheme).scheme == scheme

    @pytest.mark.parametrize(
        ("line", "header", "closes"),
        [
            (b"GET / HTTP/1.1\r\n", b"", False),
            (b"GET / HTTP/1.1\r\n", b"Connection: Close\r\n", True),
            (b"GET / HTTP/1.1\r\n", b"Connection: te, close\r\n", True),
            (b"GET / HTTP/1.0\r\n", b"", True),
            (b"GET / HTTP/1.0\r\n", b"Connection: keep-alive\r\n", False),
        ],
    )
    def test_is_whether_the_connection_ends(self, line: bytes, header: bytes, closes: bool) -> None:
        assert read(line + b"Host: a\r\n" + header + b"\r\n").should_close() is closes


def test_a_gate_refuses_a_request_before_its_body_comes() -> None:
    problem = RequestProblem("unauthorized")
    arriving = arrive(HEAD + b"Content-Length: 3\r\n\r\n", gate=lambda head: problem)
    assert (arriving.stage, arriving.refusal) == (Stage.REFUSED, problem)


HEADERS = st.lists(
    st.sampled_from(
        [
            b"Host: a",
            b"Host : a",
            b"Content-Length: 3",
            b"Content-Length: 03",
            b"Content-Length: 3, 3",
            b"Content-Length: 4",
            b"Transfer-Encoding: chunked",
            b"transfer-encoding:chunked",
            b"Transfer-Encoding: identity",
            b"Connection: close",
            b" folded",
            b"",
        ]
    ),
    max_size=5,
)
BODIES = st.sampled_from([b"", b"abc", b"3\r\nabc\r\n0\r\n\r\n", b"3\nabc\n0\n\n", b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n"])
LINES = st.sampled_from([b"POST / HTTP/1.1", b"POST / HTTP/1.0", b"POST /", b" POST / HTTP/1.1", b"POST / HTTP/1.1 "])


def mostly(usual: bytes, *unusual: bytes) -> st.SearchStrategy[bytes]:
    return st.sampled_from([usual] * 3 * len(unusual) + [*unusual])


ENDS = mostly(b"\r\n", b"\n", b"\r", b" \r\n", b"\r\n\r\n", b"")
SIZES = mostly(
    b"3", b"03", b"+3", b"-3", b"0x3", b"3_", b" 3", b"3\t", b"3;a", b"3;a=b", b"3;a\nb", b"1" + b"0" * 15 + b"3"
)
DATA = mostly(b"abc", b"ab", b"abcd", b"\r\n0", b"")
LASTS = mostly(b"0", b"00", b"-0", b"0x0", b"0;a", b"")
TRAILERS = st.sampled_from([b"X: y", b"X : y", b" y", b"X", b"X: y\nZ: z", b"X:\x00", b"Content-Length: 3", b"Host: b"])
CHUNKS = st.lists(st.tuples(SIZES, ENDS, DATA, ENDS).map(b"".join), max_size=3).map(b"".join)
ENDINGS = st.lists(st.tuples(TRAILERS, ENDS).map(b"".join), max_size=2).map(b"".join)


def check_against_h11(data: bytes, step: int) -> None:
    """Check that a request which comes in steps of so many bytes is refused, incomplete, or read as h11 reads it."""
    arriving = arrive(b"")
    for place in range(0, len(data), step):
        if arriving.stage in (Stage.HEAD, Stage.BODY):
            arriving.add(data[place : place + step])
        else:
            arriving.rest += data[place : place + step]
    if arriving.stage is not Stage.WHOLE:
        return
    other = h11.Connection(h11.SERVER)
    other.receive_data(data)
    theirs = b""
    while isinstance(event := other.next_event(), h11.Request | h11.Data):
        theirs += event.data if isinstance(event, h11.Data) else b""
    assert isinstance(event, h11.EndOfMessage)
    assert arriving.finish(may_say_scheme=False).body.read() == theirs
    assert arriving.rest == other.trailing_data[0]


@given(LINES, HEADERS, BODIES, st.sampled_from([b"\r\n", b"\n", b"\r"]), st.integers(1, 40))
def test_however_it_is_cut_a_request_is_refused_or_read_as_h11_reads_it(
    line: bytes, headers: list[bytes], body: bytes, end: bytes, step: int
) -> None:
    check_against_h11(end.join([line, *headers, b"", body]), step)


@given(CHUNKS, LASTS, ENDS, ENDINGS, ENDS, st.integers(1, 40))
def test_however_it_is_cut_a_body_in_chunks_is_refused_or_read_as_h11_reads_it(
    chunks: bytes, last: bytes, end: bytes, trailers: bytes, final: bytes, step: int
) -> None:
    check_against_h11(CHUNKED + chunks + last + end + trailers + final + b"GET /next", step)
