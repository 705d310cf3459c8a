"""Notices around and in an article: what its software wrote there, appeals to follow or subscribe."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cutline.dom.methods.refinement import MOSTLY_LINKS
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.segments import TextSegment
from cutline.dom.walls import OFFERS
from cutline.dom.words import join_patterns, list_words

MAX_NOTICE = 250  # characters of a notice
FIRST, LAST = 4, 6  # kept segments at the beginning and at the end, among which notices are
LINKS = re.compile(join_patterns("notices", "links"), re.IGNORECASE)
POSTED = re.compile(join_patterns("notices", "posted"), re.IGNORECASE)
CLOSING = re.compile(join_patterns("notices", "closing"), re.IGNORECASE)
ARROWS = "←‹◀❮⟵<↩ "  # before a line that leads back
BACK = re.compile(join_patterns("notices", "back"), re.IGNORECASE)
HOSTS = re.compile(join_patterns("notices", "hosts"), re.IGNORECASE)
FOLLOW = re.compile(
    rf"(?:\A|[.!?…]\s)\W{{0,4}}(?:{join_patterns('notices', 'follow')}).{{0,120}}"
    rf"(?:{join_patterns('notices', 'networks')})",
    re.IGNORECASE,
)
LEAST_PAID = 5  # letters of a word that labels an advertisement; shorter ones have other meanings
PAID = frozenset(word for word in list_words("notices", "paid") if len(word) >= LEAST_PAID or not word.isascii())
PAID -= {"提供"}  # also of a picture


def find_notices(segments: Sequence[TextSegment], kept: Sequence[int]) -> list[int]:
    """Return the kept segments at the ends of a text that its software wrote; `kept` are their indices, ascending."""
    first, last = kept[:FIRST], kept[-LAST:]
    short = (number for number in last if number not in first and len(segments[number].text) <= MAX_NOTICE)
    closing = {number for number in short if _is_closing(segments[number].text) or _leads_back(segments[number])}
    closing.update(number for number in kept if _asks_to_follow(segments[number]))
    return sorted(closing.union(number for number in (*first, *last) if _is_notice(segments[number])))


def _is_closing(text: str) -> bool:
    """Return whether a short text below an article is about who made it, whose it is, or where it goes on."""
    return (
        CLOSING.match(text.lstrip(ARROWS)) is not None
        or FOLLOW.search(text) is not None
        or OFFERS.search(text.lower()) is not None
    )


def _leads_back(segment: TextSegment) -> bool:
    """Return whether a line is a link to what lists a text, or has one to where it is discussed or what serves it."""
    text = segment.text.lstrip(ARROWS)
    if segment.link_share >= MOSTLY_LINKS and BACK.match(text) is not None:
        return True
    return bool(segment.link_characters) and HOSTS.match(text) is not None


def _asks_to_follow(segment: TextSegment) -> bool:
    """Return whether a text is a link to a channel of the site, which may stand between any two paragraphs."""
    is_link = segment.link_share >= MOSTLY_LINKS and len(segment.text) <= MAX_NOTICE
    return is_link and FOLLOW.search(segment.text) is not None


def _is_notice(segment: TextSegment) -> bool:
    if len(segment.text) > MAX_NOTICE or not segment.link_characters:
        return False
    linked = " ".join([run.text for run in segment.runs if run.in_link])
    return LINKS.search(linked) is not None or POSTED.match(segment.text) is not None


def find_paid_labels(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts that are all of a paragraph and say no more than that an advertisement follows."""
    labels = [number for number in kept if page.segments[number].text.lower() in PAID]
    return [number for number in labels if page.segments[number].block.tag in ("p", "div")]
