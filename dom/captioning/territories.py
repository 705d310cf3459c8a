"""Which part of a page belongs to one picture alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.image_addresses import is_placeholder
from cutline.dom.image_sources import IMAGE_TAGS
from cutline.dom.images import ImageCandidate

SMALLEST_PICTURE = 60  # pixels; a smaller one is an icon, and takes no part of the page for itself
# Drawings, and names of what a reader presses to see a picture larger, in the last part of an address.
BUTTON = re.compile(
    r"\.svg(?:[?#]|$)|(?:^|[/_.-])(?:icons?|zoom|expand|enlarge|magnif\w{0,8}|scale|full-?screen|lupe|loupe|sprite)"
    r"(?:[_-]?\w{0,12})?\.\w{3,4}(?:[?#]|$)",
    re.I,
)
MAX_ADDRESS = 200  # characters at the end of an address in which such a name is looked for
FRAMES = frozenset(("figure", "picture"))  # elements that show one picture as a rule
MAX_FRAME_LEVELS = 8  # elements around a picture among which its frames are looked for


class Territories:
    """The elements that hold one picture and no text of the article; linear in the page for all of them.

    Copies of one picture (by `ImageCandidate.key`) are one picture.
    """

    def __init__(self, images: Iterable[ImageCandidate], body: HtmlElement) -> None:
        """Take the page's pictures, and the element that belongs to none of them."""
        self._article: set[HtmlElement] = set()
        self._owners: dict[HtmlElement, str | None] = {}  # None: of several pictures
        for image in _drop_buttons([image for image in images if not is_icon(image)]):
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
    sizes = filter(None, (image.width, image.height))  # pages write 0 where they do not know
    return is_placeholder(image.url) or any(size < SMALLEST_PICTURE for size in sizes)


def _drop_buttons(images: Sequence[ImageCandidate]) -> Sequence[ImageCandidate]:
    """Return the pictures without those that share a frame with another and look like a button or its script."""
    doubtful = frozenset(filter(_may_be_button, images))
    if not doubtful:
        return images
    framed = {frame for image in images if image not in doubtful for frame in _list_frames(image)}
    return [image for image in images if image not in doubtful or framed.isdisjoint(_list_frames(image))]


def _may_be_button(image: ImageCandidate) -> bool:
    is_own_element = image.kind == "image" and "-" in image.element.tag and image.element.tag not in IMAGE_TAGS
    return is_own_element or BUTTON.search(image.url[-MAX_ADDRESS:]) is not None


def _list_frames(image: ImageCandidate) -> Iterator[HtmlElement]:
    around = islice(image.element.iterancestors(), MAX_FRAME_LEVELS)
    return (element for element in around if element.tag in FRAMES)
