"""Whether kept text of an article can stand in a caption at all; most can not, and no picture has to be looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.captioning.beside import MAX_ASIDE
from cutline.dom.captioning.marks import is_called_caption, is_called_caption_or_picture_text
from cutline.dom.images import list_possible_pictures
from cutline.dom.segments import TextSegment

MAX_ELEMENTS = 50  # looked at in one element for a picture; one that holds more may hold a picture


def may_stand_in_captions(segments: Iterable[TextSegment]) -> bool:
    """Whether `AllCaptionFinder` could find a caption that any of an article's segments starts in.

    An element that text of the article stands in as a block is no caption, unless it stands in one that the page calls
    so. What is left are elements inside a line, at its start.
    """
    seen: set[HtmlElement] = set()
    for segment in segments:
        if any(map(_may_be_caption, _list_inline(segment))):
            return True
        if any(map(is_called_caption, _climb(segment.block, seen))):
            return True
    return False


def _list_inline(segment: TextSegment) -> Iterator[HtmlElement]:
    """Yield the elements inside the segment's block that its first text stands in."""
    element = segment.runs[0].parent
    while element is not segment.block:
        yield element
        element = element.getparent()


def _climb(element: HtmlElement | None, seen: set[HtmlElement]) -> Iterator[HtmlElement]:
    """Yield the element and those around it that were not seen yet."""
    while element is not None and element not in seen:
        seen.add(element)
        yield element
        element = element.getparent()


def _may_be_caption(element: HtmlElement) -> bool:
    """Whether an element is marked, may be named as a description, holds a picture or stands behind one."""
    if element.get("id") or is_called_caption_or_picture_text(element):
        return True
    before = islice(element.itersiblings(preceding=True), MAX_ASIDE)
    return any(map(_may_hold_picture, (element, *before)))


def _may_hold_picture(element: HtmlElement) -> bool:
    inside = list(islice(element.iter("*"), MAX_ELEMENTS))
    return len(inside) == MAX_ELEMENTS or bool(list_possible_pictures(inside))
