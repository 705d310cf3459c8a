"""Which kept text could be in a caption at all: a cheap check that saves the caption lookup for most of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb_to_known
from cutline.dom.captioning.marks import (
    MAX_ASIDE,
    find_wrapper,
    is_called_caption,
    is_called_caption_or_picture_text,
)
from cutline.dom.images.offers import list_possible_pictures
from cutline.dom.images.sources import IMAGE_TAGS
from cutline.dom.metadata.plain_text import fold
from cutline.dom.segments import TextSegment

MAX_CHARACTERS = 1_000  # of text that may be a caption
MAX_ELEMENTS = 50  # elements searched for an image; a larger subtree counts as if it had one


class PossibleCaptions:
    """Tells whether kept text could be in a caption, in linear time for all text of a page."""

    def __init__(self) -> None:
        """Start with no element read."""
        self._called: dict[HtmlElement, bool] = {}
        self._alts: dict[HtmlElement, frozenset[str]] = {}

    def may_hold(self, segment: TextSegment) -> bool:
        """Return whether `AllCaptionFinder` could find a caption that contains the start of a kept segment.

        A block of article text is not a caption, unless it is in an element named a caption, repeats an alternative
        text, or is short and stands beside an image. That leaves inline elements at its start.
        """
        is_inline = any(map(_may_be_caption, _list_inline(segment)))
        return (
            is_inline
            or (len(segment.text) <= MAX_CHARACTERS and _is_beside_picture(segment.block))
            or self._is_in_named_caption(segment.block)
            or self._repeats_alt(segment)
        )

    def _is_in_named_caption(self, element: HtmlElement) -> bool:
        """Return whether an element or an ancestor is named a caption."""
        unknown, around = climb_to_known(element, self._called)
        is_called = around is not None and self._called[around]
        for inner in reversed(unknown):
            is_called = self._called[inner] = is_called or is_called_caption(inner)
        return is_called

    def _repeats_alt(self, segment: TextSegment) -> bool:
        """Return whether a segment equals the alternative text of an image in its block's parent."""
        around = segment.block.getparent()
        if around is None:
            return False
        if around not in self._alts:
            self._alts[around] = _read_alts(around)
        alts = self._alts[around]
        return bool(alts) and fold(segment.text) in alts


def _list_inline(segment: TextSegment) -> Iterator[HtmlElement]:
    """Yield the elements between the segment's first text and its block, innermost first."""
    element = segment.start
    while element is not segment.block:
        yield element
        element = element.getparent()


def _may_be_caption(element: HtmlElement) -> bool:
    """Return whether an element is marked, has an id that may be referred to, or contains or follows an image."""
    if element.get("id") or is_called_caption_or_picture_text(element):
        return True
    return _may_hold_picture(element) or _follows_picture(element)


def _is_beside_picture(block: HtmlElement) -> bool:
    return _may_hold_picture(block) or _follows_picture(find_wrapper(block))


def _follows_picture(element: HtmlElement) -> bool:
    return any(map(_may_hold_picture, islice(element.itersiblings(preceding=True), MAX_ASIDE)))


def _read_alts(around: HtmlElement) -> frozenset[str]:
    """Return the alternative texts of the images in an element, folded."""
    inside = islice(around.iter("*"), MAX_ELEMENTS)
    return frozenset([fold(alt) for element in inside if element.tag in IMAGE_TAGS and (alt := element.get("alt"))])


def _may_hold_picture(element: HtmlElement) -> bool:
    inside = list(islice(element.iter("*"), MAX_ELEMENTS))
    return len(inside) == MAX_ELEMENTS or bool(list_possible_pictures(inside))
