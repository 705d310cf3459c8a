"""Boxes of a page with an author and a date of their own: a comment, an embedded post, a picture or a teaser."""

from __future__ import annotations

import re
from itertools import chain, islice

from lxml.html import HtmlElement

from cutline.dom.tags import HEADING_TAGS
from cutline.dom.web_addresses import absolute_url, split_address
from cutline.dom.words import list_words

MAX_NAMES = 500  # characters of an element's classes
MAX_BOXES = 8  # around an element
NAMED_PAGE = re.compile(r"[^\W\d_]{2}[^/]*\Z")  # end of a path; archives of a day or a month end with numbers
# How classes and identifiers begin, and how they end; and how classes begin that say something of the page.
OF_OTHERS = list_words("elements", "of_others")
POSTS = list_words("elements", "posts")
THREADS, TEASER, FLAGS = ("-comments", "_comments"), "teaser", ("has-", "no-", "is-", "with-", "show-")
TYPES = ("/ImageObject", "/Comment", "/UserComments", "/Answer")  # how types in microdata end
PAGES = frozenset({"body", "main"})
WHOLE_PAGE = PAGES | {"article"}


def is_inside_others(element: HtmlElement) -> bool:
    """Return whether one of the boxes around an element holds something else than the article."""
    return any(map(is_of_others, islice(element.iterancestors(), MAX_BOXES)))


def is_inside_named_others(element: HtmlElement) -> bool:
    """Return whether one of the boxes around an element is named so; forums have a type for comments on every post."""
    return any(map(_is_named, islice(element.iterancestors(), MAX_BOXES)))


def is_of_other_page(element: HtmlElement, url: str | None) -> bool:
    """Return whether a `<time>` or a link is the date of another page with a name, as in lists of posts.

    It leads there, or stands in a link with a headline. `url` is the page's own address.
    """
    here = _read_path(url or "")
    cards = (link for link in element.iterancestors("a") if next(link.iter(*HEADING_TAGS), None) is not None)
    inside = element.iter("a") if element.tag in ("a", "time") else ()
    link = next(chain(cards, inside), None) if here else None
    address = absolute_url(link.get("href", ""), url) if link is not None else None
    there = _read_path(address or "")
    return NAMED_PAGE.search(there) is not None and not there.startswith(here) and not here.startswith(there)


def _read_path(address: str) -> str:
    return split_address(address).path.strip("/")


TEXTS = frozenset(("p", "div", "h1", "h2", "section", "article"))  # which an unclosed `<code>` holds
MAX_TEXTS = 20  # children of a `<code>` that are looked at


def is_of_others(box: HtmlElement) -> bool:
    """Return whether a box holds comments, an embedded post, a picture, a teaser or code, with an author of its own."""
    return _is_named(box) or box.get("itemtype", "").endswith(TYPES)


def _is_named(box: HtmlElement) -> bool:
    names = (box.get("class") or "")[:MAX_NAMES].lower().split()
    identified = (*names, (box.get("id") or "").lower())
    if box.tag == "code" and not any(child.tag in TEXTS for child in islice(box, MAX_TEXTS)):
        return True
    if box.tag not in WHOLE_PAGE and any(map(_is_name_of_others, identified)):
        return True
    return box.tag not in PAGES and any(name.endswith(TEASER) and not name.startswith(FLAGS) for name in names)


def _is_name_of_others(name: str) -> bool:
    return name.startswith(OF_OTHERS + POSTS) or (name.endswith(THREADS) and not name.startswith(FLAGS))
