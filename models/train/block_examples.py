"""Text blocks with labels: which blocks of labelled pages stand in their labelled text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.line_breaks import line_breaker
from cutline.dom.methods.block_classifier import read_rows
from cutline.dom.segments import split_segments
from cutline.errors import CutlineError
from cutline.models.labelled_pages import LabelledPage
from cutline.models.segment_labels import GoldText, is_in_gold

Render = Callable[[LabelledPage], Document]


@dataclass(frozen=True, slots=True, eq=False)
class BlockExamples:
    """The n text blocks of one page.

    Attributes:
        site: of the page; pages of one site are never both trained and tested on.
        rows: n rows of `COLUMNS`.
        labels: whether each block is article text.
    """

    site: str
    rows: NDArray[np.float64]
    labels: NDArray[np.bool_]


def collect_block_examples(
    pages: Iterable[LabelledPage], render: Render, settings: Settings, report: Callable[[str], None]
) -> Iterator[BlockExamples]:
    """Yield the blocks of each article that has a labelled text; a page that cannot be rendered is reported."""
    for page in pages:
        if not page.text or not page.is_article:
            continue
        try:
            document = render(page)
        except CutlineError as error:
            report(f"{page.id} is left out: {error}")
            continue
        examples = label_blocks(page, document, settings)
        if len(examples.labels):
            yield examples


def label_blocks(page: LabelledPage, document: Document, settings: Settings) -> BlockExamples:
    """Return the text blocks of one rendered page, each labelled by whether it stands in the labelled text."""
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    blocks, rows = read_rows(document, segments, settings)
    gold = GoldText(page.text or "")
    labels = [is_in_gold(blocks.read_text(block), gold) for block in blocks.blocks]
    return BlockExamples(page.site or page.id, rows, np.array(labels, bool))
