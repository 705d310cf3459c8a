"""What a block is that `auto` drops for its low score: the nearest fact of the page that says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice

from lxml.html import HtmlElement

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.features.elements import ElementFacts
from cutline.dom.features.marks import MARKS, NAMING
from cutline.dom.link_sums import LinkSums
from cutline.dom.metadata.plain_text import fold
from cutline.dom.reading import BlockCandidate
from cutline.dom.segments import TextSegment
from cutline.types import Reason

# What an element is for: by the words in its names, the surest first, then by its tag.
BY_MARK: tuple[tuple[str, Reason], ...] = (
    ("comment", "comments"),
    ("advertisement", "advertisement"),
    ("navigation", "navigation"),
    ("consent", "notice"),
    ("subscription", "notice"),
    ("footer", "navigation"),
    ("share", "navigation"),
    ("contents", "navigation"),
    ("tag", "navigation"),
)
BY_TAG: dict[str, Reason] = {
    **dict.fromkeys(("nav", "footer", "header", "button", "menu"), "navigation"),
    **dict.fromkeys(("form", "select", "dialog"), "notice"),
}
MENUS = frozenset(("nav", "footer", "header", "menu"))  # within which links are menus, however much they say
SURE: frozenset[Reason] = frozenset(("caption", "title", "byline", "teaser"))  # decided by more than names
CAPTION_TAGS = frozenset(("figure", "figcaption"))
# Marks are taken where they mislead seldom enough to learn from; a reason has to be right. The role `banner` is the
# head of a page, many a banner a wide picture, and made-up names of classes hold "ad" between digits.
AD_NAME = re.compile(r"(?<![a-z\d])ads?(?![a-z\d])|advert|sponsor|anzeige|werbung|publicid|commercial")
MOSTLY = 0.5  # share of a text's characters inside links from which links are what it is
CARD_LINKS = 0.2  # share of the same in a teaser's card; some tell at length what the story is about
CARD_SEGMENTS = 3  # with links in a teaser's card: the headline, the section, the author
NEAR_LEVELS = 4  # elements around a block whose names count for more than the card or list around it
CARD_LEVELS = 7  # elements around a block among which that card or list is looked for
LEAST_LINKS = 2  # of a list
TITLE_SHARE = 0.5  # a heading in the title, or around it, that has this share of its length says the title
BYLINE = 200  # characters of a byline at most; a biography is longer
DATELINE = 80  # characters of a line with nothing but a date at most
NEAR = 3  # segments behind the first paragraph, and the last, up to which a byline may stand
DATE = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}年|\d{1,2}:\d{2}")

_BITS = tuple((1 << MARKS.index(mark), reason) for mark, reason in BY_MARK)
_AUTHOR, _CAPTION, _COMMENT = (1 << MARKS.index(mark) for mark in ("author", "caption", "comment"))


class BlockReasons:
    """Names the reasons of one page's blocks; nothing is measured before the first one is asked for that needs it."""

    def __init__(self, document: Document, candidates: Sequence[BlockCandidate], settings: Settings) -> None:
        """Take the page, a candidate for each of its segments, and what is a headline and what uncertain."""
        self._document, self._candidates, self._settings = document, candidates, settings

    def find(self, candidate: BlockCandidate) -> Reason:
        """Return the rule that decided on a block; of one that its low score drops, what the page says it is.

        From a score of `auto.uncertain_score` on names of elements do not count: they did not decide.
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
        near = len(around) if any(map(_is_menu, around)) else NEAR_LEVELS
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
        found = self._find_list(around) or _find_named(around[near:], is_link, is_caption)
        return found or ("navigation" if is_link else self._find_dateline(candidate))

    def _find_list(self, around: Iterable[ElementFacts]) -> Reason | None:
        """Return what the smallest card or list around a block is, one that links make up."""
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
        """Whether a block stands where bylines do: between the title and the text, or right behind the text."""
        first, last = self._ends
        title = min([number for number in self._titles if number < first], default=first - 2 * NEAR)
        return title <= segment.index <= first + NEAR or last < segment.index <= last + NEAR

    def _is_between(self, segment: TextSegment) -> bool:
        first, last = self._ends
        return first < segment.index < last

    def _list_around(self, segment: TextSegment) -> Iterator[ElementFacts]:
        """Yield what is known of the elements around a block that hold nothing of the article, from the inmost."""
        run = next((run for run in segment.runs if not run.text.isspace()), segment.runs[0])
        facts: ElementFacts | None = self._document.facts.read(run.parent)
        while facts is not None and facts.element not in self._of_article:
            yield facts
            facts = facts.parent

    @cached_property
    def _links(self) -> LinkSums:
        segments = [candidate.segment for candidate in self._candidates]
        return LinkSums(self._document, segments)

    @cached_property
    def _ends(self) -> tuple[int, int]:
        """The places of the first and the last kept block; those of an empty text behind the page."""
        kept = [candidate.segment.index for candidate in self._candidates if candidate.kept]
        return (kept[0], kept[-1]) if kept else (len(self._candidates), len(self._candidates))

    @cached_property
    def _titles(self) -> frozenset[int]:
        """The places of the headings that say the title, or next to nothing else."""
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
    def _of_article(self) -> frozenset[HtmlElement]:
        """The elements that hold text of the article, or its title."""
        own = {self._document.root, self._document.body}
        for candidate in self._candidates:
            if candidate.kept or candidate.segment.index in self._titles:
                element = candidate.segment.block
                while element is not None and element not in own:
                    own.add(element)
                    element = element.getparent()
        return frozenset(own)


def _is_title(text: str, title: str, candidate: BlockCandidate) -> bool:
    if text == title:
        return True
    shorter, longer = sorted((text, title), key=len)
    return candidate.kind == "heading" and shorter in longer and len(shorter) >= TITLE_SHARE * len(longer)


def _find_named(around: Iterable[ElementFacts], is_link: bool, is_caption: bool) -> Reason | None:
    """Return what the inmost element says it is for that says so at all.

    Args:
        around: the elements around a block, from the inmost.
        is_link: whether the block is a link: one to a story for subscribers, or to the privacy policy, is no notice.
        is_caption: whether it stands beside a picture.
    """
    for facts in around:
        if is_caption and (facts.marks & _CAPTION or facts.element.tag in CAPTION_TAGS):
            return "caption"
        for bit, reason in _BITS:
            if facts.marks & bit and not (is_link and reason == "notice") and _means(facts.element, reason):
                return reason
        tagged = BY_TAG.get(str(facts.element.tag))
        if tagged is not None and (facts.element.tag not in MENUS or _is_menu(facts)):
            return tagged
    return None


def _is_menu(facts: ElementFacts) -> bool:
    """Whether an element holds menus by its tag; the head of an `<article>` is its own."""
    return facts.element.tag in MENUS and not (facts.element.tag == "header" and facts.article)


def _means(element: HtmlElement, reason: Reason) -> bool:
    """Whether the names of an element, which have the mark for a reason, mean it."""
    names = " ".join(element.get(name, "") for name in NAMING if name != "role")
    return reason != "advertisement" or AD_NAME.search(names.lower()) is not None


def _holds_time(segment: TextSegment) -> bool:
    return any(run.parent.tag == "time" for run in segment.runs)
