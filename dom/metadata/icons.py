"""The icon of the site that a page declares."""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.web_addresses import absolute_url, is_web_address

RELATIONS = frozenset({"icon", "apple-touch-icon", "apple-touch-icon-precomposed"})  # `mask-icon` has no colours
MAX_LINKS = 1_000  # of a head that are looked at
MAX_CHARACTERS = 2_000  # of an address
SIZE = re.compile(r"(\d{1,5})[xX]\d{1,5}")
# Pixels assumed of an icon that does not say its size: what the devices that ask for it draw.
TOUCH_WIDTH, PLAIN_WIDTH = 180, 16
ANY_WIDTH = 100_000  # of a drawing, which is sharp in any size


def find_favicon(root: HtmlElement, base_url: str | None) -> str | None:
    """Return the absolute http(s) address of the largest icon that the page declares; None if it declares none.

    Of several of one size it is the first.
    """
    best, widest = None, 0
    for link in islice(root.iter("link"), MAX_LINKS):
        relation = (link.get("rel") or "").lower()
        relations = RELATIONS.intersection(relation.split()) if "icon" in relation else None
        address = (link.get("href") or "").strip()
        if not relations or not 0 < len(address) <= MAX_CHARACTERS:
            continue
        url, width = absolute_url(address, base_url), _find_width(link, address, relations)
        if url and width > widest and is_web_address(url):
            best, widest = url, width
    return best


def _find_width(link: HtmlElement, address: str, relations: frozenset[str]) -> int:
    sizes = link.get("sizes") or ""
    if "svg" in (link.get("type") or "") or address.partition("?")[0].lower().endswith(".svg"):
        return ANY_WIDTH
    declared = max(map(int, SIZE.findall(sizes[:MAX_CHARACTERS])), default=0)
    return declared or (PLAIN_WIDTH if relations == {"icon"} else TOUCH_WIDTH)
