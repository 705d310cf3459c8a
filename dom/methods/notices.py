"""Notices around and in an article: what its software wrote there, appeals to follow or subscribe, sponsors' boxes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, takewhile

from lxml.html import HtmlElement

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
MAIL = re.compile(r"[\w.+-]{2,40}@[\w-]{2,40}(?:\.[\w-]{2,20}){1,3}")
FOLLOW = re.compile(
    rf"(?:\A|[.!?…]\s)\W{{0,4}}(?:{join_patterns('notices', 'follow')}).{{0,120}}"
    rf"(?:{join_patterns('notices', 'networks')})",
    re.IGNORECASE,
)
LEAST_PAID = 5  # letters of a word that labels an advertisement; shorter ones have other meanings
PAID = frozenset(word for word in list_words("notices", "paid") if len(word) >= LEAST_PAID or not word.isascii())
PAID -= {"提供"}  # also of a picture
SPONSOR = re.compile(join_patterns("notices", "sponsors"), re.IGNORECASE)
MOST_SPONSORS = 10  # looked at
MAX_SPONSOR = 80  # characters of the line that names a sponsor
MOST_OF_TEXT = 0.3  # share of the text in a sponsor's box
BOX_LEVELS = 3  # elements around that line, one of which may be the box
MAX_LINKS = 20  # of that box that are looked at
MAX_ADDRESS = 2_000  # characters of their addresses
PAID_LINK = re.compile(r"[?&]utm_(?:source|medium|campaign)=", re.IGNORECASE)


def find_notices(segments: Sequence[TextSegment], kept: Sequence[int]) -> list[int]:
    """Return the kept segments at the ends of a text that its software wrote; `kept` are their indices, ascending."""
    first, last = kept[:FIRST], kept[-LAST:]
    short = (number for number in last if number not in first and len(segments[number].text) <= MAX_NOTICE)
    closing = {number for number in short if _is_closing(segments[number].text) or _leads_back(segments[number])}
    closing.update(number for number in kept if _asks_to_follow(segments[number]))
    closing.update(number for number in kept[FIRST:][-1:] if _is_lone_address(segments, number))
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


def _is_lone_address(segments: Sequence[TextSegment], number: int) -> bool:
    """Return whether a text is the reporter's address alone; one below a name in its paragraph is whom to ask."""
    is_alone = segments[number - 1].block is not segments[number].block
    return is_alone and MAIL.fullmatch(segments[number].text) is not None


def _is_notice(segment: TextSegment) -> bool:
    if len(segment.text) > MAX_NOTICE or not segment.link_characters:
        return False
    linked = " ".join([run.text for run in segment.runs if run.in_link])
    return LINKS.search(linked) is not None or POSTED.match(segment.text) is not None


def find_paid_labels(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts that are all of a paragraph and say no more than that an advertisement follows."""
    labels = [number for number in kept if page.segments[number].text.lower() in PAID]
    return [number for number in labels if page.segments[number].block.tag in ("p", "div")]


def find_sponsors(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts of boxes that begin with the name of a sponsor and lead to it: newsletters have them.

    The box is a small part of the text, and one of its links says that it is paid or counted.
    """
    lines = (at for at, number in enumerate(kept) if _names_sponsor(page.segments[number]))
    return [number for at in islice(lines, MOST_SPONSORS) for number in _list_sponsored(page, kept, at)]


def _names_sponsor(segment: TextSegment) -> bool:
    text = segment.text
    if segment.block.tag == "li" or len(text) > MAX_SPONSOR:
        return False
    return SPONSOR.match(text) is not None and not text.endswith((".", "?", "!"))


def _list_sponsored(page: ScoredPage, kept: Sequence[int], at: int) -> list[int]:
    """Return the kept texts from a place on that are in the smallest box around it with a paid link."""
    most = MOST_OF_TEXT * page.size(kept)
    for box in islice(page.segments[kept[at]].block.iterancestors(), BOX_LEVELS):
        around = (box in page.segments[number].block.iterancestors() for number in kept[at:])
        texts = [number for number, _ in zip(kept[at:], takewhile(bool, around), strict=False)]
        begins = kept[at] == 0 or box not in page.segments[kept[at] - 1].block.iterancestors()
        if not begins or page.size(texts) > most:
            return []
        if any(map(_is_paid, islice(box.iter("a"), MAX_LINKS))):
            return texts
    return []


def _is_paid(link: HtmlElement) -> bool:
    return "sponsored" in link.get("rel", "") or PAID_LINK.search(link.get("href", "")[:MAX_ADDRESS]) is not None
