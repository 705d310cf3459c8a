"""Captions that a page declares for machines (JSON-LD `ImageObject`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cutline.dom.image_addresses import picture_key
from cutline.dom.images import ImageCandidate
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import JsonLdNode, as_list, read_text
from cutline.dom.web_addresses import absolute_url

ADDRESSES = ("url", "contentUrl", "@id", "thumbnailUrl")
TEXTS = ("caption", "description")
MAX_CHARACTERS = 4096  # of an address


def read_declared_captions(declared: Declarations, base_url: str | None) -> dict[str, str]:
    """Return the declared captions by `picture_key`; of several for one picture, the first."""
    found: dict[str, str] = {}
    for node in declared.json_ld.nodes:
        if "ImageObject" not in node.types:
            continue
        text = next(filter(None, (read_text(node.properties.get(name)) for name in TEXTS)), None)
        if text:
            for url in _addresses(node, base_url):
                found.setdefault(picture_key(url), text)
    return found


def find_declared_caption(image: ImageCandidate, captions: Mapping[str, str]) -> str | None:
    """Return the caption declared for any address of an image."""
    if not captions:
        return None
    if image.key in captions:
        return captions[image.key]
    keys = (picture_key(source.url) for source in image.sources[1:])  # its own is that of the first
    return next((captions[key] for key in keys if key in captions), None)


def _addresses(node: JsonLdNode, base_url: str | None) -> Iterator[str]:
    for name in ADDRESSES:
        for value in as_list(node.properties.get(name)):
            if isinstance(value, str) and len(value) <= MAX_CHARACTERS and (url := absolute_url(value, base_url)):
                yield url
