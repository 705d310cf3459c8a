"""Builders of rendered pages, and servers that nobody may connect to."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path

import pytest

from cutline.config import load_settings
from cutline.config.settings import RenderSettings
from cutline.dom.document import Document, Page
from cutline.dom.render.pool import BrowserPool

ADDRESS = "https://courier.example/ferry"
Render = Callable[..., Document]
InLittleTime = Callable[..., AbstractContextManager[None]]


class Decoy:
    """A TCP and a UDP port of the loopback interface: `knocks` counts who came, `paths` is what they asked for.

    On `/page` is `page`.
    """

    def __init__(self) -> None:
        self.knocks = 0
        self.paths: set[str] = set()
        self.page = ""
        self._tcp = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._tcp.getsockname()[1]
        self._udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._udp.bind(("127.0.0.1", self.port))
        self._threads = [threading.Thread(target=listen, daemon=True) for listen in (self._accept, self._receive)]
        for thread in self._threads:
            thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        for server in (self._tcp, self._udp):
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            server.close()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._tcp.accept()
                self.knocks += 1
                threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        with connection, suppress(OSError, IndexError):
            connection.settimeout(5)
            path = connection.recv(65536).split()[1].decode()
            self.paths.add(path.strip("/"))
            body = self.page.encode() if path == "/page" else b""
            kind = {"js": "text/javascript", "css": "text/css"}.get(path.rpartition(".")[2], "text/html")
            connection.sendall(
                f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                "Connection: close\r\n\r\n".encode()
                + body
            )

    def _receive(self) -> None:
        with suppress(OSError):
            while True:
                self._udp.recvfrom(2048)
                self.knocks += 1
                self.paths.add("udp")


@pytest.fixture
def decoy() -> Iterator[Decoy]:
    server = Decoy()
    yield server
    server.close()


@pytest.fixture(scope="session")
def browser_limits() -> RenderSettings:
    changes = {"browsers": 1, "page_seconds": 20.0, "settle_seconds": 0.6}
    return load_settings().render.model_copy(update=changes)


@pytest.fixture(scope="session")
def pool(browser_limits: RenderSettings) -> Iterator[BrowserPool]:
    with BrowserPool(browser_limits) as browsers:
        yield browsers


@pytest.fixture
def in_little_time(browser_limits: RenderSettings) -> InLittleTime:
    """Give pages that begin within it little time: `with in_little_time(): ...`; those after it get as much as ever."""

    @contextmanager
    def change(limits: RenderSettings = browser_limits) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(vars(limits), "page_seconds", 3.0)
            yield

    return change


@pytest.fixture
def render(pool: BrowserPool) -> Render:
    def render_html(html: str, **options: object) -> Document:
        return pool.render(Page(html, ADDRESS), **options)  # type: ignore[arg-type]

    return render_html


@pytest.fixture(scope="session")
def list_processes() -> Callable[[int], list[int]]:
    """Return all living processes below one."""
    return _list_processes


@pytest.fixture(scope="session")
def list_browsers() -> Callable[[], list[int]]:
    """Return the first process of each browser below this process."""
    return lambda: [pid for pid in _list_processes(os.getpid()) if _is_browser(pid)]


def _list_processes(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, above = stat.read_text().rpartition(")")[2].split()[:2]
            if int(above) == parent and state != "Z":
                found += [int(stat.parent.name), *_list_processes(int(stat.parent.name))]
    return found


def _is_browser(pid: int) -> bool:
    with suppress(OSError):
        arguments = Path(f"/proc/{pid}/cmdline").read_bytes()
        is_script = Path(f"/proc/{pid}/exe").samefile("/bin/sh")  # Debian's, which runs the headless shell
        return b"\0--user-data-dir" in arguments and not is_script
    return False
