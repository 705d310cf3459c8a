"""gunicorn's threaded worker, changed so that no client can block its threads or its loop.

gunicorn's own worker reads each request in a thread without a time limit: as many slow clients as there are threads
stop it, and each client that does not close its end blocks the loop for two seconds. Here the loop reads requests and
writes answers of all connections without blocking; a thread gets a request once it is complete, and each phase of a
connection has a time limit.
"""

from __future__ import annotations

import logging
import math
import os
import selectors
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent import futures
from contextlib import contextmanager, suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from time import monotonic

from gunicorn.arbiter import Arbiter
from gunicorn.workers.gthread import ThreadWorker

from cutline.config.settings import ServiceSettings
from cutline.errors import ConfigError, CutlineError, ModelError, OptionError, PipelineError
from cutline.processes import give_memory_back, make_temporary_folder
from cutline.service.pages.logs import describe
from cutline.service.pages.queue import make_overloaded
from cutline.service.rest.problems import SOON, RequestProblem
from cutline.service.serving.arriving import ArrivingRequest, Stage, WholeRequest
from cutline.service.serving.connection import (
    Address,
    ClientConnection,
    Phase,
    find_largest_request,
    list_slow_readers,
    list_to_close,
)
from cutline.service.serving.gate import refuse

LOOK_SECONDS = 0.25  # between two checks of the deadlines
LINGER_SECONDS = 2.0  # for a client to read the last answer before the connection is closed
STOP_SECONDS = 0.5  # for a request that is on its way to a stopping worker
SHARE = 20  # one in this many connections is accepted, or closed to make room, at once; choosing them costs little then
PAUSE_SECONDS = 1.0  # before connections are accepted again after a failure
SPARE_THREADS = 4  # reserved for probes, however busy the service is
PROBES = ("/healthz", "/readyz", "/metrics")  # their paths; answering them takes milliseconds
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

logger = logging.getLogger("cutline.service")


class WebWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Answers requests with the application, in threads."""

    def init_process(self) -> None:
        """Set up the state of this process, and run; called after the fork."""
        self._connections: set[ClientConnection] = set()
        self._held_bytes = 0
        self._working = 0  # requests in progress, without probes
        self._share = max(1, self.worker_connections // SHARE)
        self._next_look = 0.0
        self._accepts_again = 0.0
        give_memory_back()
        super().init_process()

    @property
    def limits(self) -> ServiceSettings:
        """The service settings."""
        return self.app.settings.service  # type: ignore[no-any-return]

    def get_thread_pool(self) -> futures.ThreadPoolExecutor:
        """Return the thread pool."""
        return futures.ThreadPoolExecutor(self.cfg.threads + SPARE_THREADS, thread_name_prefix="cutline-request")

    def init_signals(self) -> None:
        """Ignore Ctrl-C, which a terminal sends to all processes; the master handles it."""
        super().init_signals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def run(self) -> None:
        """Answer requests until told to stop, then finish open ones."""
        self.poller.register(self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks)
        while self.alive and self.is_parent_alive():
            self.notify()
            self.set_accept_enabled(monotonic() >= self._accepts_again)
            self._turn()
            if (failure := self.app.site.failure) is not None:
                logger.error("the service cannot work: %s", failure)
                sys.exit(choose_status(failure))
        if not self.is_parent_alive():  # nobody would replace or stop it
            remove_abandoned_metrics()
            os._exit(1)
        self._stop()

    def accept(self, listener: socket.socket) -> None:
        """Accept some of the waiting connections."""
        for _ in range(self._share):
            if not self._has_room():
                return
            try:
                client, address = listener.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:  # too many open files, too little memory
                logger.error("cannot accept connections: %s", error.strerror)
                self._accepts_again = monotonic() + PAUSE_SECONDS
                return
            try:
                connection = ClientConnection(client, address, self._make_request(), self.limits.send_seconds)
            except OSError:
                client.close()  # the client is gone already
                continue
            self._connections.add(connection)
            connection.is_kept = True
            self._await_request(connection, self.limits.head_seconds)

    def _has_room(self) -> bool:
        """Return whether one more connection may be accepted; if there are too many, close some first."""
        if len(self._connections) < self.worker_connections:
            return True
        given_up = list_to_close(self._connections, self._share)
        for connection in given_up:
            self._drop(connection)
        if not given_up:
            self._accepts_again = monotonic() + LOOK_SECONDS
        return bool(given_up)

    def _turn(self) -> None:
        self.wait_for_and_dispatch_events(LOOK_SECONDS)
        now = monotonic()
        if now >= self._next_look:
            self._next_look = now + LOOK_SECONDS
            for connection in [each for each in self._connections if each.deadline <= now]:
                self._guard(self._end_late, connection)
            for connection in list_slow_readers(self._connections, self.limits.max_unsent_bytes):
                connection.break_off()

    def _stop(self) -> None:
        end = monotonic() + self.limits.stop_seconds
        for listener in self.sockets:
            self.accept(listener)
        self.set_accept_enabled(False)
        for listener in self.sockets:
            listener.close()  # new clients are refused, rather than left without an answer
        for connection in self._connections:
            if connection.is_idle:
                connection.deadline = min(connection.deadline, monotonic() + STOP_SECONDS)
        while self._connections and monotonic() < end:
            self.notify()
            self._turn()
        for connection in list(self._connections):
            self._drop(connection)
        self.app.site.close(max(0.0, end - monotonic()))
        self.tpool.shutdown(wait=False, cancel_futures=True)
        if self._working:  # otherwise the interpreter would wait for these threads
            logging.shutdown()
            os._exit(0)

    # Connections: runs in the thread of the loop.

    def _make_request(self, data: bytes = b"") -> ArrivingRequest:
        return ArrivingRequest(self.limits, self.app.gate, data)

    def _await_request(self, connection: ClientConnection, seconds: float) -> None:
        connection.enter(Phase.ARRIVING, seconds)
        self._watch(connection, selectors.EVENT_READ, self._read)

    def _read(self, connection: ClientConnection) -> None:
        data = connection.receive()
        if data is None:
            return
        if not data:
            self._drop(connection)
            return
        request, stage, was_idle = connection.request, connection.request.stage, connection.is_idle
        request.add(data)
        if was_idle:
            connection.deadline = monotonic() + self.limits.head_seconds
        if stage is Stage.HEAD and request.stage is Stage.BODY:
            self._await_body(connection)
        self._judge(connection)

    def _await_body(self, connection: ClientConnection) -> None:
        connection.deadline = monotonic() + self.limits.body_seconds
        if connection.request.expects_continue:
            connection.sendall(CONTINUE)
            connection.flush()

    def _judge(self, connection: ClientConnection) -> None:
        request = connection.request
        self._hold(connection, request.size)
        if request.refusal is not None:
            self._refuse(connection, request.refusal)
            return
        is_large = connection.held_bytes > self.limits.max_head_bytes
        if is_large and self._held_bytes > self.limits.max_arriving_bytes:
            largest = find_largest_request(self._connections)
            self._guard(self._refuse_for_now, largest, "Too many bytes of requests are in progress")
        if connection in self._connections and connection.phase is Phase.ARRIVING and request.stage is Stage.WHOLE:
            self._begin_work(connection)

    def _begin_work(self, connection: ClientConnection) -> None:
        head = connection.request.head
        is_probe = head is not None and head.path in PROBES
        if not is_probe and self._working >= self.cfg.threads:
            self._refuse_for_now(connection, "Too many requests are in progress")
            return
        self._unwatch(connection)
        connection.enter(Phase.WORKING, math.inf)  # extraction has its own limits
        request = connection.request.finish(self._is_proxy(connection.client))
        connection.request = self._make_request(connection.request.rest)
        end_work = partial(self._end_work, is_probe)
        future = self.tpool.submit(self._answer, connection, request)
        self._working += not is_probe
        future.add_done_callback(lambda done: self.method_queue.defer(self._guard, end_work, connection, done))

    def _end_work(self, is_probe: bool, connection: ClientConnection, future: futures.Future[bool]) -> None:
        self._working -= not is_probe
        connection.is_kept = future.exception() is None and future.result() and self.alive
        self._hold(connection, connection.request.size)
        self._send(connection)

    def _send(self, connection: ClientConnection) -> None:
        connection.flush()
        if connection.unsent_bytes:
            if connection.phase is not Phase.SENDING:
                connection.enter(Phase.SENDING, self.limits.send_seconds)
                self._watch(connection, selectors.EVENT_WRITE, self._send)
        elif connection.is_kept:
            request = connection.request  # the next one, which may have arrived already
            self._await_request(connection, self.limits.head_seconds if request.has_begun else self.limits.idle_seconds)
            if request.stage is Stage.BODY:
                self._await_body(connection)
            self._judge(connection)
        else:
            self._linger(connection)

    def _linger(self, connection: ClientConnection) -> None:
        """Let the client read the answer: closing a socket with unread bytes would discard it (RFC 9112, 9.6)."""
        connection.end_answers()
        connection.request = self._make_request()
        connection.enter(Phase.LINGERING, LINGER_SECONDS)
        self._hold(connection, 0)
        self._watch(connection, selectors.EVENT_READ, self._discard)

    def _discard(self, connection: ClientConnection) -> None:
        if connection.receive() == b"":
            self._drop(connection)

    def _end_late(self, connection: ClientConnection) -> None:
        if connection.phase is Phase.ARRIVING and connection.request.has_begun:
            detail = (
                f"The request did not arrive in time: {self.limits.head_seconds:g} s for the headers, then "
                f"{self.limits.body_seconds:g} s for the body."
            )
            self._refuse(connection, RequestProblem("request-timeout", detail))
        else:
            self._drop(connection)

    def _refuse_for_now(self, connection: ClientConnection, reason: str) -> None:
        self._refuse(connection, RequestProblem("overloaded", str(make_overloaded(reason)), SOON))

    def _refuse(self, connection: ClientConnection, refusal: RequestProblem) -> None:
        connection.is_kept = False
        connection.sendall(refuse(refusal, connection.request.head))
        self._send(connection)

    def _drop(self, connection: ClientConnection) -> None:
        self._hold(connection, 0)
        self._unwatch(connection)
        self._connections.discard(connection)
        connection.close()

    def _hold(self, connection: ClientConnection, size: int) -> None:
        self._held_bytes += size - connection.held_bytes
        connection.held_bytes = size

    def _watch(self, connection: ClientConnection, events: int, do: Callable[[ClientConnection], None]) -> None:
        self._unwatch(connection)
        self.poller.register(connection, events, partial(self._guard, do))

    def _unwatch(self, connection: ClientConnection) -> None:
        with suppress(KeyError, ValueError):
            self.poller.unregister(connection)

    def _guard(self, do: Callable[..., None], connection: ClientConnection, *more: object) -> None:
        """Call a function with a connection, and drop the connection if it fails: one client must not end the loop."""
        try:
            do(connection, *more)
        except OSError:
            self._drop(connection)
        except Exception:
            logger.exception("a connection failed")
            self._drop(connection)

    # Requests: runs in a thread of the pool.

    def _answer(self, connection: ClientConnection, request: WholeRequest) -> bool:
        """Answer a request; return whether another one may follow it."""
        try:
            return bool(self.handle_request(request, connection))
        except (OSError, StopIteration):  # the client is gone, or the answer is incomplete
            return False
        except Exception as error:
            logger.error("a request failed", extra=describe(error))
            with suppress(OSError):
                connection.sendall(refuse(RequestProblem("internal-error", "The service log has details."), None))
            return False

    def _is_proxy(self, client: Address) -> bool:
        """Return whether a client is a proxy that $FORWARDED_ALLOW_IPS trusts; by default one on this machine."""
        if isinstance(client, str) or "*" in self.cfg.forwarded_allow_ips:
            return True
        address = ip_address(client[0])
        return any(address in network for network in self.cfg.forwarded_allow_networks())


def choose_status(error: CutlineError) -> int:
    """Return the exit status of a web worker for an error, on which the master ends the service.

    One is for settings and models that cannot be used, the other for errors that may be temporary.
    """
    is_lasting = isinstance(error, ConfigError | ModelError | OptionError | PipelineError)
    return int(Arbiter.WORKER_BOOT_ERROR if is_lasting else Arbiter.APP_LOAD_ERROR)


VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
KIND = "metrics"


@contextmanager
def open_metrics_folder() -> Iterator[Path]:
    """Make prometheus-client, which must not be imported before, share its counts between processes in a folder.

    It is a temporary folder, removed at the end.
    """
    folder = make_temporary_folder(KIND)
    os.environ[VARIABLE] = str(folder)
    owner = os.getpid()
    try:
        yield folder
    finally:
        if os.getpid() == owner:  # forked web workers get here too
            del os.environ[VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)


def remove_abandoned_metrics() -> None:
    """Remove the folder of a service whose first process was killed, and can no longer do it."""
    shutil.rmtree(os.environ.get(VARIABLE, ""), ignore_errors=True)
