"""A batch worked off on this machine: in this process, or in several that it starts."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Generator, Iterator
from typing import TypeVar

from cutline.config.service_settings import EnrichSettings
from cutline.service.enrich.crew import Crew
from cutline.service.enrich.order import AnyOrder, InputOrder, Order
from cutline.service.enrich.segments import Segment, Span, Worked
from cutline.service.enrich.worker import Job, Task

Packed = TypeVar("Packed")


def work_here(segments: Iterator[Segment], job: Job[Packed]) -> Generator[Worked[Packed]]:
    """Yield the segments worked off in this process, one after the other."""
    work = job.open()
    for segment in segments:
        working = work(Task(segment))
        try:
            while True:
                next(working)
        except StopIteration as end:
            yield end.value


def work_in_processes(
    segments: Iterator[Segment],
    job: Job[Packed],
    workers: int,
    order: Order,
    page_seconds: float,
    settings: EnrichSettings,
) -> Generator[Worked[Packed]]:
    """Yield the segments worked off by worker processes.

    Args:
        segments: the segments, of which a few for each worker are read ahead.
        job: what is to be done with them.
        workers: how many processes, from 1.
        order: `input`: theirs; `ready`: as they come.
        page_seconds: how long one page may take.
        settings: the limits of read-ahead and of the life of a worker.

    Raises:
        CutlineError: no page at all can be extracted.
        Exception: what `segments` raises, after the segments before it.
    """
    ahead = _ReadAhead(segments, workers)
    gate = InputOrder[Packed](workers * settings.batches_in_flight) if order == "input" else AnyOrder[Packed]()
    with Crew(job, workers, page_seconds, settings) as crew:
        while True:
            while crew.has_idle and ahead.ready:
                crew.give(ahead.ready.popleft())
            may_read = ahead.has_room and gate.has_room
            if may_read:
                gate.enter(ahead.read())
            elif not crew.is_busy and not ahead.ready:
                break
            yield from gate.leave(crew.collect(0 if may_read or (crew.has_idle and ahead.ready) else math.inf))
    if ahead.broken is not None:
        raise ahead.broken


class _ReadAhead:
    """Segments that were read and wait for a worker; what reading raises waits until all of them are worked off."""

    def __init__(self, segments: Iterator[Segment], size: int) -> None:
        self.ready: deque[Segment] = deque()
        self.broken: Exception | None = None
        self._segments = segments
        self._size = size
        self._has_ended = False

    @property
    def has_room(self) -> bool:
        return not self._has_ended and len(self.ready) < self._size

    def read(self) -> Span | None:
        """Read the next segment, if there is one, and return where it stands."""
        try:
            segment = next(self._segments)
        except StopIteration:
            self._has_ended = True
            return None
        except Exception as error:
            self._has_ended, self.broken = True, error
            return None
        self.ready.append(segment)
        return segment.span
