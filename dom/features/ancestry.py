"""The elements around segments and images, up to the root, as arrays."""

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
        chains = [self.places]
        for _ in range(levels - 1):
            chains.append(self.parents[chains[-1]])
        return np.stack(chains)

    def sum_shapes(self, values: Floats) -> Floats:
        """Return for each segment the sum over those of its shape: k by n of k by n."""
        return np.array([np.bincount(self.shapes, column)[self.shapes] for column in values])

    @cached_property
    def _levels(self) -> list[Numbers]:
        """The elements of each depth but the root's, from the deepest."""
        deepest_first = np.argsort(-self.depths, kind="stable")
        ends = np.cumsum(np.bincount(self.depths)[:0:-1]).tolist()
        return [deepest_first[start:end] for start, end in pairwise([0, *ends])]


@dataclass(frozen=True, slots=True)
class Ancestors:
    """The ancestors of n images.

    Attributes:
        elements: all that are an image or around one, each once and behind its parent.
        parents: of each the place of its parent among them; -1 for the root.
        places: of each image and its ancestors among them, the image first; n by reach, the last repeated.
        last: the level of the last one.
        rows: the numbers of the images.
    """

    elements: list[ElementFacts]
    parents: list[int]
    places: Numbers
    last: Numbers
    rows: Numbers


def find_ancestors(images: Sequence[ElementFacts], reach: int) -> Ancestors:
    """Return the ancestors of images.

    Args:
        images: the facts of their elements.
        reach: levels of them, the image's own among them.
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
        way = [] if facts is None else ancestors[facts.number]
        for below in reversed(new):
            parents.append(way[0] if way else -1)
            way = ancestors[below.number] = [len(elements), *way[: reach - 1]]
            elements.append(below)
    found = [ancestors[image.number] for image in images]
    places = np.array([way + way[-1:] * (reach - len(way)) for way in found], np.intp)
    last = np.array([len(way) - 1 for way in found], np.intp)
    return Ancestors(elements, parents, places, last, np.arange(len(images)))


def read_below(ancestors: Ancestors, root: ElementFacts | None) -> tuple[Numbers, NDArray[np.bool_]]:
    """Return for each image the marks of the elements around it that are not around a root, and whether it is in it."""
    around_root: set[int] = set()
    above = root
    while above is not None:
        around_root.add(above.number)
        above = above.parent
    marks: list[int] = []
    is_in: list[bool] = []
    for facts, parent in zip(ancestors.elements, ancestors.parents, strict=True):
        around = marks[parent] if parent >= 0 else 0
        marks.append(0 if facts.number in around_root else facts.marks | around)
        is_in.append(facts is root or (parent >= 0 and is_in[parent]))
    own = ancestors.places[:, 0]
    return np.array(marks)[own], np.array(is_in)[own]
