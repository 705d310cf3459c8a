"""The elements around images."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.features.ancestry import Ancestors, find_ancestors, read_below
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
