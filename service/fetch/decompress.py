"""A compressed answer as the bytes it stands for, up to a limit."""

from __future__ import annotations

import zlib

from cutline.errors import FetchError, ResponseTooLarge

ACCEPTED = "gzip, deflate"

GZIP = {"gzip", "x-gzip"}
NONE = {"", "identity", "none", "utf-8"}  # the last two are mistakes that browsers forgive

GZIP_WINDOW = zlib.MAX_WBITS | 16
ZLIB_WINDOW = zlib.MAX_WBITS
RAW_WINDOW = -zlib.MAX_WBITS


def decompress(body: bytes, coding: str, limit: int) -> bytes:
    """Return a body without its compression.

    Args:
        body: the bytes as they were sent.
        coding: the value of the header Content-Encoding.
        limit: bytes the result may have; decompression stops there.

    Raises:
        ResponseTooLarge: the result has more than `limit` bytes.
        FetchError: the compression is unknown, or the bytes are damaged.
    """
    match coding.strip().lower():
        case name if name in NONE:
            return body
        case name if name in GZIP:
            return _inflate(body, GZIP_WINDOW, limit)
        case "deflate":
            return _inflate(body, ZLIB_WINDOW if _has_zlib_header(body) else RAW_WINDOW, limit)
        case _:
            raise FetchError(
                "The answer is compressed in a way that was not asked for; only gzip and deflate are read."
            )


def _inflate(body: bytes, window: int, limit: int) -> bytes:
    if not body:
        return body
    inflater = zlib.decompressobj(window)
    try:
        result = inflater.decompress(body, limit + 1)
    except zlib.error as error:
        raise FetchError("The compressed answer is damaged; try again.") from error
    if len(result) > limit:
        raise ResponseTooLarge(f"The answer has more than {limit} bytes when decompressed.")
    if not inflater.eof:
        raise FetchError("The compressed answer breaks off; try again.")
    return result


def _has_zlib_header(body: bytes) -> bool:
    return len(body) >= 2 and body[0] & 0x0F == 8 and int.from_bytes(body[:2], "big") % 31 == 0
