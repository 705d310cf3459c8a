"""Takes the pictures of the inspector that the README shows, of the example page.

    python benchmarks/inspector_pictures.py

Needs the extra `browser`. The images of the page are those in `examples/images`.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Any

from inspector import serve
from playwright.sync_api import Browser, Route, sync_playwright

from cutline.config import load_settings
from cutline.dom.render.chromium import find_chromium
from cutline.extractor import Extractor

ROOT = Path(__file__).parents[1]
IMAGES, DOCS = ROOT / "examples" / "images", ROOT / "docs"
PORT = 8000  # that of `cutline serve`, which the link in the picture shows
WINDOW = {"width": 1240, "height": 800}


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    settings = load_settings()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(Extractor(settings), settings, Path(folder), PORT) as (address, _),
        sync_playwright() as playwright,
    ):
        path = find_chromium(settings.render, playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        open_example(browser, address, "light").screenshot(path=DOCS / "inspector.png")
        page = open_example(browser, address, "dark")
        page.get_by_text("Everything", exact=True).click()
        page.get_by_label("Images from").evaluate("s => { s.value = 0.85; s.dispatchEvent(new Event('input')); }")
        block = page.locator("[data-block]", has_text="The Aurelia, built in 1978")
        block.evaluate("block => scrollBy(0, block.getBoundingClientRect().top - 330)")
        block.hover()
        page.screenshot(path=DOCS / "inspector-dark.png")
        browser.close()


def open_example(browser: Browser, address: str, scheme: Any) -> Any:
    """Return the example inspected, with its thumbnails."""
    page = browser.new_page(viewport=WINDOW, color_scheme=scheme, reduced_motion="reduce")
    page.route("https://courier.example/**", send_image)
    page.goto(address)
    page.get_by_role("button", name="an example page").click()
    page.get_by_role("link", name="Load thumbnails").click()
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    return page


def send_image(route: Route) -> None:
    file = IMAGES / route.request.url.rpartition("/")[2]
    if file.exists():
        route.fulfill(path=file)
    else:
        route.abort()


if __name__ == "__main__":
    main()
