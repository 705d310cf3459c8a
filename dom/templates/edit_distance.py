"""How far two trees differ: the restricted top-down tree edit distance.

Source: D. C. Reis, P. B. Golgher, A. S. Silva and A. F. Laender, "Automatic Web News Extraction Using Tree Edit
Distance", WWW 2004 (RTDM): a node is mapped to another only if their parents are mapped to each other, the
children of two mapped nodes are aligned in order, and what is not mapped is removed or inserted with its whole subtree.
Here two elements are mapped to each other only if their tags are equal.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutline.dom.templates.page_trees import PageNode


class EditDistance:
    """Measures distances in nodes, up to a number of cells of alignment tables in all.

    Beyond it, two trees differ by the difference of their sizes, which no distance is smaller than.
    """

    def __init__(self, max_cells: int) -> None:
        """Take the number of cells; one is a child of one node beside a child of another."""
        self._cells_left = max_cells

    def measure(self, one: PageNode, other: PageNode) -> float:
        """Return the least number of nodes to remove and to insert; attributes that differ count up to one node."""
        if one.tag != other.tag:
            return one.size + other.size
        if not one.children or not other.children:
            return abs(one.size - other.size) + differ(one.tokens, other.tokens)
        cells = len(one.children) * len(other.children)
        if cells > self._cells_left:
            return abs(one.size - other.size)
        self._cells_left -= cells
        return differ(one.tokens, other.tokens) + self._align(one.children, other.children)

    def is_within(self, one: PageNode, other: PageNode, share: float) -> bool:
        """Whether the distance is at most `share` (0..1) of the nodes of both."""
        most = share * (one.size + other.size)
        return abs(one.size - other.size) <= most and self.measure(one, other) <= most

    def _align(self, first: Sequence[PageNode], second: Sequence[PageNode]) -> float:
        above = [0.0]
        for other in second:
            above.append(above[-1] + other.size)
        for one in first:
            row = [above[0] + one.size]
            for column, other in enumerate(second):
                cost = min(row[column] + other.size, above[column + 1] + one.size)
                if one.tag == other.tag and above[column] + abs(one.size - other.size) < cost:
                    cost = min(cost, above[column] + self.measure(one, other))
                row.append(cost)
            above = row
        return above[-1]


def differ(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share (0..1) of the tokens of two nodes that only one of them has."""
    union = len(one | other)
    return 1 - len(one & other) / union if union else 0.0
