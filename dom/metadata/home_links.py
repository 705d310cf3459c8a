"""Links to the front page of a site, and the names of the site in them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.site_names import MIN_CHARACTERS
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.web_addresses import absolute_url, split_address

MAX_LINKS = 100  # of a page looked at; the logo is among the first
MAX_HEADINGS = 60
MAX_NAMES = 10
MAX_NAME = 60  # characters
NO_NAMES = frozenset("home homepage start startseite accueil inicio início forside etusivu главная 首页 ホーム".split())


def read_home_keys(root: HtmlElement, base_url: str | None) -> frozenset[str]:
    """Return the folded names of the site in the links to its front page, such as the logo's text or picture."""
    names = (name for link in _list_home_links(root, base_url) for name in _list_names(link) if len(name) <= MAX_NAME)
    keys = (key for name in names if len(key := fold(name)) >= MIN_CHARACTERS and key not in NO_NAMES)
    return frozenset(islice(keys, MAX_NAMES))


def _list_home_links(root: HtmlElement, base_url: str | None) -> Iterator[HtmlElement]:
    """Yield the links to the front page; those in an `<h1>`, as on blogs, whatever their host, as in archives."""
    yield from (heading for heading in islice(root.iter("h1"), MAX_HEADINGS) if _read_link(heading) == [])
    host = split_address(base_url or "").netloc
    for link in islice(root.iter("a"), MAX_LINKS):
        address = absolute_url(link.get("href") or "#", base_url) if host and _read_link(link) == [] else None
        if address and split_address(address).netloc == host:
            yield link


def _list_names(link: HtmlElement) -> Iterator[str]:
    yield read_visible_text(link)
    yield from (image.get("alt") or "" for image in link.iter("img"))


def is_home_link(element: HtmlElement, url: str | None) -> bool:
    """Return whether the first link in an element leads to the front page, or to a page above the one at an address."""
    here, there = _split_path(url or ""), _read_link(element)
    if there is None:
        return False
    return not there or (len(there) < len(here) and here[: len(there)] == there)


def _read_link(element: HtmlElement) -> list[str] | None:
    """Return the path's segments of the first link in an element; None if there is none to another page."""
    link = next(element.iter("a"), None)
    href = link.get("href") if link is not None else None
    return _split_path(href) if href and not href.startswith("#") and "?" not in href else None


def _split_path(url: str) -> list[str]:
    """Return the path's segments; of the address inside an archive's address, those of the inner one."""
    scheme, _, rest = url.partition("#")[0].partition("?")[0].rpartition("://")
    path = rest.partition("/")[2] if scheme else rest
    segments = [segment for segment in path.split("/") if segment]
    return segments[:-1] if segments and segments[-1].startswith("index.") else segments
