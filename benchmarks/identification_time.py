"""Time of the identification methods of Shen & Zou (their figure 8), by the number of a page's text blocks.

usage: identification_time.py CORPUS... [--page-type TYPE] [--plot FILE.svg]

`single-pass`, `naive-bayes` and `decision-tree` tell the article's text blocks from the others; the segmentation into
blocks, which all share, is left out. Each is run five times on the features of a page's blocks, and the least counts.
Printed: CPU milliseconds a page, the mean over pages of so many blocks, and beside them those of the shared work
(segmentation, and the features of section 2.2 and 2.3).
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

os.environ["OMP_NUM_THREADS"] = "1"

from method_figures.bins import group_by_size
from method_figures.method_table import render_table
from method_figures.pages import OpenPage, open_pages, read_pages
from method_figures.plot import Axis, Panel, Series, draw

from cutline.config import Settings, load_settings
from cutline.dom.block_features import BlockFeatures, measure_blocks
from cutline.dom.methods.block_classifier import BlockClassifier, fill_columns
from cutline.dom.methods.single_pass import cluster_blocks, complement_text, find_text_class
from cutline.dom.text_blocks import TextBlocks, find_text_blocks
from cutline.models.block_classifiers import load_block_classifier

RUNS = 5
EDGES = (1, 50, 100, 200, 400, 800)  # text blocks
SHARED = "segmentation and features"

Identify = Callable[[TextBlocks, BlockFeatures], object]


@dataclass(frozen=True, slots=True)
class PageTimes:
    """Of one page: how many text blocks it has, and the milliseconds of each method."""

    blocks: int
    milliseconds: dict[str, float]


def list_methods(settings: Settings) -> dict[str, Identify]:
    """Return what each method does with the blocks of a page and their features."""
    constants = settings.single_pass

    def single_pass(page: TextBlocks, features: BlockFeatures) -> object:
        text = find_text_class(page, features, cluster_blocks(features, constants), constants)
        return text, complement_text(page, features, text)

    def classify(model: BlockClassifier) -> Identify:
        return lambda page, features: model.is_text(fill_columns(page, features, constants.full_stops))

    classifiers = ("naive-bayes", "decision-tree")
    return {"single-pass": single_pass, **{name: classify(load_block_classifier(name)) for name in classifiers}}


def time_page(page: OpenPage, methods: dict[str, Identify], settings: Settings) -> PageTimes:
    """Return the times of one page."""

    def segment() -> tuple[TextBlocks, BlockFeatures]:
        blocks = find_text_blocks(page.document, page.segments, settings.single_pass.displays)
        return blocks, measure_blocks(page.document, blocks)

    blocks, features = segment()
    times = {name: time_least(lambda run=run: run(blocks, features)) for name, run in methods.items()}
    return PageTimes(len(blocks.blocks), {**times, SHARED: time_least(segment)})


def time_least(run: Callable[[], object]) -> float:
    """Return the least CPU milliseconds of several runs."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        run()
        times.append(1000 * (time.process_time() - start))
    return min(times)


def render_times(pages: list[PageTimes]) -> tuple[str, Panel]:
    """Return the table and the plot."""
    groups = group_by_size(pages, lambda page: page.blocks, EDGES)
    names = list(pages[0].milliseconds)
    means = {name: [mean(page.milliseconds[name] for page in group) for group in groups.values()] for name in names}
    sizes = [mean(page.blocks for page in group) for group in groups.values()]
    rows = [
        [label, str(len(group)), f"{size:.0f}", *(f"{means[name][place]:.2f}" for name in names)]
        for place, ((label, group), size) in enumerate(zip(groups.items(), sizes, strict=True))
    ]
    series = [Series(name, list(zip(sizes, means[name], strict=True))) for name in names if name != SHARED]
    x, y = (
        Axis("text blocks of the page", (20, 50, 100, 200, 500, 1000, 2000), True),
        Axis("ms", (0.1, 1, 10, 100), True),
    )
    panel = Panel("Time of identification (Shen & Zou, figure 8)", x, y, series, legend_top=0.8)
    return render_table(["text blocks", "pages", "mean", *names], rows), panel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("--page-type")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    args = parser.parse_args()
    settings = load_settings()
    methods = list_methods(settings)
    opened = open_pages(read_pages(args.corpora, args.page_type), settings, "always")
    pages = [time_page(page, methods, settings) for page in opened]
    table, panel = render_times([page for page in pages if page.blocks])
    print(f"{len(pages)} pages\n\n{table}")
    if args.plot:
        args.plot.write_text(draw([panel]), encoding="utf-8")


if __name__ == "__main__":
    main()
