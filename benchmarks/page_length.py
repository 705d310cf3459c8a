"""Nethra & Anitha's figures (4.1 to 4.4): the two hybrid densities by the length of a page.

usage: page_length.py CORPUS... [--page-type TYPE] [--plot FILE.svg]

Printed for `hybrid-density` (visual importance by VIPS) and `hybrid-density-position` (by position and size):
precision, recall, F1 and accuracy of text segments, as `methods.py` has them, means over pages of so many words. The
words are those of all text that the page shows. `--plot` draws the four figures.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

os.environ["OMP_NUM_THREADS"] = "1"

from method_figures.bins import group_by_size
from method_figures.method_table import render_table
from method_figures.pages import OpenPage, open_pages, read_pages
from method_figures.plot import Axis, Panel, Series, draw
from method_figures.scores import Counts, Measured, mean_measured, score_page

from cutline.config import Settings, load_settings
from cutline.dom.methods import METHODS
from cutline.types import Method

COMPARED: tuple[Method, ...] = ("hybrid-density", "hybrid-density-position")
EDGES = (0, 500, 1000, 1500, 2000, 3000, 5000)  # words
TICKS = (0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000)
SHARES = (0, 0.2, 0.4, 0.6, 0.8, 1)
FIGURES = {"precision": "4.1", "recall": "4.2", "f1": "4.3", "accuracy": "4.4"}  # of the paper


@dataclass(frozen=True, slots=True)
class PageResult:
    """How many words a page shows, and what each method found of it."""

    words: int
    counts: dict[Method, Counts]


def read_result(page: OpenPage, settings: Settings) -> PageResult:
    counts = {}
    for method in COMPARED:
        body = METHODS[method](page.document, page.segments, settings)
        counts[method] = score_page(body, page.gold, names_title=False, milliseconds=0).all
    return PageResult(sum(map(len, page.gold.words)), counts)


def measure_groups(pages: Sequence[PageResult]) -> tuple[str, list[Panel]]:
    """Return the table and the four plots."""
    groups = group_by_size(pages, lambda page: page.words, EDGES)
    sizes = [mean(page.words for page in group) for group in groups.values()]
    measured: dict[Method, list[Measured]] = {
        method: [mean_measured([page.counts[method] for page in group]) for group in groups.values()]
        for method in COMPARED
    }
    whole = {method: mean_measured([page.counts[method] for page in pages]) for method in COMPARED}
    rows = [
        [f"{label}, `{method}`", str(len(group)), f"{size:.0f}", *_cells(measured[method][place])]
        for place, ((label, group), size) in enumerate(zip(groups.items(), sizes, strict=True))
        for method in COMPARED
    ]
    mean_words = f"{mean(page.words for page in pages):.0f}"
    rows += [[f"all, `{method}`", str(len(pages)), mean_words, *_cells(whole[method])] for method in COMPARED]
    table = render_table(["words of the page", "pages", "mean", "P", "R", "F1", "accuracy"], rows)
    return table, [_draw(name, sizes, measured) for name in FIGURES]


def _cells(measured: Measured) -> list[str]:
    return [f"{getattr(measured, name):.3f}" for name in FIGURES]


def _draw(name: str, sizes: Sequence[float], measured: dict[Method, list[Measured]]) -> Panel:
    label = "F1" if name == "f1" else name
    series = [
        Series(method, [(size, getattr(one, name)) for size, one in zip(sizes, values, strict=True)])
        for method, values in measured.items()
    ]
    title = f"{label.capitalize()} (Nethra & Anitha, figure {FIGURES[name]})"
    return Panel(title, Axis("words of the page", TICKS), Axis(label, SHARES), series, legend_top=0.85)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("--page-type")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    args = parser.parse_args()
    settings = load_settings()
    opened = open_pages(read_pages(args.corpora, args.page_type), settings, "always")
    pages = [read_result(page, settings) for page in opened]
    table, panels = measure_groups(pages)
    print(table)
    if args.plot:
        args.plot.write_text(draw(panels, columns=2), encoding="utf-8")


if __name__ == "__main__":
    main()
