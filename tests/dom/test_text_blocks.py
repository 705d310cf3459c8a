"""Text blocks and their features: figures 3 to 5 and section 2.2 of Shen & Zou."""

import pytest

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.render.layout import Box
from cutline.dom.tags import breaks_line
from cutline.dom.text_blocks import MAX_NAMES, BlockFeatures, TextBlocks, find_text_blocks, measure_blocks, normalise
from tests.conftest import make_document


def blocks_of(page: Document) -> TextBlocks:
    return find_text_blocks(page, split_segments(page, breaks_line), ["block"])


def named(html: str) -> list[tuple[str, str]]:
    """Return the tag and text of each text block of HTML given as text."""
    page = blocks_of(make_document(html))
    return [(block.element.tag, page.read_text(block)) for block in page.blocks]


def test_block_without_a_block_in_it_is_one() -> None:
    assert named("<div><p>a<i>b</i></p><p>c</p></div>") == [("p", "a b"), ("p", "c")]


def test_span_and_strong_with_a_block_in_them_are_none() -> None:
    """The far left of figure 4."""
    assert named("<div><span>a<div>b</div></span><strong>c<p>d</p></strong></div>") == [("div", "b"), ("p", "d")]


def test_smallest_spans_in_a_block_are_text_blocks_beside_it() -> None:
    """The far right of figure 4."""
    found = named("<div>a<span>b<strong>c</strong></span></div>")
    assert found == [("div", "a b c"), ("span", "b c"), ("strong", "c")]


def test_text_beside_a_block_stands_in_no_text_block() -> None:
    assert named("<div>a<p>b</p>c</div>") == [("p", "b")]


def test_search_upwards_passes_other_inline_elements() -> None:
    assert named("<p><a><em>a</em></a></p>") == [("p", "a")]


def test_line_break_is_no_block() -> None:
    assert named("<div>a<br>b</div>") == [("div", "a b")]


def test_what_is_not_shown_is_neither_text_nor_block() -> None:
    assert named("<div>a<div hidden>b</div><script>c</script></div>") == [("div", "a")]


def test_block_knows_its_texts_and_characters() -> None:
    page = blocks_of(make_document("<p>one</p><p>two <b>three</b></p>"))
    assert [(block.start, block.end) for block in page.blocks] == [(0, 1), (1, 3)]
    assert [page.count_characters(block) for block in page.blocks] == [3, 8]


@pytest.mark.parametrize("tag", ["span", "i", "div", "custom-tag"])
def test_deep_page_is_read_in_linear_time(tag: str) -> None:
    page = make_document(f"<{tag}>a " * 2000)
    assert len(blocks_of(page).blocks) >= 1


@pytest.mark.parametrize("html", ["", "<p>", "<div><span></span></div>", "<frameset><frame></frameset>"])
def test_page_without_text_has_none(html: str) -> None:
    assert named(html) == []


SCREEN = Box(0, 0, 1000, 800)


def features_of(page: Document) -> BlockFeatures:
    return measure_blocks(page, find_text_blocks(page, split_segments(page, breaks_line), ["block"]))


@pytest.mark.parametrize(
    ("box", "left", "width"),
    [(Box(200, 0, 500, 10), 0.2, 0.5), (Box(200, 0, 800, 10), 0.2, 0.8), (Box(200, 0, 2000, 10), 0.2, 0.8)],
)
def test_width_ends_at_the_screen(box: Box, left: float, width: float) -> None:
    assert normalise(box, SCREEN) == pytest.approx((left, width))


def test_path_is_a_bag_of_tag_names() -> None:
    features = features_of(make_document("<div><div><p>a</p></div></div><div><div><p>b</p></div></div><p>c</p>"))
    assert dict(zip(features.names, features.bags[0], strict=True)) == {"html": 1, "body": 1, "div": 2, "p": 1}
    assert features.paths[0] == features.paths[1] != features.paths[2]


def test_page_without_layout_has_all_blocks_at_one_place() -> None:
    features = features_of(make_document("<h1>a</h1><p>b</p>"))
    assert features.visual.tolist() == [[0, 1, 1], [0, 1, 1]]


def test_page_of_made_up_tags_has_bounded_paths() -> None:
    features = features_of(make_document("".join(f"<x{i}><p>a</p></x{i}>" for i in range(500))))
    assert features.bags.shape == (500, MAX_NAMES)
    assert (features.bags.sum(axis=1) == 4).all()
