"""How many of an article's text segments a page segmentation puts into one block each, and into one of mere text.

Source: W. Shen and X. Zou, "An Algorithm on Web Article Automatic Extraction Based on DOM Structure", section 4, tables
1 and 2: "If a text segment is included in a semantic block with only text, then the text segment is properly blocked."
The tables count the segments of the articles, "the number of recall" and the "correct number"; their totals give the
precision as correct over all segments (3426 / 3577 = .958) and the recall as recalled over all. Where they are silent:

- A segment is recalled when one block has all of its texts: it was not cut, and did not fall between blocks.
- It is correct when one of those blocks holds no picture, film or embedded page. With `alone`, it holds no text that
  is not the article's either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from cutline.config.settings import VipsSettings
from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout
from cutline.dom.segments import TextSegment
from cutline.dom.text_blocks import find_text_blocks
from cutline.dom.vips import segment_page
from method_figures.scores import f1

NO_TEXT_TAGS = ("img", "svg", "video", "audio", "iframe", "object", "embed", "canvas")

Place = tuple[HtmlElement, bool]  # a text: an element, and whether it is its tail


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A block of a segmentation: its element or the one it stands in, its rectangle, and its texts."""

    element: HtmlElement
    box: Box | None
    texts: frozenset[Place]


@dataclass(frozen=True, slots=True)
class Blocked:
    """Text segments of articles: all, those in one block each, in one of mere text, in one of the article's alone."""

    segments: int
    recalled: int
    correct: int
    alone: int

    @classmethod
    def sum(cls, pages: Sequence[Blocked]) -> Blocked:
        return cls(*(sum(getattr(page, name) for page in pages) for name in cls.__slots__))

    @property
    def precision(self) -> float:
        return self.correct / self.segments if self.segments else 1.0

    @property
    def recall(self) -> float:
        return self.recalled / self.segments if self.segments else 1.0

    @property
    def f1(self) -> float:
        return f1(self.precision, self.recall)


def count_blocked(article: Collection[TextSegment], regions: Sequence[Region], layout: Layout) -> Blocked:
    """Return how the text segments of one page's article are blocked.

    Args:
        article: the segments of the page that are the article's text.
        regions: the blocks of the page, which may overlap.
        layout: of the page.
    """
    own = {place for segment in article for place in list_places(segment)}
    by_text: dict[Place, list[Region]] = {}
    for region in regions:
        for place in region.texts:
            by_text.setdefault(place, []).append(region)
    recalled = correct = alone = 0
    for segment in article:
        first, *others = list_places(segment)
        around = [region for region in by_text.get(first, ()) if region.texts.issuperset(others)]
        of_text = [region for region in around if not has_picture(region, layout)]
        recalled += bool(around)
        correct += bool(of_text)
        alone += any(region.texts <= own for region in of_text)
    return Blocked(len(article), recalled, correct, alone)


def list_places(segment: TextSegment) -> list[Place]:
    """Return the texts of a segment that are more than white space."""
    return [(run.node, run.is_tail) for run in segment.runs if run.text.strip()]


def has_picture(region: Region, layout: Layout) -> bool:
    """Whether a picture or the like, loaded or not, has its centre in the block."""
    return region.box is not None and any(
        _holds(region.box, box) for node in region.element.iter(*NO_TEXT_TAGS) if (box := layout.box(node))
    )


def cut_by_vips(document: Document, segments: Sequence[TextSegment], constants: VipsSettings) -> list[Region]:
    """Return the blocks that VIPS ends with."""
    shown = {place for segment in segments for place in list_places(segment)}
    return [
        Region(block.element, block.box, shown.intersection(block.texts))
        for block in segment_page(document, constants).leaves()
        if block.element is not None
    ]


def cut_by_text_blocks(document: Document, segments: Sequence[TextSegment], displays: Collection[str]) -> list[Region]:
    """Return the text blocks: the smallest elements of these displays, and the smallest Spans and Strongs."""
    return list(_read_text_blocks(document, segments, displays))


def _read_text_blocks(
    document: Document, segments: Sequence[TextSegment], displays: Collection[str]
) -> Iterator[Region]:
    page = find_text_blocks(document, segments, displays)
    for block in page.blocks:
        texts = frozenset((run.node, run.is_tail) for run in page.texts[block.start : block.end])
        yield Region(block.element, document.layout.box(block.element) if document.layout else None, texts)


def _holds(outer: Box, inner: Box) -> bool:
    x, y = inner.left + inner.width / 2, inner.top + inner.height / 2
    return outer.left <= x <= outer.right and outer.top <= y <= outer.bottom
