"""How an element is named by XPath."""

from collections.abc import Callable
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.document import Document
from cutline.dom.tree import Paths

Build = Callable[..., Document]


def test_index_stands_only_where_it_is_needed(document: Build) -> None:
    page = document("<div><p>x</p></div><div><p>x</p><b>y</b><p>z</p></div>")
    paths = Paths()
    assert [paths.path(element) for element in page.body.iter("p")] == [
        "/html/body/div[1]/p",
        "/html/body/div[2]/p[1]",
        "/html/body/div[2]/p[2]",
    ]


def test_root_is_named(document: Build) -> None:
    assert Paths().path(document("x").root) == "/html"


@given(st.lists(st.sampled_from(["<div>", "</div>", "<p>", "<b>", "</b>", "<ul><li>", "</ul>", "<img>", "<br>"])))
def test_path_resolves_to_its_element(document: Build, parts: list[str]) -> None:
    page = document("".join(parts))
    paths = Paths()
    for element in page.body.iter():
        assert page.root.getroottree().xpath(paths.path(element)) == [element]


def test_deep_element_is_named_from_a_numbered_ancestor(document: Build) -> None:
    page = document("<div>" * 350 + "<p>x<p>y")
    element = page.body.findall(".//p")[1]
    path = Paths().path(element)
    assert path.startswith("/descendant::*[") and path.endswith("/div/p[2]")
    assert page.root.xpath(path) == [element]


def test_many_paths_in_deep_nesting_cost_linear_time(document: Build) -> None:
    page = document("<div>" * 2000 + "<p>x</p>" * 5_000)
    paths, start = Paths(), process_time()
    assert sum(len(paths.path(element)) for element in page.body.iter("p")) < 5_000 * 1000
    assert process_time() - start < 5
