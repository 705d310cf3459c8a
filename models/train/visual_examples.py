"""Labelled visual blocks of labelled pages: what a V-Wrapper is trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.line_breaks import line_breaker
from cutline.dom.methods.v_wrapper import CONTENT, OTHER, TITLE
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment, split_segments
from cutline.dom.visual_blocks import IntArray, VisualTree, build_visual_tree
from cutline.dom.visual_features import FloatArray, measure_blocks, name_text, sum_subtrees
from cutline.errors import CutlineError
from cutline.models.labelled_pages import LabelledPage
from cutline.models.segment_labels import SHINGLE_WORDS, GoldText, is_in_gold

TITLE_SHARE = 0.8  # word F1 with the labelled title from which a segment may be the title

Render = Callable[[LabelledPage], Document]


@dataclass(frozen=True, slots=True, eq=False)
class PageExample:
    """The blocks of one page with their pre-labels.

    Attributes:
        site: of the page; pages of one site are never both trained and tested on.
        tree: the page's blocks.
        features: of each block.
        labels: of each block; that of an inner block is `OTHER`.
        is_positive: whether a block is an inner block above a labelled leaf (theorem 1).
    """

    site: str
    tree: VisualTree
    features: FloatArray
    labels: IntArray
    is_positive: npt.NDArray[np.bool_]


def collect_examples(
    pages: Iterable[LabelledPage], render: Render, settings: Settings, report: Callable[[str], None]
) -> Iterator[PageExample]:
    """Yield the example of each page that has a labelled text; one that cannot be rendered is reported and left out."""
    for page in pages:
        if not page.text:
            continue
        try:
            document = render(page)
        except CutlineError as error:
            report(f"{page.id} is left out: {error}")
            continue
        yield make_example(page, document, settings)


def make_example(page: LabelledPage, document: Document, settings: Settings) -> PageExample:
    """Return the example of one rendered page."""
    layout = document.layout
    assert layout is not None
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    tree = build_visual_tree(document, layout)
    labels = label_blocks(tree, segments, page.text or "", page.title)
    return PageExample(
        page.site or page.id, tree, measure_blocks(tree, layout, segments), labels, derive_positive(tree, labels)
    )


def label_blocks(tree: VisualTree, segments: Sequence[TextSegment], text: str, title: str | None) -> IntArray:
    """Return the pre-label of each leaf block: that of the segment whose text it is."""
    content = find_content(segments, GoldText(text))
    heading = _find_title(tree, segments, title)
    of_text = {
        name_text(run): TITLE if segment is heading else CONTENT if segment in content else OTHER
        for segment in segments
        for run in segment.runs
    }
    labels = [of_text.get((block.node, block.kind), OTHER) for block in tree.blocks]
    return np.where(tree.is_inner, OTHER, np.array(labels, dtype=np.int64))


def find_content(segments: Sequence[TextSegment], gold: GoldText) -> frozenset[TextSegment]:
    """Return the segments that stand in the labelled text, as one who annotates the page would mark them.

    A text under four words is content only between longer ones that are: the word of a menu that the article happens to
    use is none.
    """
    found = [segment for segment in segments if is_in_gold(segment.text, gold)]
    places = [segment.index for segment in found if len(cut_words(segment.text)) >= SHINGLE_WORDS]
    if not places:
        return frozenset(found)
    return frozenset(segment for segment in found if places[0] <= segment.index <= places[-1])


def derive_positive(tree: VisualTree, labels: IntArray) -> npt.NDArray[np.bool_]:
    """Return which blocks are positive inner blocks: those above a leaf with another label than other (theorem 1)."""
    labelled = sum_subtrees(tree, (labels != OTHER).astype(np.float64)[:, None])[:, 0]
    positive: npt.NDArray[np.bool_] = tree.is_inner & (labelled > 0)
    return positive


def _find_title(tree: VisualTree, segments: Sequence[TextSegment], title: str | None) -> TextSegment | None:
    """Return the segment that has the words of the title; of several, the one with the tallest text, then the first."""
    heights = {(block.node, block.kind): block.box.height for block in tree.blocks}
    wanted = Counter(cut_words(title or ""))
    found = [
        (share, max(heights.get(name_text(run), 0.0) for run in segment.runs), -segment.index)
        for segment in segments
        if (share := _word_f1(Counter(cut_words(segment.text)), wanted)) >= TITLE_SHARE
    ]
    return segments[-max(found)[2]] if found else None


def _word_f1(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / max(1, one.total() + other.total())
