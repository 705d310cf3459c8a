"""Sums over subtrees of segments, and the ancestors of images."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.document import Document
from cutline.dom.features.ancestry import Ancestors, Subtrees, find_ancestors, read_below
from cutline.dom.features.elements import ElementFacts
from cutline.dom.features.marks import MARKS

Build = Callable[..., Document]
PAGE = """
<article class=story><div class=related><p><img></p><img></div><section class=ad><img></section></article>
<aside class=menu><img></aside>
"""


@pytest.fixture
def images(document: Build) -> tuple[Document, list[ElementFacts]]:
    page = document(PAGE)
    return page, [page.facts.read(image) for image in page.body.iter("img")]


def list_tags(ancestors: Ancestors, number: int) -> list[str]:
    places = ancestors.places[number, : ancestors.last[number] + 1]
    return [str(ancestors.elements[place].element.tag) for place in places]


def test_a_way_leads_from_an_image_to_the_root(images: tuple[Document, list[ElementFacts]]) -> None:
    ancestors = find_ancestors(images[1], 9)
    assert list_tags(ancestors, 0) == ["img", "p", "div", "article", "body", "html"]
    assert list_tags(ancestors, 3) == ["img", "aside", "body", "html"]
    assert [str(ancestors.elements[place].element.tag) for place in ancestors.places[3, 4:]] == ["html"] * 5


def test_a_way_ends_where_the_reach_does(images: tuple[Document, list[ElementFacts]]) -> None:
    ancestors = find_ancestors(images[1], 3)
    assert [list_tags(ancestors, number) for number in (0, 3)] == [["img", "p", "div"], ["img", "aside", "body"]]
    assert ancestors.places.shape == (4, 3)


def test_each_element_is_listed_once_behind_its_parent(images: tuple[Document, list[ElementFacts]]) -> None:
    ancestors = find_ancestors(images[1], 3)
    assert len({facts.number for facts in ancestors.elements}) == len(ancestors.elements) == 11
    for place, (facts, parent) in enumerate(zip(ancestors.elements, ancestors.parents, strict=True)):
        assert parent < place
        assert (parent == -1) == (facts.parent is None)
        assert facts.parent is None or ancestors.elements[parent] is facts.parent


def test_marks_below_a_root_are_those_of_elements_not_around_it(images: tuple[Document, list[ElementFacts]]) -> None:
    page, facts = images
    root = page.facts.read(page.body.find(".//article"))
    marks, is_in = read_below(find_ancestors(facts, 3), root)
    related, menu = 1 << MARKS.index("related"), 1 << MARKS.index("navigation")
    body = 1 << MARKS.index("body")
    assert [bool(bits & related) for bits in marks] == [True, True, False, False]
    assert [bool(bits & menu) for bits in marks] == [False, False, False, True]
    assert not any(bits & body for bits in marks)  # the name of the article itself
    assert is_in.tolist() == [True, True, True, False]


def test_without_a_root_all_names_count_and_no_image_is_in_it(images: tuple[Document, list[ElementFacts]]) -> None:
    marks, is_in = read_below(find_ancestors(images[1], 3), None)
    assert marks.tolist() == [facts.all_marks for facts in images[1]]
    assert not is_in.any()


@st.composite
def trees(draw: st.DrawFn) -> Subtrees:
    """A tree of up to thirty elements, with segments anywhere in it."""
    count = draw(st.integers(1, 30))
    parents = [0, *(draw(st.integers(0, number - 1)) for number in range(1, count))]
    depths = [0]
    for parent in parents[1:]:
        depths.append(depths[parent] + 1)
    places = draw(st.lists(st.integers(0, count - 1), max_size=20))
    shapes = [place % 3 for place in places]
    return Subtrees(*(np.array(numbers, np.intp) for numbers in (parents, depths, places, shapes)))


def path(tree: Subtrees, place: int) -> list[int]:
    way = [place]
    while tree.parents[way[-1]] != way[-1]:
        way.append(int(tree.parents[way[-1]]))
    return way


def values_of(tree: Subtrees) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    numbers = np.arange(1.0, len(tree.places) + 1)
    return np.stack([numbers, numbers**2])


@given(trees())
def test_sum_of_an_element_is_that_of_all_segments_in_it(tree: Subtrees) -> None:
    values = values_of(tree)
    expected = np.zeros((2, len(tree.parents)))
    for place, value in zip(tree.places.tolist(), values.T, strict=True):
        for element in path(tree, place):
            expected[:, element] += value
    assert tree.sum_up(values).tolist() == expected.tolist()


@given(trees())
def test_climbing_ends_at_the_root(tree: Subtrees) -> None:
    for number, way in enumerate(zip(*(level.tolist() for level in tree.climb(5)), strict=True)):
        expected = path(tree, int(tree.places[number]))
        assert list(way) == [*expected, *[0] * 5][:5]


@given(trees())
def test_sum_of_a_shape_is_that_of_all_segments_alike(tree: Subtrees) -> None:
    values = values_of(tree)
    expected = [values[:, tree.shapes == shape].sum(axis=1).tolist() for shape in tree.shapes]
    assert tree.sum_shapes(values).T.tolist() == expected


def test_a_page_without_elements_has_no_sums() -> None:
    none = np.zeros(0, np.intp)
    tree = Subtrees(none, none, none, none)
    assert tree.sum_up(np.zeros((2, 0))).shape == tree.sum_shapes(np.zeros((2, 0))).shape == (2, 0)
