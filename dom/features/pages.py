"""The features of a whole page: its text, which tells whether it is an article, and its traits, which tell its kind."""

from __future__ import annotations

import math
import operator
import re
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from cutline.dom.document import Document
from cutline.dom.features.arrays import Rows
from cutline.dom.features.characters import SENTENCE_END, SIGNS, count_signs
from cutline.dom.reading import BlockCandidate, Reading
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

PAGE_COLUMNS = (
    *("text", "page_text", "text_share", "blocks", "block_length", "links", "links_in_text", "sentences"),
    *("prose", "prose_blocks", "prose_length", "prose_sentences", "page_prose", "prose_share", "prose_score"),
    *("mean_score", "undecided", "shapes", "largest_shape", "headings", "list_items", "table_cells", "code_blocks"),
    *TRAIT_COLUMNS,
)
MIN_PROSE = 80  # characters of prose, at least; table cells, list items and lines of code are shorter
MAX_PROSE_LINKS = 0.3  # share of characters of prose inside links, at most
UNDECIDED = (0.1, 0.9)  # scores between which a segment is neither clearly article text nor clearly not


def measure_page(reading: Reading) -> Rows:
    """Return the features of a page after body extraction: 1 by len(`PAGE_COLUMNS`)."""
    return np.array([[*_measure_text(reading), *measure_traits(reading.document, reading.segments)]], np.float32)


def _measure_text(reading: Reading) -> list[float]:
    segments = reading.segments
    kept = [candidate for candidate in reading.candidates if candidate.kept]
    sentence_ends = count_signs([each.segment.text for each in kept])[:, SIGNS.index(SENTENCE_END)].tolist()
    sentences = {each.segment.index: count for each, count in zip(kept, sentence_ends, strict=True)}
    sizes = [len(segment.text) for segment in segments]
    text, page = sum([len(candidate.segment.text) for candidate in kept]), sum(sizes)
    scores = [decision.score or 0.0 for decision in reading.body.decisions]
    return [
        math.log1p(text),
        math.log1p(page),
        text / (page + 1),
        math.log1p(len(kept)),
        math.log1p(text / (len(kept) + 1)),
        sum([segment.link_characters for segment in segments]) / (page + 1),
        sum([candidate.segment.link_characters for candidate in kept]) / (text + 1),
        sum(sentences.values()) / (len(kept) + 1),
        *_measure_prose(reading, sentences),
        sum(map(operator.mul, scores, sizes)) / (page + 1),
        sum([UNDECIDED[0] < score < UNDECIDED[1] for score in scores]) / (len(scores) + 1),
        *_measure_blocks(kept),
    ]


def _measure_blocks(kept: Sequence[BlockCandidate]) -> list[float]:
    """Return how much the blocks of the article differ in tag and class, and the share of some kinds of them."""
    blocks = [candidate.segment.block for candidate in kept]
    shapes = Counter([(str(block.tag), block.get("class")) for block in blocks])
    kinds = Counter([candidate.kind for candidate in kept])
    kinds["table"] = sum([candidate.is_in_cell for candidate in kept])  # layout too, as the classifier has learned
    return [
        math.log1p(len(shapes)),
        max(shapes.values(), default=0) / (len(kept) + 1),
        *(kinds[kind] / (len(kept) + 1) for kind in ("heading", "list_item", "table", "code")),
    ]


def _measure_prose(reading: Reading, sentences: Mapping[int, int]) -> list[float]:
    """Return the features of prose alone, since tables, code and lists make the mean block of an article short.

    `sentences` counts those of each kept segment, by its index.
    """
    page = [index for index, segment in enumerate(reading.segments) if _is_prose(segment)]
    kept = [index for index in page if reading.candidates[index].kept]
    sizes = [len(reading.segments[index].text) for index in page]
    scores = [reading.body.decisions[index].score or 0.0 for index in page]
    characters = sum([len(reading.segments[index].text) for index in kept])
    return [
        math.log1p(characters),
        math.log1p(len(kept)),
        math.log1p(characters / (len(kept) + 1)),
        sum([sentences[index] for index in kept]) / (len(kept) + 1),
        math.log1p(sum(sizes)),
        characters / (sum(sizes) + 1),
        sum(map(operator.mul, scores, sizes)) / (sum(sizes) + 1),
    ]


def _is_prose(segment: TextSegment) -> bool:
    size = len(segment.text)
    return size >= MIN_PROSE and segment.link_characters <= MAX_PROSE_LINKS * size


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
