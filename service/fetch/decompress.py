"""Decompression of HTTP bodies, up to a size limit."""

from __future__ import annotations

import zlib

from cutline.errors import FetchError, ResponseTooLarge

ACCEPTED = "gzip, deflate"

GZIP = {"gzip", "x-gzip"}
NONE = {"", "identity", "none", "utf-8"}  # the last two are wrong, but browsers accept them

GZIP_WINDOW = zlib.MAX_WBITS | 16
ZLIB_WINDOW = zlib.MAX_WBITS
RAW_WINDOW = -zlib.MAX_WBITS


def decompress(body: bytes, coding: str, limit: int) -> bytes:
    """Return the decompressed body.

    Args:
        body: the bytes as they were sent.
        coding: the Content-Encoding header.
        limit: maximum size of the result in bytes; decompression stops there.

    Raises:
        ResponseTooLarge: the result has more than `limit` bytes.
        FetchError: the compression is unknown, or the bytes are damaged.
    """
    window = _choose_window(body, coding)
    if window is None or not body:
        return body
    inflater = zlib.decompressobj(window)
    page = _inflate(inflater, body, limit + 1)
    if len(page) > limit:
        raise ResponseTooLarge(f"The answer has more than {limit} bytes when decompressed.")
    if not inflater.eof:
        raise FetchError("The compressed answer breaks off; try again.")
    return page


def decompress_start(body: bytes, coding: str, limit: int) -> bytes:
    """Return the first `limit` decompressed bytes of a body, which may be truncated, or all if there are fewer.

    Raises:
        FetchError: the compression is unknown, or the bytes are damaged.
    """
    window = _choose_window(body, coding)
    return body[:limit] if window is None else _inflate(zlib.decompressobj(window), body, limit)


def _choose_window(body: bytes, coding: str) -> int | None:
    """Return zlib's window size for a body; None if it is not compressed."""
    match coding.strip().lower():
        case name if name in NONE:
            return None
        case name if name in GZIP:
            return GZIP_WINDOW
        case "deflate":
            return ZLIB_WINDOW if _has_zlib_header(body) else RAW_WINDOW
        case _:
            raise FetchError("The answer has a compression that was not requested; only gzip and deflate are read.")


def _inflate(inflater: zlib._Decompress, body: bytes, limit: int) -> bytes:
    try:
        return inflater.decompress(body, limit)
    except zlib.error as error:
        raise FetchError("The compressed answer is damaged; try again.") from error


def _has_zlib_header(body: bytes) -> bool:
    return len(body) >= 2 and body[0] & 0x0F == 8 and int.from_bytes(body[:2], "big") % 31 == 0
