"""Whether kept text of an article can stand in a caption at all; most can not, and no picture has to be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.captioning.marks import MAX_ASIDE, is_called_caption, is_called_caption_or_picture_text
from cutline.dom.images.offers import list_possible_pictures
from cutline.dom.images.sources import IMAGE_TAGS
from cutline.dom.metadata.plain_text import fold
from cutline.dom.segments import TextSegment

MAX_ELEMENTS = 50  # looked at in one element for a picture; one that holds more may hold a picture


class PossibleCaptions:
    """Tells of kept text of an article whether it can stand in a caption; linear in the page for all of it."""

    def __init__(self) -> None:
        """Start with no element read."""
        self._called: dict[HtmlElement, bool] = {}

    def may_hold(self, segment: TextSegment) -> bool:
        """Whether `AllCaptionFinder` could find a caption that a segment of the article starts in.

        An element that text of the article stands in as a block is no caption, unless it stands in one that the page
        calls so or repeats an alternative text. What is left are elements inside a line, at its start.
        """
        is_inline = any(map(_may_be_caption, _list_inline(segment)))
        return is_inline or self._is_in_called(segment.block) or _repeats_alt(segment)

    def _is_in_called(self, element: HtmlElement) -> bool:
        """Whether an element is called a caption, or stands in one that is."""
        way: list[HtmlElement] = []
        around: HtmlElement | None = element
        while around is not None and around not in self._called:
            way.append(around)
            around = around.getparent()
        is_called = around is not None and self._called[around]
        for inner in reversed(way):
            is_called = self._called[inner] = is_called or is_called_caption(inner)
        return is_called


def _list_inline(segment: TextSegment) -> Iterator[HtmlElement]:
    """Yield the elements inside the segment's block that its first text stands in."""
    element = segment.runs[0].parent
    while element is not segment.block:
        yield element
        element = element.getparent()


def _may_be_caption(element: HtmlElement) -> bool:
    """Whether an element is marked, may be named as a description, holds a picture or stands behind one."""
    if element.get("id") or is_called_caption_or_picture_text(element):
        return True
    before = islice(element.itersiblings(preceding=True), MAX_ASIDE)
    return any(map(_may_hold_picture, (element, *before)))


def _repeats_alt(segment: TextSegment) -> bool:
    """Whether a segment says what the alternative text of a picture in the element around it does."""
    around = segment.block.getparent()
    inside = () if around is None else islice(around.iter("*"), MAX_ELEMENTS)
    alts = [alt for element in inside if element.tag in IMAGE_TAGS and (alt := element.get("alt"))]
    return bool(alts) and fold(segment.text) in map(fold, alts)


def _may_hold_picture(element: HtmlElement) -> bool:
    inside = list(islice(element.iter("*"), MAX_ELEMENTS))
    return len(inside) == MAX_ELEMENTS or bool(list_possible_pictures(inside))
