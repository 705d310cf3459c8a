"""The labelled blocks of rendered pages that trained methods learn from, in files, so that pages are rendered once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from lxml.html import Element

from cutline.config import Settings
from cutline.documents import DocumentSource
from cutline.dom.render.layout import Box
from cutline.dom.visual_blocks import VisualBlock, VisualTree
from cutline.errors import CutlineError
from cutline.models.labelled_pages import LabelledPage
from cutline.models.train.block_examples import BlockExamples, label_blocks
from cutline.models.train.visual_examples import PageExample, make_example

NAME_CHARACTERS = 24  # enough that no two pages share a name
# A stored page has no elements; what is learned and predicted from it looks at its arrays alone.
NO_BLOCK = VisualBlock(Element("body"), "element", Box(0, 0, 0, 0))


@dataclass(frozen=True, slots=True, eq=False)
class PageBlocks:
    """One page: its visual blocks for `v-wrapper`, its text blocks for `naive-bayes` and `decision-tree`."""

    visual: PageExample
    text: BlockExamples


def bring_page_blocks(
    pages: Iterable[LabelledPage], folder: Path, settings: Settings, report: Callable[[str], None]
) -> Iterator[PageBlocks]:
    """Yield the blocks of each article with a labelled text; those that are in the folder are not rendered again.

    A page that cannot be rendered is reported and left out.
    """
    folder.mkdir(parents=True, exist_ok=True)
    source = DocumentSource(settings)
    try:
        for page in pages:
            if not page.text or not page.is_article:
                continue
            file = folder / f"{_name(page)}.npz"
            if not file.exists():
                try:
                    _render(page, file, source, settings)
                except CutlineError as error:
                    report(f"{page.id} is left out: {error}")
                    continue
            yield load_page_blocks(file)
    finally:
        source.close()


def save_page_blocks(file: Path, blocks: PageBlocks) -> None:
    visual, text = blocks.visual, blocks.text
    with file.open("wb") as out:
        np.savez_compressed(
            out,
            site=visual.site,
            edges=visual.tree.edges,
            parents=visual.tree.parents,
            order=visual.tree.order,
            features=visual.features,
            labels=visual.labels,
            is_positive=visual.is_positive,
            rows=text.rows,
            is_text=text.labels,
        )


def load_page_blocks(file: Path) -> PageBlocks:
    with np.load(file, allow_pickle=False) as stored:
        tree = VisualTree((NO_BLOCK,) * len(stored["parents"]), stored["edges"], stored["parents"], stored["order"])
        site = str(stored["site"])
        visual = PageExample(site, tree, stored["features"], stored["labels"], stored["is_positive"])
        return PageBlocks(visual, BlockExamples(site, stored["rows"], stored["is_text"]))


def _render(page: LabelledPage, file: Path, source: DocumentSource, settings: Settings) -> None:
    given = source.bring_page(page.html, page.url, None)
    document = source.open(given, "always", uses_layout=True, is_live=False)
    blocks = PageBlocks(make_example(page, document, settings), label_blocks(page, document, settings))
    partial = file.with_suffix(".partial")
    save_page_blocks(partial, blocks)
    partial.rename(file)


def _name(page: LabelledPage) -> str:
    """Return a name that pages of different corpora, or with other labels, do not share."""
    labels = "\0".join((page.id, page.url or "", page.title or "", page.text or ""))
    return hashlib.sha256(labels.encode()).hexdigest()[:NAME_CHARACTERS]
