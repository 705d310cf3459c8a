"""Text blocks: figures 3 to 5 of Shen & Zou."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from cutline.dom.text_blocks import TextBlocks, find_text_blocks


def blocks_of(page: Document) -> TextBlocks:
    return find_text_blocks(page, split_segments(page, breaks_line), ["block"])


@pytest.fixture
def named(document: Callable[[str], Document]) -> Callable[[str], list[tuple[str, str]]]:
    """Return the tag and text of each text block of HTML given as text."""

    def read(html: str) -> list[tuple[str, str]]:
        page = blocks_of(document(html))
        return [(block.element.tag, page.read_text(block)) for block in page.blocks]

    return read


Named = Callable[[str], list[tuple[str, str]]]


def test_block_without_a_block_in_it_is_one(named: Named) -> None:
    assert named("<div><p>a<i>b</i></p><p>c</p></div>") == [("p", "a b"), ("p", "c")]


def test_span_and_strong_with_a_block_in_them_are_none(named: Named) -> None:
    """The far left of figure 4."""
    assert named("<div><span>a<div>b</div></span><strong>c<p>d</p></strong></div>") == [("div", "b"), ("p", "d")]


def test_smallest_spans_in_a_block_are_text_blocks_beside_it(named: Named) -> None:
    """The far right of figure 4."""
    found = named("<div>a<span>b<strong>c</strong></span></div>")
    assert found == [("div", "a b c"), ("span", "b c"), ("strong", "c")]


def test_text_beside_a_block_stands_in_no_text_block(named: Named) -> None:
    assert named("<div>a<p>b</p>c</div>") == [("p", "b")]


def test_search_upwards_passes_other_inline_elements(named: Named) -> None:
    assert named("<p><a><em>a</em></a></p>") == [("p", "a")]


def test_line_break_is_no_block(named: Named) -> None:
    assert named("<div>a<br>b</div>") == [("div", "a b")]


def test_what_is_not_shown_is_neither_text_nor_block(named: Named) -> None:
    assert named("<div>a<div hidden>b</div><script>c</script></div>") == [("div", "a")]


def test_block_knows_its_texts_and_characters(document: Callable[[str], Document]) -> None:
    page = blocks_of(document("<p>one</p><p>two <b>three</b></p>"))
    assert [(block.start, block.end) for block in page.blocks] == [(0, 1), (1, 3)]
    assert [page.count_characters(block) for block in page.blocks] == [3, 8]


@pytest.mark.parametrize("tag", ["span", "i", "div", "custom-tag"])
def test_deep_page_is_read_in_linear_time(tag: str, document: Callable[[str], Document]) -> None:
    page = document(f"<{tag}>a " * 2000)
    assert len(blocks_of(page).blocks) >= 1


@pytest.mark.parametrize("html", ["", "<p>", "<div><span></span></div>", "<frameset><frame></frameset>"])
def test_page_without_text_has_none(html: str, named: Named) -> None:
    assert named(html) == []
