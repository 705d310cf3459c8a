"""Wall time by stage."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Adds up the milliseconds that each stage of one extraction takes."""

    def __init__(self) -> None:
        """Start with no stage measured."""
        self.milliseconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure what is done inside the `with` block."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = 1000 * (time.perf_counter() - start)
            self.milliseconds[name] = round(self.milliseconds.get(name, 0.0) + spent, 3)
