"""The pictures of a gallery that a page keeps as JSON in an attribute, for a script to show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from cutline.dom.image_addresses import IMAGE_ADDRESS

GALLERY_NAME = re.compile(
    r"(?:data-|:)(?:[a-z]+-){0,2}(?:galler(?:y|ies)|slide(?:s|show)|carousel|images|photos|pictures)(?:-[a-z]+)?"
)
NOT_SHOWN = re.compile(r"thumb|small|placeholder|fallback|logo|icon|avatar|author")  # in names of fields
MAX_PICTURES = 200  # of one gallery
MAX_VALUES = 100  # of one picture that are looked at; it is offered in a few sizes
MAX_DEPTH = 8  # of lists and objects around the pictures
KNOWN_NAMES = 1_000  # of attributes, kept in memory


class GalleryPicture(NamedTuple):
    """One picture of a gallery: its addresses, and its alternative text."""

    addresses: tuple[str, ...]
    alt: str


@lru_cache(KNOWN_NAMES)
def is_gallery_name(attribute: str) -> bool:
    """Whether an attribute is called what galleries are kept in."""
    return GALLERY_NAME.fullmatch(attribute) is not None


def read_gallery(value: str) -> Iterator[GalleryPicture]:
    """Yield the pictures of a gallery given as JSON: the items of the first list in which any has an address."""
    if value.lstrip()[:1] not in ("[", "{"):
        return
    try:
        data = json.loads(value)
    except (ValueError, RecursionError):
        return
    for items in _find_lists(data, MAX_DEPTH):
        pictures = [picture for item in items[:MAX_PICTURES] if (picture := _read_picture(item)).addresses]
        if pictures:
            yield from pictures
            return


def _find_lists(data: Any, depth: int) -> Iterator[list[Any]]:
    """Yield the outermost lists."""
    if isinstance(data, list):
        yield data
    elif isinstance(data, dict) and depth:
        for value in data.values():
            yield from _find_lists(value, depth - 1)


def _read_picture(item: Any) -> GalleryPicture:
    addresses = dict.fromkeys(islice(_find_addresses(item, MAX_DEPTH), MAX_VALUES))
    alt = item.get("alt") if isinstance(item, Mapping) else None
    return GalleryPicture(tuple(addresses), alt if isinstance(alt, str) else "")


def _find_addresses(data: Any, depth: int) -> Iterator[str]:
    if isinstance(data, str):
        if IMAGE_ADDRESS.match(data):
            yield data
    elif isinstance(data, Mapping) and depth:
        for name, value in data.items():
            if not NOT_SHOWN.search(name):
                yield from _find_addresses(value, depth - 1)
    elif isinstance(data, list) and depth:
        for value in data:
            yield from _find_addresses(value, depth - 1)
