"""Pool of worker processes behind one queue; requests, jobs and batches all use it."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import Generic, Self, TypeVar

from cutline.errors import CutlineError, InternalError
from cutline.processes import count_resident_bytes
from cutline.service.pages.nursery import Launcher
from cutline.service.pages.queue import Ticket, WorkQueue
from cutline.service.pages.station import SettleLoss, Station, WorkerLimits
from cutline.service.pages.worker_process import Opening

KILL_SECONDS = 5.0  # far more than a killed process needs to end

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")


def refuse_lost(ticket: Ticket[Work, Outcome], _reached: object, error: CutlineError) -> None:
    """Answer a ticket whose process was lost with an error."""
    ticket.refuse(error)


class WorkerPool(Generic[Work, Outcome]):
    """Processes that each do one piece of work at a time; safe to share between threads.

    A page that hangs or crashes gives its caller an error and ends its process; nobody else is affected.
    """

    def __init__(
        self,
        opening: Opening[Work, Outcome],
        processes: int,
        limits: WorkerLimits,
        queue: WorkQueue[Work, Outcome] | None = None,
        settle_loss: SettleLoss[Work, Outcome] = refuse_lost,
    ) -> None:
        """Take what the processes do, and how many there are; none is started yet.

        Args:
            opening: what a process runs.
            processes: how many, from 1.
            limits: of a process's lifetime.
            queue: holds waiting work; unlimited by default.
            settle_loss: decides what happens to work whose process was lost.
        """
        self._queue = WorkQueue() if queue is None else queue
        self._failure: CutlineError | None = None
        self._launcher = Launcher(opening)
        self._stations = [
            Station(
                self._launcher,
                self._queue,
                limits,
                max(1, limits.recycle_pages * (place + 1) // processes),
                settle_loss,
                self._give_up,
            )
            for place in range(processes)
        ]

    def start(self) -> None:
        """Start the processes, without waiting for their models to be loaded."""
        for station in self._stations:
            station.start()

    def submit(self, work: Work, *, is_urgent: bool = True) -> Ticket[Work, Outcome]:
        """Queue a piece of work, and return its ticket.

        Args:
            work: what to do.
            is_urgent: whether it goes before work that is not urgent.

        Raises:
            Overloaded: the queue is full.
            CutlineError: the pool is closed, or no process can be started at all.
        """
        ticket: Ticket[Work, Outcome] = Ticket(work, is_urgent)
        self._queue.put(ticket)
        return ticket

    @property
    def is_ready(self) -> bool:
        """Whether a process has loaded its models, and the pool accepts work."""
        return not self._queue.is_closed and any(station.is_ready for station in self._stations)

    @property
    def failure(self) -> CutlineError | None:
        """Why no process can be started at all; None if there is no such reason."""
        return self._failure

    @property
    def waiting(self) -> int:
        """Number of waiting pieces of work."""
        return len(self._queue)

    @property
    def resident_bytes(self) -> int:
        """Memory of the processes and their browsers, in bytes."""
        return count_resident_bytes(*self._launcher.pids, *(pid for station in self._stations for pid in station.pids))

    def close(self, grace_seconds: float = 0, reason: CutlineError | None = None) -> None:
        """Accept no more work, and end all processes; may be called again.

        Args:
            grace_seconds: how long work in progress may continue.
            reason: the error that waiting work gets at once.
        """
        self._queue.close(reason or InternalError("The pool of worker processes is closed."))
        end = monotonic() + grace_seconds
        for station in self._stations:
            if not station.is_ready:  # it is only loading models
                station.kill()
        for station in self._stations:
            station.join(max(0.0, end - monotonic()))
        for station in self._stations:
            station.kill()
        for station in self._stations:
            station.join(KILL_SECONDS)
        self._launcher.close()

    def __enter__(self) -> Self:
        """Start the processes."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close the pool."""
        self.close()

    def _give_up(self, error: CutlineError) -> bool:
        """Close the queue with an error unless another process is ready; return whether it was closed."""
        if self.is_ready:
            return False
        if not self._queue.is_closed:
            self._failure = error
            self._queue.close(error)
        return True
