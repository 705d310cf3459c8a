"""Enrichment: pages per second, the parent's share of the CPU time, memory of all processes, and kills.

usage: enrichment.py CORPUS.jsonl.gz... [--records 600] [--memory-records 10000] [--kills 20]

The pages of the corpora are repeated up to the requested number. They are enriched by one worker, by two, and by
trafilatura in a pool of the same size; then a longer run shows whether memory grows, and a run that is killed
repeatedly shows whether every record is in the output once. A rate covers the whole run, from the start of the command
to its end; the one in brackets leaves out the time until the first pages are written, in which models are loaded.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

from comparison.environments import ensure_environment
from data_files import find_data, read_rows
from process_tree import Usage, watch

PEER = Path(__file__).parent / "peers" / "trafilatura"
WORKERS = (1, 2)
MEGABYTE = 1_000_000
POINTS = 10  # at which the memory is printed


@dataclass(frozen=True)
class Run:
    """A run of cutline.

    Attributes:
        usage: its CPU time and memory.
        first: seconds until the first pages were written, and their number.
        last: seconds until the last new pages were seen, and the number of pages then.
    """

    usage: Usage
    first: tuple[float, int]
    last: tuple[float, int]

    @property
    def steady_rate(self) -> float:
        """Pages per second once models are loaded."""
        return (self.last[1] - self.first[1]) / max(1e-9, self.last[0] - self.first[0])


def main() -> None:
    arguments = read_arguments()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        folder = Path(name)
        size = write_pages(arguments.corpora, arguments.records, folder / "pages.jsonl")
        print(f"{arguments.records:,} pages, {size / arguments.records / 1000:.0f} kB each, {os.cpu_count()} cores")
        compare_speed(arguments, folder)
        if arguments.memory_records:
            write_pages(arguments.corpora, arguments.memory_records, folder / "many.jsonl")
            show_memory(arguments.memory_records, folder)
        if arguments.kills:
            kill_again_and_again(arguments.records, arguments.kills, folder)


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=find_data)
    parser.add_argument("--records", type=int, default=600, help="pages of each run for speed, and of the killed one")
    parser.add_argument("--memory-records", type=int, default=10_000, help="pages of the run for memory; 0: none")
    parser.add_argument("--kills", type=int, default=20, help="0: none")
    parser.add_argument("--folder", type=Path, help="for pages and articles; a temporary one by default")
    cache = Path.home() / ".cache" / "cutline-benchmarks"
    parser.add_argument("--peers", type=Path, default=cache, metavar="DIR", help="the peer's environment")
    return parser.parse_args()


def write_pages(corpora: list[Path], count: int, out: Path) -> int:
    """Write `count` pages, and return their size in bytes."""
    with out.open("wb") as pages:
        pages.writelines(itertools.islice(repeat_lines(corpora), count))
    return out.stat().st_size


def repeat_lines(corpora: list[Path]) -> Iterator[bytes]:
    while True:
        for corpus in corpora:
            for page in read_rows(corpus):
                yield json.dumps({name: page.get(name) for name in ("id", "url", "html")}).encode() + b"\n"


def compare_speed(arguments: argparse.Namespace, folder: Path) -> None:
    print(f"\n{'':34}{'pages/s':>16} {'CPU ms a page':>14} {'of the parent':>16} {'peak':>8}")
    rates = {}
    for workers in WORKERS:
        run = enrich(folder / "pages.jsonl", folder / "articles.jsonl.zst", workers)
        rates[workers] = run.steady_rate
        show_run(f"cutline, {count(workers)}", run.usage, arguments.records, run.steady_rate)
    size = (folder / "articles.jsonl.zst").stat().st_size / arguments.records / 1000
    print(f"articles take {size:.1f} kB a page in .jsonl.zst")
    print(f"two workers are {rates[2] / rates[1]:.2f} times as fast as one, once models are loaded")
    python = ensure_environment(PEER, arguments.peers / "environments")
    for images in ("", "images"):
        for workers in WORKERS:
            command = [str(python), str(PEER / "pool.py"), str(folder / "pages.jsonl"), str(folder / "peer.jsonl")]
            usage, _ = watch([*command, str(workers), images])
            show_run(f"trafilatura{images and ' with images'}, {count(workers)}", usage, arguments.records)


def enrich(source: Path, out: Path, workers: int) -> Run:
    """Enrich the pages in a file."""
    journal = Path(f"{out}.partial", "journal.jsonl")
    seen: list[tuple[float, int]] = []

    def look(seconds: float) -> None:
        pages = count_pages(journal)
        if pages and (not seen or pages > seen[-1][1]):
            seen.append((seconds, pages))

    usage, output = watch(enrich_command(source, out, workers), look)
    print(output.splitlines()[-1], file=sys.stderr)
    return Run(usage, seen[0], seen[-1])


def enrich_command(source: Path, out: Path, workers: int, *more: str) -> list[str]:
    return [sys.executable, "-m", "cutline", "enrich", str(source), "--out", str(out), "--workers", str(workers), *more]


def count_pages(journal: Path) -> int:
    """Return the number of pages that a run has written."""
    try:
        lines = journal.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return 0
    return sum(json.loads(line)["tally"]["pages"] for line in lines if line.endswith(b"\n"))


def show_run(name: str, usage: Usage, pages: int, steady_rate: float | None = None) -> None:
    rate = f"{pages / usage.seconds:.2f}" + (f" ({steady_rate:.2f})" if steady_rate else "")
    milliseconds = 1000 * usage.cpu / pages
    parent = f"{1000 * usage.root_cpu / pages:.1f} ({usage.root_cpu / usage.cpu:.1%})"
    print(f"{name:34}{rate:>16} {milliseconds:14.0f} {parent:>16} {usage.peak / MEGABYTE:5.0f} MB", flush=True)


def show_memory(records: int, folder: Path) -> None:
    print(f"\nmemory of all processes over {records:,} records, two workers")
    run = enrich(folder / "many.jsonl", folder / "many-articles.jsonl.zst", 2)
    looks = run.usage.memory
    for point in range(1, POINTS + 1):
        seconds, _ = looks[len(looks) * point // POINTS - 1]
        part = [memory for _, memory in looks[len(looks) * (point - 1) // POINTS : len(looks) * point // POINTS]]
        print(f"  after {seconds:7.0f} s {max(part) / MEGABYTE:7.0f} MB at most in this tenth", flush=True)


def kill_again_and_again(records: int, kills: int, folder: Path) -> None:
    """Kill a run at random moments; report if a record is not in the output exactly once."""
    chance, out = random.Random(0), folder / "killed.jsonl.gz"
    journal = Path(f"{out}.partial", "journal.jsonl")
    command = enrich_command(folder / "pages.jsonl", out, 2, "--resume")
    for left in range(kills, 0, -1):
        done = count_pages(journal)
        goal = done + chance.randint(0, 2 * (records - done) // (left + 1))
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and count_pages(journal) <= goal and goal < records:
                time.sleep(0.05)
            time.sleep(chance.random())
            process.send_signal(signal.SIGKILL)
    subprocess.run(command, check=False)
    failed = Path(f"{out}.failed.jsonl")
    lines = gzip.decompress(out.read_bytes()).splitlines() + (
        failed.read_bytes().splitlines() if failed.exists() else []
    )
    places = sorted(json.loads(line)["line"] for line in lines)
    verdict = "every record once" if places == list(range(1, records + 1)) else "RECORDS LOST OR TWICE"
    print(f"\nkilled {kills} times: {len(places):,} records, {verdict}", flush=True)


def count(workers: int) -> str:
    return "1 worker" if workers == 1 else f"{workers} workers"


if __name__ == "__main__":
    main()
