"""The images that elements offer: image tags, video posters, backgrounds, and galleries in attributes for scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from lxml.html import HtmlElement

from cutline.dom.document import Document, has_many_attributes, parse_html
from cutline.dom.images.addresses import IMAGE_ADDRESS, find_url, is_placeholder, picture_key
from cutline.dom.images.sources import IMAGE_TAGS, ITEM, Source, find_background, read_sources
from cutline.types import ImageKind

PICTURE_TAGS = IMAGE_TAGS | {"video", "noscript", "object"}
CUSTOM_IMAGE = re.compile(r"(?:^|-)(?:img|image|picture|photo)s?(?:-|$)")
STAND_IN_NAMES = frozenset(("placeholder", "fallback"))
FRAME_TAGS = frozenset("article div figure header li section span".split())  # scripts put images in these
BACKGROUND_NAMES = frozenset(
    "data-bg data-bgset data-background data-background-image data-bg-image data-image-src data-src".split()
)
ZOOMED = "data-src"
FRAME_NAMES = BACKGROUND_NAMES | {ITEM}
MAX_POSSIBLE = 20_000  # elements read for images; the largest of 2,489 labelled pages has fewer elements in all
MAX_INSIDE = 50  # descendants searched for an image
MAX_COPIES = 10  # images in one escaped `<noscript>`, which usually has a copy of a single image
KNOWN_NAMES = 1_000  # attribute names, and sets of them, cached
GALLERY_NAME = re.compile(
    r"(?:data-|:)(?:[a-z]+-){0,2}(?:galler(?:y|ies)|slide(?:s|show)|carousel|images|photos|pictures)(?:-[a-z]+)?"
)
NOT_SHOWN = re.compile(r"thumb|small|placeholder|fallback|logo|icon|avatar|author")  # in names of fields
JSON_STARTS = ("{", "[")
ADDRESS_IN_JSON = re.compile(
    r'"((?:https?:)?(?:\\?/){1,2}[^"\s]{1,500}?\.(?:jpe?g|png|webp|avif)(?:\?[^"\s]{0,500})?)"', re.I
)
MAX_JSON = 4_000  # characters of an attribute of an empty image that are searched for addresses
FRAME_LEVELS = 3  # ancestors of an empty image that may hold its address
MAX_PICTURES = 200  # images of one gallery
MAX_VALUES = 100  # addresses read for one image, which has just a few sizes
MAX_DEPTH = 8  # nested lists and objects around the images


class Offer(NamedTuple):
    """One image that an element offers.

    Attributes:
        place: the image's position in the tree.
        element: the element whose attributes offer it.
        kind: image, poster or background.
        sources: its addresses in the order of reading.
        alt: its alternative text; may be empty.
        is_framed: whether a script shows it in an element that is not an image.
    """

    place: HtmlElement
    element: HtmlElement
    kind: ImageKind
    sources: tuple[Source, ...]
    alt: str
    is_framed: bool = False


def find_offers(document: Document) -> list[Offer]:
    """Return the images that a page offers, in document order; a copy in a `<noscript>` gets the place of that element.

    An image that only a script shows is left out if another element offers it too.
    """
    base_url = document.base_url
    possible = list_possible_pictures(document.order.elements)[:MAX_POSSIBLE]
    copies = {copy: element for element in possible if element.tag == "noscript" for copy in element.iter()}
    offers: list[Offer] = []
    for element in possible:
        if (kind := _find_kind(element)) is not None:
            sources = tuple(read_sources(element, base_url))
            if kind == "image" and all(is_placeholder(source.url) for source in sources):
                sources += tuple(_read_around(element, base_url))
            offers.append(Offer(copies.get(element, element), element, kind, sources, element.get("alt", "")))
        elif element.tag == "noscript":
            offers += _read_escaped(element, base_url)
        elif element.tag == "object":
            offers += _read_object(element, base_url)
        elif element.tag in FRAME_TAGS:
            offers += _read_frame(element, base_url)
    return _drop_shown([offer for offer in offers if offer.sources])


def list_possible_pictures(elements: Iterable[HtmlElement]) -> list[HtmlElement]:
    """Return the elements that may show an image, or contain one in escaped markup."""
    return list(filter(_may_show_picture, elements))


def _may_show_picture(element: HtmlElement) -> bool:
    tag = element.tag
    if tag in PICTURE_TAGS or "-" in tag or "url(" in element.get("style", ""):
        return True
    return tag in FRAME_TAGS and _name_picture(tuple(element.keys()))


@lru_cache(KNOWN_NAMES)
def _name_picture(attributes: tuple[str, ...]) -> bool:
    """Return whether one of an element's attributes may hold a picture's address."""
    return any(name in FRAME_NAMES or is_gallery_name(name) for name in attributes)


def _find_kind(element: HtmlElement) -> ImageKind | None:
    """Return the kind of image an element shows, if any; custom elements count by their names."""
    tag = str(element.tag)
    if tag == "amp-img" and _is_stand_in(element):
        return None
    if tag in IMAGE_TAGS or ("-" in tag and CUSTOM_IMAGE.search(tag)):
        return "image"
    if tag == "video":
        return "poster" if element.get("poster") else None
    return "background" if find_background(element.get("style") or "") else None


def _is_stand_in(element: HtmlElement) -> bool:
    """Return whether AMP shows an image only until the one around it has loaded, or if that fails to."""
    is_inside = element.getparent().tag == "amp-img"
    return is_inside and not STAND_IN_NAMES.isdisjoint(element.keys())  # unclosed tags are inside each other too


def _read_around(image: HtmlElement, base_url: str | None) -> Iterator[Source]:
    """Yield the addresses of an empty image: in its own JSON, in the link to the file, in attributes of its frames."""
    for value in image.attrib.values():
        found = ADDRESS_IN_JSON.findall(value[:MAX_JSON]) if value.startswith(JSON_STARTS) else ()
        urls = list(filter(None, [find_url(address.replace("\\", ""), base_url) for address in found]))
        sizes = [url for url in urls if picture_key(url) == picture_key(urls[0])]  # not other images of a gallery
        yield from (Source(url, None, None, None) for url in sizes)
    for frame in islice(image.iterancestors(), FRAME_LEVELS):
        if _find_only_image(frame) is not image:
            return
        href = frame.get("href", "").strip() if frame.tag == "a" else ""
        if IMAGE_ADDRESS.match(href) and (url := find_url(href, base_url)):
            yield Source(url, None, None, None)
        if not frame.get("style"):  # a background is an image of its own
            yield from _read_files(frame, base_url)


def _read_escaped(element: HtmlElement, base_url: str | None) -> Iterator[Offer]:
    """Yield the images in a `<noscript>` with escaped content."""
    text = element.text or ""
    if "<img" in text and not has_many_attributes(data := text.encode()):
        root, _ = parse_html(data)
        for image in islice(root.iter(*sorted(IMAGE_TAGS)), MAX_COPIES):
            yield Offer(element, image, "image", tuple(read_sources(image, base_url)), image.get("alt", ""))


def _read_object(element: HtmlElement, base_url: str | None) -> Iterator[Offer]:
    """Yield the image of an `<object>`, as Sphinx embeds drawings, unless it holds another for old browsers."""
    is_image = element.get("type", "").startswith("image/") and _find_image(element) is element
    if is_image and (url := find_url(element.get("data", ""), base_url)):
        yield Offer(element, element, "image", (Source(url, None, None, None),), element.get("aria-label", ""))


def _read_frame(frame: HtmlElement, base_url: str | None) -> Iterator[Offer]:
    """Yield the images that a script shows in an element: by its `itemid`, a background attribute or gallery data."""
    names = frame.keys()
    if ITEM in names:
        yield Offer(_find_image(frame), frame, "image", _read_files(frame, base_url), "", is_framed=True)
    elif not BACKGROUND_NAMES.isdisjoint(names):
        files = _read_files(frame, base_url)
        if ZOOMED in names and (image := _find_only_image(frame)) is not None:
            larger = find_url(frame.get(ZOOMED, ""), base_url)
            zoomed = tuple([source for source in files if source.url == larger])  # not those of thumbnails
            yield Offer(image, frame, "image", zoomed, "", is_framed=True)
        else:
            yield Offer(frame, frame, "background", files, "", is_framed=True)
    for name in filter(is_gallery_name, names):
        for addresses, alt in read_gallery(frame.get(name, "")):
            urls = filter(None, [find_url(address, base_url) for address in addresses])
            sources = tuple([Source(url, None, None, None) for url in urls])
            yield Offer(frame, frame, "image", sources, alt, is_framed=True)


def _read_files(frame: HtmlElement, base_url: str | None) -> tuple[Source, ...]:
    """Return the sources with image file names; such elements have other addresses too."""
    return tuple([source for source in read_sources(frame, base_url) if IMAGE_ADDRESS.match(source.url)])


def _find_image(frame: HtmlElement) -> HtmlElement:
    """Return the first image inside an element that a script fills, else the element."""
    inside = islice(frame.iter("*"), MAX_INSIDE)
    return next((element for element in inside if element.tag in IMAGE_TAGS), frame)


def _find_only_image(frame: HtmlElement) -> HtmlElement | None:
    """Return the image inside an element that opens a larger one, as in lightGallery; None unless there is just one."""
    inside = list(islice(frame.iter("*"), MAX_INSIDE))
    images = [element for element in inside if element.tag in IMAGE_TAGS]
    return images[0] if len(images) == 1 and len(inside) < MAX_INSIDE else None


def _drop_shown(offers: Sequence[Offer]) -> list[Offer]:
    if not any(offer.is_framed for offer in offers):
        return list(offers)
    shown = {picture_key(source.url) for offer in offers if not offer.is_framed for source in offer.sources}
    return [
        offer
        for offer in offers
        if not offer.is_framed or shown.isdisjoint(picture_key(source.url) for source in offer.sources)
    ]


class GalleryPicture(NamedTuple):
    """One image of a gallery: its addresses and its alternative text."""

    addresses: tuple[str, ...]
    alt: str


@lru_cache(KNOWN_NAMES)
def is_gallery_name(attribute: str) -> bool:
    """Return whether an attribute's name is typical for gallery data."""
    return GALLERY_NAME.fullmatch(attribute) is not None


def read_gallery(value: str) -> Iterator[GalleryPicture]:
    """Yield the images of a gallery in JSON: the items of the first list with an image's address in any item."""
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
