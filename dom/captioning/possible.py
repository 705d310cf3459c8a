"""Which kept text could be in a caption at all: a cheap check that saves the caption lookup for most of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb_to, climb_to_known
from cutline.dom.captioning.credit_parting import is_labelled
from cutline.dom.captioning.marked import Format, choose_formats, read_format
from cutline.dom.captioning.marks import (
    MAX_ASIDE,
    find_wrapper,
    is_above_figcaption,
    is_called_caption_or_picture_text,
    is_note,
    may_hold_caption,
)
from cutline.dom.captioning.pieces import PieceReader
from cutline.dom.document import Document
from cutline.dom.images.offers import list_possible_pictures
from cutline.dom.images.sources import IMAGE_TAGS
from cutline.dom.metadata.plain_text import fold
from cutline.dom.segments import TextSegment

MAX_CHARACTERS = 1_000  # of text that may be a caption
MAX_ELEMENTS = 50  # elements searched for an image; a larger subtree counts as if it had one


class PossibleCaptions:
    """Tells whether kept text could be in a caption, in linear time for all text of a page."""

    def __init__(self, document: Document, declared: Iterable[str]) -> None:
        """Take the page, and the captions that it declares for machines."""
        self._order = document.order
        self._reader = PieceReader(document, MAX_CHARACTERS)
        self._declared = declared
        self._called: dict[HtmlElement, bool] = {}
        self._series: dict[str, frozenset[Format]] = {}  # by tag
        self._holders: dict[HtmlElement, bool] = {}

    def may_hold(self, segment: TextSegment) -> bool:
        """Return whether `AllCaptionFinder` could find a caption that contains the start of a kept segment.

        A block of article text is not a caption, unless it is in an element named a caption, repeats what the page
        states of an image, or is short and stands beside an image, with the form of a caption. That leaves inline
        elements at its start.
        """
        block = segment.block
        return (
            any(map(self._may_be_caption, climb_to(block, segment.start)))
            or (len(segment.text) <= MAX_CHARACTERS and self._is_like_caption(block))
            or self._is_in_named_caption(block)
            or (len(segment.text) <= MAX_CHARACTERS and fold(segment.text) in self._stated)
        )

    def _is_like_caption(self, block: HtmlElement) -> bool:
        """Return whether a block holds an image, is above a `figcaption`, or follows an image in a caption's form."""
        if self._may_hold_picture(block) or is_above_figcaption(block):
            return True
        if not self._follows_picture(find_wrapper(block)):
            return False
        return is_note(block) or is_labelled(self._reader.read(block).text) or self._may_be_of_series(block)

    def _may_be_of_series(self, block: HtmlElement) -> bool:
        """Return whether most elements of a block's format follow images: captions may have that format."""
        tag = str(block.tag)
        if tag not in self._series:
            self._series[tag] = self._find_formats(tag)
        return read_format(block) in self._series[tag]

    def _find_formats(self, tag: str) -> frozenset[Format]:
        """Return the formats of which most elements follow images."""
        elements = self._order.list_tagged(tag)
        return choose_formats(Counter(map(read_format, filter(self._follows_picture, elements))), elements)

    def _is_in_named_caption(self, element: HtmlElement) -> bool:
        """Return whether an element or an ancestor is named a caption or a figure."""
        unknown, around = climb_to_known(element, self._called)
        is_called = around is not None and self._called[around]
        for inner in reversed(unknown):
            is_called = self._called[inner] = is_called or may_hold_caption(inner)
        return is_called

    @cached_property
    def _stated(self) -> frozenset[str]:
        """The alternative texts of the page's images and its declared captions, folded."""
        alts = (element.get("alt", "") for element in self._order.list_tagged(*IMAGE_TAGS))
        return frozenset(map(fold, (*alts, *self._declared))) - {""}

    def _may_be_caption(self, element: HtmlElement) -> bool:
        """Return whether an element is marked, has an id that may be referred to, or contains or follows an image."""
        if element.get("id") or is_called_caption_or_picture_text(element):
            return True
        return self._may_hold_picture(element) or self._follows_picture(element)

    def _follows_picture(self, element: HtmlElement) -> bool:
        return any(map(self._may_hold_picture, islice(element.itersiblings(preceding=True), MAX_ASIDE)))

    def _may_hold_picture(self, element: HtmlElement) -> bool:
        holds = self._holders.get(element)
        if holds is None:
            inside = list(islice(element.iter("*"), MAX_ELEMENTS))
            holds = self._holders[element] = len(inside) == MAX_ELEMENTS or bool(list_possible_pictures(inside))
        return holds
