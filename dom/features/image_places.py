"""Where images stand: before, in or behind the article's text, among which elements, beside how much other text."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.dom.document import Document
from cutline.dom.features.elements import AROUND_TAGS, ElementFacts
from cutline.dom.features.marks import MARKS
from cutline.dom.features.subtrees import Subtrees
from cutline.dom.images import ImageCandidate
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS

LEVELS = 7  # elements around an image whose subtrees are described, its own first
REACH = 14  # elements around an image among which tags and text are looked for
NEARBY = 4  # segments before and behind an image whose scores are averaged
BEYOND = 20.0  # levels to what is not within reach
FAR = 99.0  # segments to a part of the article that is not there
FAR_CHARACTERS = 12.0  # the same as the logarithm of characters
NONE = -1.0  # of what is not there
ALIKE_LEVELS = 5  # elements up to which two images have to stand alike

NEAREST_TAGS = (
    "figure a aside header nav footer article main li section noscript button table video picture p form blockquote"
).split()
SUMS = ("characters", "links", "kept", "of_article", "images", "headings", "segments")
PLACE_COLUMNS = (
    *("article_before_share", "article_before", "article_behind", "article"),
    *("segments_to_previous", "segments_to_next", "characters_to_previous", "characters_to_next", "in_root"),
    *("h1_before", "page_h1", "images_before", "images_behind", "page_images", "segments_before"),
    *("score_around", "score_before", "score_behind"),
    *(f"near_{mark}" for mark in MARKS),
    *(f"below_root_{mark}" for mark in MARKS),
    *(f"around_{mark}" for mark in MARKS),
    *(f"in_{tag}" for tag in AROUND_TAGS),
    *(f"up_to_{tag}" for tag in NEAREST_TAGS),
    *("depth", "up_to_article_text", "article_there", "up_to_text"),
    *(f"level{n}_{name}" for n in range(LEVELS) for name in SUMS),
)

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ReadSegments:
    """A page's segments as the body classifier read them.

    Attributes:
        segments: all of the page.
        kept: whether each is part of the article.
        scores: how likely each is (0..1).
        root: the smallest element that holds the article; None without one.
    """

    segments: Sequence[TextSegment]
    kept: NDArray[np.bool_]
    scores: Floats
    root: HtmlElement | None


class ImagePlaces:
    """Measures where the images of one page stand, in time linear in the page and its images."""

    def __init__(self, document: Document, text: ReadSegments, images: Sequence[ImageCandidate]) -> None:
        """Take the page, its segments and all its images in document order."""
        reader = document.facts
        self.facts = [reader.read(image.element) for image in images]
        self._root = None if text.root is None else reader.read(text.root)
        segment_facts = [reader.read(segment.block) for segment in text.segments]
        elements = reader.facts
        self._order = document.order
        self._starts = [self._order.of_segment(segment) for segment in text.segments]
        self._headings = sorted(self._order.of_element(heading) for heading in document.body.iter("h1"))
        self._text, self._images = text, images
        sizes = np.array([len(segment.text) for segment in text.segments], np.float64)
        self._sizes = np.concatenate([[0.0], np.cumsum(sizes)])
        self._scores = np.concatenate([[0.0], np.cumsum(sizes * text.scores)])
        self._article = np.concatenate([[0.0], np.cumsum(sizes * text.kept)])
        self._kept = np.flatnonzero(text.kept)
        links = [segment.link_characters for segment in text.segments]
        heads = [str(segment.block.tag) in HEADING_TAGS for segment in text.segments]
        values = np.column_stack([sizes, links, sizes * text.kept, heads, np.ones(len(sizes))])
        self._sums = Subtrees.of(elements, segment_facts).sum_up(values.reshape(-1, 5))
        self._images_in = Subtrees.of(elements, self.facts).sum_up(np.ones((len(images), 1)))[:, 0]
        self._around_root = self._find_around_root()
        self._below_root = self._find_marks_below_root(elements)
        self._in_root = self._find_in_root(elements)
        self._names = [_name_element(facts.element) for facts in elements]

    def measure(self, number: int) -> list[float]:
        """Return `PLACE_COLUMNS` of an image."""
        facts = self.facts[number]
        way = [facts]
        while len(way) < REACH and way[-1].parent is not None:
            way.append(way[-1].parent)
        return [
            *self._measure_order(number),
            *_spread(facts.near_marks | self._look_up(way), MARKS),
            *_spread(self._below_root[facts.number], MARKS),
            *_spread(facts.all_marks, MARKS),
            *_spread(facts.around, AROUND_TAGS),
            *_measure_tags(way),
            *self._measure_subtrees(way),
        ]

    def shape(self, number: int) -> tuple[tuple[str, str], ...]:
        """Return the tags and first classes of the elements around an image: equal for images that stand alike."""
        names: list[tuple[str, str]] = []
        facts: ElementFacts | None = self.facts[number]
        while facts is not None and len(names) < ALIKE_LEVELS:
            names.append(self._names[facts.number])
            facts = facts.parent
        return tuple(names)

    def is_in_root(self, number: int) -> bool:
        """Whether an image stands in the smallest element that holds the article."""
        return self._in_root[self.facts[number].number]

    def _measure_order(self, number: int) -> list[float]:
        position = self._order.of_element(self._images[number].element)
        place = bisect_left(self._starts, position)
        total = self._article[-1]
        first, last = max(0, place - NEARBY), min(len(self._starts), place + NEARBY)
        return [
            self._article[place] / (total + 1),
            math.log1p(self._article[place]),
            math.log1p(total - self._article[place]),
            math.log1p(total),
            *self._measure_distances(place),
            self.is_in_root(number),
            bisect_left(self._headings, position),
            len(self._headings) > 0,
            number,
            len(self._images) - number,
            len(self._images),
            place / (len(self._starts) + 1),
            self._mean_score(first, last),
            self._mean_score(first, place),
            self._mean_score(place, last),
        ]

    def _measure_distances(self, place: int) -> list[float]:
        """Return the segments, then the characters, between an image and the article's text before and behind it."""
        behind = int(np.searchsorted(self._kept, place))
        previous = int(self._kept[behind - 1]) if behind else None
        following = int(self._kept[behind]) if behind < len(self._kept) else None
        sizes = self._sizes
        return [
            FAR if previous is None else place - previous,
            FAR if following is None else following - place,
            FAR_CHARACTERS if previous is None else math.log1p(sizes[place] - sizes[previous + 1]),
            FAR_CHARACTERS if following is None else math.log1p(sizes[following] - sizes[place]),
        ]

    def _mean_score(self, first: int, last: int) -> float:
        return float((self._scores[last] - self._scores[first]) / (self._sizes[last] - self._sizes[first] + 1))

    def _look_up(self, way: Sequence[ElementFacts]) -> int:
        """Return the marks of the image's great-grandparent, which wrappers often put the name on."""
        return way[3].marks if len(way) > 3 else 0

    def _measure_subtrees(self, way: Sequence[ElementFacts]) -> list[float]:
        total = self._article[-1] + 1
        sums = self._sums[[facts.number for facts in way]]
        article = next((level for level, row in enumerate(sums) if row[2]), None)
        text = next((level for level, row in enumerate(sums) if row[0]), None)
        found = [
            way[0].depth,
            BEYOND if article is None else article,
            NONE if article is None else sums[article, 2] / total,
            BEYOND if text is None else text,
        ]
        for level in range(LEVELS):
            if level >= len(way):
                found += [NONE] * len(SUMS)
                continue
            characters, links, kept, heads, count = sums[level]
            found += [math.log1p(characters), links / (characters + 1), kept / (characters + 1), kept / total]
            found += [self._images_in[way[level].number], heads, count]
        return found

    def _find_marks_below_root(self, elements: Sequence[ElementFacts]) -> list[int]:
        """Return the marks of each element and of those around it, up to the smallest element around the article."""
        marks: list[int] = []
        for facts in elements:
            above = marks[facts.parent.number] if facts.parent else 0
            marks.append(0 if facts.number in self._around_root else facts.marks | above)
        return marks

    def _find_in_root(self, elements: Sequence[ElementFacts]) -> list[bool]:
        is_in: list[bool] = []
        for facts in elements:
            is_in.append(facts is self._root or (facts.parent is not None and is_in[facts.parent.number]))
        return is_in

    def _find_around_root(self) -> frozenset[int]:
        around = set()
        facts = self._root
        while facts is not None:
            around.add(facts.number)
            facts = facts.parent
        return frozenset(around)


def _name_element(element: HtmlElement) -> tuple[str, str]:
    return str(element.tag), (element.get("class") or "").partition(" ")[0]


def _measure_tags(way: Sequence[ElementFacts]) -> list[float]:
    """Return how many levels up the nearest element with each of `NEAREST_TAGS` is."""
    levels: dict[str, float] = {}
    for level, facts in enumerate(way):
        levels.setdefault(str(facts.element.tag), level)
    return [levels.get(tag, BEYOND) for tag in NEAREST_TAGS]


def _spread(bits: int, names: Sequence[str]) -> list[int]:
    return [bits >> place & 1 for place in range(len(names))]
