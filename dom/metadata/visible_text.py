"""The text of elements as readers see it, and how far each element is from the headline."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import accumulate, islice
from typing import NamedTuple

from lxml.etree import iterwalk
from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import collapse, fold
from cutline.dom.unread_text import is_permalink

MAX_CHARACTERS = 1_000  # of a text; anything longer is no heading, and is cut at some point after that
MAX_STEPS = 2_000  # starts and ends of elements, and comments, walked through for one text
UNSEEN = frozenset({"script", "style", "noscript", "template", "svg", "button", "select", "textarea", "rt", "rp"})
BEGINNING = re.compile(r"\b(?:\w|Mc)\Z")  # of a word that a capital goes on: "eBay", "McDonald"
BREAKING = frozenset({"br", "div", "p", "li", "ul", "h1", "h2", "h3", "h4", "header", "section", "hr", "small", "time"})
LINE_ENDS = BREAKING | {*"article main body figure table tr th td ol dl dt dd h5 h6".split()}
MAX_LINE = 200  # characters of a line; a biography is longer than a byline
MAX_SIBLINGS = 20  # elements of one line
HEADINGS = ("h1", "h2", "h3", "h4")
MAX_HEADINGS = 60


def read_visible_text(element: HtmlElement) -> str:
    """Return an element's text without scripts and buttons, white space collapsed.

    There is a space where an element begins or ends between a small and a capital letter: a style sheet puts the
    kicker and the headline that meet there on two lines. There is none within a word, as in `<i>e</i>Bay`.
    """
    if not len(element):
        return collapse(element.text or "")
    pieces: list[str] = []
    for piece in list_visible_texts(element):
        if pieces and _is_seam(pieces[-1], piece):
            pieces.append(" ")
        pieces.append(piece)
    return collapse("".join(pieces))


def list_visible_texts(element: HtmlElement) -> list[str]:
    """Return the text nodes of an element, as written, and a space at each line break."""
    pieces: list[str] = []
    length = 0
    for piece in _walk(element):
        pieces.append(piece)
        length += len(piece)
        if length > MAX_CHARACTERS:
            break
    return pieces


def _walk(element: HtmlElement) -> Iterator[str]:
    walker = iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, node in islice(walker, MAX_STEPS):
        if event == "start":
            if node.tag in UNSEEN or node.get("hidden") is not None or is_permalink(node):
                walker.skip_subtree()
            else:
                yield from _spaced(node, node.text)
        elif node is not element:
            yield from _spaced(node, node.tail)


def _spaced(node: HtmlElement, text: str | None) -> Iterator[str]:
    if node.tag in BREAKING:
        yield " "
    if text:
        yield text


def _is_seam(before: str, after: str) -> bool:
    if not after[0].isupper():
        return False
    return before[-1] in ".:!?" or (before[-1].islower() and not BEGINNING.search(before[-3:]))


def list_line(element: HtmlElement, text: str | None) -> Iterator[str]:
    """Yield the texts from the beginning of an element to the end of the line."""
    yield text or ""
    for child in element:
        if child.tag in LINE_ENDS:
            return
        yield from list_visible_texts(child)
        yield child.tail or ""
    if element.tag not in LINE_ENDS:
        yield from list_rest(element)


def list_rest(element: HtmlElement) -> Iterator[str]:
    """Yield the texts from the end of an element to the end of the line."""
    yield element.tail or ""
    for sibling in islice(element.itersiblings(), MAX_SIBLINGS):
        if sibling.tag in LINE_ENDS:
            return
        yield from list_visible_texts(sibling)
        yield sibling.tail or ""


def join_line(texts: Iterable[str]) -> str:
    """Return the texts, each on a line of its own; empty if they are more than `MAX_LINE`."""
    lines, length = [], 0
    for text in filter(None, map(collapse, texts)):
        lines.append(text)
        length += len(text)
        if length > MAX_LINE:
            return ""
    return "\n".join(lines)


class Placed(NamedTuple):  # a page has thousands, and a tuple is built in a third of a data class's time
    """An element, and how many characters of text are between it and the headline; less than 0 above it.

    If the headline is not found, it is 0 for all elements.
    """

    element: HtmlElement
    distance: int


_to_placed = partial(tuple.__new__, Placed)  # takes a pair; `Placed._make` takes longer


def place_elements(root: HtmlElement, title: str | None) -> list[Placed]:
    """Return the elements of a page, in document order, with their distance from the heading that holds its title."""
    headline = _find_headline(root, title)
    if headline is None:
        return [Placed(element, 0) for element in root.iter("*")]
    elements = list(root.iter("*"))
    sizes = [len(each.tail or "") + (0 if each.tag in UNSEEN else len(each.text or "")) for each in elements]
    start = sum(sizes[: elements.index(headline)])
    return list(map(_to_placed, zip(elements, accumulate(sizes, initial=-start), strict=False)))


def _find_headline(root: HtmlElement, title: str | None) -> HtmlElement | None:
    key = fold(title or "")
    headings = islice(root.iter(*HEADINGS), MAX_HEADINGS) if key else ()
    return next((heading for heading in headings if key in fold(read_visible_text(heading))), None)
