"""The method v-wrapper: two classifiers find inner visual blocks that look like news, then leaf blocks of content.

Source: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007,
"News Extraction using a V-Wrapper" (figure 4). Where the paper is silent:

- A text segment is kept if most of its characters are in leaf blocks labelled content. A text of several lines may
  cover a link and so be an inner block; if all of a segment's texts do, the leaves below them decide.
- The title is the first segment whose most common label, by characters in leaf blocks, is title.
- A page without a layout has no visual blocks; `first-subtree` is used, with the warning `no_layout`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from cutline.config.settings import Settings
from cutline.dom.body import Body, Decision
from cutline.dom.document import Document
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.segments import TextSegment
from cutline.dom.tree import common_ancestor
from cutline.dom.visual_blocks import (
    FloatArray,
    IntArray,
    VisualTree,
    build_visual_tree,
    count_characters,
    measure_blocks,
    name_text,
    sum_subtrees,
)
from cutline.types import Reason

CONTENT_SHARE = 0.5  # share of a segment's characters in leaf blocks labelled content, above which it is kept
INNER_LABELS = ("negative", "positive")  # NI and PI
LEAF_LABELS = ("other", "content", "title")
OTHER, CONTENT, TITLE = range(len(LEAF_LABELS))
UNREACHED = len(LEAF_LABELS)  # a leaf below a negative block
REASONS: tuple[Reason, ...] = ("other_block", "content_block", "title_block", "negative_block")

Classify = Callable[[FloatArray], IntArray]


@dataclass(frozen=True, slots=True)
class VWrapper:
    """The two classifiers; each takes n rows of block features and returns n indices of labels.

    Attributes:
        inner: labels inner blocks with `INNER_LABELS`.
        leaf: labels leaf blocks with `LEAF_LABELS`.
    """

    inner: Classify
    leaf: Classify


def find_v_wrapper(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments whose leaf blocks the wrapper labels as content.

    Args:
        document: the page, rendered.
        segments: its segments.
        settings: used by `first-subtree` if there is no model or layout.
        model: a `VWrapper`; without one, or without a layout, `first-subtree` is used, with the warning `no_model` or
            `no_layout`.
    """
    layout = document.layout
    if layout is None or not isinstance(model, VWrapper):
        body = find_first_subtree(document, segments, settings)
        return replace(body, warnings=("no_model" if layout else "no_layout", *body.warnings))
    tree = build_visual_tree(document, layout)
    features = measure_blocks(tree, layout, segments)
    candidates = identify_candidate_blocks(tree, model.inner(features) == 1)
    labels = label_leaves(tree, candidates, features, model.leaf)
    return _make_body(segments, vote(segments, tree, labels))


def identify_candidate_blocks(tree: VisualTree, is_positive: npt.NDArray[np.bool_]) -> list[int]:
    """Return the IDs of the leaf blocks reachable from the page block through positive inner blocks (figure 4).

    Args:
        tree: the page.
        is_positive: whether each block is labelled PI (n).
    """
    candidates = []
    stack = [0]
    while stack:
        block = stack.pop()
        if not tree.is_inner[block]:
            candidates.append(block)
        elif is_positive[block]:
            stack.extend(reversed(tree.children[block]))
    return candidates


def label_leaves(tree: VisualTree, candidates: Sequence[int], features: FloatArray, classify: Classify) -> IntArray:
    """Return the label of each block: the classifier's for candidates, `UNREACHED` for all others (step 2)."""
    labels = np.full(len(tree.blocks), UNREACHED, dtype=np.int64)
    if candidates:
        labels[candidates] = classify(features[candidates])
    return labels


def vote(segments: Sequence[TextSegment], tree: VisualTree, labels: IntArray) -> npt.NDArray[np.float64]:
    """Return each segment's number of characters in leaf blocks of each label: segments by labels.

    If all of its texts are inner blocks, the numbers are those of leaf blocks below them.
    """
    ids = {(block.node, block.kind): index for index, block in enumerate(tree.blocks)}
    votes = np.zeros((len(segments), UNREACHED + 1))
    below = np.zeros((len(tree.blocks), UNREACHED + 1))
    leaves = np.flatnonzero(~tree.is_inner)
    below[leaves, labels[leaves]] = 1
    below = sum_subtrees(tree, below)
    for row, segment in enumerate(segments):
        texts = [(ids[key], count_characters(run)) for run in segment.runs if (key := name_text(run)) in ids]
        for block, characters in texts:
            if not tree.is_inner[block]:
                votes[row, labels[block]] += characters
        if not votes[row].any():
            votes[row] = sum(below[block] for block, _ in texts)
    return votes


def _make_body(segments: Sequence[TextSegment], votes: npt.NDArray[np.float64]) -> Body:
    totals = np.maximum(votes.sum(axis=1), 1)
    is_content = votes[:, CONTENT] > CONTENT_SHARE * totals
    winners = np.where(votes.any(axis=1), votes.argmax(axis=1), UNREACHED)
    decisions = tuple(
        Decision(bool(kept), REASONS[CONTENT if kept else OTHER if winner == CONTENT else winner])
        for kept, winner in zip(is_content, winners, strict=True)
    )
    body = [segment for segment, kept in zip(segments, is_content, strict=True) if kept]
    title = next((segment.text for segment, winner in zip(segments, winners, strict=True) if winner == TITLE), None)
    root = common_ancestor([segment.block for segment in body])
    return Body(root, decisions, () if body else ("no_article",), title)
