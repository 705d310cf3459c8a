"""Trains `v-wrapper`, `naive-bayes` and `decision-tree` once for each group of sites, on all other groups.

usage: train_held_out_methods.py DIR CORPUS.jsonl.gz... [--seed N]

DIR/0 to DIR/3 then hold one folder per method, trained without the sites of that group (`fold_of` in
`models/train/v_wrapper.py` assigns sites to groups); `methods.py --held-out DIR` reads each page with them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

from data_files import find_data
from method_figures.pages import name_model, open_pages, read_pages

from cutline.config import Settings, load_settings
from cutline.models.labelled_pages import LabelledPage
from cutline.models.method_models import save_block_classifier, save_v_wrapper
from cutline.models.train.blocks import FITS, BlockExamples, join_blocks, label_blocks
from cutline.models.train.training import print_progress
from cutline.models.train.v_wrapper import (
    FOLDS,
    VisualTreeExample,
    fit_inner_blocks,
    fit_leaf,
    fold_of,
    make_example,
    select_folds,
)


@dataclass(frozen=True, slots=True)
class PageBlocks:
    """One page: its visual blocks for `v-wrapper`, its text blocks for `naive-bayes` and `decision-tree`."""

    visual: VisualTreeExample
    text: BlockExamples


def render_blocks(pages: Iterable[LabelledPage], settings: Settings) -> Iterator[PageBlocks]:
    """Yield the blocks of each article; a page that cannot be rendered is reported."""
    for each in open_pages((page for page in pages if page.is_article), settings, "always"):
        visual, text = (make(each.page, each.document, settings) for make in (make_example, label_blocks))
        yield PageBlocks(visual, text)


def train_v_wrappers(pages: Sequence[PageBlocks], out: Path, seed: int) -> None:
    """Write a V-Wrapper for each group, as in the cross-validation of `cutline train v-wrapper`."""
    examples = [page.visual for page in pages]
    fit_inner = cache(lambda left_out: fit_inner_blocks(select_folds(examples, left_out), seed))
    for fold in range(FOLDS):
        left_out = frozenset((fold,))
        folder = name_model(out, fold, "v-wrapper")
        folder.mkdir(parents=True, exist_ok=True)
        save_v_wrapper(folder, fit_inner(left_out), fit_leaf(examples, fit_inner, left_out, seed), {})
        print_progress(f"group {fold}: v-wrapper")


def train_block_classifiers(pages: Sequence[PageBlocks], out: Path, seed: int) -> None:
    """Write naive Bayes and the decision tree for each group."""
    for fold in range(FOLDS):
        rows, labels = join_blocks([page.text for page in pages if fold_of(page.text.site) != fold])
        for method, fit in FITS.items():
            folder = name_model(out, fold, method)
            folder.mkdir(parents=True, exist_ok=True)
            save_block_classifier(folder, method, fit(rows, labels, seed), {})
        print_progress(f"group {fold}: {', '.join(FITS)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, metavar="DIR")
    parser.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    pages = list(render_blocks(read_pages(args.corpora, None), load_settings()))
    print_progress(f"{len(pages)} pages of {len({page.visual.site for page in pages})} sites")
    train_block_classifiers(pages, args.out, args.seed)
    train_v_wrappers(pages, args.out, args.seed)


if __name__ == "__main__":
    main()
