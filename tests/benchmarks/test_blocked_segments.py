"""How many segments of an article a page segmentation has whole, and in blocks of mere text."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest
from method_figures.blocked_segments import (
    Blocked,
    Region,
    count_blocked,
    cut_by_text_blocks,
    cut_by_vips,
    has_picture,
)

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.render.layout import Layout
from cutline.dom.segments import TextSegment, split_segments
from cutline.dom.tags import breaks_line

Lay = Callable[..., tuple[Document, Layout]]
PAGE = "<div id=d><p id=a>The ferry <b id=b>runs</b> again.</p><p id=c>It is new.</p><p id=e>Menu <img id=i></p></div>"
BOXES = {
    "d": (0, 0, 500, 100),
    "a": (0, 0, 500, 20),
    "a.text": (0, 0, 100, 20),
    "b": (100, 0, 50, 20),
    "b.text": (100, 0, 50, 20),
    "b.tail": (150, 0, 50, 20),
    "c": (0, 30, 500, 20),
    "c.text": (0, 30, 100, 20),
    "e": (0, 60, 500, 20),
    "e.text": (0, 60, 50, 20),
    "i": (60, 60, 20, 20),
}


@pytest.fixture
def page(lay_out: Lay) -> tuple[Document, Layout]:
    return lay_out(PAGE, BOXES)


def segments_of(document: Document) -> list[TextSegment]:
    return split_segments(document, breaks_line)


def region(document: Document, layout: Layout, name: str, segments: Collection[TextSegment], last: int = 9) -> Region:
    """Return a block over the first texts of some segments."""
    element = document.root.get_element_by_id(name)
    places = [(run.node, run.is_tail) for segment in segments for run in segment.runs if run.text.strip()]
    return Region(element, layout.box(element), frozenset(places[:last]))


def test_segment_in_one_block_of_its_own_is_recalled_correct_and_alone(page: tuple[Document, Layout]) -> None:
    document, layout = page
    first, second, _ = segments_of(document)
    regions = [region(document, layout, "a", [first]), region(document, layout, "c", [second])]
    assert count_blocked([first, second], regions, layout) == Blocked(2, 2, 2, 2)


def test_segment_that_was_cut_is_not_recalled(page: tuple[Document, Layout]) -> None:
    document, layout = page
    first, *_ = segments_of(document)
    cut = region(document, layout, "a", [first], last=2)
    assert count_blocked([first], [cut], layout) == Blocked(1, 0, 0, 0)
    assert count_blocked([first], [], layout) == Blocked(1, 0, 0, 0)


def test_block_with_a_picture_is_recalled_but_not_correct(page: tuple[Document, Layout]) -> None:
    document, layout = page
    every = segments_of(document)
    assert count_blocked(every[:2], [region(document, layout, "d", every)], layout) == Blocked(2, 2, 0, 0)


def test_block_with_other_text_is_correct_but_not_alone(lay_out: Lay) -> None:
    document, layout = lay_out("<div id=d><p>The story.</p><p>Most read</p></div>", {"d": (0, 0, 500, 100)})
    story, _ = every = segments_of(document)
    assert count_blocked([story], [region(document, layout, "d", every)], layout) == Blocked(1, 1, 1, 0)


def test_of_blocks_that_overlap_one_of_mere_text_is_enough(page: tuple[Document, Layout]) -> None:
    document, layout = page
    first, *_ = every = segments_of(document)
    around, own = region(document, layout, "d", every), region(document, layout, "a", [first])
    assert count_blocked([first], [around, own], layout) == Blocked(1, 1, 1, 1)


def test_picture_beside_a_text_is_not_in_its_block(page: tuple[Document, Layout]) -> None:
    document, layout = page
    element = document.root.get_element_by_id("e")
    text = Region(element, layout.text_box(element, False), frozenset())
    assert has_picture(Region(element, layout.box(element), frozenset()), layout)
    assert not has_picture(text, layout)


def test_totals_give_precision_and_recall_over_all_segments() -> None:
    """The totals of table 1, which VIPS at PDoC 10 reached: precision .958, recall .964, F1 .961."""
    total = Blocked.sum([Blocked(450, 450, 427, 0), Blocked(3127, 2999, 2999, 0)])
    assert (total.segments, total.recalled, total.correct) == (3577, 3449, 3426)
    assert [round(figure, 3) for figure in (total.precision, total.recall, total.f1)] == [0.958, 0.964, 0.961]


def test_text_blocks_have_the_segments_of_a_page(page: tuple[Document, Layout], settings: Settings) -> None:
    document, layout = page
    segments = segments_of(document)
    blocks = cut_by_text_blocks(document, segments, settings.single_pass.displays)
    assert [block.element.get("id") for block in blocks] == ["a", "c", "e"]
    assert count_blocked(segments, blocks, layout) == Blocked(3, 3, 2, 2)


def test_vips_has_every_text_in_one_of_its_blocks(page: tuple[Document, Layout], settings: Settings) -> None:
    document, _ = page
    segments = segments_of(document)
    blocks = cut_by_vips(document, segments, settings.vips.model_copy(update={"permitted_coherence": 10}))
    texts = [place for block in blocks for place in block.texts]
    assert len(texts) == len(set(texts)) == 5
