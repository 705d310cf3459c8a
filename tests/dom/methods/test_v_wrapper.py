"""Extraction with a V-Wrapper, its classifiers given."""

import numpy as np

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods import METHODS, Body
from cutline.dom.methods.v_wrapper import CONTENT, OTHER, TITLE, VWrapper, find_v_wrapper, identify_candidate_blocks
from cutline.dom.render.layout import Layout
from cutline.dom.tags import breaks_line
from cutline.dom.visual_blocks import COLUMNS, build_visual_tree
from tests.conftest import SETTINGS, lay_out
from tests.dom.conftest import open_page

LaidOut = tuple[Document, Layout]

TOP, LEFT = COLUMNS.index("top"), COLUMNS.index("left")
WRAPPER = VWrapper(
    inner=lambda features: np.where(features[:, LEFT] < 600, 1, 0),
    leaf=lambda features: np.where(features[:, TOP] == 0, TITLE, CONTENT),
)


def find(page: LaidOut, model: object = WRAPPER) -> Body:
    document = page[0]
    return find_v_wrapper(document, split_segments(document, breaks_line), SETTINGS, model)


def test_method_is_found_by_its_name() -> None:
    assert METHODS["v-wrapper"] is find_v_wrapper


def test_leaves_labelled_content_are_kept(ferry_page: LaidOut) -> None:
    body = find(ferry_page)
    assert [each.kept for each in body.decisions] == [False, True, False]
    assert [each.reason for each in body.decisions] == ["title_block", "content_block", "negative_block"]
    assert body.title == "Ferry runs again"
    assert body.root is not None and body.root.get("id") == "p"


def test_nothing_below_a_negative_block_is_a_candidate(ferry_page: LaidOut) -> None:
    tree = build_visual_tree(*ferry_page)
    positive = np.array([block.node.get("id") not in ("n", "h") for block in tree.blocks])
    assert [tree.blocks[block].node.get("id") for block in identify_candidate_blocks(tree, positive)] == ["p"]


def test_negative_page_block_leaves_no_article(ferry_page: LaidOut) -> None:
    nothing = VWrapper(lambda features: np.zeros(len(features), dtype=np.int64), WRAPPER.leaf)
    body = find(ferry_page, nothing)
    assert (body.root, body.warnings, body.title) == (None, ("no_article",), None)


def test_text_that_covers_its_link_is_decided_by_the_link() -> None:
    page = lay_out(
        "<p id=p>A long line with <a id=l>a link</a></p>",
        {"p": (0, 9, 500, 60), "p.text": (0, 9, 500, 60), "l": (90, 20, 60, 20), "l.text": (90, 20, 60, 20)},
    )
    assert [each.kept for each in find(page).decisions] == [True]


def test_most_characters_decide() -> None:
    page = lay_out(
        "<p id=p>Short<b id=b>very much longer text</b></p>",
        {"p": (0, 0, 500, 60), "p.text": (0, 0, 50, 20), "b.text": (0, 20, 300, 20)},
    )
    other_first = VWrapper(WRAPPER.inner, lambda features: np.where(features[:, TOP] == 0, OTHER, CONTENT))
    assert [each.kept for each in find(page, other_first).decisions] == [True]


def test_page_without_layout_is_read_by_first_subtree() -> None:
    page, segments = open_page("<div><p>" + "word " * 200 + "</div>")
    body = find_v_wrapper(page, segments, SETTINGS, WRAPPER)
    assert body.warnings == ("no_layout",)
    assert body.decisions == METHODS["first-subtree"](page, segments, SETTINGS).decisions


def test_without_a_model_the_page_is_read_by_first_subtree(ferry_page: LaidOut) -> None:
    assert find(ferry_page, None).warnings[0] == "no_model"


def test_page_of_nothing_has_no_article() -> None:
    assert find(lay_out("", {})) == Body(None, (), ("no_article",))
