"""Training of the shipped V-Wrapper: AdaBoost for inner blocks, then for the leaves below those it predicts positive.

Source: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007,
"Learning a Vision Based Wrapper". Stage 2 is trained on what stage 1 predicts of sites that it was not trained on:
its leaves are then those that it will meet.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import sklearn

from cutline.config import Settings, load_settings
from cutline.dom.document import Document, read_page
from cutline.dom.methods.v_wrapper import (
    CONTENT,
    INNER_LABELS,
    LEAF_LABELS,
    TITLE,
    identify_candidate_blocks,
    label_leaves,
)
from cutline.dom.render.pool import BrowserPool
from cutline.dom.visual_blocks import IntArray
from cutline.errors import TrainingError
from cutline.models.boosted_trees import BoostedTrees
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.train.boosting import fit_boosted_trees
from cutline.models.train.v_wrapper_card import Score, VWrapperFigures, write_card
from cutline.models.train.visual_examples import PageExample, Render, collect_examples
from cutline.models.v_wrapper_files import save_v_wrapper

FOLDS = 4  # groups of sites; each is predicted by what the others trained
ROUNDS, DEPTH = 50, 4  # trees, and the questions each asks of a block; with two of them, content was found less well
MAX_ROWS = 30_000  # blocks that one classifier is trained on, drawn at random; bounds a fit to ten seconds

Report = Callable[[str], None]
FitInner = Callable[[frozenset[int]], BoostedTrees]


@dataclass(frozen=True, slots=True)
class TrainedVWrapper:
    """A trained V-Wrapper: the folder it lies in, and what was measured of it."""

    folder: Path
    figures: VWrapperFigures


def train_v_wrapper(
    data: Sequence[Path], out: Path, seed: int, report: Report, render: Render | None = None
) -> TrainedVWrapper:
    """Return a V-Wrapper trained on labelled pages; equal seed, data and versions give the same one.

    Args:
        data: corpora of labelled pages; only those with a text are used, and of typed ones only articles.
        out: folder for the wrapper and its card.
        seed: 0 or more.
        report: called with each line of progress.
        render: lays a labelled page out; by default a pool of browsers, without any network.

    Raises:
        SourceError: a corpus cannot be read.
        TrainingError: there are too few sites, or the folder cannot be made.
        BrowserMissing: Playwright or Chromium is not installed.
    """
    settings = load_settings()
    if render:
        examples = list(collect_examples(_read_pages(data), render, settings, report))
    else:
        with BrowserPool(settings.render) as pool:
            examples = list(collect_examples(_read_pages(data), _renderer(pool, settings), settings, report))
    _check_sites(examples)
    report(f"{len(examples):,} pages of {len({example.site for example in examples}):,} sites")
    fit_inner = cache(lambda left_out: fit_inner_blocks(select_folds(examples, left_out), seed))
    figures = cross_validate(examples, fit_inner, seed, report)
    inner = fit_inner(frozenset())
    leaf = fit_leaf(examples, fit_inner, frozenset(), seed)
    _save(out, inner, leaf, figures)
    return TrainedVWrapper(out, figures)


def fold_of(site: str) -> int:
    """Return the group of sites that a site belongs to, whatever other sites there are."""
    return hashlib.sha256(site.encode()).digest()[0] % FOLDS


def select_folds(examples: Sequence[PageExample], left_out: frozenset[int]) -> list[PageExample]:
    """Return the pages of all groups but those left out."""
    return [example for example in examples if fold_of(example.site) not in left_out]


def cross_validate(examples: Sequence[PageExample], fit_inner: FitInner, seed: int, report: Report) -> VWrapperFigures:
    """Return how right the labels are of pages whose sites were not trained on, by page, then the mean."""
    scores: dict[str, list[Score]] = {"positive inner block": [], "content": [], "title": []}
    for fold in range(FOLDS):
        left_out = frozenset((fold,))
        inner, leaf = fit_inner(left_out), fit_leaf(examples, fit_inner, left_out, seed)
        tested = [example for example in examples if fold_of(example.site) == fold]
        for example in tested:
            labels = label_leaves(example.tree, find_candidates(example, inner), example.features, leaf.predict)
            positive = (inner.predict(example.features) == 1) & example.tree.is_inner
            scores["positive inner block"].append(Score.of(positive, example.is_positive))
            scores["content"].append(Score.of(labels == CONTENT, example.labels == CONTENT))
            scores["title"].append(Score.of(labels == TITLE, example.labels == TITLE))
        report(f"group {fold + 1} of {FOLDS}: {len(tested)} pages, F1 {Score.mean(scores['content']).f1:.3f} so far")
    means = {name: Score.mean(values) for name, values in scores.items()}
    for name, score in means.items():
        report(f"{name}: precision {score.precision:.3f}  recall {score.recall:.3f}  F1 {score.f1:.3f}")
    sites = len({example.site for example in examples})
    versions = {"scikit-learn": sklearn.__version__, "numpy": np.__version__, "python": platform.python_version()}
    return VWrapperFigures(len(examples), sites, FOLDS, ROUNDS, DEPTH, MAX_ROWS, seed, means, versions)


def fit_inner_blocks(examples: Sequence[PageExample], seed: int) -> BoostedTrees:
    """Return the classifier of step 1: the inner blocks of the examples, with their derived labels.

    As many positive as negative ones: a positive block that is missed costs all below it, and step 2 can still refuse
    what a negative one lets through.
    """
    features = np.concatenate([example.features[example.tree.is_inner] for example in examples])
    labels = np.concatenate([example.is_positive[example.tree.is_inner] for example in examples]).astype(np.int64)
    rows = [np.flatnonzero(labels == label) for label in range(len(INNER_LABELS))]
    count = min(MAX_ROWS // len(rows), *map(len, rows))
    drawn = np.concatenate([_draw(row, count, seed) for row in rows])
    return fit_boosted_trees(features[drawn], labels[drawn], rounds=ROUNDS, depth=DEPTH, seed=seed)


def fit_leaf(examples: Sequence[PageExample], fit_inner: FitInner, left_out: frozenset[int], seed: int) -> BoostedTrees:
    """Return the classifier of step 2: the leaf blocks whose parents are predicted positive, with their labels.

    Each page is predicted by a first stage that knows no page of its group of sites.
    """
    features, labels = [], []
    for example in select_folds(examples, left_out):
        inner = fit_inner(left_out | {fold_of(example.site)})
        candidates = find_candidates(example, inner)
        features.append(example.features[candidates])
        labels.append(example.labels[candidates])
    drawn = _draw(np.arange(sum(map(len, labels))), MAX_ROWS, seed)
    return fit_boosted_trees(
        np.concatenate(features)[drawn], np.concatenate(labels)[drawn], rounds=ROUNDS, depth=DEPTH, seed=seed
    )


def find_candidates(example: PageExample, inner: BoostedTrees) -> list[int]:
    """Return the leaf blocks that step 1 reaches."""
    positive = inner.predict(example.features) == 1
    return identify_candidate_blocks(example.tree, positive)


def _draw(rows: IntArray, count: int, seed: int) -> IntArray:
    return np.random.default_rng(seed).choice(rows, min(count, len(rows)), replace=False)


def _read_pages(data: Sequence[Path]) -> Iterator[LabelledPage]:
    for path in data:
        yield from (page for page in read_labelled_pages(path) if page.is_article)


def _renderer(pool: BrowserPool, settings: Settings) -> Render:
    def render(page: LabelledPage) -> Document:
        return pool.render(read_page(page.html, settings.page.max_bytes, page.url))

    return render


def _check_sites(examples: Sequence[PageExample]) -> None:
    for fold in range(FOLDS):
        labels = {label for example in select_folds(examples, frozenset((fold,))) for label in set(example.labels)}
        if len(labels) < len(LEAF_LABELS) or len(select_folds(examples, frozenset((fold,)))) == len(examples):
            raise TrainingError(
                f"{len(examples)} labelled pages do not fill {FOLDS} groups of sites with texts and titles; give more."
            )


def _save(out: Path, inner: BoostedTrees, leaf: BoostedTrees, figures: VWrapperFigures) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        save_v_wrapper(out, inner, leaf, figures.versions)
        (out / "MODEL_CARD.md").write_text(write_card(figures), encoding="utf-8")
    except OSError as error:
        raise TrainingError(f"The folder {out} for the model cannot be written: {error.strerror}.") from error
