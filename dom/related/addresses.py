"""Which addresses may be other stories of a page's site."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import SplitResult

from cutline.dom.metadata.plain_text import fold
from cutline.dom.web_addresses import find_web_address, split_address
from cutline.dom.words import list_words

MAX_CHARACTERS = 2_000  # characters of an address; browsers and servers accept little more
KNOWN_HOSTS = 1_000  # hosts cached; pages repeat their own
SHORT_LABEL = 3  # letters of a second-level label that belongs to a public suffix, such as `co.uk`, at most

NO_STORY = frozenset(list_words("addresses", "no_story"))
FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif|svg|pdf|mp[34]|zip|epub|xml|rss)$", re.IGNORECASE)
# The last part of a story's path: several words, or a number or key.
SLUG = re.compile(r"(?:[^\W_]+[-_.]){3}|\d{4}|(?=.*\d)[A-Za-z0-9]{8}")
NUMBER = re.compile(r"\d{3}")  # in a query
YEAR = re.compile(r"/(?:19|20)\d\d/")  # in a path


class SiteAddresses:
    """Resolves and checks the addresses that a page links to."""

    def __init__(self, base_url: str | None, own: Iterable[str | None]) -> None:
        """Take the base of relative addresses, and the page's own addresses, the most reliable first."""
        self._base = base_url
        addresses = [split_address(address) for address in own if address]
        self._pages = frozenset(map(_page_key, addresses))
        self._site = next((site for parts in addresses if (site := find_site(parts.hostname))), None)

    def read_story(self, address: str) -> str | None:
        """Return a link's absolute address if it may be another story of this site, else None."""
        page = self._read(address)
        if page is None:
            return None
        url, parts = page
        path = [part for part in parts.path.split("/") if part]
        if not NO_STORY.isdisjoint(map(str.lower, path)) or FILE.search(parts.path):
            return None
        is_story = path and (SLUG.search(path[-1]) or YEAR.search(parts.path) or NUMBER.search(parts.query))
        return url if is_story else None

    def read_page(self, address: str) -> str | None:
        """Return the absolute address without its fragment if it is another page of this site, else None."""
        page = self._read(address)
        return page and page[0]

    def _read(self, address: str) -> tuple[str, SplitResult] | None:
        url = find_web_address(address, self._base, MAX_CHARACTERS)
        if url is None:
            return None
        url = url.partition("#")[0]
        parts = split_address(url)
        if self._site != find_site(parts.hostname):
            return None
        host, path, query = _page_key(parts)
        is_own = (host, path, query) in self._pages or (host, path, "") in self._pages
        return None if is_own else (url, parts)


def story_key(url: str) -> tuple[str, str, str]:
    """Return a key that is equal for addresses of one story: pages add tracking parameters (`?ref=list_01`)."""
    parts = split_address(url)
    host, path, query = _page_key(parts)
    return host, path, "" if SLUG.search(path.rpartition("/")[2]) else query


@lru_cache(KNOWN_HOSTS)
def find_site(host: str | None) -> str | None:
    """Return the approximate registrable domain of a host: its last two labels, or three for suffixes like `co.uk`."""
    if not host or "." not in host:
        return host
    labels = host.rstrip(".").split(".")
    if labels[-1].isdigit():  # an IP address
        return host
    is_suffix = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= SHORT_LABEL
    return ".".join(labels[-3:] if is_suffix else labels[-2:])


def list_site_names(site_name: str | None, url: str | None) -> frozenset[str]:
    """Return, folded, what a page's texts may call its site: its declared name, and the main word of its host.

    With "the" before them and without.
    """
    host = find_site(split_address(url or "").hostname) or ""
    keys = {fold(site_name or ""), fold(host.partition(".")[0])}
    return frozenset(keys | {key.removeprefix("the") for key in keys}) - {""}


def _page_key(parts: SplitResult) -> tuple[str, str, str]:
    return (parts.hostname or "").removeprefix("www."), parts.path.rstrip("/"), parts.query
