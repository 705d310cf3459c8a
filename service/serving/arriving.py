"""What has arrived of a request, so that a thread is only taken by a request that is there as a whole."""

from __future__ import annotations

import re
from enum import Enum, auto

HEAD_END = b"\r\n\r\n"
LINE_END = b"\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,19})[ \t]*(?=\r\n)", re.IGNORECASE)
CODING = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
EXPECTATION = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*(?=\r\n)", re.IGNORECASE)
CHUNK_SIZE = re.compile(rb"([0-9a-f]{1,15})[ \t]*(?:;.*)?", re.IGNORECASE | re.DOTALL)
MAX_CHUNK_LINE = 8190  # bytes, as gunicorn


class Stage(Enum):
    """How far a request has come."""

    HEAD = auto()
    BODY = auto()
    WHOLE = auto()
    HEAD_TOO_LARGE = auto()
    BODY_TOO_LARGE = auto()


class ArrivingRequest:
    """The bytes of one request and what came after it.

    It looks only for the request's end. What cannot be understood counts as whole: gunicorn's parser, which reads it
    again, says what is wrong with it.

    Attributes:
        data: all bytes that have arrived.
        stage: how far it has come.
    """

    def __init__(self, max_head_bytes: int, max_body_bytes: int, data: bytes = b"") -> None:
        """Take the limits, and the bytes that came behind the request before."""
        self._max_head_bytes = max_head_bytes
        self._max_body_bytes = max_body_bytes
        self.data = bytearray()
        self.stage = Stage.HEAD
        self._searched = 0
        self._head_end = 0
        self._end: int | None = None  # where the request ends; None while its chunks do not tell
        self._next_chunk = 0
        if data:
            self.add(data)

    def add(self, data: bytes) -> None:
        """Take more bytes."""
        self.data += data
        if self.stage is Stage.HEAD:
            self._look_for_head()
        if self.stage is Stage.BODY:
            self._look_for_end()

    @property
    def head(self) -> bytes:
        """The request line and all headers, up to the empty line; all that there is while they are not complete."""
        return bytes(self.data[: self._head_end or len(self.data)])

    @property
    def expects_continue(self) -> bool:
        """Whether the client waits for a word before it sends the body."""
        return self.stage is Stage.BODY and EXPECTATION.search(self.head) is not None

    def take(self) -> tuple[bytes, bytes]:
        """Return the bytes of a whole request, and what came after it."""
        end = len(self.data) if self._end is None else self._end
        return bytes(self.data[:end]), bytes(self.data[end:])

    def _look_for_head(self) -> None:
        if self._searched == 0 and self.data.startswith(LINE_END):
            del self.data[:2]  # an empty line before a request is allowed (RFC 9112, section 2.2)
        found = self.data.find(HEAD_END, max(0, self._searched - len(HEAD_END)))
        self._searched = len(self.data)
        if max(found, len(self.data) if found < 0 else 0) > self._max_head_bytes:
            self.stage = Stage.HEAD_TOO_LARGE
        elif found >= 0:
            self._head_end = found + len(HEAD_END)
            self._read_head()

    def _read_head(self) -> None:
        self.stage = Stage.BODY
        lengths = LENGTH.findall(self.head)
        if CODING.search(self.head):
            self._next_chunk = self._head_end
        elif len(lengths) == 1:
            self._end = self._head_end + int(lengths[0])
            if int(lengths[0]) > self._max_body_bytes:
                self.stage = Stage.BODY_TOO_LARGE
        else:
            self._end = self._head_end  # no body, or headers that gunicorn refuses
            self.stage = Stage.WHOLE

    def _look_for_end(self) -> None:
        if self._end is None:
            self._follow_chunks()
        elif len(self.data) >= self._end:
            self.stage = Stage.WHOLE

    def _follow_chunks(self) -> None:
        while (line_end := self.data.find(LINE_END, self._next_chunk)) >= 0:
            line = bytes(self.data[self._next_chunk : line_end])
            size = CHUNK_SIZE.fullmatch(line)
            if size is None:
                self.stage = Stage.WHOLE
                return
            if int(size[1], 16) == 0:
                self._look_for_trailers(line_end)
                return
            self._next_chunk = line_end + len(LINE_END) + int(size[1], 16) + len(LINE_END)
            if self._next_chunk - self._head_end > self._max_body_bytes + MAX_CHUNK_LINE:
                self.stage = Stage.BODY_TOO_LARGE
                return
            if self._next_chunk > len(self.data):
                return
        if len(self.data) - self._next_chunk > MAX_CHUNK_LINE:
            self.stage = Stage.WHOLE

    def _look_for_trailers(self, line_end: int) -> None:
        found = self.data.find(HEAD_END, line_end)
        if found >= 0:
            self._end = found + len(HEAD_END)
            self.stage = Stage.WHOLE
        elif len(self.data) - line_end > self._max_head_bytes:
            self.stage = Stage.HEAD_TOO_LARGE
