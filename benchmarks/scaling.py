"""Core hours, machines, money and disk space for many pages, calculated from figures of enrichment.py.

usage: scaling.py [--cpu-ms 60] [--parent-ms 0.9] [--page-kb 360] [--article-kb 4.6] [--core-price 0.04]

The defaults are the last output of enrichment.py. Only the time to write a batch to disk is measured here. Every line
is a product or quotient of these; nothing is fitted.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from contextlib import closing
from pathlib import Path

from cutline.config import load_settings
from cutline.service.enrich.batches import FinishedBatch, SourceSpan, Tally
from cutline.service.enrich.outputs import Packed
from cutline.service.enrich.working_folder import WorkingFolder

AMOUNTS = {"10 million": 10_000_000, "3 billion": 3_000_000_000}
MACHINE_CORES = 64
DAYS = 1.0  # in which all pages are processed
HOURS = 24.0
BATCHES = 10_000  # written to measure the time


def main() -> None:
    arguments = read_arguments()
    batch = load_settings().enrich.batch_size
    commit_ms = measure_commit(batch, arguments.article_kb)
    worker_ms = arguments.cpu_ms - arguments.parent_ms
    print(f"a worker: {worker_ms:.0f} ms of CPU a page, {1000 / worker_ms:.1f} pages a second")
    print(f"the parent that reads: {arguments.parent_ms:.1f} ms, {1000 / arguments.parent_ms:.0f} pages a second,")
    print(f"    enough for {worker_ms / arguments.parent_ms:.0f} workers; more take a second run, on other inputs")
    print(f"writing a batch of {batch}: {commit_ms * batch:.1f} ms, {1000 / commit_ms:,.0f} pages a second,")
    print(f"    enough for {worker_ms / commit_ms:,.0f} workers of a cluster, where others read")
    for name, pages in AMOUNTS.items():
        show_amount(name, pages, arguments, worker_ms, commit_ms)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cpu-ms", type=float, default=60.0, help="CPU a page, of all processes")
    parser.add_argument("--parent-ms", type=float, default=0.9, help="that of the parent")
    parser.add_argument("--page-kb", type=float, default=360.0, help="a page as it is read, decompressed")
    parser.add_argument("--article-kb", type=float, default=4.6, help="an article in .jsonl.zst")
    parser.add_argument("--core-price", type=float, default=0.04, help="of an hour of a core, in any currency")
    return parser.parse_args()


def measure_commit(batch: int, article_kb: float) -> float:
    """Return the milliseconds per page for writing a batch durably."""
    piece = Packed(bytes(int(1000 * article_kb) * batch), b"")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, closing(WorkingFolder(Path(folder))) as files:
        begin = time.monotonic()
        for number in range(BATCHES):
            span = SourceSpan(0, number * batch + 1, (number + 1) * batch)
            files.add(FinishedBatch(span, piece, Tally(pages=batch), None))
        files.sync()
        return 1000 * (time.monotonic() - begin) / (BATCHES * batch)


def show_amount(name: str, pages: int, arguments: argparse.Namespace, worker_ms: float, commit_ms: float) -> None:
    core_hours = pages * arguments.cpu_ms / 3_600_000
    machines = core_hours / (DAYS * HOURS * MACHINE_CORES)
    rate = pages / (DAYS * HOURS * 3600)
    print(f"\n{name} pages")
    print(f"    {core_hours:,.0f} core hours, {core_hours * arguments.core_price:,.0f} at {arguments.core_price} each")
    print(f"    in a day: {math.ceil(machines):,} machines of {MACHINE_CORES} cores, {rate:,.0f} pages a second")
    print(f"    runs side by side: {math.ceil(rate * arguments.parent_ms / 1000):,} local, ", end="")
    print(f"or {math.ceil(rate * commit_ms / 1000):,} on a cluster")
    for what, kilobytes in (("read", arguments.page_kb), ("written", arguments.article_kb)):
        print(f"    {what}: {pages * kilobytes / 1e9:,.2f} TB, {rate * kilobytes / 1e3:,.1f} MB a second")


if __name__ == "__main__":
    main()
