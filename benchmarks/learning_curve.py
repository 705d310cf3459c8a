"""Zheng et al.'s learning curve (figure 5): how right `v-wrapper` is by the number of sites it was learned from.

usage: learning_curve.py DIR CORPUS.jsonl.gz... [--orders N] [--plot FILE.svg]

DIR is the folder of `train_held_out_methods.py`, whose rendered pages are read again. Three protocols:

- the paper's: sites with three pages and more, the pages of each in three groups, trained on two thirds of the pages of
  some sites, tested on a third of the pages of all sites, those trained on included;
- the same sites, tested on sites that were not trained on;
- all sites in four groups, tested on sites that were not trained on.

Printed: F1 of the leaf blocks labelled content, by page, then the mean; groups, and orders in which sites are added,
averaged.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import mean

os.environ["OMP_NUM_THREADS"] = "1"

from method_figures.growing_wrappers import Sites, Split, measure_growth, split_by_site, split_within_sites
from method_figures.held_out import PAGES
from method_figures.method_table import render_table
from method_figures.page_blocks import bring_page_blocks
from method_figures.plot import Axis, Panel, Series, draw

from cutline.config import load_settings
from cutline.dom.methods.v_wrapper import CONTENT
from cutline.models.labelled_pages import read_labelled_pages
from cutline.models.train.ner import print_progress
from cutline.models.train.visual_examples import PageExample

MIN_PAGES, GROUPS = 3, 3  # of a site, in the paper's protocol
ALL_GROUPS = 4  # of all sites
FEW = 50  # sites up to which further orders are drawn; more sites take long, and vary less
SIZES = (1, 2, 3, 4, 8, 16, 32, 64, 128)
TICKS, SHARES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512), (0, 0.2, 0.4, 0.6, 0.8, 1)


@dataclass(frozen=True, slots=True)
class Protocol:
    """A way to split pages: its name, the sites, in how many groups, and how."""

    name: str
    sites: Sites
    groups: int
    split: Callable[[Sites, int, int], Iterator[Split]]

    def measure(self, orders: int) -> dict[int, float]:
        """Return the F1 by number of training sites, the last one being all that there are in every group."""
        scores = defaultdict(list)
        for order in range(orders):
            for group, split in enumerate(self.split(self.sites, self.groups, order)):
                sizes = [size for size in self._list_sizes() if not order or size < FEW]
                for size, score in measure_growth(split, sizes, order).items():
                    scores[size].append(score)
                print_progress(f"{self.name}: order {order + 1}, group {group + 1}")
        return {size: mean(values) for size, values in scores.items()}

    def _list_sizes(self) -> list[int]:
        least = min(len(split.train) for split in self.split(self.sites, self.groups, 0))
        return [*(size for size in SIZES if size < least), least]


def group_by_site(pages: Sequence[PageExample]) -> dict[str, list[PageExample]]:
    """Return the pages by site; a page whose labelled text stands in none of its blocks is left out."""
    sites = defaultdict(list)
    for page in pages:
        if (page.labels == CONTENT).any():
            sites[page.site].append(page)
    return dict(sites)


def list_protocols(sites: Sites) -> list[Protocol]:
    large = {site: pages for site, pages in sites.items() if len(pages) >= MIN_PAGES}
    return [
        Protocol(f"{len(large)} sites, split within sites", large, GROUPS, split_within_sites),
        Protocol(f"{len(large)} sites, split by site", large, GROUPS, split_by_site),
        Protocol(f"{len(sites)} sites, split by site", sites, ALL_GROUPS, split_by_site),
    ]


def render_curves(curves: dict[str, dict[int, float]]) -> str:
    sizes = sorted(set(chain.from_iterable(curves.values())))
    rows = [
        [str(size), *(f"{curve[size]:.3f}" if size in curve else "" for curve in curves.values())] for size in sizes
    ]
    return render_table(["training sites", *curves], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("--orders", type=int, default=1, help="orders in which sites are added")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    args = parser.parse_args()
    labelled = chain.from_iterable(map(read_labelled_pages, args.corpora))
    blocks = bring_page_blocks(labelled, args.folder / PAGES, load_settings(), print_progress)
    sites = group_by_site([page.visual for page in blocks])
    protocols = list_protocols(sites)
    curves = {protocol.name: protocol.measure(args.orders) for protocol in protocols}
    counts = ", ".join(f"{sum(map(len, protocol.sites.values()))} of {protocol.name}" for protocol in protocols)
    print(f"pages: {counts}\n\n{render_curves(curves)}")
    if args.plot:
        series = [Series(name, list(curve.items())) for name, curve in curves.items()]
        x, y = Axis("training sites", TICKS, is_log=True), Axis("F1 of content blocks", SHARES)
        panel = Panel("Learning curve of v-wrapper (Zheng et al., figure 5)", x, y, series, legend_top=0.75)
        args.plot.write_text(draw([panel]), encoding="utf-8")


if __name__ == "__main__":
    main()
