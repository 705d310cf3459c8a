"""Which part of a page belongs to one picture alone."""

from __future__ import annotations

from collections.abc import Iterable

from lxml.html import HtmlElement

from cutline.dom.image_addresses import is_placeholder
from cutline.dom.images import ImageCandidate

SMALLEST_PICTURE = 60  # pixels; a smaller one is an icon, and takes no part of the page for itself


class Territories:
    """The elements that hold one picture and no text of the article; linear in the page for all of them.

    Copies of one picture (by `ImageCandidate.key`) are one picture.
    """

    def __init__(self, images: Iterable[ImageCandidate], body: HtmlElement) -> None:
        """Take the page's pictures, and the element that belongs to none of them."""
        self._article: set[HtmlElement] = set()
        self._owners: dict[HtmlElement, str | None] = {}  # None: of several pictures
        for image in images:
            if not is_icon(image):
                self._add_picture(image)
        self.add_article(body)

    def add_article(self, element: HtmlElement | None) -> None:
        """Note that text of the article stands in an element."""
        while element is not None and element not in self._article:
            self._article.add(element)
            element = element.getparent()

    def has_picture(self, element: HtmlElement) -> bool:
        """Whether any picture stands in the element."""
        return element in self._owners

    def has_article(self, element: HtmlElement) -> bool:
        """Whether text of the article stands in the element."""
        return element in self._article

    def find_owner(self, element: HtmlElement) -> str | None:
        """Return the key of the only picture in an element; None if there is none, or several."""
        return self._owners.get(element)

    def belongs_to(self, key: str, element: HtmlElement) -> bool:
        """Whether the element holds the picture of that key, no other, and no text of the article."""
        return self._owners.get(element) == key and element not in self._article

    def _add_picture(self, image: ImageCandidate) -> None:
        element: HtmlElement | None = image.element
        while element is not None and self._owners.get(element, "") not in (None, image.key):
            self._owners[element] = None if element in self._owners else image.key
            element = element.getparent()


def is_icon(image: ImageCandidate) -> bool:
    """Whether a picture is declared so small, or is such a placeholder, that it has no caption."""
    sizes = (image.width, image.height)
    return is_placeholder(image.url) or any(size is not None and size < SMALLEST_PICTURE for size in sizes)
