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
    """The ways from n images upwards, within reach.

    Attributes:
        elements: all that are on any way, each once.
        places: of the elements on each way among these, the image's own first; n by reach, the last repeated.
        last: the level of the last one.
        rows: the numbers of the images.
    """

    elements: list[ElementFacts]
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
    known: dict[int, int] = {}
    places = np.zeros((len(images), reach), np.intp)
    last = np.zeros(len(images), np.intp)
    for number, image in enumerate(images):
        way: list[int] = []
        facts: ElementFacts | None = image
        while facts is not None and len(way) < reach:
            place = known.setdefault(facts.number, len(elements))
            if place == len(elements):
                elements.append(facts)
            way.append(place)
            facts = facts.parent
        last[number] = len(way) - 1
        places[number] = way + way[-1:] * (reach - len(way))
    return Ways(elements, places, last, np.arange(len(images)))


def read_below(images: Sequence[ElementFacts], root: ElementFacts | None) -> tuple[list[int], list[bool]]:
    """Return for each image the marks of the elements around it that are not around a root, and whether it is in it.

    Each element is read once, however many images are in it.
    """
    around_root: set[int] = set()
    above = root
    while above is not None:
        around_root.add(above.number)
        above = above.parent
    known: dict[int, tuple[int, bool]] = {}
    for image in images:
        way: list[ElementFacts] = []
        above = image
        while above is not None and above.number not in known:
            way.append(above)
            above = above.parent
        marks, is_in = (0, False) if above is None else known[above.number]
        for facts in reversed(way):
            marks = 0 if facts.number in around_root else facts.marks | marks
            is_in = is_in or facts is root
            known[facts.number] = marks, is_in
    found = [known[image.number] for image in images]
    return [marks for marks, _ in found], [is_in for _, is_in in found]
