"""CPU time per page: cutline by mode and by stage next to its peers, and its growth with the size of a page.

usage: speed.py CORPUS.jsonl.gz... [--pages N] [--peers DIR] [--no-peers] [--no-rendering] [--no-growth]
                [--method METHOD]

Pages are in memory, one thread, CPU time. Each contender has a process of its own, to which each page is new. Before a
contender reads a page, lxml parses it: `times parsing` is the median over pages of the ratio of the two. The peers
extract only the text, with their defaults, in their own environments (see quality.py); so does cutline in its first
mode. `rendered` is everything, including the browser's CPU time for the layout.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"

import argparse
import itertools
import json
import platform
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

from comparison.environments import ensure_environment
from comparison.systems import PEERS
from data_files import find_data, read_rows
from markdown_tables import draw_row, draw_table
from timing.contenders import (
    Contender,
    Here,
    HereRendered,
    There,
    TimedPage,
    measure_growth,
    page_of_images,
    page_of_nodes,
    parse_alone,
)

from cutline import CutlineError, Extractor
from cutline.processes import freeze_loaded

MODES: dict[str, dict[str, object]] = {
    "text only": {"images": False, "nlp": False},
    "text and images, no NLP": {"nlp": False},
    "everything": {"render": "never"},
}
RENDERED = "cutline, everything, rendered"
TIMED_PEERS = ("resiliparse", "trafilatura", "readability-lxml")
TIMER = Path(__file__).parent / "timing" / "time_cutline.py"
DESCRIBED = ("median", "mean", "p95", "longest")
WARM_UP = 10  # pages that all contenders read first, so that models are loaded
NODES = (6_250, 12_500, 25_000, 50_000, 99_000)
IMAGES = (160, 320, 640, 1_250, 2_500)  # more are not judged


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cutline-benchmarks"
    parser.add_argument("corpora", nargs="+", type=find_data)
    parser.add_argument("--pages", type=int, help="pages of each corpus; all by default")
    parser.add_argument("--peers", type=Path, default=cache, metavar="DIR", help="environments of the peers")
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--no-rendering", action="store_true")
    parser.add_argument("--no-growth", action="store_true")
    parser.add_argument("--method", default="auto")
    args = parser.parse_args()
    extractor = Extractor()
    extractor.load_models()
    freeze_loaded()  # as worker processes do
    modes = {name: reader(extractor, method=args.method, **options) for name, options in MODES.items()}
    print(f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, {platform.machine()}, {platform.python_version()}\n")
    with ExitStack() as stack:
        contenders: list[Contender] = []
        for name, options in MODES.items():
            given = json.dumps({"method": args.method, **options})
            contenders.append(stack.enter_context(There(f"cutline, {name}", Path(sys.executable), TIMER, given)))
        rendering = HereRendered(RENDERED, reader(extractor, method=args.method, render="always"))
        for name in () if args.no_peers else TIMED_PEERS:
            python = ensure_environment(PEERS / name, args.peers / "environments")
            contenders.append(stack.enter_context(There(name, python)))
        for corpus in args.corpora:
            pages = read_pages(corpus, args.pages)
            # A browser evicts the processor's caches, so it gets its own round.
            rounds = [contenders] if args.no_rendering else [contenders, [rendering]]
            print(f"### {corpus.name.removesuffix('.jsonl.gz')}, {len(pages)} pages\n")
            print_stages(extractor, pages, args.method)
            print_contenders(rounds, pages)
    if not args.no_growth:
        print_growth([Here("lxml, parsing alone", parse_alone), *(Here(name, read) for name, read in modes.items())])


def reader(extractor: Extractor, **options: object) -> Callable[[TimedPage], None]:
    """Return a function that extracts a page with these options; refused pages are printed and timed too."""

    def read(page: TimedPage) -> None:
        try:
            extractor.extract(page.html, url=page.url, **options)
        except CutlineError as error:
            print(f"{page.url}: {error}")

    return read


def read_pages(corpus: Path, count: int | None) -> list[TimedPage]:
    """Return the first pages of a corpus."""
    return [TimedPage(page["html"], page.get("url")) for page in itertools.islice(read_rows(corpus), count)]


def print_contenders(rounds: Sequence[Sequence[Contender]], pages: Sequence[TimedPage]) -> None:
    """Time the contenders of each round, taking turns with lxml on each page, and print the table."""
    parsing = Here("lxml, parsing alone", parse_alone)
    spent: dict[str, list[float]] = defaultdict(list)
    ratios: dict[str, list[float]] = defaultdict(list)
    for contenders in rounds:
        for page, contender in itertools.product(pages[:WARM_UP], contenders):
            contender.time(page)
        for page, contender in itertools.product(pages, contenders):
            base, own = parsing.time(page), contender.time(page)
            spent[parsing.name].append(base)
            spent[contender.name].append(own)
            ratios[contender.name].append(own / base)
    medians = {parsing.name: 1.0, **{name: statistics.median(each) for name, each in ratios.items()}}
    rows = [(name, *describe(times), f"{medians[name]:.1f}") for name, times in spent.items()]
    print(draw_table(("ms CPU a page", *DESCRIBED, "times parsing"), rows), end="\n\n")


def print_stages(extractor: Extractor, pages: Sequence[TimedPage], method: str) -> None:
    """Print the CPU time of each stage, with everything included."""
    spent: dict[str, list[float]] = defaultdict(list)
    # Stages are normally measured in wall time; here in CPU time.
    with patch("cutline.extraction.article.time", CpuClock):
        for page in pages:
            start = time.process_time()
            article = extractor.extract(page.html, url=page.url, method=method, include=("timings",))
            total = 1000 * (time.process_time() - start)
            stages = article.timings or {}
            for stage, milliseconds in (*stages.items(), ("result", total - sum(stages.values()))):
                spent[stage].append(milliseconds)
    rows = [(stage, *describe(times)) for stage, times in spent.items()]
    print(draw_table(("stage of everything", *DESCRIBED), rows), end="\n\n")


class CpuClock:
    """Replaces the module `time` in a stopwatch, to measure CPU time."""

    perf_counter = staticmethod(time.process_time)


def print_growth(contenders: Iterable[Here]) -> None:
    """Print the time of pages of growing sizes, and the exponent of the fitted power law."""
    contenders = list(contenders)
    for what, sizes, build in (("nodes", NODES, page_of_nodes), ("images", IMAGES, page_of_images)):
        print(draw_table((f"ms CPU, {what}", *(f"{size:,}" for size in sizes), "exponent")))
        for contender in contenders:
            growth = measure_growth(sizes, build, contender.time)
            cells = (f"{milliseconds:,.0f}" for milliseconds in growth.milliseconds)
            print(draw_row((contender.name, *cells, f"{growth.exponent:.2f}")), flush=True)
        print()


def describe(times: Sequence[float]) -> list[str]:
    """Return the cells below `DESCRIBED`."""
    ordered = sorted(times)
    p95 = ordered[int(0.95 * len(ordered))]
    return [f"{each:.1f}" for each in (statistics.median(ordered), statistics.mean(ordered), p95, ordered[-1])]


if __name__ == "__main__":
    main()
