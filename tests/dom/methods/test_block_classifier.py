"""The columns of text blocks, and the two methods that classify them."""

import numpy as np
import pytest

from cutline.dom.document import Document, Page
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods import METHODS
from cutline.dom.methods.block_classifier import COLUMNS, BlockClassifier, find_classified_body, read_rows, share_text
from cutline.dom.render.pool import BrowserPool
from cutline.dom.tags import breaks_line
from tests.conftest import SETTINGS, make_document

PAGE = """<style>body{margin:0;font:16px serif} main{margin-left:320px;width:640px}</style>
<nav><p>Sea</p></nav><main><p>One. Two.</p><p>Three <span>four</span></p></main>"""


@pytest.fixture(scope="module")
def page(browsers: BrowserPool) -> Document:
    return browsers.render(Page(PAGE))


def stops_above(least: float) -> BlockClassifier:
    return BlockClassifier(lambda rows: rows[:, list(COLUMNS).index("full_stops")] > least)


def test_methods_are_found_by_their_names() -> None:
    assert METHODS["naive-bayes"] is METHODS["decision-tree"] is find_classified_body


def test_columns_of_a_block(page: Document) -> None:
    blocks, rows = read_rows(page, split_segments(page, breaks_line))
    assert [block.element.tag for block in blocks.blocks] == ["p", "p", "p", "span"]
    row = dict(zip(COLUMNS, rows[1], strict=True))
    assert {name: row[name] for name in ("left", "width", "font_size", "full_stops")} == {
        "left": 0.25,
        "width": 0.5,
        "font_size": 1.0,
        "full_stops": 2.0,
    }
    assert (row["path_main"], row["path_p"], row["path_nav"]) == (1, 1, 0)
    assert row["same_path"] == row["same_width"] == pytest.approx(18 / 25)


def test_shares_are_of_all_characters() -> None:
    assert share_text(np.array([1, 2, 1]), np.array([10.0, 60.0, 30.0])).tolist() == [0.4, 0.6, 0.4]


def test_segments_in_blocks_of_text_are_kept(page: Document) -> None:
    body = find_classified_body(page, split_segments(page, breaks_line), SETTINGS, stops_above(1))
    assert [(each.kept, each.reason) for each in body.decisions] == [
        (False, "other_block"),
        (True, "text_block"),
        (False, "other_block"),
    ]
    assert body.root is not None and body.root.tag == "p"


def test_page_with_nothing_to_keep_has_no_body(page: Document) -> None:
    body = find_classified_body(page, split_segments(page, breaks_line), SETTINGS, stops_above(9))
    assert (body.root, body.warnings) == (None, ("no_article",))


def test_without_a_model_or_a_layout_the_body_is_that_of_first_subtree(page: Document) -> None:
    plain = make_document(PAGE)
    for each, model, warning in ((page, None, "no_model"), (plain, stops_above(0), "no_layout")):
        segments = split_segments(each, breaks_line)
        body = find_classified_body(each, segments, SETTINGS, model)
        assert body.warnings[0] == warning
        assert body.decisions == METHODS["first-subtree"](each, segments, SETTINGS).decisions
