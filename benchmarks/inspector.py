"""How long the inspector takes beyond the extraction, and how long a moved threshold takes to show.

    python benchmarks/inspector.py CORPORA/news-images.jsonl.gz

Of the pages (JSON lines with `html` and `url`) it takes the one with most bytes and the one with most blocks. The page
of the inspector is asked for as a browser does: a form is sent, and the answer that it leads to is read. The threshold
is moved in Chromium, each time until the frame is painted, whose main thread is measured. All times are of the
processor, which a machine with other work does not stretch as it does time by the clock; that is given beside them.
Needs the extra `browser`.
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
from time import perf_counter, process_time
from typing import Any, cast

import httpx
from flask import Flask
from playwright.sync_api import CDPSession, sync_playwright
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
REST_MILLISECONDS = 400  # between two moves, for what the page does while a threshold rests
STEPS = [abs(10 - step) / 10 for step in range(21)]  # of a threshold, through all of its range and back
# Moves a threshold, and returns when the browser has painted.
MOVE = """async (slider, value) => {
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
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
        self.seconds = self.busy_seconds = 0.0

    def check_room(self) -> None:
        """There is always room."""

    def run(self, work: Work) -> WorkDone:
        began, busy = perf_counter(), process_time()
        outcome = do_work(self._extractor, work)
        self.seconds, self.busy_seconds = perf_counter() - began, process_time() - busy
        assert isinstance(outcome, WorkDone), outcome
        return outcome


def main() -> None:
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    settings = load_settings()
    extractor = Extractor(settings)
    with tempfile.TemporaryDirectory() as folder, serve(extractor, settings, Path(folder)) as (address, pool):
        print("| page | MB | blocks | images | extraction | beyond it | by the clock | a move | the slowest move |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
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
    extraction, beyond, by_clock, path = [], [], [], ""
    for _ in range(ROUNDS):
        began, busy = perf_counter(), process_time()
        sent = httpx.post(f"{address}/inspections", data={"url": page.url or ""}, files={"html": (None, page.html)})
        path = sent.headers["Location"]
        httpx.get(address + path).raise_for_status()
        extraction.append(pool.busy_seconds)
        beyond.append(process_time() - busy - pool.busy_seconds)
        by_clock.append(perf_counter() - began - pool.seconds)
    article = httpx.get(f"{address}{path}/article.json").json()
    counts = [len(article[what]) + len(article["dropped"][what]) for what in ("blocks", "images")]
    moves = move_thresholds(address + path, settings)
    size = len(page.html.encode("utf-8", "replace")) / 1_000_000
    times = " | ".join(f"{median(times) * MILLISECONDS:.0f}" for times in (extraction, beyond, by_clock))
    moved = f"{median(moves) * MILLISECONDS:.0f} | {max(moves) * MILLISECONDS:.0f}"
    print(f"| {page.what} | {size:.2f} | {counts[0]} | {counts[1]} | {times} | {moved} |")


def move_thresholds(address: str, settings: Settings) -> list[float]:
    """Return the processor seconds of each move of each threshold, in both views."""
    times: list[float] = []
    with sync_playwright() as playwright:
        path = find_chromium(settings.render, playwright.chromium.executable_path)
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for view in ("As delivered", "Everything"):
            page.get_by_text(view, exact=True).click()
            for slider in page.locator(".slider input").all():
                for value in STEPS:
                    page.wait_for_timeout(REST_MILLISECONDS)
                    before = read_busy_seconds(session)
                    slider.evaluate(MOVE, value)
                    times.append(read_busy_seconds(session) - before)
        browser.close()
    return times


def read_busy_seconds(session: CDPSession) -> float:
    """Return the processor seconds of the tasks of a page's main thread."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration"))


if __name__ == "__main__":
    main()
