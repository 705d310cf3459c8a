"""The posts of a forum: the classifier of texts saw more articles, so it loses some posts and keeps some buttons."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.comments import LEAST_PROSE, SIGNATURE, is_forum, is_reply
from cutline.dom.document import Document
from cutline.dom.features.segments import PROSE_LINK_SHARE
from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.page_comments import is_button, list_posts
from cutline.dom.scripts import SENTENCE_END
from cutline.dom.segments import TextSegment

QUESTIONS = frozenset(("QAPage", "Question"))  # where comments are asides, which answers are not
QUESTION_ADDRESS = re.compile(r"/questions?/", re.IGNORECASE)
QUOTES = frozenset(("blockquote", "aside"))
SIGNED = re.compile("signature", re.IGNORECASE)
SAID = (":", "...", "…")  # how a line ends that says whose words are quoted
LEVELS = 20  # elements around a text that may be a quote
NEAR = 4  # elements around a text that may be a button
THRESHOLD = 0.0


class ForumPosts(NamedTuple):
    """The indices of the sentences of posts, and of the buttons beside them."""

    sentences: Sequence[int] = ()
    controls: Sequence[int] = ()


def read_posts(page: ScoredPage) -> ForumPosts:
    """Return the posts of a page, if it is a forum other than one of questions and answers; else none."""
    if _has_questions(page.document) or not is_forum(page.document, page.segments):
        return ForumPosts()
    numbers = {segment.index: number for number, segment in enumerate(page.segments)}
    sentences: list[int] = []
    controls: list[int] = []
    for texts, words in list_posts(page.document, page.segments):
        buttons = [each.index for each in texts if _is_control(each)]
        controls += map(numbers.__getitem__, buttons)
        sentences += (numbers[n] for n in (each.index for each in words if _is_sentence(each)) if n not in buttons)
    return ForumPosts(sentences, controls)


def find_lost_posts(page: ScoredPage, posts: ForumPosts, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the sentences of posts that are not kept; `kept` are the indices of the segments that are."""
    lost = (number for number in posts.sentences if kept and number not in kept)
    return (Gap(number, page.scores[number], THRESHOLD) for number in lost)


def _has_questions(document: Document) -> bool:
    is_declared = not QUESTIONS.isdisjoint(document.metadata.types)
    return is_declared or QUESTION_ADDRESS.search(document.url or "") is not None


def _is_control(segment: TextSegment) -> bool:
    """Return whether a text is a button, or a link to answer."""
    if len(segment.text) > SIGNATURE:
        return False
    is_answer = is_reply(segment.text.lower()) and not segment.text.endswith(SAID)
    return is_answer or any(map(is_button, climb(segment.start, NEAR)))


def _is_sentence(segment: TextSegment) -> bool:
    """Return whether a text is prose of the post itself."""
    is_long = len(segment.text) >= LEAST_PROSE or SENTENCE_END.search(segment.text) is not None
    around = climb(segment.block, LEVELS)
    return is_long and segment.link_share < PROSE_LINK_SHARE and not any(map(_is_of_other, around))


def _is_of_other(element: HtmlElement) -> bool:
    """Return whether an element quotes another post, or signs all posts of its author alike."""
    names = f"{element.get('class') or ''} {element.get('data-role') or ''}"
    return element.tag in QUOTES or SIGNED.search(names) is not None
