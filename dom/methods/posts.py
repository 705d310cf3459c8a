"""The posts of a forum: the classifier of texts saw more articles, so it loses some of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.comments import NEAR, SIGNATURE, TIME, declares_story, is_forum, is_reply
from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.page_comments import list_posts
from cutline.dom.scripts import SENTENCE_END
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS

QUESTIONS = frozenset(("QAPage", "Question"))
QUESTION_ADDRESS = re.compile(r"/questions?/", re.IGNORECASE)
QUOTES = frozenset(("blockquote", "aside"))
# In names of elements.
OF_OTHER = re.compile(r"signature|(?:^|[\s_-]|bbcode)quote(?:d|box)?(?=[\s_-]|$)", re.IGNORECASE)
SAID = (":", "...", "…")  # how a line ends that says whose words follow
LONG = 150  # characters of prose without a full stop; less may be "1.9K views 11 replies last post by ann7 Jan 8, 2026"
LEVELS = 20  # elements around a text that may be a quote
MAX_NAMES = 200  # characters of a class that are read
THRESHOLD = 0.0


class Posts(NamedTuple):
    """Segments of a forum.

    Attributes:
        sentences: of all posts.
        answers: links to answer them.
        signatures: headings that say who wrote a post, and when.
        above: the lines above the words of the first post, such as who wrote it, or that an issue is open, and those
            between a signature and the words.
    """

    sentences: list[int]
    answers: list[int]
    signatures: list[int]
    above: list[int]


def read_posts(page: ScoredPage) -> Posts:
    """Return what the posts of a forum consist of; nothing of another page.

    Where people ask questions, comments are asides, and so they are on articles in a "community".
    """
    found = Posts([], [], [], [])
    if not _has_posts(page):
        return found
    numbers = {segment.index: number for number, segment in enumerate(page.segments)}
    for place, post in enumerate(list_posts(page.document, page.segments)):
        texts, words = ([numbers[each.index] for each in part] for part in (post.texts, post.words))
        found.sentences.extend(number for number in words if _is_sentence(page, number))
        found.answers.extend(number for number in texts if _is_answer(page.segments[number].text.lower()))
        if words:
            signed = [number for number in texts if number < words[0] and _is_signature(page.segments[number])]
            found.signatures.extend(signed)
            begin = 0 if place == 0 and not post.is_comment else min([*signed, words[0]])
            found.above.extend(_list_lines(page, range(begin, words[0])))
    return found


def _has_posts(page: ScoredPage) -> bool:
    types, url = page.document.metadata.types, page.document.url or ""
    if not QUESTIONS.isdisjoint(types) or QUESTION_ADDRESS.search(url) or declares_story(types):
        return False
    return is_forum(page.document, page.segments)


def find_lost_posts(page: ScoredPage, sentences: Sequence[int], kept: Collection[int]) -> Iterator[Gap]:
    """Yield the sentences that are not kept; `kept` are the indices of the segments that are."""
    return (Gap(each, page.scores[each], THRESHOLD) for each in sentences if kept and each not in kept)


def _list_lines(page: ScoredPage, numbers: Iterable[int]) -> list[int]:
    return [number for number in numbers if _is_line(page.segments[number])]


def _is_answer(line: str) -> bool:
    return is_reply(line) and not line.endswith(SAID)


def _is_signature(segment: TextSegment) -> bool:
    return len(segment.text) <= SIGNATURE and _is_heading(segment) and TIME.search(segment.text) is not None


def _is_line(segment: TextSegment) -> bool:
    is_said = segment.text.endswith(SAID) or SENTENCE_END.search(segment.text) is not None
    return len(segment.text) <= SIGNATURE and segment.block.tag == "div" and not is_said and not _is_heading(segment)


def _is_heading(segment: TextSegment) -> bool:
    return any(each.tag in HEADING_TAGS for each in climb(segment.block, NEAR))


def _is_sentence(page: ScoredPage, number: int) -> bool:
    """Return whether a text is prose of the post itself."""
    text = page.segments[number].text
    is_said = len(text) >= LONG or SENTENCE_END.search(text) is not None
    return is_said and page.is_prose(number) and not any(map(_is_of_other, climb(page.segments[number].block, LEVELS)))


def _is_of_other(element: HtmlElement) -> bool:
    """Return whether an element quotes another post, or signs all posts of its author alike."""
    names = f"{(element.get('class') or '')[:MAX_NAMES]} {(element.get('data-role') or '')[:MAX_NAMES]}"
    return element.tag in QUOTES or OF_OTHER.search(names) is not None
