"""Sums over the subtrees around segments, in time linear in the tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.elements import ElementFacts

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Subtrees:
    """Where n segments stand in a tree of m elements.

    Attributes:
        parents: of each element, its parent's number; the root's is its own.
        depths: of each element.
        places: of each segment, the number of its element.
        shapes: of each segment, that of its element.
    """

    parents: Numbers
    depths: Numbers
    places: Numbers
    shapes: Numbers

    @classmethod
    def of(cls, elements: Sequence[ElementFacts], segments: Sequence[ElementFacts]) -> Subtrees:
        """Return the places of segments, given by their elements' facts, among all elements read."""
        return cls(
            parents=np.array([facts.parent.number if facts.parent else facts.number for facts in elements], np.intp),
            depths=np.array([facts.depth for facts in elements], np.intp),
            places=np.array([facts.number for facts in segments], np.intp),
            shapes=np.array([facts.shape for facts in segments], np.intp),
        )

    def sum_up(self, values: Floats) -> Floats:
        """Return for each element the sum over the segments in it: k by m of k by n."""
        sums = np.stack(
            [np.bincount(self.places, column, len(self.parents)) for column in values], axis=1, dtype=np.float64
        )
        for level in self._levels:
            np.add.at(sums, self.parents[level], sums[level])
        return sums.T

    def climb(self, levels: int) -> Numbers:
        """Return for each segment its element, that element's parent, and so on; the root is its own parent."""
        ways = [self.places]
        for _ in range(levels - 1):
            ways.append(self.parents[ways[-1]])
        return np.stack(ways)

    def sum_shapes(self, values: Floats) -> Floats:
        """Return for each segment the sum over those of its shape: k by n of k by n."""
        return np.array([np.bincount(self.shapes, column)[self.shapes] for column in values])

    @cached_property
    def _levels(self) -> list[Numbers]:
        """The elements of each depth but the root's, from the deepest."""
        deepest_first = np.argsort(-self.depths, kind="stable")
        ends = np.cumsum(np.bincount(self.depths)[:0:-1]).tolist()
        return [deepest_first[start:end] for start, end in pairwise([0, *ends])]
