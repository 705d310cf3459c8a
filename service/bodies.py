"""Bodies of requests, within their limit and without their compression."""

from __future__ import annotations

import math
import zlib

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from cutline.service.problems import MalformedRequest, UnsupportedEncoding

GZIP = ("gzip", "x-gzip")
GZIP_WINDOW = zlib.MAX_WBITS | 16


def read_body(request: Request) -> bytes:
    """Return the body.

    Raises:
        RequestEntityTooLarge: it is larger than the application allows, as it came or decompressed.
        UnsupportedEncoding: it is compressed otherwise than with gzip.
        MalformedRequest: its compression is damaged.
    """
    coding = request.headers.get("Content-Encoding", "").strip().lower()
    if coding not in ("", "identity", *GZIP):
        raise UnsupportedEncoding
    body = request.get_data(cache=False)
    limit = request.max_content_length
    # werkzeug cuts a body that comes in chunks off at the limit, and says nothing.
    if request.content_length is None and len(body) >= (limit or math.inf):
        raise RequestEntityTooLarge
    return _decompress(body, limit) if coding in GZIP else body


def _decompress(body: bytes, limit: int | None) -> bytes:
    """Return what gzip made of one or several pieces; no more than the limit is ever unpacked."""
    parts: list[bytes] = []
    room = limit or len(body)
    while body:
        inflater = zlib.decompressobj(GZIP_WINDOW)
        try:
            parts.append(inflater.decompress(body, room + 1))
        except zlib.error as error:
            raise MalformedRequest("The body says that it is compressed with gzip, and is not.") from error
        room -= len(parts[-1])
        if room < 0:
            raise RequestEntityTooLarge(
                f"Unpacked, the body has more than {limit:,} bytes (service.max_request_bytes)."
            )
        if not inflater.eof:
            raise MalformedRequest("The compressed body breaks off.")
        body = inflater.unused_data
    return b"".join(parts)
