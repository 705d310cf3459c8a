"""Menus in the middle of an article: breadcrumb trails, tables of contents, pagers and lines to the pages beside it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import chain, groupby, islice, pairwise

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.scored_page import LONG, ScoredPage
from cutline.dom.related.links import find_link
from cutline.dom.scripts import WORD
from cutline.dom.segments import TextSegment
from cutline.dom.tags import CELLS, HEADING_TAGS
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
MOSTLY_LINKS = 0.8  # share of characters inside links, from which a list is one of links
ENTRY_LEVELS = 3  # elements from the text of an entry to its item
MOSTLY_HEADINGS = 0.75  # share of a table's entries that say what headings of the page say
MAX_CHARACTERS = 50  # of such a title
MAX_TITLE = 4  # words of the title of a table of contents
# "3.1 Fares", "Chapter 3: Fares"; the word before the number is that of the whole series.
SECTION_NUMBER = re.compile(r"\s*(?:[^\W\d]{3,12}\s)?(?:\d+(?:\.\d+)*|[IVX]+)[.):]?\s+(?=\S)")
NUMBERING = re.compile(r"[\W\d]*(?:[A-Z]|[IVX]+)?[\W\d]*")  # before the link of an entry
ITEMS = ("li", "dt", "dd")

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


def find_menus(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts of menus; `kept` are indices of segments, ascending.

    These are breadcrumb trails; menus of the article's own parts with their headings, that is a `<nav>`, or a box with
    its role or named a table of contents, in which all links lead to places of the page, or a list of headings that
    follow, or its title alone; small boxes named pagers, as DocBook and Texinfo write them; lines that lead to the next
    page; and before and behind all prose, what is left of a list of links or of a `<nav>`.
    """
    places = _list_places((page.document.url or "").partition("#")[0])
    is_menu = cache(lambda box: _is_menu(box, places))
    has_entries = any(is_entry(page.segments[number], places) for number in kept)
    own = {n for entries in _list_contents(page.segments, places) for n in entries} if has_entries else set()
    own.update(find_pagers(page, kept))
    return [
        *_list_remnants(page, kept),
        *_list_bare_titles(page.segments, [number for number in kept if number not in own], places),
        *(
            number
            for number in kept
            if number in own or any(map(is_menu, page.segments[number].block.iterancestors(*BOX_TAGS)))
        ),
    ]


def _list_places(here: str) -> tuple[str, ...]:
    """Return what the addresses of places of a page begin with."""
    name = here.rpartition("/")[2]
    return tuple(dict.fromkeys(("#", f"{name}#", f"{here}#")))


def _list_bare_titles(segments: Sequence[TextSegment], kept: Sequence[int], places: tuple[str, ...]) -> Iterator[int]:
    """Yield the kept titles of tables of contents that no kept entry follows: a script has these, or none is kept."""
    for number, following in pairwise((*kept, len(segments))):
        key = fold(segments[number].text) if len(segments[number].text) <= MAX_CHARACTERS else ""
        if key in HEADINGS and not (following < len(segments) and is_entry(segments[following], places)):
            behind = segments[number + 1 : min(number + 2, following)]
            if key in TITLES or any(is_entry(entry, places) for entry in behind):
                yield number


def _list_remnants(page: ScoredPage, kept: Sequence[int]) -> Iterator[int]:
    """Yield the kept texts before and behind all prose in a `<nav>`, or in links in a list or lines, mostly dropped.

    A heading is none of them, nor is the text of a `<nav>` that holds prose.
    """
    prose = list(filter(page.is_paragraph, kept))
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
    block = segment.block if segment.link_share >= MOSTLY_LINKS else None
    return next((each for each in climb(segment.block) if each.tag in MENU_TAGS), block)


def _is_menu(box: HtmlElement, places: tuple[str, ...]) -> bool:
    names = f"{box.get('class', '')} {box.get('id', '')}"[:MAX_NAMES]
    is_trail = "readcrumb" in f"{names} {box.get('aria-label', '')}"
    if box.tag == "nav" or box.get("role") == "navigation":
        return is_trail or _leads_within(box, places, 2)
    if CONTENTS.search(names):
        return _leads_within(box, places, 1) and _is_linked(box)
    if box.tag == "div":
        return PAGER.search(names) is not None and _is_small(box)
    return is_trail


def _leads_within(menu: HtmlElement, places: tuple[str, ...], least: int) -> bool:
    """Return whether all links of a menu, `least` at least, lead to places of its page."""
    addresses = [link.get("href", "") for link in menu.iter("a") if link.get("href")]
    return len(addresses) >= least and all(address.startswith(places) for address in addresses)


def _is_linked(menu: HtmlElement) -> bool:
    linked, texts = ("".join(each.itertext()) for each in menu.iter("a")), "".join(menu.itertext())
    return len("".join("".join(linked).split())) >= CONTENTS_LINKS * len("".join(texts.split()))


def _is_small(box: HtmlElement) -> bool:
    """Return whether a box has a link and little text, and no paragraph of words."""
    text = "".join(islice(box.itertext(), MAX_PIECES + 1))
    is_short = len(text.split()) <= MAX_PAGER and next(islice(box.itertext(), MAX_PIECES, None), None) is None
    return is_short and box.find(".//a") is not None and (box.find(".//p") is None or _is_linked(box))


def _list_contents(segments: Sequence[TextSegment], places: tuple[str, ...]) -> Iterator[Collection[int]]:
    """Yield the entries of each table of contents, and its title: items or lines that are links to headings."""
    entries = [number for number, segment in enumerate(segments) if is_entry(segment, places)]
    if not entries:
        return
    headings = {_read_key(segment) for segment in segments if segment.block.tag in HEADING_TAGS}
    for _, group in groupby(enumerate(entries), key=lambda place: place[1] - place[0]):
        run = [number for _, number in group]
        known = sum(_read_key(segments[number]) in headings for number in run)
        if _is_titled(segments, run):
            yield (run[0] - 1, *run)
        elif known >= MOSTLY_HEADINGS * len(run) and _is_list(segments, run) and not _is_announced(segments, run[0]):
            yield (*_find_title(segments, run), *run)


def _is_titled(segments: Sequence[TextSegment], entries: Sequence[int]) -> bool:
    return len(entries) > 1 and entries[0] > 0 and fold(segments[entries[0] - 1].text) in TITLES


def _is_list(segments: Sequence[TextSegment], entries: Sequence[int]) -> bool:
    return len(entries) > 1 or _is_item(segments[entries[0]])


def _is_announced(segments: Sequence[TextSegment], first: int) -> bool:
    """Return whether a sentence announces these entries: "The ferries serve the following islands:"."""
    before = segments[first - 1].text if first else ""
    return before.endswith((":", "：")) and len(before.split()) >= LONG


def is_entry(segment: TextSegment, places: tuple[str, ...] = ("#",)) -> bool:
    """Return whether a segment is an item, or a line of links with numbers, whose links lead to places of the page."""
    if not segment.link_characters or segment.block.tag in HEADING_TAGS:
        return False
    if not _is_item(segment) and (_has_words_beside(segment) or _has_cell_beside(segment.block)):
        return False
    links = read_links(segment)
    return bool(links) and all(link.get("href", "").startswith(places) for link in links)


def _is_item(segment: TextSegment) -> bool:
    return any(element.tag in ITEMS for element in climb(segment.block, ENTRY_LEVELS))


def _has_words_beside(segment: TextSegment) -> bool:
    """Return whether a segment has letters outside its links."""
    return any(WORD.search(run.text) and not run.in_link and not NUMBERING.fullmatch(run.text) for run in segment.runs)


def _has_cell_beside(block: HtmlElement) -> bool:
    """Return whether a text is in one of several cells of a row, which may say more of the entry."""
    cell = next((each for each in climb(block, ENTRY_LEVELS) if each.tag in CELLS), None)
    return cell is not None and len(cell.getparent()) > 1


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
