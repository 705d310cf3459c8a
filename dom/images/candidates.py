"""The images of a page, each with all addresses the page offers for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.images.addresses import MAX_ADDRESS, is_placeholder, picture_key
from cutline.dom.images.offers import Offer, find_offers
from cutline.dom.images.sources import IMAGE_TAGS, Source, order_sources
from cutline.dom.metadata.plain_text import resolve_references, to_plain_text
from cutline.dom.segments import collapse_space
from cutline.dom.tree import BlockFinder
from cutline.dom.web_addresses import absolute_url
from cutline.types import ImageKind

PICTURE_FRAMES = frozenset(("noscript", "button", "object", "video"))  # their text is hidden, their images are visible
PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*")
MARKUP = re.compile(r"</[a-z]|<br\b", re.IGNORECASE)  # in an alternative text; `<b>` alone may be what it is about
MAX_VARIANTS = 50  # addresses of one image; more than any page offers
NEAR_LEVELS = 3  # levels up, within which an image and its copy share an ancestor


@dataclass(frozen=True, slots=True, eq=False)
class ImageCandidate:
    """An image of the page; its size variants are one candidate.

    Attributes:
        element: its position in the tree.
        url: the address of the best source: the largest, if possible neither a placeholder nor a blurred preview;
            empty for a drawing.
        sources: all its sources, best first; empty only for a drawing.
        alt: its alternative text; None if empty.
        width, height: declared size in pixels; None if not declared.
        link: the absolute address that a click leads to; None if it is not a link.
        key: equal for candidates that show the same image.
        hidden: whether it is in a hidden part of the page.
        kind: whether it is an image, a video's poster, the background of another element, or an inline drawing.
    """

    element: HtmlElement
    url: str
    sources: tuple[Source, ...]
    alt: str | None
    width: int | None
    height: int | None
    link: str | None
    key: str
    hidden: bool
    kind: ImageKind = "image"


def find_images(document: Document) -> list[ImageCandidate]:
    """Return the page's images in document order; an image shown in several places is there several times."""
    hidden = [element for element in document.hidden if element.tag not in PICTURE_FRAMES]
    unseen = {*hidden, *chain.from_iterable(element.iter() for element in hidden if len(element))}
    links = BlockFinder(("a",), document.body)
    offers = find_offers(document)
    stand_ins = _find_stand_ins(offers)
    candidates: list[ImageCandidate] = []
    for offer in offers:
        width = _pixels(offer.element.get("width"))
        sources = order_sources(offer.sources, width, stand_ins)
        href = links.first_block(offer.place).get("href")
        candidate = ImageCandidate(
            element=offer.place,
            url=sources[0].url,
            sources=sources,
            alt=_read_alternative(offer),
            width=width,
            height=_pixels(offer.element.get("height")),
            link=absolute_url(href, document.base_url) if href and _leads_elsewhere(href) else None,
            key=picture_key(sources[0].url),
            hidden=offer.place in unseen,
            kind=offer.kind,
        )
        if candidates and _are_variants(candidates[-1], candidate):
            candidate = _merge(candidates.pop(), candidate)
        candidates.append(candidate)
    return candidates


def _leads_elsewhere(href: str) -> bool:
    return len(href) <= MAX_ADDRESS and not href.startswith("#")


def _find_stand_ins(offers: Sequence[Offer]) -> frozenset[str]:
    """Return the addresses shared by images whose other addresses differ: placeholders until a script replaces them."""
    offered = [{source.url for source in offer.sources} for offer in offers]
    uses = Counter(chain.from_iterable(offered))
    others: dict[str, frozenset[str]] = {}
    found = set()
    for urls in (urls for urls in offered if 1 < len(urls) <= MAX_VARIANTS):
        for url in (url for url in urls if uses[url] > 1):
            keys = frozenset(picture_key(other) for other in urls if not is_placeholder(other)) - {picture_key(url)}
            if keys and others.setdefault(url, keys).isdisjoint(keys):
                found.add(url)
    return frozenset(found)


def _are_variants(first: ImageCandidate, second: ImageCandidate) -> bool:
    """Return whether two neighbours are one image: a copy in `<noscript>`, or another size in the same figure."""
    if len(first.sources) > MAX_VARIANTS:
        return False
    return _show_the_same(first, second) and _stand_together(first.element, second.element)


def _show_the_same(first: ImageCandidate, second: ImageCandidate) -> bool:
    if first.key == second.key or (first.element is second.element and first.element.tag in IMAGE_TAGS):
        return True
    if "noscript" in (first.element.tag, second.element.tag) and (
        is_placeholder(first.url) or is_placeholder(second.url)
    ):
        return True
    offered = {source.url for source in first.sources}
    return any(source.url in offered and source.ranked_by != "placeholder" for source in second.sources)


def _stand_together(first: HtmlElement, second: HtmlElement) -> bool:
    around, here = ({*islice(element.iterancestors(), NEAR_LEVELS)} for element in (first, second))
    return not around.isdisjoint(here)


def _merge(first: ImageCandidate, second: ImageCandidate) -> ImageCandidate:
    shown, copy = (second, first) if first.element.tag == "noscript" else (first, second)
    sources = order_sources((*shown.sources, *copy.sources), shown.width or copy.width)
    return replace(
        shown,
        url=sources[0].url,
        sources=sources,
        alt=shown.alt or copy.alt,
        width=shown.width or copy.width,
        height=shown.height or copy.height,
        link=shown.link or copy.link,
        key=picture_key(sources[0].url),
    )


def _pixels(value: str | None) -> int | None:
    match = PIXELS.fullmatch(value) if value else None
    return int(match[1]) if match else None


def _read_alternative(offer: Offer) -> str | None:
    """Return an alternative text, without the tags of a caption that a tool put into it; None if it is the address."""
    text = "" if offer.alt == offer.element.get("src") else resolve_references(offer.alt)
    return collapse_space(to_plain_text(text) if MARKUP.search(text) else text) or None
