"""Authors whom only a box about them names: "About the author", `<div class="author-box">`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.bare_names import Piece, list_pieces, walk_pieces
from cutline.dom.metadata.other_boxes import is_inside_others
from cutline.dom.metadata.person_names import is_full_name, is_organisation, read_names
from cutline.dom.metadata.plain_text import collapse
from cutline.dom.metadata.visible_text import Placed
from cutline.dom.words import join_patterns, list_words

MAX_BOXES = 10  # that are looked into
MAX_STEPS = 100  # elements of a box that are looked at
MAX_PIECES = 4  # texts of a box that are looked at; the name is among the first
MAX_NAMES = 500  # characters of an element's classes
HEADINGS = frozenset(list_words("bylines", "about_authors"))
TAGS = frozenset({"h2", "h3", "h4", "h5", "h6", "p", "div", "span", "strong", "b"})
BOX = re.compile(
    r"author[-_]{0,2}(?:box|bio|info|card|about|profile|desc)|about[-_]?(?:the[-_]?)?author", re.IGNORECASE
)
# How a sentence about a person begins: "Ann Lee is a sailor."
NAME = r"[^\W\d_][\w'’.-]*(?:\s[^\W\d_][\w'’.-]*){1,3}?"
SENTENCE = re.compile(rf"({NAME}),?\s(?:{join_patterns('bylines', 'biographies')})\s")


def find_portrayed(places: Sequence[Placed]) -> list[str]:
    """Return the name that the first box about an author below the headline begins with.

    Args:
        places: the elements of the page.
    """
    below = (place.element for place in places if place.distance > 0)
    boxes = ((box, pieces) for box in below if (pieces := _open_box(box)) is not None)
    names = (_find_name(pieces) for box, pieces in islice(boxes, MAX_BOXES) if not is_inside_others(box))
    return next(filter(None, names), [])


def _open_box(element: HtmlElement) -> Iterator[Piece] | None:
    """Return the texts of a box about an author, given the box or its heading; None for any other element."""
    if element.tag in TAGS and _is_heading(element.text):
        return list_pieces(element)
    return _list_inside(element) if BOX.search((element.get("class") or "")[:MAX_NAMES]) else None


def _list_inside(box: HtmlElement) -> Iterator[Piece]:
    if text := collapse(box.text or ""):
        yield text, box
    yield from filter(None, islice((piece for child in box for piece in walk_pieces(child)), MAX_STEPS))


def _is_heading(text: str | None) -> bool:
    return text is not None and text.strip(" :\n\t").casefold() in HEADINGS


def _find_name(pieces: Iterator[Piece]) -> list[str]:
    for text, _ in islice(pieces, MAX_PIECES):
        sentence = SENTENCE.match(text)
        name = sentence[1] if sentence else text
        if not _is_heading(text) and is_full_name(name) and not is_organisation(name) and read_names(name) == [name]:
            return [name]
    return []
