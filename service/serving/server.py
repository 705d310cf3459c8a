"""gunicorn, configured from our settings and logging through our handlers."""

from __future__ import annotations

import logging
import os
import resource
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.http import wsgi

from cutline.config import Settings
from cutline.errors import ConfigError, CutlineError
from cutline.service.serving.gate import SERVER, ServiceGate
from cutline.service.serving.web_worker import WebWorker, choose_status, logger, open_metrics_folder

if TYPE_CHECKING:
    from cutline.service.serving.site import Site  # loads prometheus-client: see `serve`


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Passes gunicorn's log lines to the root logger; the application logs requests itself."""

    def setup(self, cfg: Any) -> None:
        """Configure logging without handlers."""
        self.cfg = cfg
        self._access_log_enabled = False
        self.error_log.propagate = True
        self.error_log.setLevel(logging.INFO)


BACKLOG = 1024  # connections waiting to be accepted
LAST_SECONDS = 5  # for a web worker to exit after the time limit for its requests
MEMORY_FOLDER = Path("/dev/shm")  # heartbeats must not wait for a disk
UNUSABLE = int(Arbiter.WORKER_BOOT_ERROR)
WORKER_SECONDS = 60  # without a heartbeat, after which a web worker is replaced
FILES = 65_536  # open at once, if the system allows it


@dataclass(frozen=True, slots=True)
class Serving:
    """How a service runs.

    Attributes:
        host: the address to listen on.
        port: the port; 0 takes a free one.
        workers: extraction processes, divided evenly among the web workers, at least one each.
        web_workers: processes that handle HTTP.
        threads: requests that a web worker answers at once.
    """

    host: str
    port: int
    workers: int
    web_workers: int
    threads: int

    @property
    def workers_each(self) -> int:
        """Extraction processes per web worker."""
        return -(-self.workers // self.web_workers)


MakeSite: TypeAlias = "Callable[[Settings, int], Site]"


def serve(serving: Serving, settings: Settings, tell: Callable[[str], None], make_site: MakeSite | None = None) -> int:
    """Serve until SIGTERM or SIGINT, finish open requests, and return gunicorn's exit status.

    It is 0, `UNUSABLE` if settings or models cannot be used, or another one if the service could not continue.

    Args:
        serving: addresses and numbers of processes.
        settings: all settings.
        tell: called with the address once the service is listening.
        make_site: called in each web worker, instead of `Site`.

    Raises:
        ConfigError: the address cannot be listened on, or needs tokens.
    """
    check_exposure(serving.host, settings)
    listener = open_listener(serving.host, serving.port)
    _raise_limit_of_files()
    wsgi.SERVER = SERVER  # no versions in the Server header
    with open_metrics_folder():
        import cutline.service.serving.site  # noqa: F401  # after the metrics folder is set, before web workers are forked

        address = f"http://[{serving.host}]" if ":" in serving.host else f"http://{serving.host}"
        url = f"{address}:{listener.getsockname()[1]}"
        application = Application(serving, settings, listener, lambda: tell(url), make_site or _make_site)
        try:
            Master(application).run()
        except SystemExit as end:
            if os.getpid() != application.master_pid:
                raise  # the exit of a web worker
            return end.code if isinstance(end.code, int) else 0
    return 0


def check_exposure(host: str, settings: Settings) -> None:
    """Check that the service listens on loopback only, or requires tokens.

    Raises:
        ConfigError: anybody could use the service.
    """
    if not settings.service.tokens and not is_loopback(host):
        raise ConfigError(
            f"Without tokens the service listens on loopback only, not on {host}: set service.tokens, or omit --host."
        )


def is_loopback(host: str) -> bool:
    """Return whether all addresses of a host are loopback addresses."""
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(host, None)}
    except (OSError, UnicodeError):
        return False
    return all(ip_address(address.partition("%")[0]).is_loopback for address in found)


def open_listener(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    Raises:
        ConfigError: the address cannot be listened on.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0]
        raise ConfigError(f"Cannot listen on {host} port {port}: {reason}.") from error


class Application(BaseApplication):  # type: ignore[misc]  # gunicorn has no types
    """The application that gunicorn runs, and its configuration.

    Attributes:
        settings: all settings.
        master_pid: id of the process that started it.
        gate: decides who may send a request; made in each web worker.
        site: answers; likewise.
    """

    def __init__(
        self,
        serving: Serving,
        settings: Settings,
        listener: socket.socket,
        tell: Callable[[], None],
        make_site: MakeSite,
    ) -> None:
        """Take the arguments of `serve`, and a listening socket, which gunicorn owns from now on."""
        self.settings = settings
        self.master_pid = os.getpid()
        self._serving = serving
        self._listener = listener.detach()
        self._tell = tell
        self._make_site = make_site
        self.gate: ServiceGate
        self.site: Site
        super().__init__()

    def load_config(self) -> None:
        """Configure gunicorn."""
        service = self.settings.service
        given = {
            "bind": [f"fd://{self._listener}"],
            "workers": self._serving.web_workers,
            "threads": self._serving.threads,
            "worker_class": WebWorker,
            "worker_connections": service.max_connections,
            "timeout": WORKER_SECONDS,
            "graceful_timeout": int(service.stop_seconds) + LAST_SECONDS,
            "keepalive": max(1, int(service.idle_seconds)),
            "sendfile": False,
            "logger_class": ServerLog,
            "control_socket_disable": True,
            "worker_tmp_dir": str(MEMORY_FOLDER) if os.access(MEMORY_FOLDER, os.W_OK) else None,
            "proc_name": SERVER,
            "when_ready": lambda _master: self._tell(),
            "child_exit": lambda _master, worker: _forget_gauges(worker.pid),
        }
        for name, value in given.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Return the application; called in each web worker."""
        try:
            self.gate = ServiceGate(self.settings.service, self._serving.host)
            self.site = self._make_site(self.settings, self._serving.workers_each)
        except CutlineError as error:
            logger.error("the service cannot work: %s", error)
            sys.exit(choose_status(error))
        return self.site.app


class Master(Arbiter):  # type: ignore[misc]
    """Supervises the web workers."""

    def handle_int(self) -> None:
        """Stop as on SIGTERM; a second SIGINT ends immediately."""
        self.handle_term()

    def handle_usr2(self) -> None:
        """Ignore the request for a second master, which could not be given our settings."""


def _make_site(settings: Settings, processes: int) -> Site:
    from cutline.service.serving.site import Site  # prometheus-client looks for its folder on import

    return Site(settings, processes)


def _forget_gauges(pid: int) -> None:
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(pid)  # type: ignore[no-untyped-call]


def _raise_limit_of_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
