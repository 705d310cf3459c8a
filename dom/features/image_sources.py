"""Features of an image's own attributes: sizes, addresses, link, alternative text."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain, islice
from urllib.parse import parse_qsl, unquote

import numpy as np
from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.features.arrays import Floats
from cutline.dom.features.marks import PAID_MARKS, bound_word, compile_groups
from cutline.dom.features.segments import spread_bits
from cutline.dom.images.addresses import NAMING_PARAMETERS, find_width_in_address, is_placeholder, picture_key
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.scripts import CAMEL
from cutline.dom.web_addresses import split_address
from cutline.dom.words import read_table

# Marks of paid content that name people too, or stand before the makers of photographs.
NO_PAID_IMAGE = frozenset(("ilan", "提供"))
_PAID = "|".join(bound_word(mark) for mark in PAID_MARKS if mark not in NO_PAID_IMAGE)
_TABLE = read_table("features", "image_addresses")
ADDRESS_WORDS = {**_TABLE, "advertisement": f"{_TABLE['advertisement']}|{_PAID}"}
EXTENSIONS = (".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg", ".avif")
SOURCE_COLUMNS = (
    *("width", "height", "aspect", "widest_source", "width_in_address", "largest", "sources", "placeholder", "hidden"),
    "extension",
    *(f"{part}_{word}" for part in ("address", "alt", "class", "frame", "link") for word in ADDRESS_WORDS),
    *("same_host", "same_domain", "copies", "declared", "page_declared", "page_news", "page_posting", "lazy", "eager"),
    *("link", "link_characters", "alt_characters", "no_alt", "poster", "background"),
)
BEFORE_WORDS = SOURCE_COLUMNS.index(next(f"address_{word}" for word in ADDRESS_WORDS))
NO_LINK, TO_PICTURE, TO_ITSELF, TO_SITE, ELSEWHERE = range(5)  # where a click on an image leads
NONE = -1.0  # a missing value
FRAMES = 3  # ancestors of an image whose names are read too
MAX_CHARACTERS = 600  # characters of an address or text that are searched for words

_WORD, _BITS = compile_groups(ADDRESS_WORDS.values())
_EXTENSION_PLACES = {extension: place for place, extension in enumerate(EXTENSIONS)}
_PICTURE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)", re.I)


class ImageSources:
    """Measures the attributes of one page's images."""

    def __init__(self, document: Document, images: Sequence[ImageCandidate]) -> None:
        """Take the page and all its images."""
        self._images = images
        self._page = (document.url or document.base_url or "").partition("#")[0]
        self._host = split_address(self._page).netloc
        self._domain = ".".join(self._host.split(".")[-2:])
        self._copies = Counter(image.key for image in images)
        types = document.metadata.types
        self._is_news = any("News" in name for name in types)
        self._is_posting = any(name.endswith("Posting") for name in types)
        self._declared = frozenset(map(picture_key, document.metadata.images))

    def measure(self) -> Floats:
        """Return a row of `SOURCE_COLUMNS` per image."""
        texts = (
            [_read_address(image.url) for image in self._images],
            [image.alt or "" for image in self._images],
            [_read_names(image.element) for image in self._images],
            [_read_frame(image.element) for image in self._images],
            [image.link or "" for image in self._images],
        )
        words = {text: _find_words(text) for text in set(chain.from_iterable(texts))}  # texts repeat on a page
        spread = [spread_bits([words[text] for text in column], len(ADDRESS_WORDS)) for column in texts]
        rows = np.array([self._measure(image) for image in self._images], np.float64)
        return np.concatenate([rows[:, :BEFORE_WORDS], *spread, rows[:, BEFORE_WORDS:]], axis=1)

    def _measure(self, image: ImageCandidate) -> list[float]:
        """Return `SOURCE_COLUMNS` of an image, except the word columns."""
        address = split_address(image.url)
        element = image.element
        return [
            *_measure_sizes(image),
            is_placeholder(image.url),
            image.hidden,
            _find_extension(address.path.lower()),
            address.netloc == self._host,
            bool(self._domain) and address.netloc.endswith(self._domain),
            self._copies[image.key],
            image.key in self._declared,
            len(self._declared),
            self._is_news,
            self._is_posting,
            element.get("loading") == "lazy",
            element.get("loading") == "eager" or element.get("fetchpriority") == "high",
            self._find_link_kind(image),
            len(image.link or ""),
            math.log1p(len(image.alt or "")),
            element.get("alt") is None,
            image.kind == "poster",
            image.kind == "background",
        ]

    def _find_link_kind(self, image: ImageCandidate) -> int:
        """Return where a click on an image leads: one of `NO_LINK` to `ELSEWHERE`."""
        if not image.link:
            return NO_LINK
        if _PICTURE.search(image.link) or _is_attachment(image.link, image.url, self._page):
            return TO_PICTURE
        if self._page and image.link.partition("#")[0] == self._page:
            return TO_ITSELF
        address = split_address(image.link)
        is_relative = not (address.scheme or address.netloc)  # the page's own address is unknown
        return TO_SITE if is_relative or (self._domain and address.netloc.endswith(self._domain)) else ELSEWHERE


def _is_attachment(link: str, picture: str, page: str) -> bool:
    """Return whether a link leads to a page right below this one with the name of a picture, as WordPress has them."""
    around, _, name = link.rstrip("/").rpartition("/")
    file = split_address(picture).path.rpartition("/")[2].lower()
    return bool(name) and around == page.rstrip("/") and file.startswith(name.lower())


def _read_address(url: str) -> str:
    """Return what an address says of its image: host, path, and the file that a parameter names; not `&zoom=1`."""
    address = split_address(url)
    files = (value for name, value in parse_qsl(address.query) if name.lower() in NAMING_PARAMETERS)
    return " ".join((address.netloc, unquote(address.path), *files))


def _read_names(element: HtmlElement) -> str:
    return f"{element.get('class') or ''} {element.get('id') or ''}"


def _read_frame(element: HtmlElement) -> str:
    return " ".join([_read_names(around) for around in islice(element.iterancestors(), FRAMES)])


def _measure_sizes(image: ImageCandidate) -> list[float]:
    widest = max(source.width or 0 for source in image.sources)
    hints = (find_width_in_address(source.url) for source in image.sources)
    in_address = max((hint for hint in hints if hint is not None), default=NONE)
    return [
        image.width or NONE,
        image.height or NONE,
        image.width / image.height if image.width and image.height else NONE,
        widest,
        in_address,
        max(image.width or 0, widest, in_address, 0),
        len(image.sources),
    ]


def _find_extension(path: str) -> float:
    _, dot, extension = path.rpartition(".")
    return _EXTENSION_PLACES.get(dot + extension, NONE)


def _find_words(text: str) -> int:
    """Return which word groups occur in a text: bit n is set for the n-th of `ADDRESS_WORDS`, from 0."""
    bits = 0
    for match in _WORD.finditer(CAMEL.sub("-", text[:MAX_CHARACTERS]).lower()):
        bits |= _BITS[match.lastindex or 0]
    return bits
