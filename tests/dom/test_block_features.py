"""Features of text blocks: the formulas of Shen & Zou, section 2.2."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.render.layout import Box
from cutline.dom.tags import breaks_line
from cutline.dom.text_blocks import MAX_NAMES, BlockFeatures, find_text_blocks, measure_blocks, normalise

SCREEN = Box(0, 0, 1000, 800)


def features_of(page: Document) -> BlockFeatures:
    return measure_blocks(page, find_text_blocks(page, split_segments(page, breaks_line), ["block"]))


@pytest.mark.parametrize(
    ("box", "left", "width"),
    [(Box(200, 0, 500, 10), 0.2, 0.5), (Box(200, 0, 800, 10), 0.2, 0.8), (Box(200, 0, 2000, 10), 0.2, 0.8)],
)
def test_width_ends_at_the_screen(box: Box, left: float, width: float) -> None:
    assert normalise(box, SCREEN) == pytest.approx((left, width))


def test_path_is_a_bag_of_tag_names(document: Callable[[str], Document]) -> None:
    features = features_of(document("<div><div><p>a</p></div></div><div><div><p>b</p></div></div><p>c</p>"))
    assert dict(zip(features.names, features.bags[0], strict=True)) == {"html": 1, "body": 1, "div": 2, "p": 1}
    assert features.paths[0] == features.paths[1] != features.paths[2]


def test_page_without_layout_has_all_blocks_at_one_place(document: Callable[[str], Document]) -> None:
    features = features_of(document("<h1>a</h1><p>b</p>"))
    assert features.visual.tolist() == [[0, 1, 1], [0, 1, 1]]


def test_page_of_made_up_tags_has_bounded_paths(document: Callable[[str], Document]) -> None:
    features = features_of(document("".join(f"<x{i}><p>a</p></x{i}>" for i in range(500))))
    assert features.bags.shape == (500, MAX_NAMES)
    assert (features.bags.sum(axis=1) == 4).all()
