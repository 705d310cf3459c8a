"""Which of a page's videos belong to its article, by where their players are."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate, takewhile

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.features.marks import MARKS
from cutline.dom.segments import TextSegment
from cutline.dom.tree import common_ancestor
from cutline.dom.videos.candidates import VideoCandidate, find_videos

# Elements that hold players, and whose own text is never shown.
PLAYER_FRAMES = frozenset({"noscript", "template", "button", "object", "video"})
# Around a player, below what holds the whole article.
ELSEWHERE = frozenset({"nav", "footer", "aside"})
NOT_OF_ARTICLE = sum(1 << MARKS.index(mark) for mark in ("advertisement", "comment", "footer"))
# Narrower than the mark `related`, which `relative` has too: a class of many a player.
RELATED = re.compile(
    r"(?<![a-z])(?:related|recommend|read-?more|teaser|promo|trending|popular|up-?next|playlist)", re.I
)
MAX_NAME = 400  # characters of a class or id
MAX_BEFORE = 500  # characters between a player and the first paragraph: a title, a summary and a byline
MAX_AFTER = 200  # between the last paragraph and a player


def find_article_videos(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]
) -> list[tuple[VideoCandidate, TextSegment | None]]:
    """Return the videos of the article, each with the kept segment before it; None: before all, or nobody knows where.

    Videos that the page only declares come last.

    Args:
        document: the page.
        segments: all its text.
        kept: the segments of the article, in document order; without any, there are no videos.
    """
    if not kept or not (videos := find_videos(document)):
        return []
    order, around = document.order, common_ancestor([segment.block for segment in kept])
    starts = [order.of_segment(segment) for segment in kept]
    found: list[tuple[VideoCandidate, TextSegment | None]] = []
    for video in videos:
        if video.element is None:
            found.append((video, None))
        elif _is_of_article(video.element, document, segments, kept, around):
            before = bisect_left(starts, order.of_element(video.element))
            found.append((video, kept[before - 1] if before else None))
    return found


def _is_of_article(
    element: HtmlElement,
    document: Document,
    segments: Sequence[TextSegment],
    kept: Sequence[TextSegment],
    around: HtmlElement | None,
) -> bool:
    boxes = list(takewhile(lambda box: box is not around and box is not document.body, element.iterancestors()))
    if any(box.tag in ELSEWHERE or (box in document.hidden and box.tag not in PLAYER_FRAMES) for box in boxes):
        return False
    if any(document.facts.read(box).marks & NOT_OF_ARTICLE or _is_related(box) for box in (element, *boxes)):
        return False
    order, place = document.order, document.order.of_element(element)
    if place < order.of_segment(kept[0]):
        between = takewhile(lambda each: order.of_segment(each) > place, reversed(segments[: kept[0].index]))
        return _is_short(between, MAX_BEFORE)
    if place > order.of_segment(kept[-1]):
        between = takewhile(lambda each: order.of_segment(each) < place, segments[kept[-1].index + 1 :])
        return around in element.iterancestors() and _is_short(between, MAX_AFTER)
    return True


def _is_related(box: HtmlElement) -> bool:
    return RELATED.search(f"{box.get('class', '')[:MAX_NAME]} {box.get('id', '')[:MAX_NAME]}") is not None


def _is_short(between: Iterable[TextSegment], most: int) -> bool:
    return all(size <= most for size in accumulate(len(segment.text) for segment in between))
