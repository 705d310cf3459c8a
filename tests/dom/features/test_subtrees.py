"""Sums over the subtrees around segments."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.features.ancestry import Subtrees


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
