"""gunicorn's threaded worker, changed so that no client can block its threads or its loop.

gunicorn's own worker reads each request in a thread without a time limit: as many slow clients as there are threads
stop it, and each client that does not close its end blocks the loop for two seconds. Here the loop reads requests and
writes answers of all connections without blocking; a thread gets a request once it is complete, and each phase of a
connection has a time limit.
"""

from __future__ import annotations

import logging
import os
import selectors
import signal
import socket
import sys
from collections.abc import Callable
from concurrent import futures
from contextlib import suppress
from functools import partial
from io import BytesIO
from time import monotonic
from typing import Any

from gunicorn import http
from gunicorn.arbiter import Arbiter
from gunicorn.http.errors import NoMoreData
from gunicorn.workers.gthread import ThreadWorker

from cutline.config.service_settings import ServiceSettings
from cutline.errors import ConfigError, CutlineError, ModelError, OptionError, PipelineError
from cutline.service.pages.logs import describe
from cutline.service.pages.memory import give_memory_back
from cutline.service.pages.queue import RETRY_AFTER_SECONDS
from cutline.service.serving.connection import ArrivingRequest, ClientConnection, Phase, Stage
from cutline.service.serving.refusals import check_host, explain, refuse

LOOK_SECONDS = 0.25  # between two checks of the deadlines
LINGER_SECONDS = 2.0  # for a client to read the last answer before the connection is closed
STOP_SECONDS = 0.5  # for a request that is on its way to a stopping worker
PAUSE_SECONDS = 1.0  # before connections are accepted again after a failure
SPARE_THREADS = 4  # reserved for health checks and metrics, however busy the service is
SPARED = (b"GET /healthz", b"GET /readyz", b"GET /metrics", b"HEAD /healthz", b"HEAD /readyz")
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

logger = logging.getLogger("cutline.service")


class WebWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Answers requests with the application, in threads."""

    def init_process(self) -> None:
        """Set up the state of this process, and run; called after the fork."""
        self._connections: set[ClientConnection] = set()
        self._held_bytes = 0
        self._working = 0  # requests in progress
        self._telling = 0  # those of them that are health checks or metrics, which use reserved threads
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
            self.set_accept_enabled(len(self._connections) < self.worker_connections and self._may_accept())
            self._turn()
            if (failure := self.app.failure) is not None:
                logger.error("the service cannot work: %s", failure)
                sys.exit(choose_status(failure))
        self._stop()

    def accept(self, listener: socket.socket) -> None:
        """Accept all waiting connections."""
        while len(self._connections) < self.worker_connections:
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

    def handle_error(self, req: Any, client: ClientConnection, addr: Any, exc: BaseException) -> None:
        """Answer a request that failed; the details may quote it, so they are sent to the client only."""
        code, detail = explain(exc)
        if code == "internal-error":
            logger.error("a request failed", extra=describe(exc))
        with suppress(OSError):
            client.sendall(refuse(code, detail))

    def _may_accept(self) -> bool:
        return monotonic() >= self._accepts_again

    def _turn(self) -> None:
        self.wait_for_and_dispatch_events(LOOK_SECONDS)
        now = monotonic()
        if now >= self._next_look:
            self._next_look = now + LOOK_SECONDS
            for connection in [each for each in self._connections if each.deadline <= now]:
                self._guard(self._end_late, connection)

    def _stop(self) -> None:
        end = monotonic() + self.limits.stop_seconds
        for listener in self.sockets:
            self.accept(listener)
        self.set_accept_enabled(False)
        for listener in self.sockets:
            listener.close()  # new clients are refused, rather than left without an answer
        for connection in self._connections:
            if connection.phase is Phase.ARRIVING and not connection.request.data:
                connection.deadline = min(connection.deadline, monotonic() + STOP_SECONDS)
        while self._connections and monotonic() < end:
            self.notify()
            self._turn()
        for connection in list(self._connections):
            self._drop(connection)
        self.app.close(max(0.0, end - monotonic()))
        self.tpool.shutdown(wait=False, cancel_futures=True)
        if self._working:  # otherwise the interpreter would wait for these threads
            logging.shutdown()
            os._exit(0)

    # Connections: runs in the thread of the loop.

    def _make_request(self, data: bytes = b"") -> ArrivingRequest:
        return ArrivingRequest(self.limits.max_head_bytes, self.limits.max_request_bytes, data)

    def _await_request(self, connection: ClientConnection, seconds: float) -> None:
        connection.phase = Phase.ARRIVING
        connection.deadline = monotonic() + seconds
        self._watch(connection, selectors.EVENT_READ, self._read)

    def _read(self, connection: ClientConnection) -> None:
        data = connection.receive()
        if data is None:
            return
        if not data:
            self._drop(connection)
            return
        request, stage, was_empty = connection.request, connection.request.stage, not connection.request.data
        request.add(data)
        self._hold(connection, len(request.data))
        if was_empty:
            connection.deadline = monotonic() + self.limits.head_seconds
        if stage is Stage.HEAD and request.stage is Stage.BODY:
            connection.deadline = monotonic() + self.limits.body_seconds
            if request.expects_continue:
                connection.sendall(CONTINUE)
                connection.flush()
        self._judge(connection)

    def _judge(self, connection: ClientConnection) -> None:
        limits, request = self.limits, connection.request
        if request.stage is Stage.HEAD_TOO_LARGE:
            detail = f"The headers have more than {limits.max_head_bytes:,} bytes (setting service.max_head_bytes)."
            self._refuse(connection, "request-head-too-large", detail)
        elif request.stage is Stage.BODY_TOO_LARGE:
            detail = f"The body has more than {limits.max_request_bytes:,} bytes (setting service.max_request_bytes)."
            self._refuse(connection, "request-too-large", detail)
        elif self._held_bytes > limits.max_arriving_bytes:
            self._refuse_for_now(connection, "Too many bytes of requests are in progress")
        elif request.stage is Stage.WHOLE:
            self._begin_work(connection)

    def _begin_work(self, connection: ClientConnection) -> None:
        is_spared = connection.request.data.startswith(SPARED)
        if self._working - self._telling * (not is_spared) >= self.cfg.threads + SPARE_THREADS * is_spared:
            self._refuse_for_now(connection, "Too many requests are in progress")
            return
        self._unwatch(connection)
        connection.phase = Phase.WORKING
        connection.deadline = float("inf")  # extraction has its own limits
        self._working += 1
        self._telling += is_spared
        data, rest = connection.request.take()
        connection.request = self._make_request(rest)
        end_work = partial(self._end_work, is_spared)
        future = self.tpool.submit(self._answer, connection, data)
        future.add_done_callback(lambda done: self.method_queue.defer(self._guard, end_work, connection, done))

    def _end_work(self, is_spared: bool, connection: ClientConnection, future: futures.Future[bool]) -> None:
        self._working -= 1
        self._telling -= is_spared
        connection.is_kept = future.exception() is None and future.result() and self.alive
        self._hold(connection, len(connection.request.data))
        self._send(connection)

    def _send(self, connection: ClientConnection) -> None:
        connection.flush()
        if connection.has_unsent:
            if connection.phase is not Phase.SENDING:
                connection.phase = Phase.SENDING
                connection.deadline = monotonic() + self.limits.send_seconds
                self._watch(connection, selectors.EVENT_WRITE, self._send)
        elif connection.is_kept:
            limits = self.limits
            self._await_request(connection, limits.body_seconds if connection.request.data else limits.idle_seconds)
            self._judge(connection)  # the next request may have arrived already
        else:
            self._linger(connection)

    def _linger(self, connection: ClientConnection) -> None:
        """Let the client read the answer: closing a socket with unread bytes would discard it (RFC 9112, 9.6)."""
        connection.end_answers()
        connection.request = self._make_request()
        connection.phase = Phase.LINGERING
        connection.deadline = monotonic() + LINGER_SECONDS
        self._hold(connection, 0)
        self._watch(connection, selectors.EVENT_READ, self._discard)

    def _discard(self, connection: ClientConnection) -> None:
        if connection.receive() == b"":
            self._drop(connection)

    def _end_late(self, connection: ClientConnection) -> None:
        if connection.phase is Phase.ARRIVING and connection.request.data:
            detail = (
                f"The request did not arrive in time: {self.limits.head_seconds:g} s for the headers, then "
                f"{self.limits.body_seconds:g} s for the body."
            )
            self._refuse(connection, "request-timeout", detail)
        else:
            self._drop(connection)

    def _refuse_for_now(self, connection: ClientConnection, reason: str) -> None:
        advice = f"try again in {RETRY_AFTER_SECONDS} s."
        self._refuse(connection, "overloaded", f"{reason}; {advice}", RETRY_AFTER_SECONDS)

    def _refuse(self, connection: ClientConnection, code: str, detail: str, retry_after: int | None = None) -> None:
        has_body = not connection.request.data.startswith(b"HEAD ")
        connection.is_kept = False
        connection.sendall(refuse(code, detail, retry_after=retry_after, has_body=has_body))
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

    def _answer(self, connection: ClientConnection, data: bytes) -> bool:
        """Answer a request; return whether another one may follow it."""
        request = None
        try:
            request = next(http.get_parser(self.cfg, iter([data]), connection.client))
            check_host(request)
            request.body = BytesIO(request.body.read())  # errors in its chunks surface here, not in the application
            return bool(self.handle_request(request, connection))
        except (NoMoreData, StopIteration):  # the answer was incomplete, or there was no request
            return False
        except OSError:  # the client is gone
            return False
        except Exception as error:
            self.handle_error(request, connection, connection.client, error)
            return False


def choose_status(error: CutlineError) -> int:
    """Return the exit status of a web worker for an error, on which the master ends the service.

    One is for settings and models that cannot be used, the other for errors that may be temporary.
    """
    is_lasting = isinstance(error, ConfigError | ModelError | OptionError | PipelineError)
    return int(Arbiter.WORKER_BOOT_ERROR if is_lasting else Arbiter.APP_LOAD_ERROR)
