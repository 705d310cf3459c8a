"""A value that is costly to find, found once a second however many ask for it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

KEPT_SECONDS = 1.0

Value = TypeVar("Value")


class Remembered(Generic[Value]):
    """What a function last returned; safe to share between threads.

    One thread at a time calls the function, at most once in `KEPT_SECONDS`. Others get the last value meanwhile: a
    function that hangs holds only one of them. If it raises, the next one calls it again.
    """

    def __init__(self, find: Callable[[], Value]) -> None:
        """Take the function; it is not called yet."""
        self._find = find
        self._finding = Lock()
        self._found: Value | None = None
        self._until = 0.0

    def __call__(self) -> Value:
        """Return the value."""
        if monotonic() >= self._until and self._finding.acquire(blocking=self._found is None):
            try:
                if monotonic() >= self._until:  # no other thread was quicker
                    self._found = self._find()
                    self._until = monotonic() + KEPT_SECONDS
            finally:
                self._finding.release()
        assert self._found is not None
        return self._found
