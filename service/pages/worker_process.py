"""A worker process that may hang, crash or be killed without harm to anyone else, from both of its sides."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from typing import Generic, TypeAlias, TypeVar

from cutline.environment import list_child_variables
from cutline.errors import CutlineError

# A worker has one core at best; libraries that start a thread for every core would fight over them.
ONE_THREAD = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR", "VECLIB_MAXIMUM")
}
SERVE = "import sys; from cutline.service.pages.worker_process import serve; serve(int(sys.argv[1]))"


@dataclass(frozen=True, slots=True)
class Ready:
    """What a worker says when it has loaded what it works with."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What a worker says when it has taken a piece of work: from now on its end may be that work's fault."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a worker says on the way to an outcome: how far it is."""

    reached: object


@dataclass(frozen=True, slots=True)
class CannotWork:
    """What a worker says at its end if no work at all can be done."""

    error: CutlineError


def serve(descriptor: int) -> None:
    """Work for a parent until it is gone.

    Args:
        descriptor: of a connection that brings an `Opening`, then one piece of work at a time, and takes `Ready`, then
            `Begun` and an outcome for each; between them a `Step` for whatever the work yields, if it is a generator,
            of which the outcome is what it returns; `CannotWork` instead, if any of that raises a `CutlineError`.
    """
    _end_with_parent(sys.stdin.fileno())
    connection = Connection(descriptor)
    with suppress(EOFError, ConnectionError):
        opening: Opening[object, object] = connection.recv()
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


def _end_with_parent(lifeline: int) -> None:
    """Have the kernel kill this process when the parent, however it ends, leaves its end of a pipe.

    A thread that waits for that would not get its turn while an extension module or a regular expression holds the
    interpreter lock. Elsewhere than on Linux a worker ends when it is done with its page.
    """
    if sys.platform == "linux":
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)


Work = TypeVar("Work")
Outcome = TypeVar("Outcome")
Opening: TypeAlias = Callable[[], Callable[[Work], Outcome | Generator[object, None, Outcome]]]


class WorkerProcess(Generic[Work, Outcome]):
    """A process that does one piece of work at a time.

    It is a fresh interpreter, not a `multiprocessing` child: the caller's main module is not run again in it, so a
    script needs no `if __name__ == "__main__"`, and numeric libraries find their variables set before they load. Its
    standard input is its lifeline: it ends when that is closed, by us or by our end. Its process group is its own, so
    that Ctrl-C reaches us alone.

    Attributes:
        connection: becomes readable when the worker has something to say, or is gone.
        is_ready: whether it has loaded what it works with.
        work: what it works on; None while it waits.
        has_begun: whether it has said that it works on it; if it ends before, the work has no part in that.
        reached: what it last said of how far it is with its work; None if it has said nothing.
        pages: how many it has worked on: one for each step, and for work without steps.
    """

    def __init__(self, opening: Opening[Work, Outcome]) -> None:
        """Start the process.

        Args:
            opening: called once in the process, where it loads what the work needs; returns what does the work. It
                travels there, as do work and outcomes, so all of them can be pickled.
        """
        self.connection, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", SERVE, str(theirs.fileno())],
                stdin=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                process_group=0,
                env=list_child_variables()
                | ONE_THREAD
                | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
            )
            self.connection.send(opening)
        self.is_ready = False
        self.work: Work | None = None
        self.has_begun = False
        self.reached: object = None
        self.pages = 0

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def take(self, work: Work) -> None:
        """Begin with a piece of work."""
        self.work = work
        self.has_begun = False
        self.reached = None
        with suppress(OSError):  # it is gone, which `hear` will say
            self.connection.send(work)

    def hear(self) -> Outcome | None:
        """Return the outcome of its work, which is then done; None if it only says that it is ready, or how far it is.

        Raises:
            EOFError, OSError: it is gone.
            CutlineError: no work at all can be done.
        """
        message: Outcome | Ready | Begun | Step | CannotWork = self.connection.recv()
        match message:
            case CannotWork(error):
                raise error
            case Ready():
                self.is_ready = True
                return None
            case Begun():
                self.has_begun = True
                return None
            case Step(reached):
                self.reached = reached
                self.pages += 1
                return None
            case outcome:
                self.pages += self.reached is None
                self.work = None
                return outcome

    def kill(self) -> None:
        """End the process at once; `hear` then says that it is gone. May be called by any thread, and again."""
        self._process.kill()

    def stop(self, grace_seconds: float = 0) -> int:
        """End the process, and return the status it ended with, negative for a signal.

        Args:
            grace_seconds: how long to wait for a process that is about to end by itself.
        """
        try:
            self._process.wait(grace_seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self.connection.close()
        assert self._process.stdin is not None
        self._process.stdin.close()
        return self._process.wait()


def describe_end(status: int) -> str:
    """Return how a process ended, by what `stop` returned: `was killed ...`, `crashed ...`, `ended with ...`."""
    if status == -signal.SIGKILL:
        return "was killed (SIGKILL, perhaps for lack of memory)"
    if status < 0:
        return f"crashed ({signal.strsignal(-status)})"
    return f"ended with status {status}"
