"""Why `auto` drops a block with a low score: the reason that the page itself gives for it."""

from __future__ import annotations

import operator
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.config.settings import Settings
from cutline.dom.ancestors import climb_to_known
from cutline.dom.document import Document
from cutline.dom.features.elements import ElementFacts
from cutline.dom.features.marks import MARKS, NAMING
from cutline.dom.metadata.plain_text import collapse, fold
from cutline.dom.reading import BlockCandidate
from cutline.dom.related.links import find_link, is_headline
from cutline.dom.segments import TextSegment
from cutline.dom.web_addresses import absolute_url, split_address
from cutline.types import Reason

# The reason by the words in an element's names, the most reliable first, and by its tag.
BY_MARK: tuple[tuple[str, Reason], ...] = (
    *(("comment", "comments"), ("advertisement", "advertisement"), ("navigation", "navigation"), ("consent", "notice")),
    *(("subscription", "notice"), ("footer", "navigation"), ("share", "navigation"), ("contents", "navigation")),
    ("tag", "navigation"),
)
BY_TAG: dict[str, Reason] = {
    **dict.fromkeys(("nav", "footer", "header", "button", "menu"), "navigation"),
    **dict.fromkeys(("form", "select", "dialog"), "notice"),
}
MENUS = frozenset(("nav", "footer", "header", "menu"))  # their links are menus, however long the text
SURE: frozenset[Reason] = frozenset(("caption", "title", "byline", "teaser"))  # based on more than names
CAPTION_TAGS = frozenset(("figure", "figcaption"))
# Stricter than the mark "advertisement": a feature may mislead at times, a reason has to be right. The role `banner` is
# the head of a page, many banners are wide pictures, and generated class names contain "ad" between digits.
AD_NAME = re.compile(r"(?<![a-z\d])ads?(?![a-z\d])|advert|sponsor|anzeige|werbung|publicid|commercial")
MOSTLY = 0.5  # share of characters inside links, from which a text counts as links
CARD_LINKS = 0.2  # the same for a teaser card; some describe the story at length
CARD_SEGMENTS = 3  # segments with links in a teaser card, at most: headline, section, author
NEAR_LEVELS = 4  # closest ancestors, whose names outrank the enclosing card or list
CARD_LEVELS = 7  # ancestors among which to look for that card or list
LEAST_LINKS = 2  # segments with links in a list of links
TITLE_SHARE = 0.5  # length of the shorter to the longer of heading and title, if one contains the other
BYLINE = 200  # characters of a byline, at most; a biography is longer
DATELINE = 80  # characters of a line that is just a date, at most
NEAR = 3  # segments after the first and after the last kept block that may be a byline
DATE = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}年|\d{1,2}:\d{2}")
_BITS = tuple((1 << MARKS.index(mark), reason) for mark, reason in BY_MARK)
_NAMED = reduce(operator.or_, [bit for bit, _ in _BITS])
_AUTHOR, _CAPTION, _COMMENT = (1 << MARKS.index(mark) for mark in ("author", "caption", "comment"))

WEB = ("http", "https", "")  # schemes; relative addresses have the empty one


class BlockReasons:
    """Finds the reasons for one page's blocks; measures the page on first use."""

    def __init__(self, document: Document, candidates: Sequence[BlockCandidate], settings: Settings) -> None:
        """Take the page, a candidate for each of its segments, and the settings."""
        self._document, self._candidates, self._settings = document, candidates, settings

    def find(self, candidate: BlockCandidate) -> Reason:
        """Return the rule that decided on a block; if its low score did, the reason that the page gives.

        From a score of `auto.uncertain_score` on, names of elements do not count, since they did not decide.
        """
        if candidate.reason is not None:
            return candidate.reason
        fact = self._find_fact(candidate)
        is_close = (candidate.score or 0.0) >= self._settings.auto.uncertain_score
        if fact is not None and not (is_close and fact not in SURE):
            return fact
        if is_close:
            return "uncertain"
        return "inset" if self._is_between(candidate.segment) else "outside_article"

    def _find_fact(self, candidate: BlockCandidate) -> Reason | None:
        segment, around = candidate.segment, list(self._list_around(candidate.segment))
        if segment.index in self._titles:
            return "title"
        sums = self._links.of_segment(segment)
        is_link, is_caption = sums.links >= MOSTLY * sums.characters, candidate.kind == "caption"
        near = _count_near(around)
        if any(facts.marks & _COMMENT for facts in around):
            return "comments"
        if (named := _find_named(around[:near], is_link, is_caption)) is not None:
            return named
        if self._is_byline(segment, around):
            return "byline"
        if is_caption and not is_link:
            return "caption"
        if is_link and sums.stories:
            return "teaser"
        return (
            self._find_list(around)
            or _find_named(around[near:], is_link, is_caption)
            or ("navigation" if is_link else self._find_dateline(candidate))
        )

    def _find_list(self, around: Iterable[ElementFacts]) -> Reason | None:
        """Return the reason given by the smallest enclosing teaser card or list of links; None if there is neither."""
        for facts in islice(around, CARD_LEVELS):
            sums = self._links.of_element(facts.element)
            if sums.stories * CARD_SEGMENTS >= sums.linked > 0 and sums.links >= CARD_LINKS * sums.characters:
                return "teaser"
            if sums.linked >= LEAST_LINKS and sums.links >= MOSTLY * sums.characters:
                return "navigation"
        return None

    def _is_byline(self, segment: TextSegment, around: Sequence[ElementFacts]) -> bool:
        if len(segment.text) > BYLINE or not self._is_at_ends(segment):
            return False
        text = fold(segment.text)
        is_marked = any(facts.marks & _AUTHOR for facts in around[:NEAR_LEVELS])
        return is_marked or any(author in text for author in self._authors)

    def _find_dateline(self, candidate: BlockCandidate) -> Reason | None:
        segment = candidate.segment
        if len(segment.text) > DATELINE or candidate.kind == "table" or not self._is_at_ends(segment):
            return None
        return "byline" if DATE.search(segment.text) or _holds_time(segment) else None

    def _is_at_ends(self, segment: TextSegment) -> bool:
        """Return whether a block is where bylines are: between title and text, or right after the text."""
        first, last = self._ends
        return self._first_title <= segment.index <= first + NEAR or last < segment.index <= last + NEAR

    def _is_between(self, segment: TextSegment) -> bool:
        first, last = self._ends
        return first < segment.index < last

    def _list_around(self, segment: TextSegment) -> Iterator[ElementFacts]:
        """Return the facts of the ancestors that contain no article text, innermost first."""
        run = next((run for run in segment.runs if not run.text.isspace()), segment.runs[0])
        around = self._document.facts.read(run.parent).climb()
        return takewhile(lambda facts: facts.element not in self._article_elements, around)

    @cached_property
    def _links(self) -> LinkSums:
        segments = [candidate.segment for candidate in self._candidates]
        return LinkSums(self._document, segments)

    @cached_property
    def _ends(self) -> tuple[int, int]:
        """The indices of the first and the last kept block; both the number of segments if none is kept."""
        kept = [candidate.segment.index for candidate in self._candidates if candidate.kept]
        return (kept[0], kept[-1]) if kept else (len(self._candidates), len(self._candidates))

    @cached_property
    def _first_title(self) -> int:
        """The index of the first title before the text; if there is none, of a block some way before it."""
        first, _ = self._ends
        return min([number for number in self._titles if number < first], default=first - 2 * NEAR)

    @cached_property
    def _titles(self) -> frozenset[int]:
        """The indices of blocks that repeat the title, and of headings that are nearly the title."""
        title = fold(self._document.metadata.title or "")
        return frozenset(
            candidate.segment.index
            for candidate in self._candidates
            if candidate.reason == "title"
            or (title and not candidate.kept and _is_title(fold(candidate.segment.text), title, candidate))
        )

    @cached_property
    def _authors(self) -> tuple[str, ...]:
        return tuple(filter(None, map(fold, self._document.metadata.authors)))

    @cached_property
    def _article_elements(self) -> frozenset[HtmlElement]:
        """The elements that contain article text or the title."""
        own = {self._document.root, self._document.body}
        for candidate in self._candidates:
            if candidate.kept or candidate.segment.index in self._titles:
                own.update(climb_to_known(candidate.segment.block, own)[0])
        return frozenset(own)


def _is_title(text: str, title: str, candidate: BlockCandidate) -> bool:
    if text == title:
        return True
    shorter, longer = sorted((text, title), key=len)
    return candidate.kind == "heading" and shorter in longer and len(shorter) >= TITLE_SHARE * len(longer)


def _find_named(around: Iterable[ElementFacts], is_link: bool, is_caption: bool) -> Reason | None:
    """Return the reason by the names or tag of the innermost element that gives one; None if none does.

    Args:
        around: the block's ancestors, innermost first.
        is_link: whether the block is mostly links: a link to a subscribers' story or a privacy policy is no notice.
        is_caption: whether the block is a caption.
    """
    for facts in around:
        if is_caption and _is_for_captions(facts):
            return "caption"
        for bit, reason in _BITS if facts.marks & _NAMED else ():
            if facts.marks & bit and not (is_link and reason == "notice") and _confirms(facts.element, reason):
                return reason
        tagged = BY_TAG.get(str(facts.element.tag))
        if tagged is not None and (facts.element.tag not in MENUS or _is_menu(facts)):
            return tagged
    return None


def _count_near(around: Sequence[ElementFacts]) -> int:
    """Return how many of a block's ancestors have names that outrank the card or list around it: in a menu, all."""
    return len(around) if any(map(_is_menu, around)) else NEAR_LEVELS


def _is_for_captions(facts: ElementFacts) -> bool:
    return facts.element.tag in CAPTION_TAGS or bool(facts.marks & _CAPTION)


def _is_menu(facts: ElementFacts) -> bool:
    """Return whether an element's tag says that it holds menus; the `<header>` of an `<article>` does not."""
    return facts.element.tag in MENUS and not (facts.element.tag == "header" and facts.article)


def _confirms(element: HtmlElement, reason: Reason) -> bool:
    """Return whether an element's names, which have the mark, really mean the reason; strict for advertisements."""
    if reason != "advertisement":
        return True
    names = " ".join(element.get(name, "") for name in NAMING if name != "role")
    return AD_NAME.search(names.lower()) is not None


def _holds_time(segment: TextSegment) -> bool:
    return any(run.parent.tag == "time" for run in segment.runs)


class Sums(NamedTuple):
    """Counts over a set of segments.

    Attributes:
        characters: characters of text.
        links: characters inside links.
        linked: segments with at least one character inside a link.
        stories: segments with a headline that links to another page.
    """

    characters: int = 0
    links: int = 0
    linked: int = 0
    stories: int = 0

    def plus(self, other: Sums) -> Sums:
        """Return the sums of both sets."""
        return Sums(*map(operator.add, self, other))

    def minus(self, other: Sums) -> Sums:
        """Return the sums without those of a subset."""
        return Sums(*map(operator.sub, self, other))


class LinkSums:
    """Sums up the links of one page."""

    def __init__(self, document: Document, segments: Sequence[TextSegment]) -> None:
        """Take the page and all its segments."""
        self._document = document
        self._own = [self._measure(segment) for segment in segments]
        placed = [(document.order.of_element(segment.block), segment.index) for segment in segments]
        placed.sort()  # by block, since text of a block may follow its nested blocks
        self._places = [place for place, _ in placed]
        self._sums = list(accumulate((self._own[index] for _, index in placed), Sums.plus, initial=Sums()))

    def of_segment(self, segment: TextSegment) -> Sums:
        """Return the counts of one segment."""
        return self._own[segment.index]

    def of_element(self, element: HtmlElement) -> Sums:
        """Return the counts of all segments whose block is the element or in its subtree."""
        start, end = self._document.order.span(element)
        first, behind = bisect_left(self._places, start), bisect_left(self._places, end)
        return self._sums[behind].minus(self._sums[first])

    def _measure(self, segment: TextSegment) -> Sums:
        links = segment.link_characters
        is_story = links > 0 and self._has_headline(segment)
        return Sums(len(segment.text), links, int(links > 0), int(is_story))

    def _has_headline(self, segment: TextSegment) -> bool:
        texts: dict[HtmlElement, str] = {}
        for run in segment.runs:
            link = find_link(run.parent) if run.in_link else None
            if link is not None:
                texts[link] = texts.get(link, "") + run.text
        return any(
            is_headline(collapse(text)) and self._leads_away(link.get("href", "")) for link, text in texts.items()
        )

    def _leads_away(self, address: str) -> bool:
        """Return whether an address leads to another page; if the page's own is unknown, any relative one counts."""
        url = absolute_url(address, self._document.base_url) or ""
        page = (self._document.url or "").partition("#")[0]
        return split_address(url).scheme in WEB and url.partition("#")[0] not in ("", page)
