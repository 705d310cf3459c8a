"""The traits of a page that tell what kind of page it is: its tags, what it declares, its prices and its address."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from cutline.dom.document import Document
from cutline.dom.segments import TextSegment
from cutline.dom.web_addresses import split_address
from cutline.dom.words import read_table

DECLARED = read_table("features", "page_types")
COUNTED_TAGS = ("h1", "h2", "article", "form", "table", "pre", "code", "li", "img", "time", "input")
ADDRESS_WORDS = read_table("features", "page_addresses")
TRAIT_COLUMNS = (
    *(f"tag_{tag}" for tag in COUNTED_TAGS),
    *(f"declares_{kind}" for kind in DECLARED),
    *("published", "authors", "declared_body", "declared_images", "title_characters", "prices"),
    *(f"address_{word}" for word in ADDRESS_WORDS),
    *("address_depth", "address_hyphens", "address_digits", "address_date", "address_query"),
)
PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?[€£₹]|\d\s?(?:USD|EUR|GBP)\b")
CURRENCIES = ("$", "€", "£", "¥", "₹", "USD", "EUR", "GBP")  # every price has one
DATE_IN_ADDRESS = re.compile(r"/(?:19|20)\d\d[/-]\d{1,2}(?:[/-]|$)")

_DECLARED = {kind: re.compile(words) for kind, words in DECLARED.items()}
_ADDRESS = {word: re.compile(words) for word, words in ADDRESS_WORDS.items()}


def measure_traits(document: Document, segments: Sequence[TextSegment]) -> list[float]:
    """Return the `TRAIT_COLUMNS` of a page; prices are counted in the segments."""
    return [*_measure_tags(document), *_measure_declared(document, segments), *_measure_address(document.url)]


def _measure_tags(document: Document) -> list[float]:
    return [math.log1p(len(document.order.list_tagged(tag))) for tag in COUNTED_TAGS]


def _measure_declared(document: Document, segments: Sequence[TextSegment]) -> list[float]:
    metadata = document.metadata
    types = [name.lower() for name in metadata.types]
    return [
        *(any(words.search(name) for name in types) for words in _DECLARED.values()),
        metadata.published is not None or metadata.modified is not None,
        len(metadata.authors),
        math.log1p(len(metadata.article_body or "")),
        len(metadata.images),
        len(metadata.title or ""),
        math.log1p(_count_prices(segments)),
    ]


def _count_prices(segments: Sequence[TextSegment]) -> int:
    priced = (segment.text for segment in segments if any(map(segment.text.__contains__, CURRENCIES)))
    return sum(len(PRICE.findall(text)) for text in priced)


def _measure_address(url: str | None) -> list[float]:
    address = split_address((url or "").lower())
    parts = [part for part in address.path.split("/") if part]
    last = parts[-1] if parts else ""
    return [
        *(words.search(address.path) is not None for words in _ADDRESS.values()),
        len(parts),
        last.count("-") + last.count("_"),
        sum(map(str.isdigit, last)),
        DATE_IN_ADDRESS.search(address.path) is not None,
        bool(address.query),
    ]
