"""How worker processes start: forked from one process that has loaded what they need."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, Pipe
from multiprocessing.reduction import recv_handle, send_handle
from typing import Any, BinaryIO, Generic, TypeVar

from cutline.errors import CutlineError
from cutline.processes import freeze_loaded, list_child_variables
from cutline.service.pages.worker_process import UNKNOWN_STATUS, Forked, Opening, Process, end_with_parent, serve

# A worker has at most one core; libraries that start a thread per core would compete for it.
ONE_THREAD = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR", "VECLIB_MAXIMUM")
}
RUN = "import sys; from cutline.service.pages import nursery; nursery.run_nursery(*map(int, sys.argv[1:]))"
ANSWER_SECONDS = 60.0  # a nursery that loads models again, after a failure, answers late

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")


def can_fork() -> bool:
    """Return whether this system can wait for processes that are not children: Linux, unless a sandbox forbids it."""
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):
        return False
    return True


class Launcher(Generic[Work, Outcome]):
    """Starts the worker processes of a pool; safe to share between threads.

    Its first call starts a nursery, a process that loads what the work needs; workers are forked from it. So they start
    in milliseconds and share the memory of what is loaded. If the nursery ends, its workers go on, and the next call
    starts another one. Where `can_fork` is false, each nursery becomes the only worker of its own.

    A nursery is a fresh interpreter, not a `multiprocessing` child: the caller's main module is not run again in it, so
    a script needs no `if __name__ == "__main__"`, no thread or connection of ours is forked, and numeric libraries see
    their environment variables before they load.
    """

    def __init__(self, opening: Opening[Work, Outcome]) -> None:
        """Take what loads the work; it is pickled. No process is started yet."""
        self._opening = opening
        self._can_fork = can_fork()
        self._nursery: Nursery[Work, Outcome] | None = None
        self._starting = threading.Lock()

    def __call__(self) -> tuple[Connection, Process]:
        """Start a worker process, and return our end of its connection, and the process."""
        ours, theirs = Pipe()
        with theirs, self._starting:
            if not self._can_fork:
                self._nursery = None  # it is a worker now, which ends as workers do
            elif self._nursery is not None and self._nursery.process.poll() is not None:
                self._close()
            if self._nursery is None:
                self._nursery = Nursery(self._opening, self._can_fork)
            return ours, self._nursery.fork(theirs)

    @property
    def pids(self) -> list[int]:
        """The id of the nursery, if there is one."""
        nursery = self._nursery
        return [] if nursery is None else [nursery.process.pid]

    def close(self) -> None:
        """End the nursery; a later call starts another one."""
        with self._starting:
            self._close()

    def _close(self) -> None:
        if self._nursery is not None:
            self._nursery.close()
            self._nursery = None


class Nursery(Generic[Work, Outcome]):
    """A process that loads what the work needs, then forks worker processes.

    Attributes:
        process: the process.
    """

    def __init__(self, opening: Opening[Work, Outcome], can_fork: bool) -> None:
        """Start the process.

        Its standard input is its lifeline: it is killed when that is closed, explicitly or because we end. It has its
        own process group, so that Ctrl-C reaches only us.
        """
        self._control, theirs = Pipe()
        self._asking = threading.Lock()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", RUN, str(theirs.fileno()), str(int(can_fork))],
                stdin=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                process_group=0,
                env=list_child_variables()
                | ONE_THREAD
                | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
            )
            self._control.send(opening)

    def fork(self, theirs: Connection) -> ForkedProcess:
        """Have a process forked that serves a connection, once everything is loaded."""
        lifeline, ours = os.pipe()
        try:
            with self._asking, suppress(OSError):  # if the nursery is gone, the connection breaks
                self._control.send(None)
                for descriptor in (theirs.fileno(), lifeline):
                    send_handle(self._control, descriptor, self.process.pid)
        finally:
            os.close(lifeline)
        return ForkedProcess(self, os.fdopen(ours, "wb"))

    def reap(self, pid: int) -> int:
        """Return the exit status of a process that was forked and has ended; its number is free then."""
        with self._asking, suppress(EOFError, OSError):
            self._control.send(pid)
            if self._control.poll(ANSWER_SECONDS):
                return int(self._control.recv())
            self.process.kill()  # its answer would be taken for another one
        return UNKNOWN_STATUS

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class ForkedProcess:
    """A process forked by a nursery; has what `WorkerProcess` uses of `Popen`.

    Until the process has reported that it exists, `pid`, `poll`, `wait` and `kill` mean the nursery.

    Attributes:
        stdin: the lifeline; the process is killed when it is closed.
        pid: the process id.
    """

    def __init__(self, nursery: Nursery[Any, Any], stdin: BinaryIO) -> None:
        """Take the nursery and the lifeline."""
        self.stdin = stdin
        self.pid = nursery.process.pid
        self._nursery = nursery
        self._handle: int | None = None  # a process id may come to mean another process; this cannot
        self._status: int | None = None
        self._reaping = threading.Lock()

    def identify(self, pid: int, connection: Connection) -> None:
        """Take the process id, and receive the descriptor of the process."""
        self._handle = recv_handle(connection)
        self.pid = pid

    def poll(self) -> int | None:
        """Return the exit status, negative for a signal; None while the process is running."""
        if self._handle is None:
            return self._nursery.process.poll()
        if not self._has_ended(0):
            return None
        with self._reaping:
            if self._status is None:
                self._status = self._nursery.reap(self.pid)
            return self._status

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status once the process has ended.

        Raises:
            TimeoutExpired: it is running after `timeout` seconds.
        """
        if self._handle is None:
            self._nursery.process.wait(timeout)
            self._nursery.close()
        elif not self._has_ended(timeout):
            raise subprocess.TimeoutExpired("worker", timeout or 0.0)
        status = self.poll()
        assert status is not None
        return status

    def kill(self) -> None:
        """Kill the process."""
        if self._handle is None:
            self._nursery.process.kill()
            return
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    def _has_ended(self, timeout: float | None) -> bool:
        assert self._handle is not None
        poller = select.poll()
        poller.register(self._handle, select.POLLIN)
        return bool(poller.poll(None if timeout is None else 1000 * timeout))

    def __del__(self) -> None:
        """Close the descriptor: no thread can use it any more."""
        if self._handle is not None:
            os.close(self._handle)


def run_nursery(descriptor: int, can_fork: int) -> None:
    """Load what the work needs, then fork worker processes until the parent process is gone; or be one.

    Args:
        descriptor: of a connection. It receives an `Opening`; then None for each process to fork, followed by the
            descriptors of its connection and its lifeline, or the id of a process that has ended, whose exit status is
            sent. If the opening raises a `CutlineError`, the process reports it, and the next one is opened again.
        can_fork: 1 to fork; 0 to serve the first connection in this process.
    """
    end_with_parent(sys.stdin.fileno())
    control = Connection(descriptor)
    with suppress(EOFError, ConnectionError):
        opening = control.recv()
        opened: Any = None
        while True:
            ended = control.recv()
            if ended is not None:
                control.send(_find_status(ended))
                continue
            given = recv_handle(control), recv_handle(control)
            if opened is None or isinstance(opened, CutlineError):
                opened = _attempt(opening)
                freeze_loaded()
            if not can_fork or os.fork() == 0:
                control.close()
                return _work(*given, opened, is_forked=bool(can_fork))
            for each in given:
                os.close(each)


def _work(descriptor: int, lifeline: int, opened: Any, is_forked: bool) -> None:
    """Work for the process that holds the other ends until it is gone."""
    os.setpgid(0, 0)
    os.dup2(lifeline, sys.stdin.fileno())
    os.close(lifeline)
    end_with_parent(sys.stdin.fileno())
    connection = Connection(descriptor)
    with suppress(ConnectionError):
        if is_forked:
            connection.send(Forked(os.getpid()))
            send_handle(connection, os.pidfd_open(os.getpid()), os.getpid())
        serve(connection, partial(_give, opened))


def _attempt(opening: Opening[Any, Any]) -> Any:
    try:
        return opening()
    except CutlineError as error:
        return error


def _give(opened: Any) -> Any:
    if isinstance(opened, CutlineError):
        raise opened
    return opened


def _find_status(pid: int) -> int:
    """Return the exit status of an ended child; unknown if it is none of ours."""
    try:
        found, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return UNKNOWN_STATUS
    return os.waitstatus_to_exitcode(status) if found else UNKNOWN_STATUS
