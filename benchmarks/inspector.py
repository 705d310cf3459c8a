"""How long the inspector takes beyond the extraction, and how long its threshold takes to judge anew.

    python benchmarks/inspector.py CORPORA/news-images.jsonl.gz

Of the pages (JSON lines with `html` and `url`) it takes the one with most bytes and the one with most blocks. The page
of the inspector is asked for as a browser does: a form is sent, and the answer that it leads to is read. The threshold
is moved in Chromium, each time until the frame is painted, without the wait for it; needs the extra `browser`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, cast

import httpx
from flask import Flask
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from cutline.config import Settings, load_settings
from cutline.dom.render.chromium import find_chromium
from cutline.extractor import Extractor
from cutline.service.app import create_app
from cutline.service.extraction import Work, WorkDone
from cutline.service.extraction.process import do_work
from cutline.service.fetch import PageFetcher
from cutline.service.inspector.store import InspectionStore

ROUNDS = 5  # of each page; the median counts
MILLISECONDS = 1000
# Returns the milliseconds of each move of a threshold, through all of its range and back, until the frame is painted.
MOVE = """async (slider) => {
  const times = [];
  const values = Array.from({length: 41}, (_, step) => Math.abs(20 - step) / 20);
  for (const value of values) {
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const begin = performance.now();
    slider.value = value;
    slider.dispatchEvent(new Event("input"));
    document.body.getBoundingClientRect();
    const judged = performance.now();
    let frame;
    await new Promise((resolve) => requestAnimationFrame(() => { frame = performance.now(); setTimeout(resolve); }));
    times.push(judged - begin + performance.now() - frame);
  }
  return times;
}"""


@dataclass(frozen=True, slots=True)
class CorpusPage:
    """One page, and what it is taken for."""

    what: str
    html: str
    url: str | None


class TimedPool:
    """Works in the calling thread, and remembers how long the last work took."""

    is_ready, waiting, resident_bytes = True, 0, 0

    def __init__(self, extractor: Extractor) -> None:
        self._extractor = extractor
        self.seconds = 0.0

    def check_room(self) -> None:
        """There is always room."""

    def run(self, work: Work) -> WorkDone:
        began = perf_counter()
        outcome = do_work(self._extractor, work)
        self.seconds = perf_counter() - began
        assert isinstance(outcome, WorkDone), outcome
        return outcome


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    settings = load_settings()
    extractor = Extractor(settings)
    with tempfile.TemporaryDirectory() as folder, serve(extractor, settings, Path(folder)) as (address, pool):
        print("| page | MB | blocks | images | extraction, ms | beyond it, ms | a move of the threshold, ms (most) |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for page in choose_pages(read_pages(parser.parse_args().corpus), extractor):
            report(page, address, pool, settings)


def read_pages(corpus: Path) -> list[CorpusPage]:
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        return [CorpusPage("", row["html"], row.get("url")) for row in rows]


def choose_pages(pages: Sequence[CorpusPage], extractor: Extractor) -> Iterator[CorpusPage]:
    largest = max(pages, key=lambda page: len(page.html.encode("utf-8", "replace")))
    longest = max(pages, key=lambda page: count_blocks(page, extractor))
    yield CorpusPage("most bytes", largest.html, largest.url)
    yield CorpusPage("most blocks", longest.html, longest.url)


def count_blocks(page: CorpusPage, extractor: Extractor) -> int:
    article = extractor.extract(page.html, url=page.url, nlp=False, images=False, include=["dropped"])
    return len(article.blocks) + len(article.dropped.blocks if article.dropped else ())


@contextmanager
def serve(extractor: Extractor, settings: Settings, folder: Path, port: int = 0) -> Iterator[tuple[str, TimedPool]]:
    jobs = settings.jobs.model_copy(update={"database": str(folder / "jobs.sqlite")})
    chosen = settings.model_copy(update={"jobs": jobs})
    pool, store = TimedPool(extractor), InspectionStore.open(chosen)
    app: Flask = create_app(cast(Any, pool), chosen, fetcher=PageFetcher(chosen), inspections=store)
    server = make_server("127.0.0.1", port, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}", pool
    finally:
        server.shutdown()
        store.close()


def report(page: CorpusPage, address: str, pool: TimedPool, settings: Settings) -> None:
    extraction, beyond, path = [], [], ""
    for _ in range(ROUNDS):
        began = perf_counter()
        sent = httpx.post(f"{address}/inspections", data={"url": page.url or ""}, files={"html": (None, page.html)})
        path = sent.headers["Location"]
        httpx.get(address + path).raise_for_status()
        extraction.append(pool.seconds)
        beyond.append(perf_counter() - began - pool.seconds)
    article = httpx.get(f"{address}{path}/article.json").json()
    counts = [len(article[what]) + len(article["dropped"][what]) for what in ("blocks", "images")]
    moves = move_thresholds(address + path, settings)
    figures = [median(extraction) * MILLISECONDS, median(beyond) * MILLISECONDS]
    size = len(page.html.encode("utf-8", "replace")) / 1_000_000
    times = " | ".join(f"{figure:.0f}" for figure in figures)
    moved = f"{median(moves):.1f} ({max(moves):.1f})"
    print(f"| {page.what} | {size:.2f} | {counts[0]} | {counts[1]} | {times} | {moved} |")


def move_thresholds(address: str, settings: Settings) -> list[float]:
    """Return the milliseconds of each move of each threshold, in both views."""
    times: list[float] = []
    with sync_playwright() as playwright:
        path = find_chromium(settings.render, playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        for view in ("As delivered", "Everything"):
            page.get_by_text(view, exact=True).click()
            for slider in page.locator(".slider input").all():
                times += slider.evaluate(MOVE)
        browser.close()
    return times


if __name__ == "__main__":
    main()
