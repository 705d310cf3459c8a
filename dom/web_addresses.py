"""How to resolve and check web addresses, as browsers do."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit

if TYPE_CHECKING:
    from lxml.html import HtmlElement  # modules that only handle addresses should not have to load lxml

NO_BASE = frozenset(("data", "javascript", "blob"))  # HTML forbids these in `<base>`
LINE_SPACE = str.maketrans("", "", "\t\n\r")  # browsers drop these from addresses
# Query and fragment of an address that resolving would leave unchanged.
PLAIN_REST = r"(?:\?[^#\t\n\r]+)?(?:#[^\t\n\r]+)?"
PARTS = re.compile(
    r"(https?)://([A-Za-z\d.-]+(?::\d+)?)(/[^?#\t\n\r]*)?(?:\?([^#\t\n\r]*))?(?:#([^\t\n\r]*))?", re.ASCII
)
PLAIN = re.compile(rf"https?://[A-Za-z\d.-]+(?::\d+)?(?:/[^?#;\t\n\r]*)?{PLAIN_REST}|data:[a-z/+.-]*", re.ASCII)
PLAIN_PATH = re.compile(rf"/(?![/.])(?:[^?#;/\t\n\r]++|/(?!\.))*+{PLAIN_REST}")
MAX_OWN = 2_000  # characters of the address that a page states as its own; browsers and servers accept little more
KNOWN_BASES = 64  # base addresses cached; a page has one or two


def find_base_url(root: HtmlElement, url: str | None) -> str | None:
    """Return the base of the page's relative addresses, or None if there is no valid one.

    If `url` is unknown, the address that the page states as its own takes its place.
    """
    page = absolute_url(url, None) if url else _find_own_address(root)
    href = next((element.get("href") for element in root.iter("base") if element.get("href")), None)
    base = None if href is None else absolute_url(href, page)
    return page if base is None or split_address(base).scheme in NO_BASE else base


def _find_own_address(root: HtmlElement) -> str | None:
    """Return the absolute address that a page states in `<link rel="canonical">`, else in `og:url`."""
    links = (link.get("href") for link in root.iter("link") if "canonical" in (link.get("rel") or "").lower().split())
    tags = (tag.get("content") for tag in root.iter("meta") if (tag.get("property") or "").lower() == "og:url")
    stated = (address.strip() for address in chain(links, tags) if address and len(address) <= MAX_OWN)
    return next(filter(is_web_address, stated), None)


def absolute_url(address: str, base_url: str | None) -> str | None:
    """Return the absolute form of an address, or None if it is invalid; without a base it stays relative."""
    address = address.strip()
    if PLAIN.fullmatch(address):
        return address
    if base_url and address.startswith("/") and (origin := _find_origin(base_url)):
        if PLAIN_PATH.fullmatch(address):
            return origin + address
        if address.startswith("//") and PLAIN.fullmatch(joined := origin.partition("/")[0] + address):
            return joined
    return _join(address.translate(LINE_SPACE), base_url)


def is_web_address(address: str) -> bool:
    """Return whether an address is absolute http(s), printable and without spaces in its host."""
    if not address.isprintable():
        return False
    if PARTS.fullmatch(address):
        return True
    parts = split_address(address)
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not any(map(str.isspace, parts.netloc))


def find_web_address(address: str | None, base_url: str | None, longest: int) -> str | None:
    """Return the absolute http(s) form of an address; None if it has none, is empty, or has more characters than so."""
    url = absolute_url(address, base_url) if address and len(address) <= longest else None
    return url if url and is_web_address(url) else None


def has_path(address: str) -> bool:
    """Return whether an address is another one than that of a whole site."""
    parts = split_address(address)
    return bool(parts.path.strip("/") or parts.query)


def split_address(address: str) -> SplitResult:
    """Return the parts of an address, all empty if it is invalid."""
    if parts := PARTS.fullmatch(address):
        return SplitResult(*parts.groups(""))
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def _join(address: str, base_url: str | None) -> str | None:
    try:
        joined = urljoin(base_url, address) if base_url else address
        urlsplit(joined)
    except ValueError:
        return None
    return joined or None


@lru_cache(KNOWN_BASES)
def _find_origin(base_url: str) -> str | None:
    """Return the scheme and host of an http(s) base address; None for any other."""
    parts = split_address(base_url)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else None
