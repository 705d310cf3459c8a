"""Pages in groups by a size of theirs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import inf
from typing import TypeVar

Item = TypeVar("Item")


def group_by_size(
    items: Iterable[Item], size: Callable[[Item], float], edges: Sequence[float]
) -> dict[str, list[Item]]:
    """Return the items from each edge up to the next one, which is in the next group, by the name of the group.

    Args:
        items: what is grouped.
        size: of an item.
        edges: where groups begin, rising; the last group has no end. Items below the first edge are in none.
    """
    names = [_name(low, high) for low, high in pairwise((*edges, inf))]
    groups: dict[str, list[Item]] = {name: [] for name in names}
    for item in items:
        place = bisect_right(edges, size(item)) - 1
        if place >= 0:
            groups[names[place]].append(item)
    return {name: group for name, group in groups.items() if group}


def _name(low: float, high: float) -> str:
    return f"{low:,g} and more" if high == inf else f"{low:,g} to {high - 1:,g}"
