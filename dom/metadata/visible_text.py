"""The text of a small element, such as a heading or a byline, as a reader sees it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lxml.etree import iterwalk
from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import collapse

MAX_CHARACTERS = 1_000  # of a text; what is longer is no heading, and is cut somewhere beyond
MAX_STEPS = 2_000  # starts and ends of elements, and comments, walked through for one text
UNSEEN = frozenset({"script", "style", "noscript", "template", "svg", "button", "select", "textarea"})
BREAKING = frozenset({"br", "div", "p", "li", "ul", "h1", "h2", "h3", "h4", "header", "section", "hr", "small", "time"})


def read_visible_text(element: HtmlElement) -> str:
    """Return an element's text without scripts and buttons, white space collapsed.

    There is a space where an element begins or ends between a small and a capital letter: a style sheet puts the
    kicker and the headline that meet there on two lines.
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
            if node.tag in UNSEEN or node.get("hidden") is not None:
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
    return (before[-1].islower() or before[-1] in ".:!?") and after[0].isupper()
