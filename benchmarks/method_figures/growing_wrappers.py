"""V-Wrappers learned from more and more sites, and how right each is on the pages tested.

Source: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007,
"Experiment One". As in `models/train/v_wrapper.py`, stage 2 learns from what a stage 1 predicts of pages that it was
not trained on: of other sites where there are several, of other pages where there is one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

import numpy as np

from cutline.dom.methods.v_wrapper import CONTENT, VWrapper, identify_candidate_blocks, label_leaves
from cutline.dom.visual_blocks import IntArray
from cutline.dom.visual_features import FloatArray
from cutline.models.train.boosting import fit_boosted_trees
from cutline.models.train.v_wrapper import DEPTH, MAX_ROWS, ROUNDS, fit_inner_blocks
from cutline.models.train.v_wrapper_card import Score
from cutline.models.train.visual_examples import PageExample

PARTS = 2  # of the training pages, each predicted by a stage 1 of the others

Sites = Mapping[str, Sequence[PageExample]]


@dataclass(frozen=True, slots=True)
class Split:
    """The pages that may be trained on, by site, and those tested on."""

    train: Sites
    test: Sequence[PageExample]


def split_within_sites(sites: Sites, groups: int, seed: int) -> Iterator[Split]:
    """Yield the paper's splits: the pages of each site are in as many groups, each tested on in turn."""
    shuffle = random.Random(seed)
    shuffled = {site: shuffle.sample(pages, len(pages)) for site, pages in sites.items()}
    for group in range(groups):
        test = [page for pages in shuffled.values() for page in pages[group::groups]]
        train = {
            site: [page for place, page in enumerate(pages) if place % groups != group]
            for site, pages in shuffled.items()
        }
        yield Split(train, test)


def split_by_site(sites: Sites, groups: int, seed: int) -> Iterator[Split]:
    """Yield splits of the sites: no page tested on is of a site that is trained on."""
    names = random.Random(seed).sample(sorted(sites), len(sites))
    for group in range(groups):
        tested = set(names[group::groups])
        yield Split(
            {site: pages for site, pages in sites.items() if site not in tested},
            [page for site in sorted(tested) for page in sites[site]],
        )


def measure_growth(split: Split, sizes: Sequence[int], seed: int) -> dict[int, float]:
    """Return the F1 of content blocks, the mean over the pages tested, by the number of sites trained on.

    Args:
        split: what is trained and tested on.
        sizes: numbers of sites; those that the split has not are left out.
        seed: the sites are added in an order drawn with it.
    """
    order = random.Random(seed).sample(sorted(split.train), len(split.train))
    found = {}
    for size in sizes:
        if size <= len(order):
            trained = {site: split.train[site] for site in order[:size]}
            found[size] = score_wrapper(fit_wrapper(trained, seed), split.test)
    return found


def score_wrapper(wrapper: VWrapper, pages: Sequence[PageExample]) -> float:
    """Return the F1 of the blocks labelled content (formulas 1 to 3), the mean over pages."""
    return mean(Score.of(label_page(page, wrapper) == CONTENT, page.labels == CONTENT).f1 for page in pages)


def label_page(page: PageExample, wrapper: VWrapper) -> IntArray:
    """Return the label of each block of a page."""
    candidates = _list_candidates(page, wrapper.inner)
    return label_leaves(page.tree, candidates, page.features, wrapper.leaf)


def fit_wrapper(sites: Sites, seed: int) -> VWrapper:
    """Return a V-Wrapper trained on all pages of the sites."""
    pages = [page for site in sorted(sites) for page in sites[site]]
    inner = fit_inner_blocks(pages, seed).predict
    features, labels = [], []
    for others, held_out in _divide(sites):
        predict = fit_inner_blocks(others, seed).predict if others else inner
        for page in held_out:
            candidates = _list_candidates(page, predict)
            features.append(page.features[candidates])
            labels.append(page.labels[candidates])
    return VWrapper(inner, fit_leaves(np.concatenate(features), np.concatenate(labels), seed))


def fit_leaves(features: FloatArray, labels: IntArray, seed: int) -> Callable[[FloatArray], IntArray]:
    """Return a classifier of leaf blocks; few pages may lack a label, which it then never gives."""
    drawn = np.random.default_rng(seed).permutation(len(labels))[:MAX_ROWS]
    known, codes = np.unique(labels[drawn], return_inverse=True)
    if len(known) == 1:
        return lambda rows: np.full(len(rows), known[0])
    trees = fit_boosted_trees(features[drawn], codes.astype(np.int64), rounds=ROUNDS, depth=DEPTH, seed=seed)
    return lambda rows: known[trees.predict(rows)]


def _divide(sites: Sites) -> Iterator[tuple[list[PageExample], list[PageExample]]]:
    """Yield the other pages, and those held out: whole sites, or the pages of a single one."""
    units = [list(sites[site]) for site in sorted(sites)]
    if len(units) == 1:
        units = [[page] for page in units[0]]
    for part in range(PARTS):
        held_out = [page for unit in units[part::PARTS] for page in unit]
        if held_out:
            yield [page for place, unit in enumerate(units) if place % PARTS != part for page in unit], held_out


def _list_candidates(page: PageExample, inner: Callable[[FloatArray], IntArray]) -> list[int]:
    return identify_candidate_blocks(page.tree, inner(page.features) == 1)
