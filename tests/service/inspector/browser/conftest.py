"""The inspector in a real browser: a service on loopback, a site to inspect, and pages that are watched."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask, Response
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Route, sync_playwright
from werkzeug.serving import BaseWSGIServer, make_server

from cutline import Extractor
from cutline.config import Settings
from cutline.dom.render.chromium import find_chromium
from cutline.errors import CutlineError
from cutline.service.fetch import HttpPageFetcher
from cutline.service.inspector.routes import add_inspector
from cutline.service.inspector.store import InspectionStore
from cutline.service.pages.work import Work, WorkDone, do_work
from cutline.service.rest.application import create_app

FERRY = (Path(__file__).parents[4] / "examples" / "ferry.html").read_text(encoding="utf-8")
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
});
"""


class DirectPool:
    """Does in the calling thread, one page at a time, what extraction processes do."""

    is_ready = True
    waiting = 0
    resident_bytes = 0

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self._turn = threading.Lock()

    def check_room(self) -> None:
        """There is always room."""

    def run(self, work: Work, *, is_urgent: bool = True) -> WorkDone:
        with self._turn:
            outcome = do_work(self._extractor, work)
        if isinstance(outcome, CutlineError):
            raise outcome
        return outcome


@dataclass
class Site:
    """A site on loopback: `pages` are its pages by path; `asked` is what was asked of it."""

    address: str
    pages: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)


def start(app: Flask) -> BaseWSGIServer:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    app = Flask("site", static_folder=None)
    server = start(app)
    site = Site(f"http://127.0.0.1:{server.server_port}")

    @app.get("/<path:path>")
    def answer(path: str) -> Response:
        site.asked.append(path)
        page = site.pages.get(path)
        return Response(page or "", 200 if page else 404, content_type="text/html; charset=utf-8")

    site.pages["ferry"] = FERRY
    yield site
    server.shutdown()


@pytest.fixture(scope="module")
def live_settings(settings: Settings, site: Site) -> Settings:
    """Settings by which pages of the site may be fetched, and no others."""
    port = int(site.address.rpartition(":")[2])
    fetch = type(settings.fetch).model_validate(
        settings.fetch.model_dump() | {"allowed_networks": ["127.0.0.0/8"], "ports": [port]}
    )
    return settings.model_copy(update={"fetch": fetch})


@pytest.fixture(scope="module")
def extractor_of_pages(live_settings: Settings) -> Iterator[Extractor]:
    extractor = Extractor(live_settings)
    yield extractor
    extractor.close()


@pytest.fixture(scope="module")
def serve_inspector(
    live_settings: Settings, extractor_of_pages: Extractor, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., str]]:
    """Return the address of an inspector with settings of the service: `serve_inspector(tokens=...)`."""
    stops: list[Callable[[], None]] = []

    def serve(**changes: Any) -> str:
        database = str(tmp_path_factory.mktemp("inspector") / "jobs.sqlite")
        tables = {
            "service": live_settings.service.model_copy(update=changes),
            "jobs": live_settings.jobs.model_copy(update={"database": database}),
        }
        chosen = live_settings.model_copy(update=tables)
        store, pool = InspectionStore.open(chosen), cast(Any, DirectPool(extractor_of_pages))
        server = start(
            create_app(pool, chosen, fetcher=HttpPageFetcher(chosen), add_pages=partial(add_inspector, store))
        )
        stops.extend((server.shutdown, store.close))
        return f"http://localhost:{server.server_port}"

    yield serve
    for stop in stops:
        stop()


@pytest.fixture(scope="module")
def inspector(serve_inspector: Callable[..., str]) -> str:
    """The address of an inspector that asks for no token."""
    return serve_inspector()


@pytest.fixture(scope="module")
def chromium(settings: Settings) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = find_chromium(settings.render, playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        yield browser
        browser.close()


class Watch:
    """What happened in a page that should not have."""

    def __init__(self, page: Page) -> None:
        self.faults: list[str] = []
        self.requests: list[str] = []
        page.add_init_script(WATCH)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        page.on("request", self._see)

    def _hear(self, message: ConsoleMessage) -> None:
        # That an answer is no page, or that a request was refused here, is a message too.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.faults.append(f"console: {message.text}")

    def _see(self, request: Request) -> None:
        if not request.url.startswith(("data:", "blob:")):
            self.requests.append(request.url)


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[..., Any]]:
    """Open a page of a browser: `open_page(color_scheme="dark")`; whatever its policy forbids fails the test.

    No request leaves this machine; those for other hosts are refused, and listed in `page.watch.requests`.
    """
    opened: list[tuple[Any, Watch]] = []

    def refuse_others(route: Route) -> None:
        if route.request.url.startswith(("http://localhost:", "http://127.0.0.1:", "data:", "blob:", "file:")):
            route.continue_()
        else:
            route.abort()

    def open_one(**options: Any) -> Any:
        page: Any = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}} | options).new_page()
        page.set_default_timeout(20_000)
        page.route("**/*", refuse_others)
        watch = Watch(page)
        page.watch = watch
        opened.append((page, watch))
        return page

    yield open_one
    faults = [fault for page, watch in opened for fault in (*watch.faults, *page.evaluate("window.violations ?? []"))]
    for page, _ in opened:
        page.context.close()
    assert faults == []
