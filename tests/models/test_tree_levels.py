"""The leaves of many trees and rows at once."""

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from cutline.models.trees import TreeLevels

LEAF = -1


def grow_tree(rng: np.random.Generator, nodes: int, columns: int) -> list[tuple[int, float, int]]:
    """Return the column, threshold and left child of each node of a tree, whose leaves are split in any order."""
    tree = [(LEAF, 0.0, 0)]
    while len(tree) + 2 <= nodes:
        leaves = [number for number, (column, _, _) in enumerate(tree) if column == LEAF]
        tree[int(rng.choice(leaves))] = (int(rng.integers(columns)), float(rng.integers(-2, 3)), len(tree))
        tree += [(LEAF, 0.0, 0)] * 2
    return tree + [(LEAF, 0.0, 0)] * (nodes - len(tree))


def make_levels(trees: list[list[tuple[int, float, int]]]) -> TreeLevels:
    columns, thresholds, left = (np.array([[node[part] for node in tree] for tree in trees]) for part in range(3))
    left = left.astype(np.int16)
    return TreeLevels.of(
        columns.astype(np.int16), thresholds.astype(np.float32), left, left + (columns != LEAF).astype(np.int16)
    )


def walk_down(tree: list[tuple[int, float, int]], row: npt.NDArray[np.float32]) -> int:
    place = 0
    while tree[place][0] != LEAF:
        column, threshold, left = tree[place]
        place = left + bool(row[column] > threshold)
    return place


@given(st.integers(0, 2**32), st.integers(1, 5), st.integers(0, 40), st.integers(0, 9))
def test_each_row_ends_where_walking_down_each_tree_ends(seed: int, trees: int, splits: int, rows: int) -> None:
    rng = np.random.default_rng(seed)
    grown = [grow_tree(rng, 2 * splits + 1, 4) for _ in range(trees)]
    values = rng.integers(-3, 4, (rows, 4)).astype(np.float32)
    found = make_levels(grown).find_leaves(values)
    assert found.tolist() == [[walk_down(tree, row) for tree in grown] for row in values]


def test_trees_of_different_size_are_read_together() -> None:
    small, large = [(0, 1.0, 1), *[(LEAF, 0.0, 0)] * 4], [(0, 0.0, 1), (1, 2.0, 3), *[(LEAF, 0.0, 0)] * 3]
    rows = np.array([[0, 2], [0, 3], [1, 0], [2, 0]], np.float32)
    assert make_levels([small, large]).find_leaves(rows).tolist() == [[1, 3], [1, 4], [1, 2], [2, 2]]


def test_nodes_beyond_what_a_byte_counts_are_found() -> None:
    grown = grow_tree(np.random.default_rng(0), 601, 3)
    rows = np.random.default_rng(1).normal(0, 2, (200, 3)).astype(np.float32)
    found = make_levels([grown]).find_leaves(rows)[:, 0]
    assert found.max() > 255
    assert found.tolist() == [walk_down(grown, row) for row in rows]


def test_equal_questions_are_put_once() -> None:
    tree = [(0, 1.0, 1), (LEAF, 0.0, 0), (LEAF, 0.0, 0)]
    assert len(make_levels([tree, tree]).columns) == 1


def test_a_value_that_is_no_number_goes_to_the_left() -> None:
    tree = [(0, 1.0, 1), (LEAF, 0.0, 0), (LEAF, 0.0, 0)]
    assert make_levels([tree]).find_leaves(np.array([[np.nan]], np.float32)).tolist() == [[1]]
