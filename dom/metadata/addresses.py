"""The address under which a page wants to be known."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.web_addresses import absolute_url, is_web_address

MAX_ADDRESSES = 10  # looked at
MAX_CHARACTERS = 2_000  # of an address; browsers and servers take little more


def find_canonical_url(root: HtmlElement, declared: Declarations) -> str | None:
    """Return the first absolute http(s) address that the page declares as its own, or None.

    The front page is not believed to be the address of another page: templates declare it everywhere.
    """
    is_front_page = not _has_path(declared.url or "")
    for address in islice(_list_addresses(root, declared), MAX_ADDRESSES):
        url = absolute_url(address, declared.base_url) if 0 < len(address) <= MAX_CHARACTERS else None
        if url and is_web_address(url) and (is_front_page or _has_path(url)):
            return url
    return None


def _list_addresses(root: HtmlElement, declared: Declarations) -> Iterator[str]:
    for link in root.iter("link"):
        if "canonical" in (link.get("rel") or "").lower().split():
            yield (link.get("href") or "").strip()
    yield from declared.tags.all("og:url")
    if isinstance(url := declared.article.get("url"), str):
        yield url.strip()


def _has_path(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return True
    return parts.path not in ("", "/") or bool(parts.query)
