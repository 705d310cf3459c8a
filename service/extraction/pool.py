"""Extraction processes with loaded models, for all threads of a web worker."""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from functools import partial
from time import monotonic
from types import TracebackType
from typing import Self

from cutline.config import Settings
from cutline.errors import CutlineError, InternalError, Overloaded
from cutline.service.extraction.process import open_extraction
from cutline.service.extraction.queue import Ticket, WorkQueue
from cutline.service.extraction.station import Station
from cutline.service.extraction.work import Outcome, Work, WorkDone, WorkFailed
from cutline.service.processes.child import Opening
from cutline.service.processes.memory import count_resident_bytes

KILL_SECONDS = 5.0  # a killed process is gone long before

logger = logging.getLogger(__name__)


class ExtractionPool:
    """Processes that each work on one page at a time; safe to share between threads.

    A page that hangs or crashes costs its caller an error and the process its life, and nobody else anything.

    >>> with ExtractionPool(load_settings(), processes=2) as pool:
    ...     done = pool.run(ExtractWork(PageGiven(html, url="https://courier.example/ferry"), Options()))
    """

    def __init__(self, settings: Settings, processes: int, opening: Opening[Work, Outcome] | None = None) -> None:
        """Take the settings and the number of processes; none is started yet.

        Args:
            settings: of the extraction, and of the service.
            processes: how many, from 1.
            opening: what a process runs, instead of an extractor with the settings.
        """
        service = settings.service
        self._settings = service
        self._queue = WorkQueue(service.queue_size, service.retry_after_seconds)
        self._failure: CutlineError | None = None
        self._stations = [
            Station(
                opening or partial(open_extraction, settings),
                self._queue,
                service,
                max(1, service.recycle_pages * (place + 1) // processes),
                self._give_up,
            )
            for place in range(processes)
        ]

    def start(self) -> None:
        """Start the processes, without waiting for their models to be loaded."""
        for station in self._stations:
            station.start()

    def run(self, work: Work, *, is_urgent: bool = True) -> WorkDone:
        """Return the answer to a piece of work, in the thread that waits for it.

        Args:
            work: what is to be done.
            is_urgent: whether it goes before work that is not.

        Raises:
            Overloaded: too much waits already, it waited too long, or the pool is being closed.
            PageTimeout: it took too long; its process was killed.
            WorkerDied: its process died on it.
            InternalError: it met a mistake of ours, which is logged.
            CutlineError: what the work itself raised; or no process can be had at all.
        """
        ticket = Ticket(work, is_urgent)
        self._queue.put(ticket)
        try:
            outcome = self._wait(ticket)
        except CancelledError as error:
            raise self._make_overloaded("It waited too long") from error
        finally:
            if not ticket.answer.done():  # the caller goes away
                ticket.answer.cancel()
                self._queue.withdraw(ticket)
        if isinstance(outcome, WorkFailed):
            logger.error("cutline failed on a page with %s\n%s", outcome.kind, outcome.frames)
            raise InternalError(f"cutline failed on this page with {outcome.kind}.")
        return outcome

    def check_room(self) -> None:
        """Do nothing if there is room for a request, so that nobody reads its body in vain.

        Raises:
            Overloaded: there is none.
            CutlineError: no process can be had at all.
        """
        self._queue.check_room()

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

    def close(self, grace_seconds: float = 0) -> None:
        """Take no more work, and end all processes; may be called again.

        Args:
            grace_seconds: how long those that work may go on. What waits gets `Overloaded` at once.
        """
        self._queue.close(self._make_overloaded("The service is stopping"))
        self._end_stations(grace_seconds)

    def __enter__(self) -> Self:
        """Start the processes."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """End them."""
        self.close()

    def _wait(self, ticket: Ticket) -> WorkDone | WorkFailed:
        try:
            return ticket.answer.result(self._settings.queue_seconds)
        except FutureTimeout:
            if ticket.answer.cancel():
                self._queue.withdraw(ticket)
                raise self._make_overloaded("It waited too long") from None
            return ticket.answer.result()  # it has begun; its process has a limit of its own

    def _end_stations(self, grace_seconds: float) -> None:
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

    def _give_up(self, error: CutlineError) -> bool:
        """Give all up, unless some other process is there; return whether it was given up."""
        if self.is_ready:
            return False
        if not self._queue.is_closed:
            self._failure = error
            self._queue.close(error)
        return True

    def _make_overloaded(self, reason: str) -> Overloaded:
        seconds = self._settings.retry_after_seconds
        return Overloaded(f"{reason}; try again in {seconds} s.", seconds)
