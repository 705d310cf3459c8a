"""Which theta and threshold of `single-pass` find the text best, chosen on either half of the sites for the other.

usage: single_pass_constants.py CORPUS... [--every N] [--theta T]... [--room R]... [--render auto|never]

Only articles are read, where a corpus holds other pages too.

Shen & Zou give neither constant (formula 5). A block and a cluster on the same path are theta / 1.1 apart before any
difference in place counts, so a threshold is tried as theta / 1.1 plus the room that it leaves for the visual distance
of such a pair. Printed: the segment F1 a page, the mean over the pages of each half, of each pair of constants; then
the best pair of each half with its F1 on the other.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from itertools import chain, product
from pathlib import Path
from statistics import mean
from typing import NamedTuple

os.environ["OMP_NUM_THREADS"] = "1"

from method_figures.method_table import render_table
from method_figures.pages import OpenPage, open_pages, read_pages
from method_figures.scores import score_page

from cutline.config import Settings, load_settings
from cutline.dom.methods.single_pass import find_single_pass
from cutline.models.train.folds import find_fold

HALVES = 2
SAME_PATH = 1.1  # what formula 5 divides theta by where two paths are alike: a cosine of 1, and 0.1
THETAS = (0.0, 0.1, 0.3, 1.0, 2.0, 5.0, 10.0, 20.0)
ROOMS = (0.01, 0.03, 0.1, 0.2, 0.4, 0.8)  # widths of the screen, or sizes of the common font


class Constants(NamedTuple):
    """A theta, and the visual distance at which a block still joins a cluster of its own path."""

    theta: float
    room: float

    @property
    def threshold(self) -> float:
        """Return the text feature distance up to which a block joins."""
        return round(self.theta / SAME_PATH + self.room, 4)


Figures = dict[Constants, list[list[float]]]  # F1 of the pages of each half


def measure_page(page: OpenPage, constants: Constants, settings: Settings) -> float:
    """Return the segment F1 of one page with these constants."""
    changed = settings.single_pass.model_copy(update={"theta": constants.theta, "threshold": constants.threshold})
    body = find_single_pass(page.document, page.segments, settings.model_copy(update={"single_pass": changed}))
    return score_page(body, page.gold, names_title=False, milliseconds=0.0).all.measure().f1


def measure(args: argparse.Namespace, settings: Settings) -> Figures:
    """Return the figures of all pairs of constants on every Nth page of the corpora."""
    figures: Figures = defaultdict(lambda: [[] for _ in range(HALVES)])
    pages = [page for page in read_pages(args.corpora, None) if page.is_article][:: args.every]
    for page in open_pages(pages, settings, args.render):
        half = find_fold(page.site, HALVES)
        for constants in (Constants(*pair) for pair in product(args.theta or THETAS, args.room or ROOMS)):
            figures[constants][half].append(measure_page(page, constants, settings))
    return figures


def choose(figures: Figures, half: int) -> Constants:
    """Return the constants with the greatest mean F1 on one half."""
    return max(figures, key=lambda constants: mean(figures[constants][half]))


def render(figures: Figures) -> str:
    """Return the table, and what either half chooses."""
    rows = [
        [f"{constants.theta:g}", f"{constants.room:g}", f"{constants.threshold:g}"]
        + [f"{mean(half):.3f}" for half in halves]
        + [f"{mean(chain.from_iterable(halves)):.3f}"]
        for constants, halves in figures.items()
    ]
    lines = [render_table(("theta", "room", "threshold", "first half", "second half", "all"), rows), ""]
    for half in range(HALVES):
        best, other = choose(figures, half), 1 - half
        found = figures[best]
        lines.append(
            f"chosen on half {half + 1}: theta {best.theta:g}, threshold {best.threshold:g}: "
            f"{mean(found[half]):.3f} there, {mean(found[other]):.3f} on the other"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth page")
    parser.add_argument("--theta", type=float, action="append", help=f"to try; default: {THETAS}")
    parser.add_argument("--room", type=float, action="append", help=f"to try; default: {ROOMS}")
    parser.add_argument("--render", default="auto", choices=["auto", "never"])
    args = parser.parse_args()
    figures = measure(args, load_settings())
    pages = sum(len(half) for half in next(iter(figures.values())))
    print(f"{pages} pages\n\n{render(figures)}")


if __name__ == "__main__":
    main()
