"""The time that is left for a fetch."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic


class Deadline:
    """A moment after which nothing more is waited for."""

    def __init__(self, seconds: float) -> None:
        """Put that moment `seconds` from now."""
        self._moment = monotonic() + seconds

    def left(self, at_most: float = math.inf) -> float:
        """Return the seconds that are left, at most `at_most`.

        Raises:
            TimeoutError: none are left.
        """
        seconds = self._moment - monotonic()
        if seconds <= 0:
            raise TimeoutError("The time is up.")
        return min(seconds, at_most)

    @contextmanager
    def sooner(self, seconds: float) -> Iterator[None]:
        """Move the deadline to at most `seconds` from now while the `with` block runs."""
        moment = self._moment
        self._moment = min(moment, monotonic() + seconds)
        try:
            yield
        finally:
            self._moment = moment

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Move the deadline by as long as the `with` block runs."""
        begin = monotonic()
        try:
            yield
        finally:
            self._moment += monotonic() - begin
