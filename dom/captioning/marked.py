"""The elements that a page marks as captions, and the picture that each stands by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.captioning.marks import is_called_caption, is_called_caption_or_picture_text
from cutline.dom.captioning.territories import Territories
from cutline.dom.document import Document
from cutline.dom.images import PICTURE_FRAMES, ImageCandidate

MAX_ASIDE = 3  # elements from a picture to its caption
MAX_PLACES = 3  # captions of one place: some are left empty for a script

Captions = dict[HtmlElement, list[HtmlElement]]


class CalledCaptions:
    """Finds what the page calls the caption around an element; linear in the page for all of them."""

    def __init__(self, document: Document, territories: Territories) -> None:
        """Take the page, and what of it belongs to pictures."""
        self._territories = territories
        self._body = document.body
        self._marked: dict[HtmlElement, HtmlElement | None] = {}

    def find_around(self, element: HtmlElement) -> HtmlElement | None:
        """Return the outermost element around one, or itself, that holds no picture and is marked, if as a caption."""
        marked = self._find_marked(element)
        return marked if marked is not None and is_called_caption(marked) else None

    def _find_marked(self, element: HtmlElement) -> HtmlElement | None:
        way = []
        around: HtmlElement | None = element
        while around is not None and around not in self._marked and not self._territories.has_picture(around):
            way.append(around)
            around = None if around is self._body else around.getparent()
        marked = None if around is None else self._marked.get(around)
        for inner in reversed(way):
            if marked is None and is_called_caption_or_picture_text(inner):
                marked = inner
            self._marked[inner] = marked
        return marked


class MarkedCaptions:
    """Finds the elements marked as captions that stand by a picture; linear in the page."""

    def __init__(self, document: Document, territories: Territories) -> None:
        """Take the page, and what belongs to each of its pictures."""
        self._territories = territories
        self._hidden = document.hidden
        self._near: Captions = {}
        self._of_figures: Captions = {}
        self._of_pictures: dict[str, list[HtmlElement]] = {}
        self._place_all(document.body)

    def find_near(self, image: ImageCandidate, max_levels: int) -> Iterator[HtmlElement]:
        """Yield the elements marked as the caption of an image, from the nearest, within some levels of the tree."""
        for element in (image.element, *islice(image.element.iterancestors(), max_levels)):
            if self._territories.find_owner(element) != image.key:
                return
            yield from self._near.get(element, ())

    def find_shared(self, image: ImageCandidate, max_levels: int) -> Iterator[HtmlElement]:
        """Yield the only `figcaption` of the figure around an image: that of all pictures in it."""
        around = islice(image.element.iterancestors(), max_levels)
        figure = next((element for element in around if element.tag == "figure"), None)
        captions = [] if figure is None else self._of_figures.get(figure, [])
        if len(captions) == 1:
            yield captions[0]

    def find_anywhere(self, image: ImageCandidate) -> Iterator[HtmlElement]:
        """Yield the elements marked as the caption of the same picture, wherever the page shows it."""
        yield from self._of_pictures.get(image.key, ())

    def _place_all(self, body: HtmlElement) -> None:
        """Note the marked elements of each branch, an outermost element without a picture, that stands by a picture."""
        walker = etree.iterwalk(body, events=("start",))
        for _, element in walker:
            if self._territories.has_picture(element):
                continue
            walker.skip_subtree()
            if self._is_out_of_page(element):
                continue
            place = self._find_place(element)
            if place is not None:
                self._place(element, place)
            elif element.tag == "figcaption" and not self._territories.has_article(element):
                self._add(self._of_figures.setdefault(element.getparent(), []), element)

    def _find_place(self, branch: HtmlElement) -> HtmlElement | None:
        """Return the element with a single picture whose captions stand in a branch."""
        around = branch.getparent()
        if self._territories.find_owner(around) is None or self._territories.has_article(around):
            around = self._find_neighbour(branch)
        return around if around is not None and self._territories.find_owner(around) is not None else None

    def _place(self, branch: HtmlElement, place: HtmlElement) -> None:
        key = self._territories.find_owner(place) or ""
        walker = etree.iterwalk(branch, events=("start",))
        for _, element in walker:
            if self._is_out_of_page(element):
                walker.skip_subtree()
            elif is_called_caption_or_picture_text(element):
                walker.skip_subtree()
                if not self._territories.has_article(element):
                    self._add(self._near.setdefault(place, []), element)
                    self._add(self._of_pictures.setdefault(key, []), element)

    @staticmethod
    def _add(captions: list[HtmlElement], element: HtmlElement) -> None:
        if len(captions) < MAX_PLACES:
            captions.append(element)

    def _is_out_of_page(self, element: HtmlElement) -> bool:
        return element in self._hidden and element.tag not in PICTURE_FRAMES

    def _find_neighbour(self, branch: HtmlElement) -> HtmlElement | None:
        """Return the nearest sibling with a picture: captions stand below, seldom above."""
        before = islice(branch.itersiblings(preceding=True), MAX_ASIDE)
        after = islice(branch.itersiblings(), 1)
        return next((sibling for sibling in (*before, *after) if self._territories.has_picture(sibling)), None)
