"""Captions by their format: the text under each of several pictures, set as no other text of the page is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.captioning.marks import MAX_ASIDE, is_note, is_small_print
from cutline.dom.captioning.marked import Territories
from cutline.dom.captioning.pieces import has_text
from cutline.dom.images.candidates import ImageCandidate

LEAST_PICTURES = 3  # with a text in that format below
SHARE = 0.8  # of the texts in a format that stand below pictures
MAX_CHARACTERS = 400  # characters of a class or style

Format = tuple[str, str, str, bool]


def find_series(
    images: Iterable[ImageCandidate],
    territories: Territories,
    elements: Iterable[HtmlElement],
    size_of: Callable[[HtmlElement], int],
    max_levels: int,
) -> frozenset[HtmlElement]:
    """Return the elements right below pictures whose format is that of at least three, and of hardly any other text.

    Args:
        images: those of the page.
        territories: which elements contain a single image.
        elements: all elements of the page, in document order.
        size_of: returns how many characters of text an element has; 0 if it cannot be a caption.
        max_levels: elements around an image in which its caption may stand.
    """
    below = {
        element: _read_format(element)
        for image in images
        if (element := _find_below(image, territories, size_of, max_levels)) is not None
    }
    formats = Counter(below.values())
    frequent = {kind for kind, count in formats.items() if count >= LEAST_PICTURES}
    if not frequent:
        return frozenset()
    tags = {kind[:3] for kind in frequent}
    all_of = Counter(_read_format(element) for element in elements if _name_format(element) in tags)
    return frozenset(
        element for element, kind in below.items() if kind in frequent and formats[kind] >= SHARE * all_of[kind]
    )


def _find_below(
    image: ImageCandidate, territories: Territories, size_of: Callable[[HtmlElement], int], max_levels: int
) -> HtmlElement | None:
    """Return the first element with text behind an image, beside the outermost one that holds the image alone."""
    element = image.element
    for around in islice(image.element.iterancestors(), max_levels):
        if territories.find_owner(around) != image.key or has_text(element.tail) or has_text(around.text):
            break
        found = next(_list_filled(element, territories), None)
        if found is not None:
            return found if size_of(found) else None
        element = around
    found = None if has_text(element.tail) else next(_list_filled(element, territories), None)
    return found if found is not None and size_of(found) else None


def _list_filled(element: HtmlElement, territories: Territories) -> Iterator[HtmlElement]:
    for sibling in islice(element.itersiblings(), MAX_ASIDE):
        if territories.has_picture(sibling):
            return
        if has_text(sibling.text) or len(sibling):
            yield sibling
            return
        if has_text(sibling.tail):
            return


def _name_format(element: HtmlElement) -> tuple[str, str, str]:
    return str(element.tag), element.get("class", "")[:MAX_CHARACTERS], element.get("style", "")[:MAX_CHARACTERS]


def _read_format(element: HtmlElement) -> Format:
    return *_name_format(element), is_small_print(element) or is_note(element)
