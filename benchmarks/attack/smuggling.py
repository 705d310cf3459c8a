"""Requests that two servers may read differently, so that one hides in the body of another."""

from __future__ import annotations

from attack.target import CHUNKED, LAST, POST, Finding, Target

HOST = b"Host: localhost\r\n"
BODY = b"5\r\nhello\r\n0\r\n\r\n"
# Each must be refused, with the request behind it left unread.
STARTS = (
    *(b"POST /v1/extract" + version + b"\r\n" + HOST for version in (b"", b" HTTP/0.9", b" HTTP/2.0", b" HTTP/1.10")),
    *(
        start + b" HTTP/1.1\r\n" + HOST
        for start in (b" POST /", b"POST\t/", b"POST  /", b"POST / /", b"POST http://b/")
    ),
    *(b"POST / HTTP/1.1" + end + HOST for end in (b"\n", b"\r", b" \r\n", b"\r\n ", b"\x00\r\n")),
    *(b"POST / HTTP/1.0\r\n" + HOST, b"POST / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\n" + HOST + b"Host: b\r\n"),
)
HEADERS = (
    *(b"Content-Length: " + value for value in (b"0" * 30 + b"5", b"+5", b"5_0", b"0x5", b"5, 6", b"-0", b"5 5", b"")),
    *(b"Content-Length: 5\r\nContent-Length: " + value for value in (b"6", b"05 ", b"x")),
    *(b"Content-Length: 5\r\n" + name + b"chunked" for name in (b"Transfer-Encoding: ", b"transfer-encoding:\t")),
    *(b"Transfer-Encoding: " + value for value in (b"xchunked", b"chunked, chunked", b"identity", b"gzip, chunked")),
    *(b"Transfer-Encoding" + end for end in (b" : chunked", b"\t: chunked", b":\n chunked", b": \x0bchunked")),
    *(b"X: a" + end + b"Content-Length: 5" for end in (b"\n", b"\r", b"\x00", b"\r\n ", b"\r\n\t")),
    *(name + b": 5" for name in (b" Content-Length", b"Content-Length ", b"Content\x00Length", b"(Content-Length)")),
)
SIZES = (
    *(b"+5", b"-5", b"0x5", b"5_", b" 5", b"5 ", b"\t5", b"5\t", b"5h", b"", b";a", b"0" * 30 + b"5", b"1" + b"0" * 16),
    *(b"5;a\nb", b"5;a\rb", b"5;a\x00b", b"5\n", b"5\r", b"\n5", b"\r\n5"),
)
DATA = (b"hello\n", b"hello\r", b"hello", b"hello \r\n", b"hell\r\n", b"hello\r\n\r\n")
TRAILERS = (
    *(b"Content-Length: 5", b"transfer-encoding: chunked", b"Host: b", b"Content-Length : 5"),
    *(b"X: a" + end + b"Content-Length: 5" for end in (b"\n", b"\r", b"\x00", b"\r\n ", b"\n\n")),
)
SMUGGLED = (
    *(start + b"Transfer-Encoding: chunked\r\n\r\n" + BODY for start in STARTS),
    *(POST + headers + b"\r\n\r\n" + BODY for headers in HEADERS),
    *(CHUNKED + size + b"\r\nhello\r\n0\r\n\r\n" for size in SIZES),
    *(CHUNKED + b"5\r\n" + data + b"0\r\n\r\n" for data in DATA),
    *(CHUNKED + b"5\r\nhello\r\n0\r\n" + trailers + b"\r\n\r\n" for trailers in TRAILERS),
)


def try_smuggling(target: Target) -> Finding:
    """Behind each form comes another request; what answers it was read by another parser."""
    answered = 0
    for request in SMUGGLED:
        answer = target.send(request + LAST)
        answered += not answer.startswith(b"HTTP/1.1 4") or b"HTTP/1.1 200" in answer
    return Finding(f"{len(SMUGGLED)} forms of smuggling, read", float(answered), 0.0, "forms")
