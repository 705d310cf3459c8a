"""Clients' connections, read and written without ever waiting for a client, and which of them to give up.

Too many connections, or those that hold too much memory, are given up, those of greedy clients first. A client is known
by its address.
"""

from __future__ import annotations

import select
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import Enum, auto
from time import monotonic
from typing import TypeAlias

from cutline.service.serving.arriving import ArrivingRequest

READ_BYTES = 262_144  # at once
COLLECTED_BYTES = 65_536  # of an answer, buffered before sending: head and body of a short one go together
MAX_UNSENT_BYTES = 8_000_000  # of an answer that the client has not read; beyond them, the rest of it waits
KERNEL_BYTES = 65_536  # that the system keeps for a client that does not read; the others are here, where they count

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
        began: when it entered the phase, on the `monotonic` clock.
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
            if sys.platform == "linux":
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, KERNEL_BYTES)
        self._socket = sock
        self._unsent = bytearray()
        self._send_seconds = send_seconds
        self.client = client
        self.server: Address = sock.getsockname()
        self.enter(Phase.ARRIVING, 0.0)
        self.request = request
        self.held_bytes = 0
        self.is_kept = False

    @property
    def sock(self) -> ClientConnection:
        """The socket that gunicorn sends to."""
        return self

    @property
    def host(self) -> str:
        """The client's address without its port."""
        return self.client if isinstance(self.client, str) else self.client[0]

    @property
    def is_idle(self) -> bool:
        """Whether it waits for a request, and nothing of one has arrived."""
        return self.phase is Phase.ARRIVING and not self.request.has_begun

    @property
    def unsent_bytes(self) -> int:
        """How much memory the part of the answer takes that waits for the client; 0 if there is none."""
        return sys.getsizeof(self._unsent) if self._unsent else 0

    def enter(self, phase: Phase, seconds: float) -> None:
        """Begin a phase that may last some seconds."""
        self.phase, self.began = phase, monotonic()
        self.deadline = self.began + seconds

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
        """Queue bytes and send what the client takes; block only while too many of earlier ones are unsent.

        Raises:
            ClientGone: the client reads too slowly.
            OSError: the connection is broken.
        """
        end = monotonic() + self._send_seconds
        while len(self._unsent) > MAX_UNSENT_BYTES:
            poll = select.poll()  # select() does not support descriptors from 1024 on
            poll.register(self._socket, select.POLLOUT)
            if not poll.poll(max(0.0, end - monotonic()) * 1000):
                raise ClientGone("the client does not read its answer")
            self.flush()
        self._unsent += data
        if len(self._unsent) > COLLECTED_BYTES:
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

    def break_off(self) -> None:
        """Make sending fail, also in the thread that answers."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def shutdown(self, how: int) -> None:
        """Raise, so that gunicorn does not wait for the client after an incomplete answer."""
        raise ClientGone("an answer broke off")

    def close(self) -> None:
        """Close the socket."""
        with suppress(OSError):
            self._socket.close()


NEWCOMER_SECONDS = 1.0  # in which a connection does not count as idle, since its request may be on its way


def list_to_close(connections: Iterable[ClientConnection], count: int) -> list[ClientConnection]:
    """Return connections to close to make room for others; none that is being answered.

    Those of clients that have `count` or more go first, then idle ones, then the oldest: so a probe is answered even if
    others connect from thousands of addresses.

    Args:
        connections: all of them.
        count: how many to close, at most.
    """
    waiting = [each for each in connections if each.phase is not Phase.WORKING]
    taken = Counter(each.host for each in waiting)
    late = monotonic() - NEWCOMER_SECONDS

    def rank(connection: ClientConnection) -> tuple[int, bool, float]:
        is_idle = connection.is_idle and connection.began < late
        return -(taken[connection.host] // count), not is_idle, connection.began

    return sorted(waiting, key=rank)[:count]


def find_largest_request(connections: Iterable[ClientConnection]) -> ClientConnection:
    """Return the connection with the largest arriving request, of the client whose requests take the most memory.

    Forms may come without a token; so if they take more than half of all, one of them is chosen.
    """
    arriving = [each for each in connections if each.phase is Phase.ARRIVING]
    forms: list[ClientConnection] = []
    calls: list[ClientConnection] = []
    for each in arriving:
        (calls if each.request.head and each.request.head.is_call else forms).append(each)
    most = max(forms, calls, key=lambda group: sum(each.held_bytes for each in group))
    theirs = _list_greediest(most, lambda connection: connection.held_bytes)
    return max(theirs, key=lambda connection: connection.held_bytes)


def list_slow_readers(connections: Iterable[ClientConnection], limit: int) -> list[ClientConnection]:
    """Return connections to break off until unread answers take no more memory than the limit.

    The next one is that which has been reading longest, of the client whose answers take the most memory. A single
    reader gets its answer, however large that is.

    Args:
        connections: all of them.
        limit: bytes.
    """
    reading = [each for each in connections if each.unsent_bytes]
    excess = sum(each.unsent_bytes for each in reading) - limit
    slow = []
    while excess > 0 and len(reading) > 1:
        theirs = _list_greediest(reading, lambda connection: connection.unsent_bytes)
        slow.append(min(theirs, key=lambda connection: connection.began))
        reading.remove(slow[-1])
        excess -= slow[-1].unsent_bytes
    return slow


def _list_greediest(
    connections: Sequence[ClientConnection], measure: Callable[[ClientConnection], int]
) -> list[ClientConnection]:
    """Return the connections of the client for which a measure of them adds up to the most."""
    taken: Counter[str] = Counter()
    for connection in connections:
        taken[connection.host] += measure(connection)
    [(greediest, _)] = taken.most_common(1)
    return [connection for connection in connections if connection.host == greediest]
