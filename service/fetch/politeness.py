"""Turns at the hosts that are asked: one request at a time, with a pause after it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic


class HostTurns:
    """Lets one thread at a time ask a host, and the next one a pause later.

    Threads that share it are polite together. It remembers the hosts that are being asked, and those that were within
    the last pause, and no others.
    """

    def __init__(self, pause_seconds: float) -> None:
        """Take the seconds between the end of one request to a host and the begin of the next."""
        self._pause = pause_seconds
        self._free_at: dict[str, float] = {}  # infinite while a host is being asked
        self._changed = Condition()

    @contextmanager
    def turn(self, host: str) -> Iterator[None]:
        """Wait until the host may be asked; it is being asked while the `with` block runs."""
        self._begin(host)
        try:
            yield
        finally:
            self._end(host)

    def __len__(self) -> int:
        """Return the number of hosts that are remembered."""
        return len(self._free_at)

    def _begin(self, host: str) -> None:
        with self._changed:
            while (seconds := self._free_at.get(host, 0.0) - monotonic()) > 0:
                self._changed.wait(None if math.isinf(seconds) else seconds)
            self._free_at[host] = math.inf

    def _end(self, host: str) -> None:
        with self._changed:
            now = monotonic()
            del self._free_at[host]
            self._free_at[host] = now + self._pause
            self._forget(now)
            self._changed.notify_all()

    def _forget(self, now: float) -> None:
        for host, moment in list(self._free_at.items()):
            if moment <= now:
                del self._free_at[host]
