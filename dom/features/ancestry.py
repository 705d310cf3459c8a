"""The ancestors of segments and images, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from cutline.dom.features.arrays import Bools, Floats, Numbers
from cutline.dom.features.elements import ElementFacts


@dataclass(frozen=True)
class Subtrees:
    """The positions of n segments in a tree of m elements.

    Attributes:
        parents: number of each element's parent (m); the root is its own parent.
        depths: depth of each element (m); 0 for the root.
        places: number of each segment's element (n).
        shapes: shape of each segment's element (n).
    """

    parents: Numbers
    depths: Numbers
    places: Numbers
    shapes: Numbers

    @classmethod
    def of(cls, elements: Sequence[ElementFacts], segments: Sequence[ElementFacts]) -> Subtrees:
        """Return the positions of segments, given by the facts of their elements, among all elements read."""
        return cls(
            parents=np.array([facts.parent.number if facts.parent else facts.number for facts in elements], np.intp),
            depths=np.array([facts.depth for facts in elements], np.intp),
            places=np.array([facts.number for facts in segments], np.intp),
            shapes=np.array([facts.shape for facts in segments], np.intp),
        )

    def sum_up(self, values: Floats) -> Floats:
        """Return the sums of segment values (k by n) over each element's subtree (k by m)."""
        sums = np.stack(
            [np.bincount(self.places, column, len(self.parents)) for column in values], axis=1, dtype=np.float64
        )
        for level in self._levels:
            np.add.at(sums, self.parents[level], sums[level])
        return sums.T

    def climb(self, levels: int) -> Numbers:
        """Return the element of each segment, its parent and so on: levels by n; the root is its own parent."""
        chains = [self.places]
        for _ in range(levels - 1):
            chains.append(self.parents[chains[-1]])
        return np.stack(chains)

    def sum_shapes(self, values: Floats) -> Floats:
        """Return, for each segment, the sums of values (k by n) over the segments of its shape (k by n)."""
        return np.array([np.bincount(self.shapes, column)[self.shapes] for column in values])

    @cached_property
    def _levels(self) -> list[Numbers]:
        """The elements of each depth except the root's, deepest first."""
        deepest_first = np.argsort(-self.depths, kind="stable")
        ends = np.cumsum(np.bincount(self.depths)[:0:-1]).tolist()
        return [deepest_first[start:end] for start, end in pairwise([0, *ends])]


@dataclass(frozen=True, slots=True)
class Ancestors:
    """The ancestors of n images.

    Attributes:
        elements: the images' elements and all their ancestors, each once and after its parent.
        parents: index of each element's parent in `elements`; -1 for the root.
        places: indices in `elements` of each image and its ancestors, image first (n by reach); the last is repeated.
        last: level of each image's last ancestor within reach (n).
        rows: the numbers 0 to n - 1.
    """

    elements: list[ElementFacts]
    parents: list[int]
    places: Numbers
    last: Numbers
    rows: Numbers


def find_ancestors(images: Sequence[ElementFacts], reach: int) -> Ancestors:
    """Return the ancestors of images.

    Args:
        images: the facts of the images' elements.
        reach: number of levels, including the image itself.
    """
    elements: list[ElementFacts] = []
    parents: list[int] = []
    ancestors: dict[int, list[int]] = {}
    for image in images:
        new: list[ElementFacts] = []
        facts: ElementFacts | None = image
        while facts is not None and facts.number not in ancestors:
            new.append(facts)
            facts = facts.parent
        chain = [] if facts is None else ancestors[facts.number]
        for below in reversed(new):
            parents.append(chain[0] if chain else -1)
            chain = ancestors[below.number] = [len(elements), *chain[: reach - 1]]
            elements.append(below)
    found = [ancestors[image.number] for image in images]
    places = np.array([chain + chain[-1:] * (reach - len(chain)) for chain in found], np.intp)
    last = np.array([len(chain) - 1 for chain in found], np.intp)
    return Ancestors(elements, parents, places, last, np.arange(len(images)))


def read_below(ancestors: Ancestors, root: ElementFacts | None) -> tuple[Numbers, Bools]:
    """Return, for each image, the marks of itself and its ancestors, and whether `root` contains it.

    The marks of `root` and its ancestors do not count.
    """
    around_root = set() if root is None else {above.number for above in root.climb()}
    marks: list[int] = []
    is_in: list[bool] = []
    for facts, parent in zip(ancestors.elements, ancestors.parents, strict=True):
        around = marks[parent] if parent >= 0 else 0
        marks.append(0 if facts.number in around_root else facts.marks | around)
        is_in.append(facts is root or (parent >= 0 and is_in[parent]))
    own = ancestors.places[:, 0]
    return np.array(marks)[own], np.array(is_in)[own]
