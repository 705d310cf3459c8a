"""Training of the shipped V-Wrapper: AdaBoost for inner blocks, then for the leaves below those predicted positive.

Source: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007,
"Learning a Vision Based Wrapper". Stage 2 is trained on out-of-site predictions of stage 1, so that it sees the leaves
that it will get later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np

from cutline.config import Settings, load_settings
from cutline.dom.document import Document
from cutline.dom.features.arrays import Bools
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.methods.v_wrapper import (
    CONTENT,
    INNER_LABELS,
    LEAF_LABELS,
    OTHER,
    TITLE,
    identify_candidate_blocks,
    label_leaves,
)
from cutline.dom.segments import TextSegment
from cutline.dom.visual_blocks import (
    COLUMNS,
    FloatArray,
    IntArray,
    VisualTree,
    build_visual_tree,
    measure_blocks,
    name_text,
    sum_subtrees,
)
from cutline.errors import TrainingError
from cutline.models.labelled_pages import (
    TITLE_SHARE,
    GoldText,
    LabelledPage,
    is_in_gold,
    mark_content,
    read_labelled_pages,
    title_f1,
)
from cutline.models.method_models import save_v_wrapper
from cutline.models.train import training
from cutline.models.train.boosting import fit_boosted_trees
from cutline.models.train.training import Render, Report, Score, Trained, print_progress
from cutline.models.trees import VotingTrees

FOLDS = 4  # groups of sites; each is predicted by a model of the others
ROUNDS, DEPTH = 50, 4  # trees, and the depth of each; with depth 2, content was found less well
MAX_ROWS = 30_000  # randomly drawn blocks that a classifier is trained on; limits a fit to ten seconds

FitInner = Callable[[frozenset[int]], VotingTrees]


@dataclass(frozen=True, slots=True, eq=False)
class VisualTreeExample:
    """The visual blocks of one page with their pre-labels.

    Attributes:
        site: of the page; pages of one site are never both trained and tested on.
        tree: the page's blocks.
        features: of each block.
        labels: of each block; `OTHER` for inner blocks.
        is_positive: whether a block is an inner block above a labelled leaf (theorem 1).
    """

    site: str
    tree: VisualTree
    features: FloatArray
    labels: IntArray
    is_positive: Bools


@dataclass(frozen=True, slots=True)
class VWrapperFigures:
    """Results of cross-validation by site."""

    pages: int
    sites: int
    scores: Mapping[str, Score]


def train_v_wrapper(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress, render: Render | None = None
) -> Trained[VWrapperFigures]:
    """Train a V-Wrapper on labelled pages; equal seed, data and versions give equal models.

    Args:
        data: corpora of labelled pages; articles with labelled text are used.
        out: output folder for the wrapper and its card.
        seed: 0 or more.
        report: called with progress lines.
        render: returns a page with its layout; by default a browser without network.

    Raises:
        SourceError: a corpus cannot be read.
        TrainingError: there are too few sites, or the folder cannot be written.
        BrowserMissing: Playwright or Chromium is not installed.
    """
    training.check_out(out)
    settings = load_settings()
    pages = chain.from_iterable(map(read_labelled_pages, data))
    examples = [make_example(*each, settings) for each in training.read_rendered(pages, settings, render, report)]
    _check_sites(examples)
    report(f"{len(examples):,} pages of {len({example.site for example in examples}):,} sites")
    fit_inner = cache(lambda left_out: fit_inner_blocks(select_folds(examples, left_out), seed))
    figures = cross_validate(examples, fit_inner, seed, report)
    inner = fit_inner(frozenset())
    leaf = fit_leaf(examples, fit_inner, frozenset(), seed)
    return training.publish(
        out,
        "v_wrapper.md",
        figures,
        lambda folder, versions: save_v_wrapper(folder, inner, leaf, versions),
        ("scikit-learn", "numpy"),
        folds=FOLDS,
        rounds=ROUNDS,
        depth=DEPTH,
        max_rows=MAX_ROWS,
        seed=seed,
        scores="\n".join(
            f"| {name} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f} |"
            for name, score in figures.scores.items()
        ),
        columns=training.list_names(COLUMNS),
    )


def make_example(page: LabelledPage, document: Document, settings: Settings) -> VisualTreeExample:
    """Return the example of one rendered page."""
    layout = document.layout
    assert layout is not None
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    tree = build_visual_tree(document, layout)
    labels = label_blocks(tree, segments, page.text or "", page.title)
    return VisualTreeExample(
        page.site or page.id, tree, measure_blocks(tree, layout, segments), labels, derive_positive(tree, labels)
    )


def label_blocks(tree: VisualTree, segments: Sequence[TextSegment], text: str, title: str | None) -> IntArray:
    """Return the pre-label of each leaf block: that of the segment with its text."""
    gold, texts = GoldText(text), [segment.text for segment in segments]
    is_content = mark_content(texts, [is_in_gold(each, gold) for each in texts])
    heading = _find_title(tree, segments, title)
    of_text = {
        name_text(run): TITLE if segment is heading else CONTENT if is_marked else OTHER
        for segment, is_marked in zip(segments, is_content, strict=True)
        for run in segment.runs
    }
    labels = [of_text.get((block.node, block.kind), OTHER) for block in tree.blocks]
    return np.where(tree.is_inner, OTHER, np.array(labels, dtype=np.int64))


def derive_positive(tree: VisualTree, labels: IntArray) -> Bools:
    """Return which blocks are positive inner blocks: those above a leaf with a label other than `OTHER` (theorem 1)."""
    labelled = sum_subtrees(tree, (labels != OTHER).astype(np.float64)[:, None])[:, 0]
    positive: Bools = tree.is_inner & (labelled > 0)
    return positive


def fold_of(site: str) -> int:
    """Return the group of a site, which does not depend on other sites."""
    return hashlib.sha256(site.encode()).digest()[0] % FOLDS


def select_folds(examples: Sequence[VisualTreeExample], left_out: frozenset[int]) -> list[VisualTreeExample]:
    """Return the pages of all groups except those left out."""
    return [example for example in examples if fold_of(example.site) not in left_out]


def cross_validate(
    examples: Sequence[VisualTreeExample], fit_inner: FitInner, seed: int, report: Report
) -> VWrapperFigures:
    """Return precision and recall of the labels on sites not trained on: per page, then the mean."""
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
    return VWrapperFigures(len(examples), len({example.site for example in examples}), means)


def fit_inner_blocks(examples: Sequence[VisualTreeExample], seed: int) -> VotingTrees:
    """Fit the classifier of step 1 on the inner blocks of the examples, with their derived labels.

    It gets as many positive as negative blocks: missing a positive block loses everything below it, while step 2 can
    still reject what a negative one lets through.
    """
    features = np.concatenate([example.features[example.tree.is_inner] for example in examples])
    labels = np.concatenate([example.is_positive[example.tree.is_inner] for example in examples]).astype(np.int64)
    rows = [np.flatnonzero(labels == label) for label in range(len(INNER_LABELS))]
    count = min(MAX_ROWS // len(rows), *map(len, rows))
    drawn = np.concatenate([_draw(row, count, seed) for row in rows])
    return fit_boosted_trees(features[drawn], labels[drawn], rounds=ROUNDS, depth=DEPTH, seed=seed)


def fit_leaf(
    examples: Sequence[VisualTreeExample], fit_inner: FitInner, left_out: frozenset[int], seed: int
) -> VotingTrees:
    """Fit the classifier of step 2 on the leaf blocks whose parents are predicted positive, with their labels.

    Each page is predicted by a first stage that was not trained on its group of sites.
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


def find_candidates(example: VisualTreeExample, inner: VotingTrees) -> list[int]:
    """Return the leaf blocks that step 1 reaches."""
    positive = inner.predict(example.features) == 1
    return identify_candidate_blocks(example.tree, positive)


def _draw(rows: IntArray, count: int, seed: int) -> IntArray:
    return np.random.default_rng(seed).choice(rows, min(count, len(rows)), replace=False)


def _check_sites(examples: Sequence[VisualTreeExample]) -> None:
    for fold in range(FOLDS):
        labels = {label for example in select_folds(examples, frozenset((fold,))) for label in set(example.labels)}
        if len(labels) < len(LEAF_LABELS) or len(select_folds(examples, frozenset((fold,)))) == len(examples):
            raise TrainingError(
                f"{len(examples)} labelled pages do not fill {FOLDS} groups of sites with texts and titles; give more."
            )


def _find_title(tree: VisualTree, segments: Sequence[TextSegment], title: str | None) -> TextSegment | None:
    """Return the segment with the words of the title; of several, the most similar, the tallest, or the first."""
    heights = {(block.node, block.kind): block.box.height for block in tree.blocks}
    found = [
        (title_f1(segment.text, title), max(heights.get(name_text(run), 0.0) for run in segment.runs), -segment.index)
        for segment in segments
    ]
    likest = max(found, default=None)
    return segments[-likest[2]] if likest and likest[0] >= TITLE_SHARE else None
