"""The methods naive-bayes and decision-tree, which classify text blocks: the two baselines of Single-Pass.

Source: W. Shen and X. Zou, "An Algorithm on Web Article Automatic Extraction Based on DOM Structure", sections 3.2, 4
and 5, which compare Single-Pass with two classifiers "over the same features" and do not list these. Here they are the
left edge, width, font size and path that Single-Pass clusters by, the inputs of its two rules, and the characteristics
3, 4 and 6 of section 3.2.1 (left-aligned, same width, same path) as shares of the page's text. Where it is silent:

- Naive Bayes: features are discretised where that best separates article text from other text (Fayyad & Irani 1993).
  Most features are zero on most blocks, which a normal distribution does not describe. Cross-validated by site, the F1
  of blocks was .714, against .699 with normal distributions.
- The decision tree: CART with entropy replaces the paper's C4.5; it has binary splits and cost-complexity pruning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cutline.config.settings import Settings
from cutline.dom.body import DISPLAYS, FULL_STOPS, Body, decide_segments
from cutline.dom.document import Document
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.segments import TextSegment
from cutline.dom.text_blocks import (
    BlockFeatures,
    Floats,
    TextBlocks,
    count_full_stops,
    find_text_blocks,
    measure_blocks,
)

PATH_TAGS = (
    "a article aside blockquote body dd div dt em figcaption figure footer form h1 h2 h3 h4 header label li main nav "
    "ol p section span strong table td ul"
).split()
# The feature columns, in order, used by training, prediction and the model card.
COLUMNS = {
    "left": "left edge in widths of the screen (formula 1)",
    "width": "width in widths of the screen (formula 2)",
    "font_size": "font size over the page's most common one",
    "top": "upper edge in heights of the screen (rule 1)",
    "full_stops": "full stops in the block (rule 2)",
    "same_left": "share (0..1) of the text of all blocks that begins at the same left edge, to the pixel",
    "same_width": "share of the text of all blocks that is as wide, to the pixel",
    "same_path": "share of the text of all blocks that stands on the same path",
    **{f"path_{tag}": f"how often {tag} stands on the path" for tag in PATH_TAGS},
}


@dataclass(frozen=True, slots=True)
class BlockClassifier:
    """A trained classifier: `is_text` takes n rows of `COLUMNS` and returns whether each is article text (n)."""

    is_text: Callable[[Floats], NDArray[np.bool_]]


def find_classified_body(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments with most of their characters in blocks that the classifier takes for article text.

    Without a layout or a model it uses `first-subtree`, with the warning `no_layout` or `no_model`.
    """
    if document.layout is None or not isinstance(model, BlockClassifier):
        body = find_first_subtree(document, segments, settings)
        return replace(body, warnings=("no_model" if document.layout else "no_layout", *body.warnings))
    page, rows = read_rows(document, segments)
    text = [int(index) for index in np.flatnonzero(model.is_text(rows))]
    return decide_segments(document, segments, page, {"text_block": text}, "other_block")


def read_rows(document: Document, segments: Sequence[TextSegment]) -> tuple[TextBlocks, Floats]:
    """Return the page's n text blocks and their features: n by `COLUMNS`."""
    page = find_text_blocks(document, segments, DISPLAYS)
    return page, fill_columns(page, measure_blocks(document, page))


def fill_columns(page: TextBlocks, features: BlockFeatures) -> Floats:
    """Return the features of n blocks: n by `COLUMNS`."""
    stops = count_full_stops(page, FULL_STOPS)
    sizes = np.array([page.count_characters(block) for block in page.blocks], float)
    pixels = np.round(np.array([(box.left, box.width) for box in features.boxes]).reshape(-1, 2))
    columns = [
        *features.visual.T,
        np.array([box.top / features.screen.height for box in features.boxes]),
        np.array([stops[block.end] - stops[block.start] for block in page.blocks]),
        share_text(pixels[:, 0], sizes),
        share_text(pixels[:, 1], sizes),
        share_text(features.paths, sizes),
        *(_count_tag(features, tag) for tag in PATH_TAGS),
    ]
    return np.stack(columns, axis=1).astype(float)


def share_text(values: NDArray[np.generic], sizes: Floats) -> Floats:
    """Return, for each block, the share (0..1) of all characters that is in blocks with the same value."""
    _, groups = np.unique(values, return_inverse=True)
    sums = np.bincount(groups, sizes)
    shares: Floats = sums[groups] / max(sizes.sum(), 1.0)
    return shares


def _count_tag(features: BlockFeatures, tag: str) -> Floats:
    if tag not in features.names:
        return np.zeros(len(features.boxes))
    counts: Floats = features.bags[:, features.names.index(tag)]
    return counts
