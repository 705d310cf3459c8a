"""One worker process, as its parent sees it."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from contextlib import suppress
from multiprocessing.connection import Pipe
from time import monotonic

from cutline.errors import CutlineError
from cutline.service.enrich.records import Record
from cutline.service.enrich.results import Failure
from cutline.service.enrich.worker import Job, Ready
from cutline.types import Article

# A worker has one core at best; libraries that start a thread for every core would fight over them.
ONE_THREAD = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR", "VECLIB_MAXIMUM")
}
SERVE = "import sys; from cutline.service.enrich.worker import serve; serve(int(sys.argv[1]))"


class Worker:
    """A process that works on one page at a time.

    It is a fresh interpreter, not a `multiprocessing` child: the caller's main module is not run again in it, so a
    script needs no `if __name__ == "__main__"`, and numeric libraries find their variables set before they load. Its
    standard input is its lifeline: it ends when that is closed, by us or by our end. Its process group is its own, so
    that Ctrl-C reaches us alone.

    Attributes:
        connection: becomes readable when the worker has something to say, or is gone.
        is_ready: whether it has loaded its extractor.
        task: place of the record it works on, and the record; None while it waits for one.
    """

    def __init__(self, job: Job) -> None:
        """Start the process; it waits for a page when it is ready."""
        self.connection, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", SERVE, str(theirs.fileno())],
                stdin=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                process_group=0,
                env=os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
            )
            self.connection.send(job)
        self.is_ready = False
        self.task: tuple[int, Record] | None = None
        self._since = math.inf

    @property
    def is_idle(self) -> bool:
        """Whether it waits for a page."""
        return self.is_ready and self.task is None and self._process.poll() is None

    @property
    def busy_seconds(self) -> float:
        """How long it has been working on its page; negative infinity without one."""
        return -math.inf if self.task is None else monotonic() - self._since

    def take(self, place: int, record: Record) -> None:
        """Begin with a record."""
        self.task = (place, record)
        self._since = monotonic()
        with suppress(OSError):  # it is gone, which `hear` will say
            self.connection.send(record)

    def hear(self) -> Article | Failure | None:
        """Return the outcome of its task, which is then done; None if it only says that it is ready.

        Raises:
            EOFError, OSError: it is gone.
            CutlineError: no page at all can be extracted.
        """
        message: Article | Failure | Ready | CutlineError = self.connection.recv()
        match message:
            case CutlineError():
                raise message
            case Ready():
                self.is_ready = True
                return None
            case outcome:
                self.task = None
                return outcome

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
