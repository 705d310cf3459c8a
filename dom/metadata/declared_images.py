"""The pictures that a page declares to be the article's."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list
from cutline.dom.metadata.json_repair import Json
from cutline.dom.metadata.plain_text import to_plain_text
from cutline.dom.web_addresses import absolute_url, is_web_address

MAX_ADDRESSES = 200  # looked at; galleries declare a hundred
MAX_CHARACTERS = 4_000  # of an address; image services put their orders into it
IMAGE_TAGS = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")


def find_declared_images(declared: Declarations) -> tuple[str, ...]:
    """Return the absolute http(s) addresses of the pictures that the page declares as the article's, each once.

    Open Graph's come first, then Twitter's, then those of the article's JSON-LD.
    """
    found: dict[str, None] = {}
    for address in islice(_list_addresses(declared), MAX_ADDRESSES):
        url = absolute_url(address, declared.base_url) if 0 < len(address) <= MAX_CHARACTERS else None
        if url and is_web_address(url):
            found[url] = None
    return tuple(found)


def _list_addresses(declared: Declarations) -> Iterator[str]:
    yield from declared.tags.all(*IMAGE_TAGS)
    for value in as_list(declared.article.get("image")):
        yield from _read_addresses(declared.json_ld.follow(value))


def _read_addresses(image: Json) -> Iterator[str]:
    """Yield the addresses of a picture: a string, or an `ImageObject`, whose properties may be lists."""
    values = [image.get("url"), image.get("contentUrl")] if isinstance(image, dict) else [image]
    for value in values:
        for address in as_list(value):
            if isinstance(address, str) and len(address) <= MAX_CHARACTERS:
                yield to_plain_text(address)
