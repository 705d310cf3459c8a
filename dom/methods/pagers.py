"""Lines with links to the pages beside one: "Next: Fares, Up: The ferry [Contents]", "[Previous] [Next]"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.related.links import find_link
from cutline.dom.scripts import WORD
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.words import list_words

BESIDE = frozenset({"next", "prev", "previous", "up"})  # what `rel` says of links to the pages beside this one ...
NEAR = BESIDE | {"contents", "index", "start", "first", "last", "home"}  # ... and of others in one line with these
KEYS = {"n": "next", "p": "prev", "u": "up", "h": "home"}  # `accesskey` of such links, as DocBook and Texinfo write it
# In classes of such links: `prev`, `nav-next`, `older-posts`.
BESIDE_NAME = re.compile(
    r"(?:^|\s)(?:(?:nav|pages?|posts?|pager|pagination|article)[-_])?(?:prev(?:ious)?|next|older|newer)"
    r"(?:[-_](?:posts?|page|article|entry|link))?(?:$|\s)",
    re.IGNORECASE,
)
BACK = re.compile(r"\s*(?:[←‹◀❮⟵<]|«(?!(?s:.*)»))")  # before the text of a link; "«Кавычки»" are quotation marks
ONWARDS = re.compile(r"(?:[→›▶❯⟶>]|(?<!«)»)\s*\Z")  # behind it, beside one that leads back
MOST_DRAWN = 3  # kept texts before and behind all prose that may be such links; more are a list
WORDS_PER_LINK = 2  # outside each such link: "Next: ..., Up: ..."
MAX_LABEL = 2  # words beside links that say where they lead: "Links:", "Go to"
TURNS = frozenset(map(fold, list_words("lists", "turns")))  # what links say that lead to the pages beside this one
PAGES = TURNS.union(
    *(map(fold, list_words("lists", name)) for name in ("contents", "contents_perhaps", "home", "front_page"))
)
RETURNS = tuple(map(fold, list_words("lists", "returns")))  # what stands before such words: "Back to the ..."


def find_pagers(page: ScoredPage, kept: Sequence[int]) -> Iterator[int]:
    """Yield the kept lines that are hardly more than links to the pages beside this one, and to its contents.

    One link alone, such as "Next", is such a line before and behind all prose, and so are a few drawn with arrows.

    `kept` are the indices of segments, ascending.
    """
    prose = list(filter(page.is_paragraph, kept))
    before, behind = ([n for n in kept if prose and n < prose[0]], [n for n in kept if prose and n > prose[-1]])
    ends = frozenset((*before[:MOST_DRAWN], *behind[-MOST_DRAWN:]))
    for number in kept:
        segment = page.segments[number]
        if not segment.link_characters or segment.block.tag in HEADING_TAGS:
            continue
        is_outside = bool(prose) and not prose[0] < number < prose[-1]
        if _leads_beside(segment) or _turns_pages(segment, is_outside) or (number in ends and _is_drawn(segment)):
            yield number


def _leads_beside(segment: TextSegment) -> bool:
    """Return whether a segment says hardly more than links that declare where they lead."""
    said = [_read_relations(link) for link in read_links(segment)]
    is_pager = all(not NEAR.isdisjoint(each) for each in said) and not BESIDE.isdisjoint(chain.from_iterable(said))
    return is_pager and _count_beside(segment) <= WORDS_PER_LINK * len(said)


def _read_relations(link: HtmlElement) -> list[str]:
    return [*link.get("rel", "").lower().split(), KEYS.get(link.get("accesskey", "").lower(), "")]


def _turns_pages(segment: TextSegment, is_outside: bool) -> bool:
    """Return whether a segment is links that say where they lead; one alone is outside the prose."""
    said = list(map(fold, read_links(segment).values()))
    if _count_beside(segment) > MAX_LABEL or not all(each in PAGES or _returns(each) for each in said):
        return False
    leads_on = any(each in TURNS for each in said)
    return any(map(_returns, said)) or (leads_on and (len(said) > 1 or is_outside)) or (is_outside and len(said) > 1)


def _is_drawn(segment: TextSegment) -> bool:
    """Return whether a segment is links that classes or arrows say lead to the pages beside this one."""
    links = read_links(segment)
    leads_back = any(map(BACK.match, links.values()))
    is_pager = (
        BESIDE_NAME.search(link.get("class", "")[:MAX_NAMES])
        or BACK.match(text)
        or (leads_back and ONWARDS.search(text[-MAX_CHARACTERS:]))
        for link, text in links.items()
    )
    return all(is_pager) and _count_beside(segment) <= WORDS_PER_LINK * len(links)


def _returns(said: str) -> bool:
    return any(said.removeprefix(start) in PAGES for start in RETURNS if said.startswith(start))


def read_links(segment: TextSegment) -> dict[HtmlElement, str]:
    """Return the text of each link of a segment."""
    texts = defaultdict[HtmlElement, str](str)
    for run in segment.runs:
        if run.in_link and (link := find_link(run.parent)) is not None:
            texts[link] += run.text
    return texts


def _count_beside(segment: TextSegment) -> int:
    """Return the words outside all links."""
    return sum(len(WORD.findall(run.text)) for run in segment.runs if not run.in_link)
