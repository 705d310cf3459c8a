"""The licence of an article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list
from cutline.dom.metadata.other_boxes import is_inside_others
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.web_addresses import absolute_url, is_web_address
from cutline.dom.words import join_patterns

MAX_LINKS = 20  # looked at
MAX_BOXES = 6  # around a link whose names are looked at
MAX_NAMES = 500  # characters of an element's classes
DEED = re.compile(r"//(?:[a-z]+\.)?creativecommons\.org/(?:licen[cs]es|publicdomain)/\w", re.IGNORECASE)
RELATIONS = frozenset({"license", "licence"})
PICTURES = frozenset({"figure", "figcaption", "aside", "blockquote"})
BOX_NAME = re.compile(r"licen[cs]|copyright|rights|footer|colophon|impressum|attribution", re.IGNORECASE)
TAGS = ("dc:rights", "dcterms:rights", "dcterms:license", "dc:rights:license", "citation_license", "license")
WORK = re.compile(join_patterns("notices", "own_work"), re.IGNORECASE)
MAX_SENTENCE = 600  # characters around a link to a licence


def find_license(root: HtmlElement, declared: Declarations) -> str | None:
    """Return the address of the article's licence: as declared, or the Creative Commons deed that its foot links to.

    Licences of pictures, quotes and comments are none of the article's.

    Args:
        root: the page.
        declared: what it declares.
    """
    absolute = (absolute_url(address, declared.base_url) for address in islice(_list(root, declared), MAX_LINKS))
    return next((url for url in absolute if url and is_web_address(url)), None)


def _list(root: HtmlElement, declared: Declarations) -> Iterator[str]:
    """Yield the addresses of licences, the surest first."""
    named = islice(filter(_names_license, root.iter("link", "a")), MAX_LINKS)
    links = [link for link in named if not _is_of_part(link)]
    for link in links:
        if not RELATIONS.isdisjoint(link.get("rel", "").lower().split()):
            yield link.get("href", "")
    for value in (*as_list(declared.article.get("license")), *as_list(declared.page.get("license"))):
        address = (value.get("url") or value.get("@id")) if isinstance(value, dict) else value
        if isinstance(address, str) and is_web_address(address):  # many write a sentence
            yield address
    yield from filter(is_web_address, declared.tags.all(*TAGS))
    for link in links:
        if DEED.search(link.get("href", "")) and _is_of_article(link):
            yield link.get("href", "")


def _names_license(link: HtmlElement) -> bool:
    return "licen" in (link.get("rel") or "") or "creativecommons.org/" in (link.get("href") or "")


def _is_of_part(link: HtmlElement) -> bool:
    return any(around.tag in PICTURES for around in link.iterancestors()) or is_inside_others(link)


def _is_of_article(link: HtmlElement) -> bool:
    """Return whether a link stands in a box for rights, in a footer, or in a sentence about the work as a whole."""
    boxes = list(islice(link.iterancestors(), MAX_BOXES))
    if any(box.tag == "footer" or _is_named(box) for box in boxes):
        return True
    return any(WORK.search(text) for text in map(read_visible_text, boxes[:2]) if len(text) <= MAX_SENTENCE)


def _is_named(box: HtmlElement) -> bool:
    names = f"{box.get('class') or ''} {box.get('id') or ''}"[:MAX_NAMES]
    return box.tag != "body" and BOX_NAME.search(names) is not None
