"""The service under many connections: throughput, latency, statuses, memory, and correct refusals.

    python benchmarks/service_load.py PAGES.jsonl.gz --seconds 300 --workers 2

Starts `cutline serve`, sends the pages (JSON lines with `html`) over 32 connections that each wait for their answer,
then over 320, whose clients wait for the seconds of `Retry-After` when they are refused.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from data_files import find_data, read_rows

from cutline.processes import count_resident_bytes

STEADY, TOO_MANY = 32, 320  # connections
WARM_SECONDS = 10.0
ANSWER_SECONDS = 120.0
START_SECONDS = 180.0
MEGABYTE = 1_000_000


@dataclass
class Tally:
    """The answers that clients received."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    without_advice: int = 0


def main() -> None:
    arguments = read_arguments()
    pages = read_pages(arguments.pages, arguments.limit)
    with tempfile.TemporaryDirectory() as folder:
        process, port = start_service(arguments, Path(folder))
        try:
            print(f"{len(pages)} pages, {arguments.workers} extraction processes, {os.cpu_count()} cores")
            run(port, pages, STEADY, WARM_SECONDS)
            begin = count_resident_bytes(process.pid)
            report(f"{STEADY} connections", run(port, pages, STEADY, arguments.seconds), arguments.seconds)
            end = count_resident_bytes(process.pid)
            growth = (end - begin) / begin
            print(f"memory {begin / MEGABYTE:.0f} MB before, {end / MEGABYTE:.0f} MB after ({growth:+.1%})")
            report(f"{TOO_MANY} connections", run(port, pages, TOO_MANY, arguments.seconds), arguments.seconds)
            print(f"memory {count_resident_bytes(process.pid) / MEGABYTE:.0f} MB after")
        finally:
            process.terminate()
            print(f"stopped with status {process.wait(ANSWER_SECONDS)}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("pages", type=find_data, help="JSON lines with `html`, perhaps gzipped")
    parser.add_argument("--seconds", type=float, default=300.0, help="of each of the two runs")
    parser.add_argument("--limit", type=int, default=200, help="pages that are sent, one after the other")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    return parser.parse_args()


def read_pages(file: Path, limit: int) -> list[bytes]:
    """Return the request bodies."""
    records = itertools.islice(read_rows(file), limit)
    return [json.dumps({"html": record["html"], "url": record.get("url")}).encode() for record in records]


def start_service(arguments: argparse.Namespace, folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    log = folder / "log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "cutline", "serve", "--port", "0", "--workers", str(arguments.workers)],
            stderr=file,
            env=os.environ | {"XDG_STATE_HOME": str(folder)},
        )
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        port = int(log.read_text().partition("listening on http://127.0.0.1:")[2].partition(";")[0] or 0)
        if port and is_ready(port):
            return process, port
        time.sleep(0.2)
    process.kill()
    sys.exit(log.read_text())


def is_ready(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def run(port: int, pages: Sequence[bytes], connections: int, seconds: float) -> Tally:
    tally, lock = Tally(), threading.Lock()
    bodies = itertools.cycle(pages)
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=ask, args=(port, bodies, end, tally, lock)) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return tally


def ask(port: int, bodies: Iterator[bytes], end: float, tally: Tally, lock: threading.Lock) -> None:
    """Run one client until `end`."""
    connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
    while time.monotonic() < end:
        with lock:
            body = next(bodies)
        begin = time.monotonic()
        pause = 0.0
        try:
            connection.request("POST", "/v1/extract", body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            response.read()
            status = str(response.status)
            pause = float(response.headers.get("Retry-After", 0))
        except (OSError, HTTPException) as error:
            connection.close()
            status = type(error).__name__
        took = time.monotonic() - begin
        with lock:
            tally.statuses[status] += 1
            if status == "200":
                tally.seconds.append(took)
            elif status == "503" and not pause:
                tally.without_advice += 1
        time.sleep(min(pause, max(0.0, end - time.monotonic())))
    connection.close()


def report(name: str, tally: Tally, seconds: float) -> None:
    times = sorted(tally.seconds) or [0.0]
    p50, p95, p99 = (times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 0.99))
    print(
        f"{name}: {len(tally.seconds) / seconds:.1f} pages a second, p50 {p50:.2f} s, p95 {p95:.2f} s, p99 {p99:.2f} s"
    )
    statuses = ", ".join(f"{count:,} x {status}" for status, count in sorted(tally.statuses.items()))
    print(f"  {statuses}; {tally.without_advice} x 503 without Retry-After")


if __name__ == "__main__":
    main()
