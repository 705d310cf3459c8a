"""The inspector in a real browser: a service on loopback, a site to inspect, and pages that are watched."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask, Response
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Route, expect, sync_playwright
from werkzeug.serving import BaseWSGIServer, make_server

from cutline import Extractor
from cutline.config import Settings
from cutline.dom.render.chromium import find_chromium
from cutline.errors import CutlineError
from cutline.service.fetch import HttpPageFetcher
from cutline.service.inspector.routes import Inspector
from cutline.service.inspector.store import InspectionStore
from cutline.service.pages.extraction_processes import Work, WorkDone, do_work
from cutline.service.rest.application import create_app

FERRY = (Path(__file__).parents[4] / "examples" / "ferry.html").read_text(encoding="utf-8")
# Nothing moves by itself, so that what a test clicks stays where it is.
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
PHONE = {"width": 390, "height": 844}
SIZES: tuple[dict[str, Any], ...] = ({}, {"viewport": PHONE, "has_touch": True})
TEXT = (
    "On day {0} the council of Port Ellery heard Mayor Clara Benning, who spoke for {0} hours about the ferry to Holm, "
    "its captain and the price of a crossing. Nobody had expected so many people, she told reporters on the steps."
)
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
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


@pytest.fixture(scope="package")
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


@pytest.fixture(scope="package")
def live_settings(settings: Settings, site: Site) -> Settings:
    """Settings by which pages of the site may be fetched, and no others."""
    port = int(site.address.rpartition(":")[2])
    fetch = type(settings.fetch).model_validate(
        settings.fetch.model_dump() | {"allowed_networks": ["127.0.0.0/8"], "ports": [port]}
    )
    return settings.model_copy(update={"fetch": fetch})


@pytest.fixture(scope="package")
def extractor_of_pages(live_settings: Settings) -> Iterator[Extractor]:
    extractor = Extractor(live_settings)
    yield extractor
    extractor.close()


@pytest.fixture(scope="package")
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
        server = start(create_app(pool, chosen, fetcher=HttpPageFetcher(chosen), add_pages=partial(Inspector, store)))
        stops.extend((server.shutdown, store.close))
        return f"http://localhost:{server.server_port}"

    yield serve
    for stop in stops:
        stop()


@pytest.fixture(scope="package")
def inspector(serve_inspector: Callable[..., str]) -> str:
    """The address of an inspector that asks for no token."""
    return serve_inspector()


@pytest.fixture(scope="package")
def chromium(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser whose files are among those of the tests, which are removed even if these are killed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(tmp_path_factory.mktemp("chromium")))
        playwright = sync_playwright().start()
    path = find_chromium(settings.render, playwright.chromium.executable_path)
    browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
    yield browser
    browser.close()
    playwright.stop()


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


def move(page: Page, label: str, value: float) -> None:
    """Move a threshold, named by its label."""
    page.get_by_label(label).evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }", value
    )


def open_tab(page: Page, name: str) -> None:
    tab = page.get_by_role("navigation", name="Views of this page").get_by_role("link", name=name)
    tab.click()
    expect(tab).to_have_attribute("aria-current", "page")  # its panel opens after the click has returned


def shown_cards(page: Page, kept: bool) -> list[str]:
    """Return the images of a group of the wall that can be seen, in its order."""
    group = page.locator(f"[data-group={json.dumps(json.dumps(kept))}]")
    return list(group.locator(".card:visible").evaluate_all("cards => cards.map(card => card.id)"))


def find_violations(page: Page, schemes: Sequence[str] = ("light", "dark")) -> list[str]:
    """Return all that axe-core finds fault with, with the elements; in the dark, contrast is all that differs."""
    page.evaluate(AXE)
    assert page.evaluate("axe.version") >= "4.12"
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=cast(Any, scheme))
        rules = {"runOnly": ["color-contrast"]} if scheme == "dark" else {}
        found += page.evaluate("rules => axe.run({resultTypes: ['violations'], ...rules})", rules)["violations"]
    return [
        f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')}"
        for one in found
        for node in one["nodes"][:3]
    ]


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[..., Any]]:
    """Open a page of a browser: `open_page(color_scheme="dark")`; whatever its policy forbids fails the test.

    The page has the functions `move`, `open_tab`, `shown_cards` and `find_violations`, and what `watch` saw.

    No request leaves this machine; those for other hosts are refused, and listed in `page.watch.requests`.
    """
    opened: list[tuple[Any, Watch]] = []

    def refuse_others(route: Route) -> None:
        if route.request.url.startswith(("http://localhost:", "http://127.0.0.1:", "data:", "blob:", "file:")):
            route.continue_()
        else:
            route.abort()

    def open_one(**options: Any) -> Any:
        page: Any = chromium.new_context(**DESKTOP | options).new_page()
        page.set_default_timeout(20_000)
        page.route("**/*", refuse_others)
        watch = Watch(page)
        page.watch = watch
        for helper in (move, open_tab, shown_cards, find_violations):
            setattr(page, helper.__name__, partial(helper, page))
        opened.append((page, watch))
        return page

    yield open_one
    faults = [fault for page, watch in opened for fault in (*watch.faults, *page.evaluate("window.violations ?? []"))]
    for page, _ in opened:
        page.context.close()
    assert faults == []


@pytest.fixture(params=SIZES, ids=["1280", "390"])
def size(request: pytest.FixtureRequest) -> dict[str, Any]:
    """How a browser shows a page: wide, on a phone."""
    return dict(request.param)


@pytest.fixture(scope="package")
def inspections() -> dict[str, str]:
    """The addresses of the inspections there are, each by the name of its page."""
    return {}


@pytest.fixture
def ferry(open_page: Callable[..., Any], inspector: str, inspections: dict[str, str]) -> Any:
    """The example, inspected."""
    page = open_page()
    page.goto(inspections.get("ferry", inspector))
    if page.url == f"{inspector}/":
        page.get_by_role("button", name="a news story").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Night ferry returns to Lake Varn after eleven years")
    page.wait_for_load_state()
    inspections["ferry"] = page.url
    return page


def crowd(own: int, others: int, icons: int) -> str:
    """Return a page of so many images of its article, so many of other stories, and so many icons."""
    figures = "".join(
        f"<p>{TEXT.format(number)}</p><figure><img src='https://elsewhere.example/own-{number}.jpg' width=800 "
        f"height=500><figcaption>Mayor Clara Benning in Holm, day {number}.</figcaption></figure>"
        for number in range(own)
    )
    teasers = "".join(
        f"<li><a href='/story-{number}'><img src='https://elsewhere.example/other-{number}.jpg' width=300 "
        f"height=200>Story {number} of another town</a></li>"
        for number in range(others)
    )
    small = "".join(
        f"<img src='https://elsewhere.example/icon-{number}.png' width=16 height=16>" for number in range(icons)
    )
    return (
        f"<html lang=en><title>Ten days in Holm</title><main><article><h1>Ten days in Holm</h1>{figures}</article>"
        f"</main><aside><ul class=related>{teasers}</ul><div>{small}</div></aside>"
    )


@pytest.fixture
def wall(open_page: Callable[..., Any], inspector: str, site: Site, inspections: dict[str, str]) -> Callable[..., Any]:
    """Inspect a page of many images: `wall(own=10, others=50, icons=0, viewport=...)`."""

    def show(own: int = 10, others: int = 50, icons: int = 0, **size: Any) -> Any:
        name = f"crowd-{own}-{others}-{icons}"
        site.pages[name] = crowd(own, others, icons)
        page = open_page(**size)
        page.goto(inspections.get(name, f"{inspector}/?url={site.address}/{name}"))
        if name not in inspections:
            page.get_by_role("button", name="Inspect", exact=True).click()
            page.wait_for_url("**/inspections/**")
            inspections[name] = page.url
        page.wait_for_load_state()
        return page

    return show
