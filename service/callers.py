"""How many requests of each caller are answered at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from cutline.service.problems import TooManyRequests


class Callers:
    """The requests of each caller that are under way; safe to share between threads."""

    def __init__(self, limit: int, retry_after: int) -> None:
        """Take how many there may be of one caller, 0 for any number, and after how many seconds to try again."""
        self._limit = limit
        self._retry_after = retry_after
        self._lock = Lock()
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def answer(self, caller: str) -> Iterator[None]:
        """Count a request while it is answered.

        Raises:
            TooManyRequests: there are as many of this caller as there may be.
        """
        with self._lock:
            if self._limit and self._under_way[caller] >= self._limit:
                raise TooManyRequests(self._limit, self._retry_after)
            self._under_way[caller] += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way[caller] -= 1
                if not self._under_way[caller]:
                    del self._under_way[caller]
