"""The elements around images, up to the root."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.elements import ElementFacts

Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways from n images upwards.

    Attributes:
        elements: all that are on any way, each once and behind its parent.
        parents: of each the place of its parent among them; -1 for the root.
        places: of the elements on each way among them, the image's own first; n by reach, the last repeated.
        last: the level of the last one.
        rows: the numbers of the images.
    """

    elements: list[ElementFacts]
    parents: list[int]
    places: Numbers
    last: Numbers
    rows: Numbers


def find_ways(images: Sequence[ElementFacts], reach: int) -> Ways:
    """Return the ways from images upwards.

    Args:
        images: the facts of their elements.
        reach: levels of a way, the image's own among them.
    """
    elements: list[ElementFacts] = []
    parents: list[int] = []
    ways: dict[int, list[int]] = {}
    for image in images:
        new: list[ElementFacts] = []
        facts: ElementFacts | None = image
        while facts is not None and facts.number not in ways:
            new.append(facts)
            facts = facts.parent
        way = [] if facts is None else ways[facts.number]
        for below in reversed(new):
            parents.append(way[0] if way else -1)
            way = ways[below.number] = [len(elements), *way[: reach - 1]]
            elements.append(below)
    found = [ways[image.number] for image in images]
    places = np.array([way + way[-1:] * (reach - len(way)) for way in found], np.intp)
    last = np.array([len(way) - 1 for way in found], np.intp)
    return Ways(elements, parents, places, last, np.arange(len(images)))


def read_below(ways: Ways, root: ElementFacts | None) -> tuple[Numbers, NDArray[np.bool_]]:
    """Return for each image the marks of the elements around it that are not around a root, and whether it is in it."""
    around_root: set[int] = set()
    above = root
    while above is not None:
        around_root.add(above.number)
        above = above.parent
    marks: list[int] = []
    is_in: list[bool] = []
    for facts, parent in zip(ways.elements, ways.parents, strict=True):
        around = marks[parent] if parent >= 0 else 0
        marks.append(0 if facts.number in around_root else facts.marks | around)
        is_in.append(facts is root or (parent >= 0 and is_in[parent]))
    own = ways.places[:, 0]
    return np.array(marks)[own], np.array(is_in)[own]
