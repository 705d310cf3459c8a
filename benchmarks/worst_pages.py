"""CPU time and memory of the worst pages that the limits accept, and how both grow with the size of a page.

usage: worst_pages.py [--method METHOD | --compare] [--shape NAME]...

Each page is read in a process of its own with everything but a browser, at a quarter of its size and whole. `exponent`
is that of the CPU time between the two: 1 is linear. `memory` is what the page takes on top of the loaded models. With
`--compare`, `compare` reads the page by all methods.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"

import argparse
import json
import math
import resource
import subprocess
import sys
import time
from dataclasses import dataclass

from timing.shapes import SHAPES, STORY, Shape, write_page

from cutline import CutlineError, Extractor
from cutline.processes import freeze_loaded

URL = "https://courier.example/2026/bridge"
STEP = 4  # how many times as large as the other page the second one is
MAX_SECONDS = 300


@dataclass(frozen=True, slots=True)
class Cost:
    """What a page took: seconds of CPU, megabytes, and the refusal, if it was refused."""

    seconds: float
    megabytes: float
    refusal: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--method", default="auto")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--shape", action="append", default=[])
    parser.add_argument("--alone", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    shapes = [shape for shape in SHAPES if not args.shape or shape.name in args.shape]
    if args.alone is not None:
        cost = measure(shapes[0].write(args.alone), args.method, args.compare)
        print(json.dumps([cost.seconds, cost.megabytes, cost.refusal]))
        return
    print("| many | number | page | CPU | memory | exponent | |\n|---|---:|---:|---:|---:|---:|---|")
    for shape in shapes:
        print_shape(shape, args.method, args.compare)


def print_shape(shape: Shape, method: str, compares: bool) -> None:
    """Print the cost of the largest page of a shape, and its growth."""
    small, large = (read_alone(shape, number, method, compares) for number in (shape.largest // STEP, shape.largest))
    growth = math.log(large.seconds / small.seconds) / math.log(STEP)
    megabytes = len(shape.write(shape.largest)) / 1e6
    print(
        f"| {shape.name} | {shape.largest:,} | {megabytes:.1f} MB | {large.seconds:.2f} s | {large.megabytes:,.0f} MB "
        f"| {growth:.2f} | {large.refusal} |",
        flush=True,
    )


def read_alone(shape: Shape, number: int, method: str, compares: bool) -> Cost:
    """Return the cost of a page in a process of its own."""
    command = [sys.executable, __file__, "--shape", shape.name, "--alone", str(number), "--method", method]
    command += ["--compare"] if compares else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=MAX_SECONDS)
    if done.returncode:
        raise SystemExit(f"{shape.name}: {done.stderr}")
    return Cost(*json.loads(done.stdout))


def measure(html: str, method: str, compares: bool) -> Cost:
    """Return the cost of a page in this process, with the models loaded before."""
    with Extractor() as extractor:
        extractor.extract(write_page(f'{STORY}<img src="/a.jpg">'), method=method)
        freeze_loaded()  # as worker processes do
        before, start = read_peak(), time.process_time()
        refusal = ""
        try:
            if compares:
                extractor.compare(html, url=URL, render="never")
            else:
                extractor.extract(html, url=URL, method=method, render="never")
        except CutlineError as error:
            refusal = str(error)
        return Cost(time.process_time() - start, read_peak() - before, refusal)


def read_peak() -> float:
    """Return the most memory that this process has had so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
