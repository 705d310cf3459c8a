"""Menus in the middle of an article: breadcrumb trails, tables of contents, pagers and lines to the pages beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import groupby, islice, pairwise

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.scripts import WORD
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.tree import common_ancestor
from cutline.dom.words import list_words

MENU_TAGS = ("nav", "ol", "ul")
TITLES = frozenset(map(fold, list_words("lists", "contents")))
HEADINGS = TITLES.union(map(fold, list_words("lists", "contents_perhaps")))  # that may stand above the entries
BOX_TAGS = (*MENU_TAGS, "dl", "div")
CONTENTS = re.compile(r"(?:^|[\s_-])(?:toc|contents)(?:$|[\s_-])", re.IGNORECASE)  # in names, also `section-toc`
CONTENTS_LINKS = 0.5  # share of the text of a table of contents that is links; a page may be named so too
PAGER = re.compile(r"(?:^|\s)nav(?:header|footer|igation|-panel)(?:$|\s)", re.IGNORECASE)  # in names of boxes
MAX_PAGER, MAX_PIECES = 60, 100  # words, and texts with white space between them, of such a box
MAX_NAMES = 500  # characters of names
LONG = 8  # words from which a text is prose
MOSTLY_LINKS = 0.8  # share of characters inside links, from which a list is one of links
ENTRY_LEVELS = 3  # elements from the text of an entry to its item
MOSTLY_HEADINGS = 0.75  # share of a table's entries that say what headings of the page say
MAX_CHARACTERS = 50  # of such a title
MAX_TITLE = 4  # words of the title of a table of contents
SECTION_NUMBER = re.compile(r"\s*(?:\d+(?:\.\d+)*|[IVX]+)[.)]?\s+(?=\S)")
BESIDE = frozenset({"next", "prev", "previous", "up"})  # what `rel` says of links to the pages beside this one
# In classes of such links: `prev`, `nav-next`, `older-posts`.
BESIDE_NAME = re.compile(
    r"(?:^|\s)(?:(?:nav|pages?|posts?|pager|pagination|article)[-_])?(?:prev(?:ious)?|next|older|newer)"
    r"(?:[-_](?:posts?|page|article|entry|link))?(?:$|\s)",
    re.IGNORECASE,
)
MOST_PAGERS = 3  # kept texts before and behind all prose that may be such links; more are a list
BACK = re.compile(r"\s*(?:[←‹◀❮⟵<]|«(?!.*»))")  # before the text of a link; "«Кавычки»" are quotation marks
ONWARDS = re.compile(r"(?:[→›▶❯⟶>]|(?<!«)»)\s*\Z")  # behind it, beside one that leads back
WORDS_PER_LINK = 2  # outside each such link: "Next: ..., Up: ..."


def find_menus(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts of menus; `kept` are indices of segments, ascending.

    These are breadcrumb trails; menus of the article's own parts with their headings, that is a `<nav>`, or a box with
    its role or named a table of contents, in which all links lead to places of the page, or a list of headings that
    follow, or its title alone; small boxes named pagers, as DocBook and Texinfo write them; lines that lead to the next
    page; and before and behind all prose, what is left of a list of links or of a `<nav>`.
    """
    here = (page.document.url or "").partition("#")[0]
    is_menu = cache(lambda box: _is_menu(box, here))
    has_entries = any(_is_entry(page.segments[number]) for number in kept)
    own = {number for entries in _list_contents(page.segments) for number in entries} if has_entries else ()
    return [
        *_list_remnants(page, kept),
        *_list_pagers(page, kept),
        *_list_bare_titles(page.segments, kept),
        *(
            number
            for number in kept
            if number in own
            or any(map(is_menu, page.segments[number].block.iterancestors(*BOX_TAGS)))
            or _leads_beside(page.segments[number])
        ),
    ]


def _list_bare_titles(segments: Sequence[TextSegment], kept: Sequence[int]) -> Iterator[int]:
    """Yield the kept titles of tables of contents that no kept entry follows: a script writes these."""
    for number, following in pairwise((*kept, len(segments))):
        text = segments[number].text
        is_title = len(text) <= MAX_CHARACTERS and fold(text) in TITLES
        if is_title and not (following < len(segments) and _is_entry(segments[following])):
            yield number


def _list_pagers(page: ScoredPage, kept: Sequence[int]) -> Iterator[int]:
    """Yield the kept texts before and behind all prose that are links named or drawn as ones to the pages beside this.

    An arrow that leads on is one beside another that leads back.
    """
    prose = [number for number in kept if _is_prose(page, number)]
    before, behind = ([n for n in kept if prose and n < prose[0]], [n for n in kept if prose and n > prose[-1]])
    for number in (*before[:MOST_PAGERS], *behind[-MOST_PAGERS:]):
        segment = page.segments[number]
        links = {link for run in segment.runs if run.in_link for link in _list_links(run.parent)}
        texts = ["".join(islice(link.itertext(), MAX_PIECES)) for link in links]
        leads_back = any(map(BACK.match, texts))
        is_pager = (
            BESIDE_NAME.search(link.get("class", "")[:MAX_NAMES])
            or BACK.match(text)
            or (leads_back and ONWARDS.search(text[-MAX_CHARACTERS:]))
            for link, text in zip(links, texts, strict=True)
        )
        if links and all(is_pager) and _count_plain(segment) <= WORDS_PER_LINK * len(links):
            yield number


def _count_plain(segment: TextSegment) -> int:
    """Return the words of a segment that are not in links."""
    return sum(len(WORD.findall(run.text)) for run in segment.runs if not run.in_link)


def _list_remnants(page: ScoredPage, kept: Sequence[int]) -> Iterator[int]:
    """Yield the kept texts before and behind all prose in a `<nav>`, or in a list of links of which most is dropped.

    A heading is none of them, nor is the text of a `<nav>` that holds prose.
    """
    prose = [number for number in kept if _is_prose(page, number)]
    around = {
        number
        for number in kept
        if prose and not prose[0] <= number <= prose[-1] and page.segments[number].block.tag not in HEADING_TAGS
    }
    taken = frozenset(kept)
    lists: dict[HtmlElement, list[int]] = {
        menu: [] for number in around if (menu := _find_menu(page.segments[number])) is not None
    }
    for number, segment in enumerate(page.segments) if lists else ():
        if (menu := _find_menu(segment)) in lists:
            lists[menu].append(number)
    for menu, numbers in lists.items():
        is_menu = menu.tag == "nav" and taken.intersection(numbers).isdisjoint(prose)
        is_rest = page.link_share(numbers) >= MOSTLY_LINKS and 2 * len(taken.intersection(numbers)) < len(numbers)
        if is_menu or is_rest:
            yield from around.intersection(numbers)


def _find_menu(segment: TextSegment) -> HtmlElement | None:
    return next((each for each in climb(segment.block) if each.tag in MENU_TAGS), None)


def _is_prose(page: ScoredPage, number: int) -> bool:
    return page.is_prose(number) and len(page.segments[number].text.split()) >= LONG


def _is_menu(box: HtmlElement, here: str) -> bool:
    names = f"{box.get('class', '')} {box.get('id', '')}"[:MAX_NAMES]
    is_trail = "readcrumb" in f"{names} {box.get('aria-label', '')}"
    if box.tag == "nav" or box.get("role") == "navigation":
        return is_trail or _leads_within(box, here, 2)
    if CONTENTS.search(names):
        return _leads_within(box, here, 1) and _is_linked(box)
    if box.tag == "div":
        return PAGER.search(names) is not None and _is_small(box)
    return is_trail


def _leads_within(menu: HtmlElement, here: str, least: int) -> bool:
    """Return whether all links of a menu, `least` at least, lead to places of its page."""
    addresses = [link.get("href", "") for link in menu.iter("a") if link.get("href")]
    name = here.rpartition("/")[2]
    pages = ("#", f"{name}#", f"{here}#") if name else ("#", f"{here}#") if here else ("#",)
    return len(addresses) >= least and all(address.startswith(pages) for address in addresses)


def _is_linked(menu: HtmlElement) -> bool:
    linked, texts = ("".join(each.itertext()) for each in menu.iter("a")), "".join(menu.itertext())
    return len("".join("".join(linked).split())) >= CONTENTS_LINKS * len("".join(texts.split()))


def _is_small(box: HtmlElement) -> bool:
    """Return whether a box has a link and little text, and no paragraph of words."""
    text = "".join(islice(box.itertext(), MAX_PIECES + 1))
    is_short = len(text.split()) <= MAX_PAGER and next(islice(box.itertext(), MAX_PIECES, None), None) is None
    return is_short and box.find(".//a") is not None and (box.find(".//p") is None or _is_linked(box))


def _list_contents(segments: Sequence[TextSegment]) -> Iterator[Collection[int]]:
    """Yield the entries of each table of contents, and its title: items that are links to headings of the page.

    Below such a title they may lead to any place of it, and say something else than the headings.
    """
    entries = [number for number, segment in enumerate(segments) if _is_entry(segment)]
    if not entries:
        return
    headings = {_read_key(segment) for segment in segments if segment.block.tag in HEADING_TAGS}
    for _, places in groupby(enumerate(entries), key=lambda place: place[1] - place[0]):
        run = [number for _, number in places]
        known = sum(_read_key(segments[number]) in headings for number in run)
        is_titled = len(run) > 1 and run[0] > 0 and fold(segments[run[0] - 1].text) in TITLES
        if is_titled or (known >= MOSTLY_HEADINGS * len(run) and not _is_announced(segments, run[0])):
            yield (*([run[0] - 1] if is_titled else _find_title(segments, run)), *run)


def _is_announced(segments: Sequence[TextSegment], first: int) -> bool:
    """Return whether a sentence announces these entries: "The ferries serve the following islands:"."""
    before = segments[first - 1].text if first else ""
    return before.endswith((":", "：")) and len(before.split()) >= LONG


def _is_entry(segment: TextSegment) -> bool:
    """Return whether a segment is the text of an item, and all its links lead to places of the page."""
    if not segment.link_characters or segment.block.tag in HEADING_TAGS:
        return False
    if not any(element.tag == "li" for element in climb(segment.block, ENTRY_LEVELS)):
        return False
    links = {link for run in segment.runs if run.in_link for link in _list_links(run.parent)}
    return bool(links) and all(link.get("href", "").startswith("#") for link in links)


def _list_links(element: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the link that an element is or stands in."""
    return (each for each in climb(element, ENTRY_LEVELS) if each.tag == "a")


def _read_key(segment: TextSegment) -> str:
    """Return the letters of a heading or of what leads to it, without its number."""
    return fold(SECTION_NUMBER.sub("", segment.text, count=1))


def _find_title(segments: Sequence[TextSegment], entries: Sequence[int]) -> list[int]:
    """Return the short text before these entries, if a box holds it and them alone; of headings, only such a title."""
    title, last = entries[0] - 1, entries[-1]
    if title < 0 or len(WORD.findall(segments[title].text)) > MAX_TITLE:
        return []
    if segments[title].block.tag in HEADING_TAGS and fold(segments[title].text) not in HEADINGS:
        return []
    box = common_ancestor([segments[title].block, segments[entries[0]].block, segments[last].block])
    around = (number for number in (title - 1, last + 1) if 0 <= number < len(segments))
    return [] if any(box in segments[number].block.iterancestors() for number in around) else [title]


def _leads_beside(segment: TextSegment) -> bool:
    """Return whether a segment says hardly more than links to the next page, the one before, and the one above."""
    links = {link for run in segment.runs if run.in_link for link in _list_links(run.parent)}
    if not links or not all(BESIDE.intersection(link.get("rel", "").lower().split()) for link in links):
        return False
    return _count_plain(segment) <= WORDS_PER_LINK * len(links)
