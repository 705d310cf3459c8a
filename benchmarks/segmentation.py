"""Segmentation alone: how VIPS at PDoC 10 and the text blocks of `single-pass` cut the articles of labelled pages.

usage: segmentation.py CORPUS... [--page-type TYPE]

Printed, as Shen & Zou's tables 1 and 2: text segments of the articles, how many one block has whole (recalled), how
many a block of mere text has (correct), precision, recall and F1, and the share of segments in a block of mere text
that holds nothing but the article (alone); CPU milliseconds a page. The last row has table cells, list items and the
like for Blocks too, which are none in the paper. `method_figures/blocked_segments.py` has the rules.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean

os.environ["OMP_NUM_THREADS"] = "1"

from method_figures.blocked_segments import Blocked, Region, count_blocked, cut_by_text_blocks, cut_by_vips
from method_figures.method_table import render_table
from method_figures.pages import OpenPage, open_pages, read_pages

from cutline.config import load_settings
from cutline.models.segment_labels import GoldText
from cutline.models.train.visual_examples import find_content

COHERENCE = 10  # PDoC of their table 1
HEADINGS = ("segmentation", "segments", "recalled", "correct", "P", "R", "F1", "alone", "ms")

Cut = Callable[..., list[Region]]


def measure_page(page: OpenPage, cut: Cut) -> tuple[Blocked, float]:
    """Return how the page's article is blocked, and the CPU milliseconds of cutting it."""
    start = time.process_time()
    regions = cut(page.document, page.segments)
    milliseconds = 1000 * (time.process_time() - start)
    article = find_content(page.segments, GoldText(page.page.text or ""))
    return count_blocked(article, regions, page.document.layout), milliseconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("--page-type")
    args = parser.parse_args()
    settings = load_settings()
    vips = settings.vips.model_copy(update={"permitted_coherence": COHERENCE})
    every = settings.max_subsequence.displays
    cuts: dict[str, Cut] = {
        f"VIPS, PDoC {COHERENCE}": partial(cut_by_vips, constants=vips),
        "text blocks": partial(cut_by_text_blocks, displays=settings.single_pass.displays),
        "text blocks of all line-breaking displays": partial(cut_by_text_blocks, displays=every),
    }
    measured: dict[str, list[tuple[Blocked, float]]] = {name: [] for name in cuts}
    for page in open_pages(read_pages(args.corpora, args.page_type), settings, "always"):
        for name, cut in cuts.items():
            measured[name].append(measure_page(page, cut))
    rows = []
    for name, pages in measured.items():
        total = Blocked.sum([blocked for blocked, _ in pages])
        shares = (total.precision, total.recall, total.f1, total.alone / total.segments)
        counts = (total.segments, total.recalled, total.correct)
        milliseconds = mean(time for _, time in pages)
        rows.append([name, *map(str, counts), *(f"{share:.3f}" for share in shares), f"{milliseconds:.1f}"])
    print(f"{len(pages)} pages\n\n{render_table(HEADINGS, rows)}")


if __name__ == "__main__":
    main()
