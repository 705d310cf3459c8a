"""Features of an image's position: relative to the article's text, its ancestors and the text around it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.features.ancestry import find_ancestors, read_below
from cutline.dom.features.arrays import Bools, Floats, Numbers
from cutline.dom.features.elements import AROUND_TAGS, ElementFacts
from cutline.dom.features.marks import MARKS
from cutline.dom.features.segments import spread_bits
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.tree import DocumentOrder

LEVELS = 7  # levels up, the image's own first, whose subtrees are measured
REACH = 14  # levels up that are searched for tags and text
NEARBY = 4  # segments before and after an image whose scores are averaged
BEYOND = 20.0  # levels, if nothing is found within reach
FAR = 99.0  # segments, if there is no article text on that side
FAR_CHARACTERS = 12.0  # the same as a logarithm of characters
NONE = -1.0  # a missing value
ALIKE_LEVELS = 5  # levels up that are equal for images in similar positions

NEAREST_TAGS = (
    "figure a aside header nav footer article main li section noscript button table video picture p form blockquote"
).split()
SUMS = ("characters", "links", "kept", "of_article", "images", "headings", "segments")
PLACE_COLUMNS = (
    *("article_before_share", "article_before", "article_behind", "article"),
    *("segments_to_previous", "segments_to_next", "characters_to_previous", "characters_to_next", "in_root"),
    *("h1_before", "page_h1", "images_before", "images_behind", "page_images", "segments_before"),
    *("score_around", "score_before", "score_behind"),
    *(f"{part}_{mark}" for part in ("near", "below_root", "around") for mark in MARKS),
    *(f"in_{tag}" for tag in AROUND_TAGS),
    *(f"up_to_{tag}" for tag in NEAREST_TAGS),
    *("depth", "up_to_article_text", "article_there", "up_to_text"),
    *(f"level{n}_{name}" for n in range(LEVELS) for name in SUMS),
)

SUMMED = ("characters", "links", "kept", "headings", "segments")  # sums over the segments of a subtree


_TAG_PLACES = {tag: place for place, tag in enumerate(NEAREST_TAGS)}


@dataclass(frozen=True, slots=True)
class ReadSegments:
    """A page's segments with the predictions of the body classifier.

    Attributes:
        segments: all n segments of the page.
        kept: whether each is article text (n).
        scores: probability that each is article text (n, 0..1).
        root: the smallest element that contains the article; None if there is no article.
    """

    segments: Sequence[TextSegment]
    kept: Bools
    scores: Floats
    root: HtmlElement | None


class ImagePlaces:
    """Measures the positions of one page's images, in linear time."""

    def __init__(self, document: Document, text: ReadSegments, images: Sequence[ImageCandidate]) -> None:
        """Take the page, its segments and all its images, in document order."""
        reader, order = document.facts, document.order
        self._text = text
        self._facts = [reader.read(image.element) for image in images]
        self._ancestors = find_ancestors(self._facts, REACH)
        self._positions = np.array([order.of_element(image.element) for image in images])
        self._starts = np.array([order.of_segment(segment) for segment in text.segments])
        self._headings = [order.of_element(heading) for heading in order.list_tagged("h1")]
        self._sizes = np.array([len(segment.text) for segment in text.segments], np.float64)
        root = None if text.root is None else reader.read(text.root)
        self._below_root, self._in_root = read_below(self._ancestors, root)
        self._sums = self._sum_subtrees(order)
        self._names: dict[int, tuple[str, str]] = {}

    def measure(self) -> Floats:
        """Return a row of `PLACE_COLUMNS` per image."""
        return np.column_stack(
            [
                *self._measure_order(),
                spread_bits([_read_near_marks(facts) for facts in self._facts], len(MARKS)),
                spread_bits(self._below_root, len(MARKS)),
                spread_bits([facts.all_marks for facts in self._facts], len(MARKS)),
                spread_bits([facts.around for facts in self._facts], len(AROUND_TAGS)),
                self._measure_tags(),
                self._measure_subtrees(),
            ]
        )

    def shape(self, number: int) -> tuple[tuple[str, str], ...]:
        """Return tag and first class on the image's first `ALIKE_LEVELS` levels up: equal for similar positions."""
        names: list[tuple[str, str]] = []
        for facts in islice(self._facts[number].climb(), ALIKE_LEVELS):
            if facts.number not in self._names:
                self._names[facts.number] = _name_element(facts.element)
            names.append(self._names[facts.number])
        return tuple(names)

    def _measure_order(self) -> list[Floats]:
        article = _running_totals(self._sizes * self._text.kept)
        place = np.searchsorted(self._starts, self._positions)
        total, images = article[-1], len(self._positions)
        first, last = np.maximum(0, place - NEARBY), np.minimum(len(self._starts), place + NEARBY)
        numbers = np.arange(images)
        return [
            article[place] / (total + 1),
            np.log1p(article[place]),
            np.log1p(total - article[place]),
            np.full(images, math.log1p(total)),
            *self._measure_distances(place),
            self._in_root,
            np.searchsorted(self._headings, self._positions),
            np.full(images, len(self._headings) > 0),
            numbers,
            images - numbers,
            np.full(images, images),
            place / (len(self._starts) + 1),
            *self._average_scores((first, last), (first, place), (place, last)),
        ]

    def _measure_distances(self, place: Numbers) -> list[Floats]:
        """Return the distances to the article text before and after each image, in segments and in log characters."""
        sizes, count = _running_totals(self._sizes), len(self._sizes)
        kept = np.concatenate([[-1], np.flatnonzero(self._text.kept), [count]])  # with sentinels at both ends
        behind = np.searchsorted(kept, place)
        previous, following = kept[behind - 1], kept[behind]
        return [
            np.where(previous < 0, FAR, place - previous),
            np.where(following == count, FAR, following - place),
            np.where(previous < 0, FAR_CHARACTERS, np.log1p(sizes[place] - sizes[previous + 1])),
            np.where(following == count, FAR_CHARACTERS, np.log1p(sizes[following] - sizes[place])),
        ]

    def _average_scores(self, *ranges: tuple[Numbers, Numbers]) -> list[Floats]:
        sizes, scores = _running_totals(self._sizes), _running_totals(self._sizes * self._text.scores)
        return [(scores[last] - scores[first]) / (sizes[last] - sizes[first] + 1) for first, last in ranges]

    def _measure_tags(self) -> Floats:
        """Return how many levels up the closest element with each of `NEAREST_TAGS` is."""
        ancestors = self._ancestors
        tags = np.array([_TAG_PLACES.get(str(facts.element.tag), len(NEAREST_TAGS)) for facts in ancestors.elements])
        levels = np.full((len(ancestors.places), len(NEAREST_TAGS) + 1), BEYOND)
        for level in range(REACH - 1, -1, -1):
            rows = np.flatnonzero(ancestors.last >= level)
            levels[rows, tags[ancestors.places[rows, level]]] = level
        return levels[:, :-1]

    def _measure_subtrees(self) -> Floats:
        ancestors, total = self._ancestors, self._text.kept @ self._sizes + 1
        sums = self._sums[ancestors.places]
        is_there = np.arange(REACH) <= ancestors.last[:, None]
        article, has_article = _find_first(is_there & (sums[:, :, 2] > 0))
        text, has_text = _find_first(is_there & (sums[:, :, 0] > 0))
        characters, links, kept, heads, count, images = np.moveaxis(sums[:, :LEVELS], 2, 0)
        shares = [links / (characters + 1), kept / (characters + 1), kept / total]
        levels = np.stack([np.log1p(characters), *shares, images, heads, count], axis=2)
        levels[~is_there[:, :LEVELS]] = NONE
        return np.column_stack(
            [
                [facts.depth for facts in self._facts],
                np.where(has_article, article, BEYOND),
                np.where(has_article, sums[ancestors.rows, article, 2] / total, NONE),
                np.where(has_text, text, BEYOND),
                levels.reshape(len(levels), -1),
            ]
        )

    def _sum_subtrees(self, order: DocumentOrder) -> Floats:
        """Return the `SUMMED` values and the number of images in the subtree of each ancestor."""
        segments = self._text.segments
        places = np.array([order.of_element(segment.block) for segment in segments])
        links = [segment.link_characters for segment in segments]
        heads = [str(segment.block.tag) in HEADING_TAGS for segment in segments]
        kept = self._sizes * self._text.kept
        values = np.column_stack([self._sizes, links, kept, heads, np.ones(len(segments))]).reshape(-1, len(SUMMED))
        ranked = np.argsort(places)
        spans = np.array([order.span(facts.element) for facts in self._ancestors.elements])
        first, behind = _find_ranges(places[ranked], spans)
        sums = np.concatenate([np.zeros((1, len(SUMMED))), np.cumsum(values[ranked], axis=0)])
        first_image, behind_images = _find_ranges(np.sort(self._positions), spans)
        return np.column_stack([sums[behind] - sums[first], behind_images - first_image])


def _name_element(element: HtmlElement) -> tuple[str, str]:
    return str(element.tag), (element.get("class") or "").partition(" ")[0]


def _read_near_marks(facts: ElementFacts) -> int:
    """Return an image's near marks and those of its great-grandparent, where wrappers often have the name."""
    above = facts.parent and facts.parent.parent and facts.parent.parent.parent
    return facts.near_marks | (above.marks if above else 0)


def _running_totals(values: Floats) -> Floats:
    """Return running totals: the sum before each index, then the sum of all."""
    return np.concatenate([[0.0], np.cumsum(values)])


def _find_ranges(places: Floats, spans: Floats) -> tuple[Numbers, Numbers]:
    """Return, for each span, the range of the ascending places inside it (end exclusive)."""
    return np.searchsorted(places, spans[:, 0]), np.searchsorted(places, spans[:, 1], side="right")


def _find_first(found: Bools) -> tuple[Numbers, Bools]:
    """Return the first true column of each row, and whether the row has one."""
    is_there: Bools = np.any(found, axis=1)
    return np.argmax(found, axis=1), is_there
