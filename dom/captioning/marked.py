"""The elements that a page marks as captions, and the picture that each stands by."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.captioning.marks import is_called_caption, is_called_picture_text
from cutline.dom.captioning.territories import Territories
from cutline.dom.document import Document
from cutline.dom.images import PICTURE_FRAMES, ImageCandidate

MAX_ASIDE = 3  # elements from a picture to its caption
MAX_PLACES = 3  # captions of one place: some are left empty for a script

Captions = dict[HtmlElement, list[HtmlElement]]


@dataclass(frozen=True, slots=True)
class MarkedElement:
    """An element marked as a caption, without a picture in it.

    Attributes:
        element: the element.
        branch: the outermost element around it, or itself, that holds no picture.
        inside: it and all elements in it, where the page calls it a caption in so many words; else none.
    """

    element: HtmlElement
    branch: HtmlElement
    inside: Collection[HtmlElement]


class MarkedCaptions:
    """Finds the elements marked as captions that stand by a picture; linear in the page."""

    def __init__(self, marked: Collection[MarkedElement], territories: Territories) -> None:
        """Take the elements of the page that are marked as captions, and what belongs to each of its pictures."""
        self._territories = territories
        self._near: Captions = {}
        self._of_pictures: dict[str, list[HtmlElement]] = {}
        for caption in marked:
            if not territories.has_article(caption.element):
                self._place(caption)

    def find_near(self, image: ImageCandidate, max_levels: int) -> Iterator[HtmlElement]:
        """Yield the elements marked as the caption of an image, from the nearest, within some levels of the tree."""
        for element in (image.element, *islice(image.element.iterancestors(), max_levels)):
            if self._territories.find_owner(element) != image.key:
                return
            yield from self._near.get(element, ())

    def find_anywhere(self, image: ImageCandidate) -> Iterator[HtmlElement]:
        """Yield the elements marked as the caption of the same picture, wherever the page shows it."""
        yield from self._of_pictures.get(image.key, ())

    def _place(self, caption: MarkedElement) -> None:
        around: HtmlElement | None = caption.branch.getparent()
        if around is None or self._territories.find_owner(around) is None or self._territories.has_article(around):
            around = self._find_neighbour(caption.branch)
        key = None if around is None else self._territories.find_owner(around)
        if around is None or key is None:
            return
        for place in (self._near.setdefault(around, []), self._of_pictures.setdefault(key, [])):
            if len(place) < MAX_PLACES:
                place.append(caption.element)

    def _find_neighbour(self, branch: HtmlElement) -> HtmlElement | None:
        """Return the nearest sibling with a picture: captions stand below, seldom above."""
        before = islice(branch.itersiblings(preceding=True), MAX_ASIDE)
        after = islice(branch.itersiblings(), 1)
        return next((sibling for sibling in (*before, *after) if self._territories.has_picture(sibling)), None)


def list_marked(document: Document, territories: Territories) -> list[MarkedElement]:
    """Return the outermost elements that are marked as captions and hold no picture, in document order."""
    found: list[MarkedElement] = []
    branch: HtmlElement | None = None
    caption: HtmlElement | None = None
    walker = etree.iterwalk(document.body, events=("start", "end"))
    for event, element in walker:
        if event == "end":
            branch = None if element is branch else branch
            caption = None if element is caption else caption
        elif element in document.hidden and element.tag not in PICTURE_FRAMES:
            walker.skip_subtree()
        else:
            branch = element if branch is None and not territories.has_picture(element) else branch
            if branch is not None and caption is None and (marked := _read_mark(element, branch)):
                caption = element
                found.append(marked)
    return found


def _read_mark(element: HtmlElement, branch: HtmlElement) -> MarkedElement | None:
    if is_called_caption(element):
        return MarkedElement(element, branch, tuple(element.iter()))
    return MarkedElement(element, branch, ()) if is_called_picture_text(element) else None
