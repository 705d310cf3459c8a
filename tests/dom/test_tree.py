"""Blocks, common ancestors, document order and XPaths of elements."""

import math
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from cutline.dom.tree import BlockFinder, DocumentOrder, Paths, common_ancestor
from tests.conftest import SETTINGS, make_document


def test_index_stands_only_where_it_is_needed() -> None:
    page = make_document("<div><p>x</p></div><div><p>x</p><b>y</b><p>z</p></div>")
    paths = Paths()
    assert [paths.path(element) for element in page.body.iter("p")] == [
        "/html/body/div[1]/p",
        "/html/body/div[2]/p[1]",
        "/html/body/div[2]/p[2]",
    ]


def test_root_is_named() -> None:
    assert Paths().path(make_document("x").root) == "/html"


@given(st.lists(st.sampled_from(["<div>", "</div>", "<p>", "<b>", "</b>", "<ul><li>", "</ul>", "<img>", "<br>"])))
def test_path_resolves_to_its_element(parts: list[str]) -> None:
    page = make_document("".join(parts))
    paths = Paths()
    for element in page.body.iter():
        assert page.root.getroottree().xpath(paths.path(element)) == [element]


def test_deep_element_is_named_from_a_numbered_ancestor() -> None:
    page = make_document("<div>" * 350 + "<p>x<p>y")
    element = page.body.findall(".//p")[1]
    path = Paths().path(element)
    assert path.startswith("/descendant::*[") and path.endswith("/div/p[2]")
    assert page.root.xpath(path) == [element]


def test_many_paths_in_deep_nesting_cost_linear_time() -> None:
    page = make_document("<div>" * 2000 + "<p>x</p>" * 5_000)
    paths, start = Paths(), process_time()
    assert sum(len(paths.path(element)) for element in page.body.iter("p")) < 5_000 * 1000
    assert process_time() - start < 5


def test_block_element_is_its_own_first_block() -> None:
    page = make_document("<div><p>x</p></div>")
    assert BlockFinder(SETTINGS.first_subtree.block_tags, page.body).first_block(page.body[0][0]).tag == "p"


def test_style_element_stands_in_its_first_block_ancestor() -> None:
    page = make_document("<div><section><b><i>x</i></b></section></div>")
    finder = BlockFinder(SETTINGS.first_subtree.block_tags, page.body)
    assert finder.first_block(page.body.find(".//i")) is page.body[0]
    assert finder.first_block(page.body.find(".//b")) is page.body[0]


def test_body_is_the_block_of_what_stands_in_no_other() -> None:
    page = make_document("<section><b>x</b></section>")
    assert BlockFinder(SETTINGS.first_subtree.block_tags, page.body).first_block(page.body[0][0]) is page.body


def test_line_break_is_no_block_of_its_own() -> None:
    page = make_document("<div>x<br>y</div>")
    assert BlockFinder(SETTINGS.first_subtree.block_tags, page.body).first_block(page.body[0][0]).tag == "div"


def test_block_tags_are_the_callers_choice() -> None:
    page = make_document("<a><p><b>x</b></p></a>")
    assert BlockFinder(("a",), page.body).first_block(page.body.find(".//b")).tag == "a"


HTML = "<div id=a><p id=b><i id=c></i></p><p id=d></p></div><p id=e></p>"


@pytest.mark.parametrize(
    ("ids", "found"), [("b", "b"), ("bc", "b"), ("cb", "b"), ("cd", "a"), ("ad", "a"), ("bcd", "a")]
)
def test_the_lowest_element_that_is_or_holds_all(ids: str, found: str) -> None:
    page = make_document(HTML)
    elements = [page.root.get_element_by_id(name) for name in ids]
    ancestor = common_ancestor(elements)
    assert ancestor is not None and ancestor.get("id") == found


def test_the_body_holds_what_has_nothing_else_in_common() -> None:
    page = make_document(HTML)
    assert common_ancestor([page.root.get_element_by_id(name) for name in "ce"]) is page.body


def test_of_nothing_there_is_none() -> None:
    assert common_ancestor([]) is None


@pytest.mark.parametrize(
    ("html", "texts_before"),
    [
        ("<img><p>one</p>", 0),
        ("<p>one</p><img><p>two</p>", 1),
        ("<p>one<img></p>", 1),
        ("<p><img>one</p>", 0),
        ("<div>one<p>two</p>three<img>four</div>", 3),
        ("<div><p><b>one</b></p>two</div><img>", 2),
        ("<div><p>one <b><i>deep</i></b></p>two<a><img></a></div>", 2),
    ],
)
def test_image_is_placed_among_the_text(html: str, texts_before: int) -> None:
    page = make_document(html)
    order = DocumentOrder(page.body)
    image = order.of_element(page.body.find(".//img"))
    places = [order.of_segment(segment) for segment in split_segments(page, breaks_line)]
    assert sum(place < image for place in places) == texts_before
    assert places == sorted(places)


def test_an_element_spans_what_is_in_it() -> None:
    page = make_document("<div><p><img></p></div><p>one</p>")
    order = DocumentOrder(page.body)
    (first, last), image = order.span(page.body.find(".//div")), page.body.find(".//img")
    assert first < order.of_element(image) < last < order.of_element(page.body.findall(".//p")[1])
    assert order.span(page.root) == (-1, math.inf)
