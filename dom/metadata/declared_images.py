"""The pictures that a page declares to be the article's, and the icon of its site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import Json, as_list
from cutline.dom.metadata.plain_text import to_plain_text
from cutline.dom.web_addresses import absolute_url, find_web_address

MAX_ADDRESSES = 200  # looked at; galleries declare a hundred
MAX_CHARACTERS = 4_000  # of an address; image services put their orders into it
OPEN_GRAPH_TAGS = ("og:image", "og:image:url", "og:image:secure_url")
TWITTER_TAGS = ("twitter:image", "twitter:image:src")

DeclaredIn = Literal["open_graph", "twitter", "json_ld"]


@dataclass(frozen=True, slots=True)
class DeclaredImage:
    """The absolute http(s) address of a picture, and where the page declares it."""

    url: str
    place: DeclaredIn


def find_declared_images(declared: Declarations) -> tuple[DeclaredImage, ...]:
    """Return the pictures that the page declares for the article, each address once.

    Open Graph's come first, then Twitter's, then those of the article's JSON-LD.
    """
    found: dict[str, DeclaredImage] = {}
    for address, place in islice(_list_addresses(declared), MAX_ADDRESSES):
        if url := find_web_address(address, declared.base_url, MAX_CHARACTERS):
            found.setdefault(url, DeclaredImage(url, place))
    return tuple(found.values())


def find_declared_logos(declared: Declarations) -> Iterator[str]:
    """Yield the addresses that JSON-LD gives for logos, and for pictures of the site and of whoever runs it."""
    for node in islice(declared.json_ld.nodes, MAX_ADDRESSES):
        yield from _read_all(declared, node.properties.get("logo"))
        if any(name == "WebSite" or name.endswith("Organization") for name in node.types):
            yield from _read_all(declared, node.properties.get("image"))


def find_declared_portraits(declared: Declarations) -> Iterator[str]:
    """Yield the addresses that JSON-LD gives for pictures of people."""
    for node in islice(declared.json_ld.nodes, MAX_ADDRESSES):
        if "Person" in node.types:
            yield from _read_all(declared, node.properties.get("image"))


def _read_all(declared: Declarations, images: Json) -> Iterator[str]:
    for value in as_list(images):
        for address in _read_addresses(declared.json_ld.follow(value)):
            if url := absolute_url(address, declared.base_url):
                yield url


def _list_addresses(declared: Declarations) -> Iterator[tuple[str, DeclaredIn]]:
    yield from ((address, "open_graph") for address in declared.tags.all(*OPEN_GRAPH_TAGS))
    yield from ((address, "twitter") for address in declared.tags.all(*TWITTER_TAGS))
    for value in as_list(declared.article.get("image")):
        yield from ((address, "json_ld") for address in _read_addresses(declared.json_ld.follow(value)))


def _read_addresses(image: Json) -> Iterator[str]:
    """Yield the addresses of a picture: a string, or an `ImageObject`, whose properties may be lists."""
    values = [image.get("url"), image.get("contentUrl")] if isinstance(image, dict) else [image]
    for value in values:
        for address in as_list(value):
            if isinstance(address, str) and len(address) <= MAX_CHARACTERS:
                yield to_plain_text(address)


RELATIONS = frozenset({"icon", "apple-touch-icon", "apple-touch-icon-precomposed"})  # `mask-icon` has no colours
MAX_LINKS = 1_000  # of a head that are looked at
MAX_ICON_CHARACTERS = 2_000  # of an address
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
        relations = RELATIONS.intersection(relation.split() if "icon" in relation else ())
        address = (link.get("href") or "").strip()
        url = find_web_address(address, base_url, MAX_ICON_CHARACTERS) if relations else None
        if url and (width := _find_width(link, address, relations)) > widest:
            best, widest = url, width
    return best


def _find_width(link: HtmlElement, address: str, relations: frozenset[str]) -> int:
    sizes = link.get("sizes") or ""
    if "svg" in (link.get("type") or "") or address.partition("?")[0].lower().endswith(".svg"):
        return ANY_WIDTH
    declared = max(map(int, SIZE.findall(sizes[:MAX_ICON_CHARACTERS])), default=0)
    return declared or (PLAIN_WIDTH if relations == {"icon"} else TOUCH_WIDTH)
