"""The restricted top-down tree edit distance."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.templates.page_trees import EditDistance, PageNode, differ

BuildTree = Callable[..., PageNode]
ENOUGH = 10_000


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("<p>a</p>", "<p>b</p>", 0),  # texts differ from page to page
        ("<p>a</p><p>b</p>", "<p>a</p>", 2),  # a paragraph and its text
        ("<p>a</p><ul><li>b</ul>", "<ul><li>b</ul>", 2),
        ("<p>a</p>", "<div>a</div>", 4),  # one is removed, the other inserted
        ("<div><p>a</p></div>", "<p>a</p>", 5),  # children are mapped only below parents that are
        ("<p>a<b>c</b></p>", "<p>a</p>", 2),
        ("<p class='x y'>a</p>", "<p class='x z'>a</p>", 2 / 3),
        ("", "<p>a</p>", 2),
    ],
)
def test_distance_is_the_least_number_of_nodes(tree: BuildTree, one: str, other: str, distance: float) -> None:
    assert EditDistance(ENOUGH).measure(tree(one), tree(other)) == pytest.approx(distance)
    assert EditDistance(ENOUGH).measure(tree(other), tree(one)) == pytest.approx(distance)


def test_trees_are_within_a_share_of_their_nodes(tree: BuildTree) -> None:
    one, other = tree("<p>a</p><p>b</p>"), tree("<p>a</p>")  # 2 of 8 nodes
    assert EditDistance(ENOUGH).is_within(one, other, 0.25)
    assert not EditDistance(ENOUGH).is_within(one, other, 0.24)


def test_beyond_the_cells_only_sizes_are_compared(tree: BuildTree) -> None:
    one, other = tree("<div>a</div><p>b</p>"), tree("<p>a</p><div>b</div>")
    assert EditDistance(ENOUGH).measure(one, other) == 4
    assert EditDistance(3).measure(one, other) == 0


def test_shares_of_tokens_that_differ() -> None:
    assert differ(frozenset(), frozenset()) == 0
    assert differ(frozenset("a"), frozenset()) == 1
    assert differ(frozenset("ab"), frozenset("bc")) == pytest.approx(2 / 3)
