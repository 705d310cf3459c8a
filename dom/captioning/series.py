"""Captions by their format: the text under each of several pictures, set as no other text of the page is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.captioning.marked import Territories
from cutline.dom.captioning.marks import MAX_ASIDE, is_note, is_small_print
from cutline.dom.captioning.pieces import has_text
from cutline.dom.images.candidates import ImageCandidate

LEAST_PICTURES = 3  # with a text in that format below
SHARE = 0.8  # of the texts in a format that stand below pictures
MAX_CHARACTERS = 400  # characters of a class or style


class Format(NamedTuple):
    """How a text is set: its element's tag, class and style, all in a note's letters, or behind `<br>` and an image."""

    tag: str
    names: str
    style: str
    is_note: bool
    is_broken: bool = False


def find_series(
    images: Iterable[ImageCandidate],
    territories: Territories,
    elements: Iterable[HtmlElement],
    size_of: Callable[[HtmlElement], int],
    max_levels: int,
) -> frozenset[HtmlElement]:
    """Return the elements right below pictures whose format is that of at least three, and of hardly any other text.

    An element that begins with an image and `<br>` counts as the text below it.

    Args:
        images: those of the page.
        territories: which elements contain a single image.
        elements: all elements of the page, in document order.
        size_of: returns how many characters of text an element has; 0 if it cannot be a caption.
        max_levels: elements around an image in which its caption may stand.
    """
    found = filter(None, (_find_below(image, territories, max_levels) for image in images))
    below = {element: kind for element, kind in found if size_of(element)}
    formats = Counter(below.values())
    frequent = {kind for kind, count in formats.items() if count >= LEAST_PICTURES}
    if not frequent:
        return frozenset()
    named = {kind[:3] for kind in frequent}
    everywhere = Counter(read_format(element) for element in elements if _name_format(element) in named)
    own = {kind for kind in frequent if formats[kind] >= SHARE * everywhere[kind]}
    return frozenset(element for element, kind in below.items() if kind in own)


def _find_below(image: ImageCandidate, territories: Territories, max_levels: int) -> tuple[HtmlElement, Format] | None:
    """Return the element with the first text behind an image, and its format; None if that is beside other images."""
    element = image.element
    for around in islice(image.element.iterancestors(), max_levels):
        is_alone = territories.find_owner(around) == image.key and not has_text(around.text)
        for sibling in (element, *islice(element.itersiblings(), MAX_ASIDE)):
            if sibling is not element and (has_text(sibling.text) or len(sibling)):
                return None if territories.has_picture(sibling) else (sibling, read_format(sibling))
            if has_text(sibling.tail):
                is_broken = is_alone and sibling.tag == "br" and element.getprevious() is None
                return (around, read_format(around)._replace(is_broken=True)) if is_broken else None
        if not is_alone:
            return None
        element = around
    return None


def _name_format(element: HtmlElement) -> tuple[str, str, str]:
    return str(element.tag), element.get("class", "")[:MAX_CHARACTERS], element.get("style", "")[:MAX_CHARACTERS]


def read_format(element: HtmlElement) -> Format:
    """Return how the text of an element is set."""
    return Format(*_name_format(element), is_small_print(element) or is_note(element))
