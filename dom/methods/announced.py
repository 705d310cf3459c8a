"""What the text before it announces: lists, as "You need:" or "References" do, and the tables that end an article."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, takewhile

from lxml.html import HtmlElement

from cutline.dom.boxes import is_framed
from cutline.dom.captioning.marks import find_wrapper
from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.gaps import LIST_TAGS
from cutline.dom.methods.menus import SECTION_NUMBER
from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.notes.labels import HEADINGS, MAX_HEADING
from cutline.dom.related.links import RELATED_HEADINGS
from cutline.dom.segments import TextSegment
from cutline.dom.tables import holds_data
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.web_addresses import absolute_url, split_address
from cutline.dom.words import list_words

COLONS = (":", "：")
LIST_THRESHOLD = 0.1  # mean probability from which a list is kept behind a kept line that ends with a colon
SOURCES_THRESHOLD = 0.03  # the same if every item leads to another site: other stories are the site's own
BACK_THRESHOLD = 0.25  # mean from which a list behind a heading of what ends an article is kept, and the heading
LEAST_ITEMS = 2
MAX_BESIDE = 20  # elements between such a heading and the next text
MEDIA = ("img", "picture", "svg", "video", "audio", "iframe", "object", "embed", "canvas", "form")
Place = tuple[str, int, HtmlElement]  # the tag of a heading, the level of an element around it, and the element
BACK_HEADINGS = frozenset(map(fold, list_words("lists", "back_matter")))

LEAST_BEFORE = 3  # kept siblings before such a table


def find_announced_lists(page: ScoredPage, kept: frozenset[int]) -> Iterator[Gap]:
    """Yield the items of doubtful lists right behind a kept line with a colon, unless it announces other stories.

    A list under a heading such as "References" is one decision with its heading, and so is one of links to other sites.

    `kept` are the indices of the segments that are kept.
    """
    segments = page.segments
    yield from _find_back_matter(page, kept)
    for number in sorted(kept):
        line = segments[number]
        if not line.text.endswith(COLONS) or line.block.tag in HEADING_TAGS | LIST_TAGS:
            continue
        items = list(list_items(segments, number + 1))
        if len(items) < LEAST_ITEMS or not kept.isdisjoint(items) or not is_announced(segments, number + 1):
            continue
        least = SOURCES_THRESHOLD if all(leads_away(page, item) for item in items) else LIST_THRESHOLD
        if (mean := page.mean(items)) >= least:
            yield from (Gap(item, mean, least) for item in items)


def _find_back_matter(page: ScoredPage, kept: frozenset[int]) -> Iterator[Gap]:
    """Yield the doubtful items of lists behind a heading such as "References" that is, or follows, kept text.

    Behind a kept heading with other words, all items lead to other sites. That is enough if a kept heading of the same
    level, or its section, stands beside this one.
    """
    places: set[Place] = set()
    for number in sorted(kept | {number + 1 for number in kept} - {len(page.segments)}):
        block = page.segments[number].block
        if block.tag not in HEADING_TAGS:
            continue
        items, own = list(list_items(page.segments, number + 1)), _list_places(block)
        leads_all_away = all(leads_away(page, item) for item in items)
        least = BACK_THRESHOLD if not leads_all_away or places.isdisjoint(own) else SOURCES_THRESHOLD
        is_decided = _is_back_heading(page.segments[number]) or (number in kept and leads_all_away)
        if items and is_decided and (mean := page.mean(items)) >= least:
            yield from (Gap(each, mean, least) for each in (number, *items) if each not in kept)
        places.update(own if number in kept else ())


def _list_places(heading: HtmlElement) -> list[Place]:
    """Return where headings of one level may stand side by side: the two elements around it, one for its section."""
    return [(str(heading.tag), level, box) for level, box in enumerate(islice(heading.iterancestors(), 2))]


def list_sources(page: ScoredPage, kept: frozenset[int]) -> frozenset[int]:
    """Return the kept items of lists behind a kept heading such as "References", if no item leads into the site."""
    headings = (number for number in kept if _is_back_heading(page.segments[number]))
    lists = (list(list_items(page.segments, number + 1)) for number in headings)
    return kept.intersection(item for items in lists if all(_is_source(page, each) for each in items) for item in items)


def list_bare_headings(page: ScoredPage, kept: Collection[int]) -> list[int]:
    """Return the kept headings such as "References" of lists of which no item is kept."""
    lists = {n: list(list_items(page.segments, n + 1)) for n in kept if _is_back_heading(page.segments[n])}
    return [heading for heading, items in lists.items() if items and not any(item in kept for item in items)]


def find_last_headings(page: ScoredPage, kept: Sequence[int], left_out: Collection[int]) -> list[int]:
    """Return the kept heading that ends a text, if the text below it in its box was left out for what it says.

    A picture or a player between is what such a heading announces.
    """
    return [n for n in kept[-1:] if n + 1 in left_out and _heads_text(page.segments, n)]


def _heads_text(segments: Sequence[TextSegment], number: int) -> bool:
    """Return whether a text is a heading, the next text stands in its box, and nothing but text between."""
    heading, behind = segments[number].block, segments[number + 1 : number + 2]
    around = heading.getparent() if heading.tag in HEADING_TAGS else None
    if not behind or around is None or around not in behind[0].block.iterancestors():
        return False
    beside = takewhile(lambda each: each is not behind[0].block, islice(heading.itersiblings(), MAX_BESIDE))
    return not any(next(each.iter(*MEDIA), None) is not None for each in beside)


def _is_source(page: ScoredPage, item: int) -> bool:
    return not page.segments[item].link_characters or leads_away(page, item)


def _is_back_heading(line: TextSegment) -> bool:
    if line.block.tag not in HEADING_TAGS or len(line.text) > MAX_HEADING:
        return False
    key = fold(SECTION_NUMBER.sub("", line.text, count=1))
    return key in HEADINGS or key in BACK_HEADINGS


def is_announced(segments: Sequence[TextSegment], number: int) -> bool:
    """Return whether a heading or a line with a colon stands right before a segment, and speaks of no other stories."""
    if not number:
        return False
    line = segments[number - 1]
    announces = line.block.tag in HEADING_TAGS or line.text.endswith(COLONS)
    return announces and RELATED_HEADINGS.search(line.text) is None


def leads_away(page: ScoredPage, item: int) -> bool:
    """Return whether the first link of an item leads to another site."""
    link = next(page.segments[item].block.iter("a"), None)
    address = None if link is None else absolute_url(link.get("href", ""), page.document.base_url)
    hosts = [(split_address(each or "").hostname or "").removeprefix("www.") for each in (address, page.document.url)]
    return all(hosts) and hosts[0] != hosts[1]


def list_items(segments: Sequence[TextSegment], first: int) -> Iterator[int]:
    """Yield the segments, from one on, that are items of one list, or paragraphs of such items."""
    item = _find_item(segments[first].block) if first < len(segments) else None
    around = None if item is None else item.getparent()
    for number in range(first, len(segments) if around is not None else first):
        found = _find_item(segments[number].block)
        if found is None or found.getparent() is not around:
            return
        yield number


def _find_item(block: HtmlElement) -> HtmlElement | None:
    """Return the item that a block is, or is a paragraph of."""
    return next((each for each in (block, block.getparent()) if each is not None and each.tag in LIST_TAGS), None)


def find_tables_behind(page: ScoredPage, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the texts of doubtful tables of data right behind a kept text or box, between children of one element.

    `kept` are the indices of the segments that are kept.
    """
    numbers: dict[HtmlElement, list[int]] = {}
    for number, segment in enumerate(page.segments):
        if (table := next(segment.block.iterancestors("table"), None)) is not None:
            numbers.setdefault(table, []).append(number)
    for table, own in numbers.items():
        if own[0] - 1 not in kept or any(number in kept for number in own):
            continue
        score = page.mean_of_text(own)
        if score >= page.limits.table_threshold and holds_data(table) and _follows_text(page, table, own[0], kept):
            yield from (Gap(number, score, page.limits.table_threshold) for number in own)


def _follows_text(page: ScoredPage, table: HtmlElement, first: int, kept: Collection[int]) -> bool:
    outer, block = _find_outer(table), page.segments[first - 1].block
    before = [number for number in range(max(first - LEAST_BEFORE, 0), first) if number in kept]
    return len(before) == LEAST_BEFORE and (block.getparent() is outer.getparent() or _is_boxed(block, outer))


def _is_boxed(block: HtmlElement, outer: HtmlElement) -> bool:
    """Return whether a text is in the callout or the `<details>` right before a table."""
    box = outer.getprevious()
    return box is not None and (box.tag == "details" or is_framed(box)) and box in block.iterancestors()


def _find_outer(table: HtmlElement) -> HtmlElement:
    """Return the figure or the box for the table alone."""
    around = table.getparent()
    return around if around is not None and around.tag == "figure" else find_wrapper(table)
