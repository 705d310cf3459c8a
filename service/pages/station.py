"""One slot of a pool: a thread that keeps a worker process running and feeds it tickets."""

from __future__ import annotations

import logging
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Generic, Self, TypeAlias, TypeVar

from cutline.errors import CutlineError, InternalError, PageTimeout, PageTooLarge, WorkerDied
from cutline.processes import count_own_bytes
from cutline.service.pages.queue import Ticket, WorkQueue
from cutline.service.pages.worker_process import Launch, WorkerProcess, describe_end

LOOK_SECONDS = 0.5  # between two checks whether an idle process is alive, and of the memory of a busy one
KILLED_SHARE = 2  # a process that takes this many times `max_bytes` is killed, even in the middle of a page
GRACE_SECONDS = 1.0  # for a process to end by itself after its connection breaks
PAUSE_SECONDS = 30.0  # before the next attempt to start, if other stations have a process
MAX_FAILED_STARTS = 5  # in a row, after which the station gives up

logger = logging.getLogger(__name__)

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")

# Called when the process of a ticket is lost: with the ticket, its last progress (None: unknown), and the error.
# Answers the ticket and returns None, or returns a ticket for the remaining work.
SettleLoss: TypeAlias = Callable[[Ticket[Work, Outcome], object, CutlineError], Ticket[Work, Outcome] | None]


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """Limits of worker processes, and their names in messages.

    Attributes:
        kind: what messages call them, such as `extraction process`.
        table: the settings table of the limits, such as `service`.
        page_seconds: time limit of a page; then the process is killed.
        recycle_pages: pages after which a process is replaced.
        start_seconds: time limit for loading the models.
        max_bytes: memory of a process, without its browser, above which it is replaced after its page.
        is_kept_until_succeeded: whether a process that is due for replacement works on until its successor is ready.
        advice: a sentence for the caller whose page ended a process.
    """

    kind: str
    table: str
    page_seconds: float
    recycle_pages: int
    start_seconds: float = math.inf
    max_bytes: float = math.inf
    is_kept_until_succeeded: bool = False
    advice: str = ""


class Station(Generic[Work, Outcome]):
    """Keeps one worker process running: replaces it when it dies, is killed for taking too long, or reaches a limit."""

    def __init__(
        self,
        launch: Launch,
        queue: WorkQueue[Work, Outcome],
        limits: WorkerLimits,
        first_pages: int,
        settle_loss: SettleLoss[Work, Outcome],
        give_up: Callable[[CutlineError], bool],
    ) -> None:
        """Take what starts a process, and where its work comes from.

        Args:
            launch: starts a process.
            queue: the waiting tickets.
            limits: of time, pages and memory.
            first_pages: pages after which the first process is replaced; stations differ in it, so that the processes
                of a pool are not all replaced at once.
            settle_loss: called if a process is lost that had started a ticket.
            give_up: called if no process can be started; returns True to stop, False to keep trying.
        """
        self._open = partial(WorkerProcess[Work, Outcome], launch)
        self._queue = queue
        self._limits = limits
        self._max_pages = first_pages
        self._settle_loss = settle_loss
        self._give_up = give_up
        self._failed_starts = 0
        self._process: WorkerProcess[Work, Outcome] | None = None
        self._successor: WorkerProcess[Work, Outcome] | None = None
        self._is_ended = False
        self._changing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name=f"cutline-{limits.table}", daemon=True)

    @property
    def is_ready(self) -> bool:
        """Whether its process is alive and has loaded its models."""
        process = self._process
        return process is not None and process.is_ready and process.is_alive

    @property
    def pids(self) -> list[int]:
        """The ids of its processes: one, or two while one replaces the other."""
        return [process.pid for process in (self._process, self._successor) if process is not None]

    def start(self) -> None:
        """Start the thread, which starts a process."""
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Wait for the thread to end after the queue was closed, for at most `seconds`."""
        self._thread.join(seconds)

    def kill(self) -> None:
        """Kill its processes, and start no others."""
        with self._changing:
            self._is_ended = True
            for process in (self._process, self._successor):
                if process is not None:
                    process.kill()

    def _run(self) -> None:
        try:
            while not self._queue.is_closed:
                self._take_a_step()
        except BaseException as error:  # a bug must not leave callers waiting
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
                logger.error("no %s can be started: %s", self._limits.kind, error)
                self._queue.wait_closed(PAUSE_SECONDS)
            return
        if is_ready and (ticket := self._queue.take(LOOK_SECONDS)) is not None:
            self._work_on(ticket)

    def _has_process(self) -> bool:
        """Return whether a process is ready; if not, take a step towards one.

        Raises:
            CutlineError: starting keeps failing.
        """
        if self._successor is not None:
            self._look_at_successor(self._successor)
        if self._process is not None and not self._process.is_alive:
            self._log("%s; it is replaced", self._end_process())
        if self._process is None:
            self._process, self._successor = self._successor or self._start(), None
        if not self._process.is_ready:
            self._await_ready(self._process)
        return self._process is not None

    def _start(self) -> WorkerProcess[Work, Outcome]:
        with self._changing:
            process = self._open()
            if self._is_ended:
                process.kill()
            return process

    def _await_ready(self, process: WorkerProcess[Work, Outcome]) -> None:
        limits, alarm = self._limits, _Alarm(process, self._limits.start_seconds)
        try:
            with alarm:
                while not process.is_ready:
                    process.hear()
            self._failed_starts = 0
        except (EOFError, OSError) as error:
            end = self._end_process()
            if alarm.has_rung:
                end = (
                    f"took longer than {limits.start_seconds:g} s (setting {limits.table}.start_seconds) and was killed"
                )
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                kinds = f"{limits.kind.capitalize()}es"
                raise WorkerDied(
                    f"{kinds} end before they are ready: the last one {end}; see standard error."
                ) from error
            if not self._queue.is_closed:
                self._log("%s before it was ready; another one is started", end)
                self._queue.wait_closed(self._failed_starts * LOOK_SECONDS)

    def _work_on(self, ticket: Ticket[Work, Outcome]) -> None:
        process = self._process
        assert process is not None
        if not process.is_alive:  # it died since the last check, so the page is not to blame
            self._queue.put_back(ticket)
            return
        if not ticket.begin():
            return
        alarm = _Alarm(process, self._limits.page_seconds, KILLED_SHARE * self._limits.max_bytes)
        try:
            with alarm:
                process.take(ticket.work)
                while (outcome := process.hear()) is None:  # a message that it has started, or which page it is at
                    alarm.restart()
        except (EOFError, OSError):
            self._lose(ticket, process, alarm)
        except CutlineError as error:  # the worker cannot do any work
            ticket.refuse(error)
            self._end_process()
        except BaseException:
            ticket.refuse(InternalError("The extraction pool failed on this page."))
            raise
        else:
            ticket.answer.set_result(outcome)
            self._check_wear(process)

    def _lose(
        self,
        ticket: Ticket[Work, Outcome],
        process: WorkerProcess[Work, Outcome],
        alarm: _Alarm[Work, Outcome],
    ) -> None:
        """Settle a ticket whose process was lost; if it died before starting the ticket, that gets one more attempt."""
        end = self._end_process()
        if alarm.has_rung or process.has_begun or ticket.is_second:
            error = self._explain_alarm(alarm) if alarm.has_rung else self._make_death(end)
            rest = self._settle_loss(ticket, process.reached, error)
        else:
            rest = replace(ticket, is_second=True)  # the last attempt
        if rest is not None:
            self._queue.put_back(rest)

    def _explain_alarm(self, alarm: _Alarm[Work, Outcome]) -> CutlineError:
        seconds, table = self._limits.page_seconds, self._limits.table
        if alarm.saw_bytes:
            self._log("took %d bytes of memory on a page; it was killed and is replaced", alarm.saw_bytes)
            limit = f"{KILLED_SHARE * self._limits.max_bytes / 1e6:,.0f} MB"
            advice = f"{KILLED_SHARE} times the setting {table}.worker_bytes"
            return PageTooLarge(f"The page takes more than {limit} of memory ({advice}).")
        self._log("took longer than %g s on a page; it was killed and is replaced", seconds)
        return PageTimeout(f"The page took longer than {seconds:g} s (setting {table}.page_seconds).")

    def _make_death(self, end: str) -> WorkerDied:
        self._log("%s on a page; it is replaced", end)
        return WorkerDied(f"The {self._limits.kind} {end} on this page.{self._limits.advice}")

    def _check_wear(self, process: WorkerProcess[Work, Outcome]) -> None:
        limits = self._limits
        if limits.max_bytes < math.inf and count_own_bytes(process.pid) >= limits.max_bytes:
            self._replace_now()
        elif process.pages < self._max_pages or self._queue.is_closed:
            return
        elif not limits.is_kept_until_succeeded:
            self._replace_now()
        elif self._successor is None:
            self._successor = self._start()

    def _replace_now(self) -> None:
        assert self._process is not None
        self._process.stop()
        self._process, self._max_pages = None, self._limits.recycle_pages

    def _look_at_successor(self, successor: WorkerProcess[Work, Outcome]) -> None:
        try:
            if successor.connection.poll(0):
                successor.hear()
        except (EOFError, OSError):
            self._successor = None
            self._log("%s before it was ready", describe_end(successor.stop(GRACE_SECONDS)))
            return
        if successor.is_ready:
            if self._process is not None:
                self._replace_now()
            self._process, self._successor, self._max_pages = successor, None, self._limits.recycle_pages

    def _end_process(self) -> str:
        process, self._process = self._process, None
        assert process is not None
        return describe_end(process.stop(GRACE_SECONDS))

    def _log(self, message: str, *values: object) -> None:
        if self._is_ended:  # what `kill` does is no news
            return
        logger.warning(f"the {self._limits.kind} {message}", *values)


class _Alarm(Generic[Work, Outcome]):
    """Kills a process after some time, or if it takes too much memory, even if it holds the interpreter lock."""

    def __init__(self, process: WorkerProcess[Work, Outcome], seconds: float, max_bytes: float = math.inf) -> None:
        self.has_rung = False
        self.saw_bytes = 0  # memory when it was killed for that; 0 if it was late
        self._process = process
        self._seconds = seconds
        self._max_bytes = max_bytes
        self._end = 0.0
        self._changing = threading.Lock()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        self.restart()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changing:
            self._cancel()

    def restart(self) -> None:
        with self._changing:
            self._cancel()
            self._end = monotonic() + self._seconds
            self._wait()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        until_look = math.inf if self._max_bytes == math.inf else LOOK_SECONDS
        seconds = min(max(0.0, self._end - monotonic()), until_look, threading.TIMEOUT_MAX)
        self._timer = threading.Timer(seconds, self._look)
        self._timer.daemon = True
        self._timer.start()

    def _look(self) -> None:
        taken = 0 if self._max_bytes == math.inf else count_own_bytes(self._process.pid)
        with self._changing:
            if self._timer is not threading.current_thread():
                return  # it was cancelled meanwhile, and may be another page's by now
            if taken > self._max_bytes:
                self.saw_bytes = taken
            elif monotonic() < self._end:
                self._wait()
                return
            self.has_rung = True
            self._process.kill()


def _describe(error: BaseException) -> str:
    """Return the type of an error, and for a system error also its file and reason."""
    if isinstance(error, OSError) and error.strerror:
        return ": ".join(map(str, filter(None, [type(error).__name__, error.filename, error.strerror])))
    return type(error).__name__
