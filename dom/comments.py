"""Threads of readers' comments behind a story, found by how they are named or by what each comment repeats."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

from cutline.dom.ancestors import climb
from cutline.dom.document import Document
from cutline.dom.features.elements import ElementFacts
from cutline.dom.features.marks import MARKS
from cutline.dom.features.segments import PROSE_LINK_SHARE
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.words import list_words

LEAST_PROSE = 60  # characters of a text that counts as prose; a story has one before its thread
SIGNATURE = 100  # characters of a line that says who wrote a comment or when, at most
LEAST_NAMED = 2  # signatures in an element that is named after comments
LEAST_ALIKE = 4  # comments alike, in an element that is named after nothing
PUNCTUATION = " :.…()[]|·•"  # around words of such a line
MAX_LEVELS = 60  # elements between a text and its thread, at most; deeper pages are not written by people
NEAR = 2  # elements around a line, of which one may be a button
LEVELS = 8  # elements between such a line and the comment it belongs to, at most
# What a forum declares to be, and words between slashes or dots in its addresses; its thread is itself the text.
FORUM_TYPES = frozenset(("DiscussionForumPosting", "QAPage"))
FORUM_ADDRESS = re.compile(
    r"(?:^|[/.])(?:(?:forums?|boards?|bbs|threads?|topics?|viewtopic|show(?:thread|topic))(?!\w)"
    r"|(?:questions?|discussions?|community)(?![\w-]))",  # "/community-garden-opens" is a story
    re.IGNORECASE,
)
# Threads of Reddit, Hacker News, GitHub and GitLab. Magazines have issues too, and comments a page of their own.
THREAD_ADDRESS = re.compile(
    r"/r/[^/]+/comments/|/item\?id=\d|//[^/]+/[^/]+/[^?#]+/(?:issues|pull|merge_requests)/\d+(?=[?#]|\Z)", re.IGNORECASE
)
STORY_TYPES = ("Article", "article", "Posting", "Product", "product")  # how types end whose text is no thread
OTHER_TYPES = frozenset(("object",))  # of Open Graph, as GitHub declares; a "website" may be any page
MOST_BEFORE = 400  # characters of prose that are no story of their own before a longer thread; a note has more
ANSWER = list_words("comments", "answer")
SAYS = list_words("comments", "says")
TIME = re.compile(  # a year alone is no date of a comment
    r"\b\d{1,2}\b.{0,12}\b(?:19|20)\d\d\b|\b(?:19|20)\d\d[-/.年]|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}:\d{2}"
    r"|\b(?:ago|geleden|siden|sedan|sitten|fa|назад|önce)\b|\b(?:vor|il y a|hace|há|för)\s\d|\d\s?[hdwmy]\b|前",
    re.IGNORECASE,
)
OTHER_TAGS = HEADING_TAGS | {"td", "th", "figcaption"}  # their lines sign no comments

Place = tuple[int, int]  # an element's parent and its shape

_COMMENT = 1 << MARKS.index("comment")


class _Signs(NamedTuple):
    """The indices of short lines with a date near comments, and of those that ask for an answer."""

    dated: set[int]
    replies: set[int]


@dataclass(frozen=True, slots=True)
class _Page:
    """What stands before and behind the beginning of a story.

    Attributes:
        facts: of the element of each segment behind it, by the segment's index.
        entered: the first segment in each element that begins behind it; parents come before their children.
        places: parent and shape of each element that begins before it.
    """

    facts: dict[int, ElementFacts]
    entered: Mapping[int, int]
    places: Container[Place]


class _Story:
    """Where the prose of a page stands: prose behind a thread is the story's where prose before the thread stood."""

    def __init__(self, prose: Sequence[tuple[int, Place]]) -> None:
        """Take the index and the place of each prose, in order."""
        ends = {place: number for number, place in prose}
        starts: dict[Place, int] = {}
        for number, place in prose:
            starts.setdefault(place, number)
        self._starts = list(starts.values())
        self._ends = list(accumulate((ends[place] for place in starts), max))

    def goes_on(self, thread: int) -> bool:
        """Return whether the story goes on behind the first segment of a thread."""
        begun = bisect_left(self._starts, thread)
        return begun > 0 and self._ends[begun - 1] >= thread


def find_comments(document: Document, segments: Sequence[TextSegment]) -> list[int]:
    """Return the indices of the segments in threads of comments, ascending.

    A thread begins behind the first prose, be it a short note. It is an element named after comments with several lines
    that say who wrote and when, or a run of elements alike, and unlike the story, that each have such a line: a date in
    an element named after comments, a link or button to answer, or a link to who "says". No prose of the story follows
    it. A forum has none: there the thread is the text.
    """
    threads = _list_threads(document, segments)
    return [] if threads and _is_thread_page(document, segments, threads) else threads


def _list_threads(document: Document, segments: Sequence[TextSegment]) -> list[int]:
    """Return the indices of the segments in threads, ascending."""
    start = _find_start(segments)
    signs = _list_signs(document, segments, start)
    if signs is None:
        return []
    facts = [document.facts.read(segment.block) for segment in segments]
    page = _read_page(facts, start)
    threads = _find_threads(page, segments, signs)
    story = _Story([(number, _place(facts[number])) for number, each in enumerate(segments) if _measure_prose(each)])
    begins = {element: first for element, first in threads.items() if not story.goes_on(first)}
    return [number for number, fact in page.facts.items() if _is_behind(number, fact, begins)] if begins else []


def leave_out_comments(document: Document, segments: Sequence[TextSegment]) -> Sequence[TextSegment]:
    """Return the segments that are in no thread of comments."""
    comments = frozenset(find_comments(document, segments))
    return [segment for number, segment in enumerate(segments) if number not in comments] if comments else segments


def is_forum(document: Document, segments: Sequence[TextSegment]) -> bool:
    """Return whether the thread of a page is itself the text: the page says so, or says little else and is no story."""
    return _is_thread_page(document, segments, None)


def _is_thread_page(document: Document, segments: Sequence[TextSegment], thread: Sequence[int] | None) -> bool:
    """Do as `is_forum` does, with the segments in threads if they are known; else they are found when needed."""
    types, url = document.metadata.types, document.url or document.metadata.canonical_url or ""
    if not FORUM_TYPES.isdisjoint(types) or FORUM_ADDRESS.search(url):
        return True
    if declares_story(types):
        return False
    if THREAD_ADDRESS.search(url):
        return True
    if OTHER_TYPES.isdisjoint(types):
        return False
    thread = _list_threads(document, segments) if thread is None else thread
    said = sum(_measure_prose(segments[number]) for number in thread)
    return said > 0 and sum(map(_measure_prose, segments[: thread[0]])) <= min(MOST_BEFORE, said)


def declares_thread(document: Document) -> bool:
    """Return whether a page says by its types, or by an address that only threads have, that it is one."""
    url = document.url or document.metadata.canonical_url or ""
    return not FORUM_TYPES.isdisjoint(document.metadata.types) or THREAD_ADDRESS.search(url) is not None


def declares_story(types: Sequence[str]) -> bool:
    """Return whether a page declares an article or a product, and no thread."""
    return FORUM_TYPES.isdisjoint(types) and any(kind.endswith(STORY_TYPES) for kind in types)


def is_reply(line: str) -> bool:
    """Return whether a line, in lower case, asks for an answer to a comment, or ends in who "says"."""
    is_said = line.endswith((":", "...", "…"))
    if not (is_said or line.startswith(ANSWER) or line.endswith(ANSWER)):
        return False
    words = [word.strip(PUNCTUATION) for word in (line.rstrip(PUNCTUATION).split() or [""])]
    return words[-1] in SAYS if is_said else words[0] in ANSWER or words[-1] in ANSWER


def _list_signs(document: Document, segments: Sequence[TextSegment], start: int) -> _Signs | None:
    """Return the lines from `start` on that may say who wrote a comment or when; None if too few for a thread."""
    behind = enumerate(segments[start:], start)
    short = [n for n, each in behind if len(each.text) <= SIGNATURE and each.block.tag not in OTHER_TAGS]
    replies = {number for number in short if is_reply(segments[number].text.lower())}
    near = (number for number in short if document.facts.read(segments[number].block).all_marks & _COMMENT)
    dated = {number for number in near if TIME.search(segments[number].text)}
    is_enough = len(replies) >= LEAST_ALIKE or len(dated) + len(replies) >= LEAST_NAMED
    return _Signs(dated, replies) if is_enough else None


def _find_threads(page: _Page, segments: Sequence[TextSegment], signs: _Signs) -> dict[int, int]:
    """Return the elements that may hold threads, each with the first segment of its thread."""
    named = {number for number in signs.dated | signs.replies if _list_named(page, number)}
    linked = {number for number in signs.replies if _is_control(segments[number])}
    return _find_named(page, named) | _find_alike(page, sorted(named | linked))


def _measure_prose(segment: TextSegment) -> int:
    size = len(segment.text)
    return size if size >= LEAST_PROSE and segment.link_share < PROSE_LINK_SHARE else 0


def _find_start(segments: Sequence[TextSegment]) -> int:
    """Return the index behind the first prose."""
    return next((number for number, each in enumerate(segments, start=1) if _measure_prose(each)), len(segments))


def _read_page(facts: Sequence[ElementFacts], start: int) -> _Page:
    around: dict[int, Place] = {}
    for before in facts[:start]:
        for above in takewhile(lambda each: each.number not in around, before.climb()):
            around[above.number] = _place(above)
    entered: dict[int, int] = {}
    for number, behind in enumerate(facts[start:], start):
        new = list(takewhile(lambda each: each.number not in around and each.number not in entered, behind.climb()))
        entered.update((above.number, number) for above in reversed(new))
    return _Page(dict(enumerate(facts[start:], start)), entered, frozenset(around.values()))


def _place(facts: ElementFacts) -> Place:
    return facts.parent.number if facts.parent else -1, facts.shape


def _is_control(segment: TextSegment) -> bool:
    """Return whether a line is, or has, a link or a button."""
    around = climb(segment.start, NEAR + 1)
    return segment.link_characters > 0 or any(each.tag == "button" or each.get("role") == "button" for each in around)


def _list_named(page: _Page, number: int) -> list[int]:
    """Return the elements with such a name around a segment that begin behind the story, inside out."""
    above = islice(page.facts[number].climb(), MAX_LEVELS)
    return [each.number for each in above if each.marks & _COMMENT and each.number in page.entered]


def _find_named(page: _Page, signatures: Iterable[int]) -> dict[int, int]:
    """Return the first segment of each element that is named after comments and has several signatures."""
    counts = Counter(_list_named(page, number)[-1] for number in signatures)
    return {element: page.entered[element] for element, count in counts.items() if count >= LEAST_NAMED}


def _find_alike(page: _Page, signatures: Iterable[int]) -> dict[int, int]:
    """Return the element around each run of comments alike, and the first segment of the run."""
    runs = defaultdict[Place, set[int]](set)
    for number in signatures:
        for comment in islice(page.facts[number].climb(), LEVELS):
            runs[_place(comment)].add(comment.number)
    begins: dict[int, int] = {}
    for place, comments in runs.items():
        if len(comments) >= LEAST_ALIKE and place not in page.places:
            first = min(page.entered[comment] for comment in comments)
            begins[place[0]] = min(first, begins.get(place[0], first))
    return begins


def _is_behind(number: int, facts: ElementFacts, begins: Mapping[int, int]) -> bool:
    return any(begins.get(above.number, sys.maxsize) <= number for above in islice(facts.climb(), MAX_LEVELS))
