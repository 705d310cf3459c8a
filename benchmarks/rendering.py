"""Time and memory of rendering, and what faulty pages cost.

usage: rendering.py CORPUS.jsonl.gz [--pages 1000]

Printed: milliseconds and processor time a page with one warm browser, from the HTML to the tree with its layout; the
memory of one and of two browsers with Playwright's drivers (proportional set size, Python not counted); memory, slowest
page and faults along `--pages` pages in a row without a browser being replaced; and a table of faults, each followed by
an ordinary page.
"""

import argparse
import gzip
import itertools
import json
import os
import signal
import statistics
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from process_tree import read_memory, read_started_cpu

from cutline import CutlineError
from cutline.config import load_settings
from cutline.config.settings import RenderSettings
from cutline.dom.document import Page
from cutline.dom.render.pool import BrowserPool
from cutline.service.processes.memory import list_tree

ORDINARY = Page("<p>Hello", "https://a.example/")


def read_pages(corpus: str) -> list[Page]:
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        return [Page(page["html"], page["url"]) for page in map(json.loads, lines)]


def browser_megabytes() -> float:
    """Return the proportional set size of all processes below this one."""
    return sum(map(read_memory, list_tree(os.getpid())[1:])) / 1_000_000


def time_pages(settings: RenderSettings, pages: list[Page]) -> None:
    with BrowserPool(settings.model_copy(update={"browsers": 1})) as pool:
        for page in pages[:10]:
            pool.render(page)
        spent = []
        for page in pages:
            start = time.perf_counter()
            pool.render(page)
            spent.append(1000 * (time.perf_counter() - start))
            time.sleep(0.05)  # for the page before to be cleared away
        spent.sort()
        print(
            f"{len(pages)} pages, ms a page: median {statistics.median(spent):.0f}, mean {statistics.mean(spent):.0f}, "
        )
        print(f"    p95 {spent[int(0.95 * len(spent))]:.0f}, slowest {spent[-1]:.0f}")
        start, browser, python = time.perf_counter(), read_started_cpu(os.getpid()), time.process_time()
        for page in pages:
            pool.render(page)
        browser = read_started_cpu(os.getpid()) - browser
        print(
            f"one after the other without a pause: {1000 * (time.perf_counter() - start) / len(pages):.0f} ms a page,"
        )
        print(
            f"    processor time {1000 * browser / len(pages):.0f} ms in the browser,",
            end=" ",
        )
        print(f"{1000 * (time.process_time() - python) / len(pages):.0f} ms in Python (load {os.getloadavg()[0]:.1f})")
        print(f"memory of one browser: {browser_megabytes():.0f} MB")


def measure_two(settings: RenderSettings, pages: list[Page]) -> None:
    with BrowserPool(settings.model_copy(update={"browsers": 2})) as pool, ThreadPoolExecutor(2) as threads:
        most, done = 0.0, threading.Event()

        def watch() -> None:
            nonlocal most
            while not done.wait(0.5):
                most = max(most, browser_megabytes())

        watcher = threading.Thread(target=watch)
        watcher.start()
        start = time.perf_counter()
        list(threads.map(pool.render, pages))
        seconds = time.perf_counter() - start
        done.set()
        watcher.join()
        print(f"two browsers: {1000 * seconds / len(pages):.0f} ms a page, at most {most:.0f} MB")


def run_long(settings: RenderSettings, pages: list[Page], count: int) -> None:
    with BrowserPool(settings.model_copy(update={"browsers": 1, "pages_per_browser": count + 1})) as pool:
        slowest, faults, last = 0.0, 0, time.perf_counter()
        for number, page in enumerate(itertools.islice(itertools.cycle(pages), count), start=1):
            start = time.perf_counter()
            try:
                pool.render(page)
            except CutlineError as error:
                faults += 1
                print(f"{page.url}: {error}")
            slowest = max(slowest, time.perf_counter() - start)
            if number % max(1, count // 10) == 0:
                each = 1000 * (time.perf_counter() - last) / (count // 10)
                print(f"{number:6} pages  {browser_megabytes():6.0f} MB  {each:5.0f} ms a page", flush=True)
                last = time.perf_counter()
        print(f"slowest page {slowest:.1f} s, {faults} faults")


def kill_browser() -> None:
    for pid in list_tree(os.getpid())[1:]:
        arguments = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"\0--user-data-dir" in arguments:
            os.kill(pid, signal.SIGKILL)


def render_and_kill(pool: BrowserPool) -> object:
    threading.Timer(0.7, kill_browser).start()
    return pool.render(Page("<script>while (true);</script>", "https://a.example/"), scripts=True)


def scripted(html: str) -> Callable[[BrowserPool], object]:
    return lambda pool: pool.render(Page(html, "https://a.example/"), scripts=True)


FAULTS: dict[str, Callable[[BrowserPool], object]] = {
    "endless script": scripted("<script>while (true);</script>"),
    "endless script after loading": scripted("<p>x<script>onload = () => setTimeout(() => { while (true); })</script>"),
    "endless promises": scripted("<script>const f = () => Promise.resolve().then(f); f()</script>"),
    "dialogs": scripted("<p>x<script>alert(1); confirm(2); prompt(3); onbeforeunload = () => 'stay'</script>"),
    "printing": scripted("<p>x<script>print()</script>"),
    "50 pop-ups": scripted("<p>x<script>for (let i = 0; i < 50; i++) open('https://b.example/' + i)</script>"),
    "download": scripted("<a id=a download href='data:application/zip,x'>x</a><script>a.click()</script>"),
    "page that goes to another": scripted("<p>x<script>location = 'https://b.example/'</script>"),
    "page that empties itself": scripted("<p>x<script>location = 'about:blank'</script>"),
    "script that fills memory": scripted("<script>const a = []; while (true) a.push(new Array(1e6).fill({}))</script>"),
    "script that adds nodes without end": scripted(
        "<p>x<script>while (true) document.body.append(document.createElement('p'))</script>"
    ),
    "199,000 nodes": lambda pool: pool.render(Page("<p>x" * 99_000, "https://a.example/")),
    "300,000 nodes": lambda pool: pool.render(Page("<p>x" * 150_000, "https://a.example/")),
    "elements 100,000 deep": lambda pool: pool.render(Page("<div>" * 100_000, "https://a.example/")),
    "50 MB": lambda pool: pool.render(Page("x" * 50_000_000, "https://a.example/")),
    "19 MB": lambda pool: pool.render(Page("<p>" + "word " * 3_800_000, "https://a.example/")),
    "browser killed (kill -9)": render_and_kill,
}


def list_faults(settings: RenderSettings) -> None:
    limits = {"browsers": 1, "page_seconds": 10.0, "settle_seconds": 0.6}
    print(f"{'fault':36} {'answer':>16} {'seconds':>8}   the next page")
    with BrowserPool(settings.model_copy(update=limits)) as pool:
        for name, render in FAULTS.items():
            start = time.perf_counter()
            try:
                render(pool)
                answer = "page"
            except CutlineError as error:
                answer = type(error).__name__
            seconds = time.perf_counter() - start
            start = time.perf_counter()
            pool.render(ORDINARY)
            after = time.perf_counter() - start
            print(f"{name:36} {answer:>16} {seconds:8.1f}   after {after:.1f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--pages", type=int, default=1000)
    args = parser.parse_args()
    settings, pages = load_settings().render, read_pages(args.corpus)
    time_pages(settings, pages)
    measure_two(settings, pages)
    list_faults(settings)
    run_long(settings, pages, args.pages)


if __name__ == "__main__":
    main()
