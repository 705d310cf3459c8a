"""The byline of an article, as a reader sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.person_names import is_full_name, read_names, unique_names
from cutline.dom.metadata.plain_text import collapse, fold
from cutline.dom.metadata.visible_text import list_visible_texts, read_visible_text

MAX_ELEMENTS = 60  # headings and bylines looked at
MAX_LINKS = 20  # to authors, in a byline
MAX_PATH = 500  # characters of an address
MAX_CHARACTERS = 200  # of a byline; a biography is longer

# How sites name the pages of their authors, and the parts of their templates that hold a byline.
PATHS = (
    "/author", "/autor", "/auteur", "/writer", "/reporter", "/journalist", "/redacteur", "/redakteur", "/redaktion/",
    "/staff/", "/contributor", "/profile", "/by/", "/bio/",
)  # fmt: skip
CLASSES = ("byline", "Byline", "author", "Author", "autor", "Autor")
ELSEWHERE = frozenset({"figure", "figcaption", "aside", "nav", "footer", "form", "blockquote"})
OF_PICTURES = ("image", "photo", "foto", "picture", "caption", "avatar", "comment")
WHOLE_PAGE = frozenset({"body", "main", "article"})


AUTHOR_PATH = re.compile("|".join(map(re.escape, PATHS)))
BYLINE_CLASS = re.compile("|".join(CLASSES))
NO_BYLINES = frozenset({"body", "main", "article", "img", "svg", "meta", "link"})


def find_byline(root: HtmlElement, title: str | None, site_keys: frozenset[str]) -> list[str]:
    """Return the names in the first byline after the headline; without a headline, in the first of the page."""
    elements = _skip_to_headline(list(islice(_list_headings_and_bylines(root), 2 * MAX_ELEMENTS)), title)
    for number, element in enumerate(elements):
        if names := _read_byline(element, site_keys):
            beside = _list_beside(element, elements[number + 1 :])
            return unique_names([*names, *(name for other in beside for name in _read_byline(other, site_keys))])
    return []


def _list_headings_and_bylines(root: HtmlElement) -> Iterator[HtmlElement]:
    for element in root.iter("*"):
        if (
            element.tag == "h1"
            or (element.tag == "a" and AUTHOR_PATH.search(element.get("href", "")))
            or (element.tag not in NO_BYLINES and _is_named_byline(element))
        ):
            yield element


def _is_named_byline(element: HtmlElement) -> bool:
    return (
        BYLINE_CLASS.search(element.get("class", "")) is not None
        or "author" in element.get("itemprop", "")
        or element.get("rel") == "author"
    )


def _skip_to_headline(elements: list[HtmlElement], title: str | None) -> list[HtmlElement]:
    key = fold(title or "")
    for number, element in enumerate(elements[:MAX_ELEMENTS]):
        if element.tag == "h1" and key and key in fold(read_visible_text(element)):
            elements = elements[number + 1 :]
            break
    return [element for element in elements[:MAX_ELEMENTS] if element.tag != "h1"]


def _list_beside(element: HtmlElement, later: list[HtmlElement]) -> list[HtmlElement]:
    """Return those of the later elements that stand in one box with the element: each author may have a line."""
    boxes = [box for box in islice(element.iterancestors(), 2) if box.tag not in WHOLE_PAGE]
    return [other for other in later if boxes and boxes[-1] in islice(other.iterancestors(), 4)]


def _read_byline(element: HtmlElement, site_keys: frozenset[str]) -> list[str]:
    """Return the names that the element's links to authors hold; without such links, those in its text."""
    if _is_elsewhere(element):
        return []
    links = list(islice(filter(_is_author_link, element.iter("a")), MAX_LINKS))
    names = (name for part in links or [element] for name in read_names(_read_lines(part), site_keys))
    return unique_names(name for name in names if is_full_name(name) and (not links or _is_linked(name, links)))


def _is_author_link(link: HtmlElement) -> bool:
    return AUTHOR_PATH.search(link.get("href", "")) is not None or link.get("rel") == "author"


def _is_linked(name: str, links: list[HtmlElement]) -> bool:
    """Return whether a link is marked as the author's, or its page is named after the person; "More posts" is not."""
    paths = fold(" ".join((link.get("href") or "")[:MAX_PATH] for link in links))
    words = [word for word in map(fold, name.split()) if len(word) > 2]
    return any(word in paths for word in words) or any(link.get("rel") == "author" for link in links)


def _read_lines(element: HtmlElement) -> str:
    """Return the text with each text node on a line of its own; empty if it is too long for a byline."""
    text = "\n".join(filter(None, map(collapse, list_visible_texts(element))))
    return text if len(text) <= MAX_CHARACTERS else ""


def _is_elsewhere(element: HtmlElement) -> bool:
    names = (element.get("class") or "").lower()
    return any(word in names for word in OF_PICTURES) or any(
        ancestor.tag in ELSEWHERE for ancestor in element.iterancestors()
    )
