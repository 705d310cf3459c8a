"""A client's non-blocking connection, and the request arriving on it."""

from __future__ import annotations

import re
import select
import socket
from contextlib import suppress
from enum import Enum, auto
from time import monotonic
from typing import TypeAlias

HEAD_END = b"\r\n\r\n"
LINE_END = b"\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,19})[ \t]*(?=\r\n)", re.IGNORECASE)
CODING = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
EXPECTATION = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*(?=\r\n)", re.IGNORECASE)
CHUNK_SIZE = re.compile(rb"([0-9a-f]{1,15})[ \t]*(?:;.*)?", re.IGNORECASE | re.DOTALL)
MAX_CHUNK_LINE = 8190  # bytes, as gunicorn


class Stage(Enum):
    """How much of a request has arrived."""

    HEAD = auto()
    BODY = auto()
    WHOLE = auto()
    HEAD_TOO_LARGE = auto()
    BODY_TOO_LARGE = auto()


class ArrivingRequest:
    """The bytes of one request, and those after it.

    It only looks for the end of the request. What it cannot parse counts as complete: gunicorn's parser reads it again
    and reports the error.

    Attributes:
        data: all bytes received.
        stage: how much has arrived.
    """

    def __init__(self, max_head_bytes: int, max_body_bytes: int, data: bytes = b"") -> None:
        """Take the limits, and the bytes received after the previous request."""
        self._max_head_bytes = max_head_bytes
        self._max_body_bytes = max_body_bytes
        self.data = bytearray()
        self.stage = Stage.HEAD
        self._searched = 0
        self._head_end = 0
        self._end: int | None = None  # where the request ends; None while a chunked body is incomplete
        self._next_chunk = 0
        if data:
            self.add(data)

    def add(self, data: bytes) -> None:
        """Append received bytes."""
        self.data += data
        if self.stage is Stage.HEAD:
            self._look_for_head()
        if self.stage is Stage.BODY:
            self._look_for_end()

    @property
    def head(self) -> bytes:
        """The request line and headers, up to the empty line; everything received while they are incomplete."""
        return bytes(self.data[: self._head_end or len(self.data)])

    @property
    def expects_continue(self) -> bool:
        """Whether the client waits for `100 Continue` before it sends the body."""
        return self.stage is Stage.BODY and EXPECTATION.search(self.head) is not None

    def take(self) -> tuple[bytes, bytes]:
        """Return the bytes of a complete request, and those after it."""
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


READ_BYTES = 262_144  # at once
COLLECTED_BYTES = 65_536  # of an answer, buffered before sending: head and body of a short one go together
MAX_UNSENT_BYTES = 8_000_000  # of an answer that the client has not read; beyond them, the sending thread waits

Address: TypeAlias = "tuple[str, int] | str"


class Phase(Enum):
    """What a connection is currently doing."""

    ARRIVING = auto()
    WORKING = auto()
    SENDING = auto()
    LINGERING = auto()


class ClientGone(ConnectionError):
    """The client has closed the connection, or reads too slowly."""


class ClientConnection:
    """A client's socket, with received data and unsent answers.

    gunicorn uses it as the socket to send an answer to.

    Attributes:
        client, server: the two addresses.
        phase: what it is currently doing.
        deadline: when the phase must end, on the `monotonic` clock.
        request: the arriving request.
        held_bytes: memory counted for its request.
        is_kept: whether another request may follow the answer.
    """

    def __init__(self, sock: socket.socket, client: Address, request: ArrivingRequest, send_seconds: float) -> None:
        """Take an accepted socket."""
        sock.setblocking(False)
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = sock
        self._unsent = bytearray()
        self._send_seconds = send_seconds
        self.client = client
        self.server: Address = sock.getsockname()
        self.phase = Phase.ARRIVING
        self.deadline = 0.0
        self.request = request
        self.held_bytes = 0
        self.is_kept = False

    @property
    def sock(self) -> ClientConnection:
        """The socket that gunicorn sends to."""
        return self

    @property
    def has_unsent(self) -> bool:
        """Whether part of the answer waits for the client."""
        return bool(self._unsent)

    def fileno(self) -> int:
        """Return the file descriptor, for a selector."""
        return self._socket.fileno()

    def receive(self) -> bytes | None:
        """Return received bytes, empty if the client has closed; None if nothing has arrived.

        Raises:
            OSError: the connection is broken.
        """
        try:
            return self._socket.recv(READ_BYTES)
        except (BlockingIOError, InterruptedError):
            return None

    def sendall(self, data: bytes) -> None:
        """Queue bytes and send what the client takes; block only while too many are unsent.

        Raises:
            ClientGone: the client reads too slowly.
            OSError: the connection is broken.
        """
        self._unsent += data
        if len(self._unsent) > COLLECTED_BYTES:
            self.flush()
        end = monotonic() + self._send_seconds
        while len(self._unsent) > MAX_UNSENT_BYTES:
            poll = select.poll()  # select() does not support descriptors from 1024 on
            poll.register(self._socket, select.POLLOUT)
            if not poll.poll(max(0.0, end - monotonic()) * 1000):
                raise ClientGone("the client does not read its answer")
            self.flush()

    def send(self, data: bytes) -> int:
        """Send nothing: gunicorn uses it for `100 Continue`, which was sent before the body arrived."""
        return len(data)

    def flush(self) -> None:
        """Send what the client takes without blocking.

        Raises:
            OSError: the connection is broken.
        """
        with suppress(BlockingIOError, InterruptedError):
            while self._unsent:
                sent = self._socket.send(memoryview(self._unsent)[:READ_BYTES])
                del self._unsent[:sent]

    def end_answers(self) -> None:
        """Drop unsent data, and signal the end of the answer to the client."""
        self._unsent.clear()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def shutdown(self, how: int) -> None:
        """Raise, so that gunicorn does not wait for the client after an incomplete answer."""
        raise ClientGone("an answer broke off")

    def close(self) -> None:
        """Close the socket."""
        with suppress(OSError):
            self._socket.close()
