"""The name of the site of a page that declares none: what two places of it say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import cast

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.declared_titles import read_linked_site, read_titled_site
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.site_names import MAX_NAME, MIN_CHARACTERS, list_home_names, list_host_names

COPYRIGHTS = etree.XPath(
    "//text()[contains(., '©') or contains(., 'opyright')][not(parent::script or parent::style or parent::title)]/.."
)
HOLDER = re.compile(
    r"(?:©|\(c\)|copyright[\s:]{0,3}\d{4})(?:\(c\)|copyright\b|by\b|[\W\d_])*([^.,;|\n]{3,80})", re.IGNORECASE
)
FEED = re.compile("rss|atom")
ABOUT = re.compile(
    r"\s*(?:about|über|à propos de|acerca de|sobre|informazioni su|over|om|про)\s+(\S.{1,60})"
    r"|\s*(?:关于|關於)(\S.{1,60})",
    re.IGNORECASE,
)
MAX_LINES, MAX_WITNESS = 5, 300  # lines about the copyright, and characters of each
MAX_FEEDS, MAX_ANCHORS = 50, 2_000  # in the head, and in the page
MOST_OF_NAME = 0.6  # of who holds the copyright, or of the title of a feed, which a name makes up
MOST_OF_HOST = 0.5  # of a name, which a host makes up: "Brass & Glass" at brass.example
SECOND_LEVEL = frozenset(("co", "com", "org", "net", "gov", "ac", "edu"))


def find_site_name(root: HtmlElement, declared: Declarations, title: str | None) -> str | None:
    """Return the name in `<title>` and in a link to the front page, or one of both that another place has as well.

    Such a place is the host, the line about the copyright, the title of a feed, a link such as "About Wikipedia", or a
    picture that says to be a logo.
    """
    linked = read_linked_site(root, declared.base_url, title)
    if linked is not None:
        return linked
    names = list(list_home_names(root, declared.base_url, title))
    titled = read_titled_site(root, title)
    names += [(titled, False)] if titled is not None else []
    witnesses = [fold(text) for text in _list_witnesses(root)] if names else []
    return next((name for name, is_logo in names if is_logo or _is_witnessed(name, witnesses, declared.url)), None)


def _is_witnessed(name: str, witnesses: list[str], url: str | None) -> bool:
    host, *labels = map(fold, list_host_names(url))
    while labels and labels[-1] in SECOND_LEVEL:
        labels.pop()
    is_word = " " not in name and name[1:].islower()  # which below a host may be a section
    keys = [host, *(labels[-1:] if is_word else labels)]
    key = fold(name)
    return any(key in text and len(key) >= MOST_OF_NAME * len(text) for text in chain(keys, witnesses)) or any(
        len(text) >= MIN_CHARACTERS and text in key and len(text) >= MOST_OF_HOST * len(key) for text in keys
    )


def _list_witnesses(root: HtmlElement) -> Iterator[str]:
    for line in cast("list[HtmlElement]", COPYRIGHTS(root))[-MAX_LINES:]:
        text = "".join(islice(line.itertext(), MAX_LINES * 4))[:MAX_WITNESS]
        yield from (holder[1] for holder in HOLDER.finditer(text))
    for link in islice(root.iter("link"), MAX_FEEDS):
        if FEED.search(link.get("type", "")[:MAX_WITNESS]):
            yield link.get("title", "")[:MAX_WITNESS]
    for anchor in islice(root.iter("a"), MAX_ANCHORS):
        if about := ABOUT.match((anchor.text or "")[:MAX_NAME]):
            yield about[1] or about[2]
