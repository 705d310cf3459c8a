"""The headings of a page, and what is around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from lxml.html import HtmlElement

from cutline.dom.metadata.home_links import is_home_link
from cutline.dom.metadata.plain_text import collapse
from cutline.dom.metadata.visible_text import read_visible_text

MAX_HEADINGS = 60  # of each of h1 and h2 to h3; the headline is among the first
MAX_CHARACTERS = 500  # of a heading; an unclosed <h1> holds half the page
MAX_BOXES = 5  # around a heading, in which a breadcrumb trail is looked for
MAX_NAME = 500  # characters of an attribute
TRAIL = "crumb"  # in a class, an identifier, `data-breadcrumb-headline` or `itemtype`
WHOLE_PAGE = frozenset({"body", "main", "article"})
MAX_PARTS = 8  # elements side by side in a heading; with more it is no kicker and headline


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading.

    Attributes:
        level: 1 to 3.
        text: as a reader sees it.
        parts: the texts of the elements that divide it, such as a kicker and the headline; empty if none do.
        is_home_link: whether it links to the site's front page, or a page above this one, as logos do.
        below: of a heading of level 1 in the breadcrumb trail, the next heading of the page. Many German sites put a
            title for search engines into the trail, and the headline that readers see below it, as a smaller heading.
    """

    level: int
    text: str
    parts: tuple[str, ...]
    is_home_link: bool
    below: Heading | None = None


def find_headings(root: HtmlElement, url: str | None) -> Iterator[Heading]:
    """Yield the first headings of levels 1 to 3 that have text, those of level 1 first, each in document order."""
    below_trails = _find_below_trails(root)
    for tags in (("h1",), ("h2", "h3")):
        for element in islice(root.iter(*tags), MAX_HEADINGS):
            if heading := _read_heading(element, url):
                below = below_trails.get(element)
                yield heading if below is None else replace(heading, below=_read_heading(below, url))


def _find_below_trails(root: HtmlElement) -> dict[HtmlElement, HtmlElement]:
    """Return the heading that follows each `<h1>` of a breadcrumb trail."""
    trails = {element for element in islice(root.iter("h1"), MAX_HEADINGS) if _is_in_trail(element)}
    headings = root.iter("h1", "h2", "h3") if trails else ()
    return {heading: below for heading, below in pairwise(headings) if heading in trails}


def _read_heading(element: HtmlElement, url: str | None) -> Heading | None:
    text = read_visible_text(element)
    if not 0 < len(text) <= MAX_CHARACTERS:
        return None
    return Heading(int(element.tag[1]), text, _read_parts(element), is_home_link(element, url))


def _is_in_trail(heading: HtmlElement) -> bool:
    """Return whether the heading, or a box around it and no other heading, is named a breadcrumb trail."""
    if _is_named_trail(heading):
        return True
    for box in islice(heading.iterancestors(), MAX_BOXES):
        if box.tag in WHOLE_PAGE:
            return False
        if _is_named_trail(box):
            return next(islice(box.iter("h1", "h2", "h3"), 1, None), None) is None
    return False


def _is_named_trail(element: HtmlElement) -> bool:
    return any(TRAIL in f"{name}={value[:MAX_NAME]}".lower() for name, value in element.attrib.items())


def _read_parts(element: HtmlElement) -> tuple[str, ...]:
    while len(element) == 1 and not f"{element.text or ''}{element[0].tail or ''}".strip():
        element = element[0]
    if not 0 < len(element) <= MAX_PARTS:
        return ()
    texts = [element.text or ""]
    for child in element:
        texts += [read_visible_text(child) if isinstance(child.tag, str) else "", child.tail or ""]
    return tuple(filter(None, map(collapse, texts)))
