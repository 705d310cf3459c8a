"""CPU time per page of two checkouts of cutline that take turns on each page: does a change make extraction slower?

usage: two_checkouts.py CORPUS.jsonl.gz... --base PYTHON [--other PYTHON] [--pages N] [--rounds N]

PYTHON is the interpreter of an environment with an installed checkout; --other defaults to the running one. Both read
each page one right after the other, so that a slow machine slows both, and they swap their order from page to page. In
the first round all pages are new to both; later, their words have been seen before.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from data_files import find_data
from markdown_tables import draw_table
from speed import TIMER, WARM_UP, read_pages
from timing.contenders import Contender, There, TimedPage


def time_round(base: Contender, other: Contender, pages: Sequence[TimedPage]) -> list[tuple[float, float]]:
    """Return the milliseconds of base and other for each page, with alternating order."""
    times = []
    for index, page in enumerate(pages):
        if index % 2:
            second, first = other.time(page), base.time(page)
        else:
            first, second = base.time(page), other.time(page)
        times.append((first, second))
    return times


def render_round(name: str, times: Sequence[tuple[float, float]]) -> str:
    """Return a row: the mean of each, the ratio of the means, and the median of the ratios of single pages."""
    base, other = (statistics.fmean(each) for each in zip(*times, strict=True))
    median = statistics.median(theirs / ours for ours, theirs in times)
    return f"| {name} | {base:.1f} | {other:.1f} | {other / base:.3f} | {median:.3f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    parser.add_argument("--base", type=Path, required=True, metavar="PYTHON")
    parser.add_argument("--other", type=Path, default=Path(sys.executable), metavar="PYTHON")
    parser.add_argument("--pages", type=int, help="pages of each corpus; all by default")
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    with There("base", args.base, TIMER) as base, There("other", args.other, TIMER) as other:
        print(draw_table(("corpus, round", "base, ms CPU a page", "other", "other/base", "median of the pages'")))
        for corpus in args.corpora:
            pages = read_pages(corpus, args.pages)
            time_round(base, other, pages[:WARM_UP])
            for number in range(1, args.rounds + 1):
                name = f"{corpus.name.removesuffix('.jsonl.gz')}, {number}"
                print(render_round(name, time_round(base, other, pages)), flush=True)


if __name__ == "__main__":
    main()
