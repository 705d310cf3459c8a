"""Takes the pictures of the inspector and of the example page that the README and the docs show.

    python benchmarks/inspector_pictures.py

Needs the extra `browser`.
"""

from __future__ import annotations

import logging
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from cutline import Extractor
from cutline.config import Settings, load_settings
from cutline.dom.render.chromium import find_chromium
from cutline.service.fetch import HttpPageFetcher
from cutline.service.inspector.routes import Inspector
from cutline.service.inspector.store import InspectionStore
from cutline.service.inspector.templating import EXAMPLES
from cutline.service.pages.extraction_processes import Work, WorkDone, do_work
from cutline.service.rest.application import create_app

ROOT = Path(__file__).parents[1]
EXAMPLE, DOCS = ROOT / "examples" / "ferry.html", ROOT / "docs"
EXAMPLE_URL = EXAMPLES["news"][1]
PORT = 8000  # that of `cutline serve`
WINDOW = {"width": 1240, "height": 800}


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    settings = load_settings()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(settings, Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        path = find_chromium(settings.render, playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        open_example(browser, address, "light").screenshot(path=DOCS / "inspector.png")
        page = open_example(browser, address, "dark")
        page.get_by_role("link", name="Images").first.click()
        slider = page.get_by_label("Keep images scoring at least")
        slider.evaluate("s => { s.value = 0.98; s.dispatchEvent(new Event('input')); }")
        page.evaluate("scrollTo(0, 330)")
        page.screenshot(path=DOCS / "inspector-dark.png")
        page = browser.new_page(viewport={"width": 1064, "height": 1240})
        page.route("https://**/*", lambda route: route.abort())
        page.goto(EXAMPLE.as_uri())
        page.wait_for_load_state("networkidle")
        page.screenshot(path=DOCS / "ferry.png")
        browser.close()


class Pool:
    """Works in the calling thread."""

    is_ready, waiting, resident_bytes = True, 0, 0

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor

    def check_room(self) -> None:
        """Do nothing: there is always room."""

    def run(self, work: Work, *, is_urgent: bool = True) -> WorkDone:
        outcome = do_work(self._extractor, work)
        assert isinstance(outcome, WorkDone), outcome
        return outcome


@contextmanager
def serve(settings: Settings, folder: Path) -> Iterator[str]:
    """Yield the address of a service in this process, which stores its files in a folder."""
    jobs = settings.jobs.model_copy(update={"database": str(folder / "jobs.sqlite")})
    chosen = settings.model_copy(update={"jobs": jobs})
    store = InspectionStore.open(chosen)
    pool: Any = Pool(Extractor(settings))
    app = create_app(pool, chosen, fetcher=HttpPageFetcher(chosen), add_pages=partial(Inspector, store))
    server = make_server("127.0.0.1", PORT, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        store.close()


def open_example(browser: Browser, address: str, scheme: Any) -> Any:
    """Return the example inspected, rendered."""
    page = browser.new_page(viewport=WINDOW, color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"{address}/?url={EXAMPLES['news'][1]}&render=always")
    page.get_by_text("Paste HTML").click()
    page.get_by_label("HTML of the page").fill(EXAMPLE.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Inspect", exact=True).click()
    page.wait_for_load_state("networkidle")
    return page


if __name__ == "__main__":
    main()
