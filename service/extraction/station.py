"""One place in the pool: a thread that keeps a process there, and gives it one ticket after the other."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import TypeAlias

from cutline.config.service_settings import ServiceSettings
from cutline.errors import CutlineError, InternalError, PageTimeout, WorkerDied
from cutline.service.extraction.queue import Ticket, WorkQueue
from cutline.service.extraction.work import Outcome, Work, WorkDone, WorkFailed, WorkRefused
from cutline.service.processes import WorkerProcess, describe_end
from cutline.service.processes.child import Opening

LOOK_SECONDS = 0.5  # between two looks whether an idle process is still there
GRACE_SECONDS = 1.0  # between a process's last word and its end
PAUSE_SECONDS = 30.0  # before the next attempt, if other stations have a process
MAX_FAILED_STARTS = 5  # in a row: then it is not chance, and there is no use in starting more

logger = logging.getLogger(__name__)

Process: TypeAlias = WorkerProcess[Work, Outcome]


class Station:
    """Replaces its process when it dies, is killed for its time, or has worked on enough pages."""

    def __init__(
        self,
        opening: Opening[Work, Outcome],
        queue: WorkQueue,
        settings: ServiceSettings,
        first_pages: int,
        give_up: Callable[[CutlineError], bool],
    ) -> None:
        """Take what opens a process, and where its work comes from.

        Args:
            opening: what a process runs.
            queue: where tickets wait.
            settings: limits of time and pages.
            first_pages: pages after which the first process is replaced; stations differ in it, so that not all
                processes of a pool are replaced at once.
            give_up: called if no process can be had; returns whether that is the end, or it may try on.
        """
        self._opening = opening
        self._queue = queue
        self._settings = settings
        self._pages_left = first_pages
        self._give_up = give_up
        self._failed_starts = 0
        self._process: Process | None = None
        self._successor: Process | None = None
        self._is_ended = False
        self._changing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="cutline-extraction", daemon=True)

    @property
    def is_ready(self) -> bool:
        """Whether it has a process that can work, or works."""
        process = self._process
        return process is not None and process.is_ready and process.is_alive

    @property
    def pids(self) -> list[int]:
        """The numbers of its processes: one, or two while one succeeds the other."""
        return [process.pid for process in (self._process, self._successor) if process is not None]

    def start(self) -> None:
        """Start the thread, which starts a process."""
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Wait for the end of the thread after the queue was closed, no longer than some seconds."""
        self._thread.join(seconds)

    def kill(self) -> None:
        """End its processes, whatever they are doing; there will be no others."""
        with self._changing:
            self._is_ended = True
            for process in (self._process, self._successor):
                if process is not None:
                    process.kill()

    def _run(self) -> None:
        try:
            while not self._queue.is_closed:
                self._take_a_step()
        except BaseException as error:  # a mistake of ours must not leave callers waiting
            logger.exception("a thread of the extraction pool failed")
            self._give_up(InternalError(f"The extraction pool failed with {_describe(error)}."))
        finally:
            for process in (self._process, self._successor):
                if process is not None:
                    process.stop()

    def _take_a_step(self) -> None:
        try:
            is_ready = self._has_process()
        except CutlineError as error:
            if not self._give_up(error):
                logger.error("no extraction process can be had: %s", error)
                self._queue.wait_closed(PAUSE_SECONDS)
            return
        if is_ready and (ticket := self._queue.take(LOOK_SECONDS)) is not None:
            self._work_on(ticket)

    def _has_process(self) -> bool:
        """Return whether there is a process that can work; if not, take a step towards one.

        Raises:
            CutlineError: there is no use in trying on.
        """
        if self._successor is not None:
            self._look_at_successor(self._successor)
        if self._process is not None and not self._process.is_alive:
            logger.warning("an extraction process %s; it is replaced", self._end_process())
        if self._process is None:
            self._process, self._successor = self._successor or self._start(), None
        if not self._process.is_ready:
            self._await_ready(self._process)
        return self._process is not None

    def _start(self) -> Process:
        with self._changing:
            process: Process = WorkerProcess(self._opening)
            if self._is_ended:
                process.kill()
            return process

    def _await_ready(self, process: Process) -> None:
        limit, begin = self._settings.start_seconds, monotonic()
        alarm = self._kill_after(limit, process)
        try:
            process.hear()
            self._failed_starts = 0
        except (EOFError, OSError) as error:
            end = self._end_process()
            if monotonic() - begin >= limit:
                end = f"took longer than {limit:g} s (setting service.start_seconds) and was killed"
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                raise WorkerDied(
                    f"Extraction processes end before they are ready: the last one {end}; see standard error."
                ) from error
            if not self._queue.is_closed:
                logger.warning("an extraction process %s before it was ready; another one is started", end)
                self._queue.wait_closed(self._failed_starts * LOOK_SECONDS)
        finally:
            alarm.cancel()

    def _work_on(self, ticket: Ticket) -> None:
        process = self._process
        assert process is not None
        if not process.is_alive:  # it died since the last look; the page need not pay for it
            self._queue.put_back(ticket)
            return
        if not ticket.begin():
            return
        begin = monotonic()
        alarm = self._kill_after(self._settings.page_seconds, process)
        try:
            outcome = _do(process, ticket.work)
        except (EOFError, OSError):
            self._settle_loss(ticket, process, monotonic() - begin)
        except BaseException:
            ticket.refuse(InternalError("The extraction pool failed on this page."))
            raise
        else:
            _answer(ticket, outcome)
            self._count_page()
        finally:
            alarm.cancel()

    def _settle_loss(self, ticket: Ticket, process: Process, busy_seconds: float) -> None:
        """Let the page pay for its process, unless that died before it began with it; so it may once."""
        error = self._explain_loss(busy_seconds)
        if process.has_begun or ticket.is_second or isinstance(error, PageTimeout):
            ticket.refuse(error)
        else:
            self._queue.put_back(ticket.make_second())

    def _explain_loss(self, busy_seconds: float) -> CutlineError:
        end, limit = self._end_process(), self._settings.page_seconds
        if busy_seconds >= limit:
            logger.warning("a page took longer than %g s; its extraction process was killed and is replaced", limit)
            return PageTimeout(f"The page took longer than {limit:g} s (setting service.page_seconds).")
        logger.warning("an extraction process %s on a page; it is replaced", end)
        return WorkerDied(f"The extraction process {end} on this page.")

    def _count_page(self) -> None:
        self._pages_left -= 1
        if self._pages_left <= 0 and self._successor is None and not self._queue.is_closed:
            self._successor = self._start()  # loads its models while the other one goes on

    def _look_at_successor(self, successor: Process) -> None:
        try:
            if successor.connection.poll(0):
                successor.hear()
        except (EOFError, OSError):
            self._successor = None
            logger.warning("an extraction process %s before it was ready", describe_end(successor.stop(GRACE_SECONDS)))
            return
        if successor.is_ready:
            if self._process is not None:
                self._process.stop()
            self._process, self._successor = successor, None
            self._pages_left = self._settings.recycle_pages

    def _end_process(self) -> str:
        process, self._process = self._process, None
        assert process is not None
        return describe_end(process.stop(GRACE_SECONDS))

    @staticmethod
    def _kill_after(seconds: float, process: Process) -> threading.Timer:
        """Return the alarm; it ends a process that holds the interpreter lock or that is stopped as well."""
        alarm = threading.Timer(seconds, process.kill)
        alarm.daemon = True
        alarm.start()
        return alarm


def _do(process: Process, work: Work) -> Outcome:
    """Return the outcome of a piece of work.

    Raises:
        EOFError, OSError: the process is gone.
    """
    process.take(work)
    while (outcome := process.hear()) is None:  # it only says that it has begun
        pass
    return outcome


def _describe(error: BaseException) -> str:
    """Return the kind of an error, and of one of the system which file it is about, and what is wrong with it."""
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(map(str, filter(None, [type(error).__name__, error.filename, error.strerror])))
    return type(error).__name__


def _answer(ticket: Ticket, outcome: Outcome) -> None:
    match outcome:
        case WorkDone() | WorkFailed():
            ticket.answer.set_result(outcome)
        case WorkRefused(error):
            ticket.answer.set_exception(error)
