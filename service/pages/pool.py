"""Worker processes behind one queue: the only supervisor there is, of requests, jobs and batches."""

from __future__ import annotations

from time import monotonic
from types import TracebackType
from typing import Generic, Self, TypeVar

from cutline.errors import CutlineError, InternalError
from cutline.service.pages.memory import count_resident_bytes
from cutline.service.pages.queue import Ticket, WorkQueue
from cutline.service.pages.station import SettleLoss, Station, WorkerLimits
from cutline.service.pages.worker_process import Opening

KILL_SECONDS = 5.0  # a killed process is gone long before

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")


def refuse_lost(ticket: Ticket[Work, Outcome], _reached: object, error: CutlineError) -> None:
    """Answer a ticket whose process was lost with the error."""
    ticket.refuse(error)


class WorkerPool(Generic[Work, Outcome]):
    """Processes that each do one piece of work at a time; safe to share between threads.

    A page that hangs or crashes costs its caller an error and the process its life, and nobody else anything.
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
            limits: of their lives.
            queue: where work waits, if its length is limited.
            settle_loss: decides what becomes of work whose process was lost.
        """
        self._queue = WorkQueue() if queue is None else queue
        self._failure: CutlineError | None = None
        self._stations = [
            Station(
                opening,
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
        """Return the ticket of a piece of work that waits for a process.

        Args:
            work: what is to be done.
            is_urgent: whether it goes before work that is not.

        Raises:
            Overloaded: too much waits already.
            CutlineError: the pool is closed, or no process can be had at all.
        """
        ticket: Ticket[Work, Outcome] = Ticket(work, is_urgent)
        self._queue.put(ticket)
        return ticket

    @property
    def is_ready(self) -> bool:
        """Whether a process has loaded its models, and the pool takes work."""
        return not self._queue.is_closed and any(station.is_ready for station in self._stations)

    @property
    def failure(self) -> CutlineError | None:
        """Why no process can be had at all; None while there is hope."""
        return self._failure

    @property
    def waiting(self) -> int:
        """How many pieces of work wait for a process."""
        return len(self._queue)

    @property
    def resident_bytes(self) -> int:
        """Memory of the processes and their browsers."""
        return sum(count_resident_bytes(pid) for station in self._stations for pid in station.pids)

    def close(self, grace_seconds: float = 0, reason: CutlineError | None = None) -> None:
        """Take no more work, and end all processes; may be called again.

        Args:
            grace_seconds: how long those that work may go on.
            reason: what work that waits is answered with, at once.
        """
        self._queue.close(reason or InternalError("The pool of worker processes is closed."))
        end = monotonic() + grace_seconds
        for station in self._stations:
            if not station.is_ready:  # it only loads models
                station.kill()
        for station in self._stations:
            station.join(max(0.0, end - monotonic()))
        for station in self._stations:
            station.kill()
        for station in self._stations:
            station.join(KILL_SECONDS)

    def __enter__(self) -> Self:
        """Start the processes."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End them."""
        self.close()

    def _give_up(self, error: CutlineError) -> bool:
        """Give all up, unless some other process is there; return whether it was given up."""
        if self.is_ready:
            return False
        if not self._queue.is_closed:
            self._failure = error
            self._queue.close(error)
        return True
