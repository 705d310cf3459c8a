"""The bodies of requests: unpacked within limits of size, of memory and of time."""

from __future__ import annotations

import zlib
from threading import Lock

from flask import Request, g
from werkzeug.exceptions import RequestEntityTooLarge

from cutline.errors import Overloaded
from cutline.service.pages.queue import RETRY_AFTER_SECONDS
from cutline.service.rest.problems import MalformedRequest, UnsupportedEncoding


class BodyMemory:
    """How many bytes the unpacked bodies of all requests may have together; safe to share between threads."""

    def __init__(self, limit: int) -> None:
        """Take the limit."""
        self._limit = limit
        self._lock = Lock()
        self._held = 0

    def change(self, size: int) -> None:
        """Hold so many bytes more, or fewer.

        Raises:
            Overloaded: together they would be too many.
        """
        with self._lock:
            if size > 0 and self._held + size > self._limit:
                sentence = f"Too many bytes of requests are under way; try again in {RETRY_AFTER_SECONDS} s."
                raise Overloaded(sentence, RETRY_AFTER_SECONDS)
            self._held += size


class HeldBytes:
    """The unpacked bytes of one request."""

    def __init__(self, memory: BodyMemory) -> None:
        """Hold none yet."""
        self._memory = memory
        self._size = 0

    def add(self, size: int) -> None:
        """Hold so many more.

        Raises:
            Overloaded: those of all requests are too many.
        """
        self._memory.change(size)
        self._size += size

    def release(self) -> None:
        """Hold none any more."""
        self._memory.change(-self._size)
        self._size = 0


GZIP = ("gzip", "x-gzip")
GZIP_WINDOW = zlib.MAX_WBITS | 16
GZIP_PART = 65_536  # bytes read at once; zlib copies what it does not need of them
STEP = 1_000_000  # bytes unpacked at once, before memory is asked for
MOST_GZIP_FILES = 100  # one behind the other in a body; compressors write one


def read_body(request: Request) -> bytes:
    """Return the body.

    Raises:
        RequestEntityTooLarge: it is larger than the application allows, as it came or decompressed.
        Overloaded: there is no memory for it while other requests are being answered.
        UnsupportedEncoding: it is compressed otherwise than with gzip.
        MalformedRequest: its compression is damaged.
    """
    coding = request.headers.get("Content-Encoding", "").strip().lower()
    if coding not in ("", "identity", *GZIP):
        raise UnsupportedEncoding
    body, limit = request.get_data(cache=False), request.max_content_length or 0
    # werkzeug cuts a body that comes in chunks off at the limit, and says nothing.
    if request.content_length is None and len(body) >= limit:
        raise RequestEntityTooLarge
    return _decompress(body, limit, g.held_bytes) if coding in GZIP else body


def _decompress(body: bytes, limit: int, held: HeldBytes) -> bytes:
    """Return what gzip made of one or several files; no more than the limit is ever unpacked."""
    unpacked, place = bytearray(), 0
    for _ in range(MOST_GZIP_FILES):
        if place == len(body):
            return bytes(unpacked)
        place = _decompress_file(memoryview(body), place, unpacked, limit, held)
    raise MalformedRequest(f"The body consists of {MOST_GZIP_FILES} gzip files or more.")


def _decompress_file(body: memoryview, place: int, unpacked: bytearray, limit: int, held: HeldBytes) -> int:
    """Unpack the file that begins at a place, and return where it ends."""
    inflater = zlib.decompressobj(GZIP_WINDOW)
    while not inflater.eof:
        part: bytes | memoryview = inflater.unconsumed_tail
        if not part:
            part = body[place : place + GZIP_PART]
            place += len(part)
        if not part:
            raise MalformedRequest("The compressed body breaks off.")
        size = len(unpacked)
        try:
            unpacked += inflater.decompress(part, min(STEP, limit + 1 - size))
        except zlib.error as error:
            raise MalformedRequest("The body says that it is compressed with gzip, and is not.") from error
        if len(unpacked) > limit:
            raise RequestEntityTooLarge(
                f"Unpacked, the body has more than {limit:,} bytes (service.max_request_bytes)."
            )
        held.add(len(unpacked) - size)
    return place - len(inflater.unused_data)
