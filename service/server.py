"""A threaded HTTP server for the REST endpoint, within the bounds that a public one needs."""

from __future__ import annotations

import logging
import socket
import sys
from threading import BoundedSemaphore
from typing import Any

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

logger = logging.getLogger("cutline.service")


class BoundedHandler(WSGIRequestHandler):
    """Answers one request, which must keep arriving; the application writes the log."""

    protocol_version = "HTTP/1.1"
    timeout = 30  # seconds without a byte

    def log(self, type: str, message: str, *args: Any) -> None:
        """Write nothing: werkzeug's lines hold the query."""

    def handle_expect_100(self) -> bool:
        """Leave `100 Continue` to werkzeug, which sends it too."""
        return True

    def version_string(self) -> str:
        """Return the value of the Server header, without versions."""
        return "cutline"


class BoundedServer(ThreadedWSGIServer):
    """Answers up to `threads` requests at once, others wait in the socket's queue; closing it waits for the answers.

    Raises:
        OSError: the address cannot be listened on.
    """

    daemon_threads = False

    def __init__(self, host: str, port: int, app: Flask, threads: int) -> None:
        """Listen on the address, without answering yet."""
        self._places = BoundedSemaphore(threads)
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # werkzeug ends the process when it cannot bind, so it gets a socket that is bound.
        with socket.create_server((host, port), family=family, backlog=128) as listener:
            super().__init__(host, listener.getsockname()[1], app, BoundedHandler, fd=listener.fileno())

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a request in a thread of its own as soon as there is a place."""
        self._places.acquire()
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._places.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a request, then make room for the next."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log what broke a connection by its kind; the message may hold what the client sent."""
        logger.warning("connection broken by %s", type(sys.exception()).__name__)

    def log(self, type: str, message: str, *args: Any) -> None:
        """Log that a response could not be finished; werkzeug's message may quote the page."""
        logger.error("a response could not be finished")
