"""A worker process that may hang, crash or be killed without harming others: its parent's side and its own."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import BinaryIO, Generic, Protocol, TypeAlias, TypeVar

from cutline.errors import CutlineError

UNKNOWN_STATUS = 256  # no process ends with it


@dataclass(frozen=True, slots=True)
class Forked:
    """Sent by a forked worker as soon as it exists; a descriptor of its process follows.

    Attributes:
        pid: its process id.
    """

    pid: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Sent by a worker once it has loaded its models."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Sent by a worker when it starts a piece of work: from then on, its end may be that work's fault."""


@dataclass(frozen=True, slots=True)
class Step:
    """Sent by a worker during its work: its progress."""

    reached: object


@dataclass(frozen=True, slots=True)
class CannotWork:
    """Sent by a worker that cannot do any work, before it ends."""

    error: CutlineError


def serve(connection: Connection, opening: Opening[object, object]) -> None:
    """Work for a parent process until it is gone.

    Args:
        connection: receives one piece of work at a time. `Ready` is sent first, then for each piece of work `Begun`, a
            `Step` for each value that the work yields if it is a generator, and the outcome; or `CannotWork`, if any of
            that raises a `CutlineError`.
        opening: loads what the work needs.
    """
    with suppress(EOFError, ConnectionError):
        try:
            work = opening()
            connection.send(Ready())
            while True:
                given = connection.recv()
                connection.send(Begun())
                connection.send(_finish(work(given), connection))
        except CutlineError as error:
            connection.send(CannotWork(error))


def _finish(begun: object, connection: Connection) -> object:
    if not isinstance(begun, Generator):
        return begun
    while True:
        try:
            connection.send(Step(next(begun)))
        except StopIteration as end:
            return end.value


def end_with_parent(lifeline: int) -> None:
    """Have the kernel kill this process when the parent closes its end of a pipe, however the parent ends.

    A thread that waits for this could not run while an extension module or a regular expression holds the interpreter
    lock. On systems other than Linux, a worker ends after its current page.
    """
    if sys.platform == "linux":
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)
        waiting = select.poll()
        waiting.register(lifeline, 0)
        if waiting.poll(0):  # it was closed before
            os.kill(os.getpid(), signal.SIGKILL)


Work = TypeVar("Work")
Outcome = TypeVar("Outcome")
Opening: TypeAlias = Callable[[], Callable[[Work], Outcome | Generator[object, None, Outcome]]]


class Process(Protocol):
    """A process as `Popen` has it, whose standard input is its lifeline: it is killed when that is closed."""

    stdin: BinaryIO
    pid: int

    def identify(self, pid: int, connection: Connection) -> None:
        """Take the process id, and receive the descriptor of the process."""

    def poll(self) -> int | None:
        """Return the exit status; None while the process is running."""

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status once the process has ended; raise `TimeoutExpired` if it does not."""

    def kill(self) -> None:
        """Kill the process."""


Launch: TypeAlias = Callable[[], tuple[Connection, Process]]


class WorkerProcess(Generic[Work, Outcome]):
    """A process that does one piece of work at a time.

    Attributes:
        connection: readable when the worker has sent something or is gone.
        is_ready: whether it has loaded its models.
        has_begun: whether it has reported that it started its work; if it ends before, the work is not to blame.
        reached: its last reported progress; None if there is none.
        pages: pages it has worked on: one for each step, and one for work without steps.
    """

    def __init__(self, launch: Launch) -> None:
        """Start the process.

        Args:
            launch: starts it, and returns our end of its connection, and the process.
        """
        self.connection, self._process = launch()
        self.is_ready = False
        self.has_begun = False
        self.reached: object = None
        self.pages = 0

    @property
    def pid(self) -> int:
        """The process id; of the process that it will be forked from until it is."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        return self._process.poll() is None

    def take(self, work: Work) -> None:
        """Start a piece of work."""
        self.has_begun = False
        self.reached = None
        with suppress(OSError):  # it is gone; `hear` will report that
            self.connection.send(work)

    def hear(self) -> Outcome | None:
        """Receive a message: return the outcome if the work is done, None if it only reports its state.

        Raises:
            EOFError, OSError: the process is gone.
            CutlineError: it cannot do any work.
        """
        message: Outcome | Forked | Ready | Begun | Step | CannotWork = self.connection.recv()
        match message:
            case CannotWork(error):
                raise error
            case Forked(pid):
                self._process.identify(pid, self.connection)
            case Ready():
                self.is_ready = True
            case Begun():
                self.has_begun = True
            case Step(reached):
                self.reached = reached
                self.pages += 1
            case outcome:
                self.pages += self.reached is None
                self.has_begun = False
                return outcome
        return None

    def kill(self) -> None:
        """Kill the process; `hear` then reports that it is gone. May be called from any thread, and repeatedly."""
        self._process.kill()

    def stop(self, grace_seconds: float = 0) -> int:
        """End the process, and return its exit status, negative for a signal.

        Args:
            grace_seconds: how long to wait for it to end by itself.
        """
        try:
            self._process.wait(grace_seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self.connection.close()
        self._process.stdin.close()
        return self._process.wait()


def describe_end(status: int) -> str:
    """Return how a process ended, given the status from `stop`: `was killed ...`, `crashed ...`, `ended with ...`."""
    if status == UNKNOWN_STATUS:
        return "ended in an unknown way"
    if status == -signal.SIGKILL:
        return "was killed (SIGKILL, perhaps for lack of memory)"
    if status < 0:
        return f"crashed ({signal.strsignal(-status)})"
    return f"ended with status {status}"
