"""The headings of a page."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import collapse
from cutline.dom.metadata.visible_text import read_visible_text

MAX_HEADINGS = 60  # of each of h1 and h2 to h3; the headline is among the first
MAX_CHARACTERS = 500  # of a heading; an unclosed <h1> holds half the page
MAX_PARTS = 8  # elements side by side in a heading; with more it is no kicker and headline


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading.

    Attributes:
        level: 1 to 3.
        text: as a reader sees it.
        parts: the texts of the elements that divide it, such as a kicker and the headline; empty if none do.
        is_home_link: whether it links to the site's front page, or a page above this one, as logos do.
    """

    level: int
    text: str
    parts: tuple[str, ...]
    is_home_link: bool


def find_headings(root: HtmlElement, url: str | None) -> list[Heading]:
    """Return the first headings of levels 1 to 3 that have text, those of level 1 first, each in document order."""
    found = []
    for tags in (("h1",), ("h2", "h3")):
        for element in islice(root.iter(*tags), MAX_HEADINGS):
            if (text := read_visible_text(element)) and len(text) <= MAX_CHARACTERS:
                found.append(Heading(int(element.tag[1]), text, _read_parts(element), _is_home_link(element, url)))
    return found


def _read_parts(element: HtmlElement) -> tuple[str, ...]:
    while len(element) == 1 and not f"{element.text or ''}{element[0].tail or ''}".strip():
        element = element[0]
    if not 0 < len(element) <= MAX_PARTS:
        return ()
    texts = [element.text or ""]
    for child in element:
        texts += [read_visible_text(child) if isinstance(child.tag, str) else "", child.tail or ""]
    return tuple(filter(None, map(collapse, texts)))


def _is_home_link(element: HtmlElement, url: str | None) -> bool:
    link = next(element.iter("a"), None)
    href = link.get("href") if link is not None else None
    if not href or href.startswith("#") or "?" in href:
        return False
    here, there = _split_path(url or ""), _split_path(href)
    return not there or (len(there) < len(here) and here[: len(there)] == there)


def _split_path(url: str) -> list[str]:
    """Return the path's segments; of the address inside an archive's address, those of the inner one."""
    scheme, _, rest = url.partition("#")[0].partition("?")[0].rpartition("://")
    path = rest.partition("/")[2] if scheme else rest
    segments = [segment for segment in path.split("/") if segment]
    return segments[:-1] if segments and segments[-1].startswith("index.") else segments
