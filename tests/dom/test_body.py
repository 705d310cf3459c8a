"""Segments by the text blocks that they stand in."""

import pytest

from cutline.dom.body import NO_BLOCK, Body, Decision, decide_segments
from cutline.dom.text_blocks import find_text_blocks
from tests.dom.conftest import open_page

TEXT, OTHER, NONE = Decision(True, "text_block"), Decision(False, "other_block"), Decision(False, NO_BLOCK)


def decide(html: str, *kept: int) -> Body:
    page, segments = open_page(html)
    blocks = find_text_blocks(page, segments, ["block"])
    return decide_segments(page, segments, blocks, {"text_block": kept}, "other_block")


@pytest.mark.parametrize(
    ("html", "kept", "decisions"),
    [
        ("<div>zero<p>one <i>two</i></p><p>three</p></div>", [0], (NONE, TEXT, OTHER)),
        ("<div>zero<p>one <i>two</i></p><p>three</p></div>", [0, 1], (NONE, TEXT, TEXT)),
        ("<p>ab<span>cd</span></p>", [1], (OTHER,)),  # the half of it
        ("<p>ab<span>cde</span></p>", [1], (TEXT,)),
        ("<p>ab<span>cd</span></p>", [0, 1], (TEXT,)),
    ],
)
def test_a_segment_is_kept_with_most_of_its_characters(
    html: str, kept: list[int], decisions: tuple[Decision, ...]
) -> None:
    assert decide(html, *kept).decisions == decisions


def test_a_body_without_a_layout_or_a_kept_text_says_so() -> None:
    assert decide("<main><p>one</p><p>two</p></main>", 0, 1).warnings == ("no_layout",)
    empty = decide("<p>one</p>")
    assert (empty.root, empty.warnings) == (None, ("no_layout", "no_article"))
