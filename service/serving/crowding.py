"""Which connections to give up when there are too many, or they hold too much memory: those of greedy clients first.

A client is known by its address.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from time import monotonic

from cutline.service.serving.connection import ClientConnection, Phase

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
