"""How a page is built between the blocks of its article: which elements part each block from the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS


@dataclass(frozen=True, slots=True, eq=False)
class Joints:
    """The n - 1 places between n blocks.

    Attributes:
        depths: how many elements are around the smallest one that holds the blocks on both sides.
        is_alike: whether the two parts of that element that hold them have the same tag and class.
        is_heading: whether the block behind is a heading.
    """

    depths: NDArray[np.intp]
    is_alike: NDArray[np.bool_]
    is_heading: NDArray[np.bool_]


def find_joints(segments: Sequence[TextSegment]) -> Joints:
    """Return the places between segments, which are given in document order."""
    above: dict[HtmlElement, list[HtmlElement]] = {}
    paths = [_list_path(segment.block, above) for segment in segments]
    depths, alike = [], []
    for before, behind in pairwise(paths):
        depth = next((n for n, (a, b) in enumerate(zip(before, behind, strict=False)) if a is not b), None)
        depths.append(min(len(before), len(behind)) if depth is None else depth)
        alike.append(depth is not None and _name(before[depth]) == _name(behind[depth]))
    headings = [segment.block.tag in HEADING_TAGS for segment in segments[1:]]
    return Joints(np.array(depths, np.intp), np.array(alike, bool), np.array(headings, bool))


def _list_path(element: HtmlElement, above: dict[HtmlElement, list[HtmlElement]]) -> list[HtmlElement]:
    """Return the elements from the root down to an element; `above` remembers them by parent, and grows."""
    parent = element.getparent()
    if parent not in above:
        above[parent] = [*element.iterancestors()][::-1]
    return [*above[parent], element]


def _name(element: HtmlElement) -> tuple[str, str]:
    return str(element.tag), element.get("class") or ""
