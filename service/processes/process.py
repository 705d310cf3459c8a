"""One worker process, as its parent sees it."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Pipe
from time import monotonic
from typing import Generic, TypeVar

from cutline.errors import CutlineError
from cutline.service.processes.child import Begun, Opening, Ready, Step

# A worker has one core at best; libraries that start a thread for every core would fight over them.
ONE_THREAD = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR", "VECLIB_MAXIMUM")
}
SERVE = "import sys; from cutline.service.processes.child import serve; serve(int(sys.argv[1]))"
KEPT_BACK = {"PROMETHEUS_MULTIPROC_DIR"}  # a worker counts nothing by itself; its parent does

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")


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
    """

    def __init__(self, opening: Opening[Work, Outcome]) -> None:
        """Start the process.

        Args:
            opening: called once in the process, where it loads what the work needs; returns what does the work. It
                travels there, as do work and outcomes, so all of them can be pickled.
        """
        self.connection, theirs = Pipe()
        environment = {name: value for name, value in os.environ.items() if name not in KEPT_BACK}
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", SERVE, str(theirs.fileno())],
                stdin=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                process_group=0,
                env=environment
                | ONE_THREAD
                | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
            )
            self.connection.send(opening)
        self.is_ready = False
        self.work: Work | None = None
        self.has_begun = False
        self.reached: object = None
        self._since = math.inf

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    @property
    def is_idle(self) -> bool:
        """Whether it waits for work."""
        return self.is_ready and self.work is None and self.is_alive

    @property
    def busy_seconds(self) -> float:
        """How long it has been at its work, or at this step of it; negative infinity without any."""
        return -math.inf if self.work is None else monotonic() - self._since

    def take(self, work: Work) -> None:
        """Begin with a piece of work."""
        self.work = work
        self.has_begun = False
        self.reached = None
        self._since = monotonic()
        with suppress(OSError):  # it is gone, which `hear` will say
            self.connection.send(work)

    def hear(self) -> Outcome | None:
        """Return the outcome of its work, which is then done; None if it only says that it is ready, or how far it is.

        Raises:
            EOFError, OSError: it is gone.
            CutlineError: no work at all can be done.
        """
        message: Outcome | Ready | Begun | Step | CutlineError = self.connection.recv()
        match message:
            case CutlineError():
                raise message
            case Ready():
                self.is_ready = True
                return None
            case Begun():
                self.has_begun = True
                return None
            case Step(reached):
                self.reached = reached
                self._since = monotonic()
                return None
            case outcome:
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
