"""A body in chunks (RFC 9112, section 7.1), read to the letter: what parsers disagree on is refused."""

from __future__ import annotations

import re
from io import BytesIO

CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,16})(?:;[\t\x20-\x7e\x80-\xff]*)?")
TRAILER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t\x20-\x7e\x80-\xff]*")
FRAMING = (b"content-length", b"transfer-encoding", b"host")  # which no trailer may say
LINE_END = b"\r\n"
MAX_LINE = 4096  # bytes of the line before a chunk, and of a trailer
MAX_TRAILERS = 20
FREE_CHUNKS, LEAST_CHUNK_BYTES = 1000, 64  # beyond so many chunks of a body, their mean size must be so many bytes


class MalformedChunks(ValueError):
    """A body is not chunked as its headers say, or in a way that costs too much."""


class ChunkedBody:
    """A chunked body, as far as it has arrived.

    Attributes:
        is_whole: whether its end has arrived.
        rest: the bytes behind that.
    """

    def __init__(self, body: BytesIO) -> None:
        """Take where the content goes."""
        self.is_whole = False
        self.rest = b""
        self._body = body
        self._begun = b""  # what has arrived of a line
        self._left = 0  # bytes of the current chunk, with its line end
        self._chunks = 0
        self._trailers: int | None = None  # how many have come; None before the last chunk

    def add(self, data: bytes) -> None:
        """Take more bytes.

        Raises:
            MalformedChunks: they are no chunks, or tiny ones.
        """
        data, place = self._begun + data, 0
        self._begun = b""
        while place < len(data) and not self.is_whole:
            if self._left:
                place = self._read_content(data, place)
                continue
            end = data.find(LINE_END, place)
            if (len(data) if end < 0 else end) - place > MAX_LINE:
                raise MalformedChunks("a line is too long")
            if end < 0:
                self._begun = data[place:]
                return
            self._read_line(data[place:end])
            place = end + len(LINE_END)
        if self.is_whole:
            self.rest = data[place:]

    def _read_content(self, data: bytes, place: int) -> int:
        """Take content of a chunk and its line end, and return where they end; `_left` counts both."""
        content = data[place : place + max(0, self._left - len(LINE_END))]
        self._body.write(content)
        self._left -= len(content)
        place += len(content)
        while place < len(data) and 0 < self._left <= len(LINE_END):
            if data[place] != LINE_END[-self._left]:
                raise MalformedChunks("a chunk is longer than its line says")
            self._left -= 1
            place += 1
        return place

    def _read_line(self, line: bytes) -> None:
        if self._trailers is not None:
            self._read_trailer(line)
            return
        found = CHUNK_LINE.fullmatch(line)
        if found is None:
            raise MalformedChunks("a line is no chunk's")
        size = int(found[1], 16)
        if size == 0:
            self._trailers = 0
            return
        if self._chunks >= FREE_CHUNKS and self._body.tell() < self._chunks * LEAST_CHUNK_BYTES:
            raise MalformedChunks("its chunks are tiny")
        self._left = size + len(LINE_END)
        self._chunks += 1

    def _read_trailer(self, line: bytes) -> None:
        """Pass over a trailer; the empty line ends the body."""
        if not line:
            self.is_whole = True
            return
        assert self._trailers is not None
        self._trailers += 1
        found = TRAILER.fullmatch(line)
        if found is None or found[1].lower() in FRAMING or self._trailers > MAX_TRAILERS:
            raise MalformedChunks("a trailer is malformed, or there are too many")
