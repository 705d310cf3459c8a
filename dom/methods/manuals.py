"""What goes on with a manual or a paper, whose headings link to themselves, although the classifier doubts it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb, climb_to
from cutline.dom.body import Decision
from cutline.dom.documentation import Place
from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.tags import CELLS, HEADING_TAGS
from cutline.dom.tree import common_ancestor

THRESHOLD = 0.2  # probability from which such a text is kept; tables and lists that end a manual score .21 to .49
LEAST_SECTIONS = 2  # kept headings with a link to themselves
BOXES = frozenset(("section", "div"))  # of a class that a kept text has around it too, or around a table alone
Shape = tuple[str, str | None]  # tag and class
LISTS = frozenset(("ul", "ol", "dl"))
PLAIN = BOXES | LISTS | CELLS | HEADING_TAGS
PLAIN |= frozenset("p li dt dd table caption thead tbody tfoot tr pre blockquote".split())
NEAR = 3  # elements from a paragraph in an item to its list
OUTER = frozenset(("html", "body"))
LEVELS = 13  # elements from a text up to the document, at most
MAX_LINKS = 3  # read of a heading


def find_manual_parts(page: ScoredPage, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the doubtful texts that stand in the document as its kept ones do: prose, lists, tables and headings.

    `kept` are the indices of the segments that are kept.
    """
    blocks = [segment.block for segment in page.segments]
    headings = [number for number in sorted(kept) if _links_to_itself(blocks[number])]
    document = _find_document(blocks, headings)
    if document is None:
        return
    known = {
        (each.tag, each.get("class")) for number in kept for each in islice(climb_to(document, blocks[number]), LEVELS)
    }
    announced = _find_announced(blocks)
    for number in range(headings[0] + 1, len(blocks)):
        if number in kept or page.scores[number] < THRESHOLD:
            continue
        is_text = page.is_prose(number) or number in announced or _is_in_cell(blocks[number])
        if is_text and _is_of(document, blocks[number], known):
            yield Gap(number, page.scores[number], THRESHOLD)


def place_documentation(page: ScoredPage, decisions: Sequence[Decision]) -> Iterator[tuple[int, Decision]]:
    """Yield what is sure on a page that software wrote from code: all in its box is kept but menus."""
    documentation = page.document.documentation
    places = documentation.place(page.segments) if documentation is not None else []
    last = max((number for number, place in enumerate(places) if place == "own"), default=len(places))
    menus = _find_menus(page, places, decisions)
    for number, place in enumerate(places):
        if number in menus:
            yield number, Decision(False, "navigation")
        elif place == "own":
            yield number, Decision(True, "article_text", page.scores[number], 0.0)
        elif place is None and number > last:
            yield number, Decision(False, "outside_article")


def _find_menus(page: ScoredPage, places: Sequence[Place | None], decisions: Sequence[Decision]) -> set[int]:
    """Return the segments in the box that lead elsewhere: tools, and lists that are not kept, with their headings."""
    lists = {n for n, place in enumerate(places) if place == "doubtful" and not decisions[n].kept}
    above = (number - 1 for number in lists if number > 0 and places[number - 1] is not None)
    titles = {number for number in above if page.segments[number].block.tag in HEADING_TAGS}
    return lists | titles | {number for number, place in enumerate(places) if place == "tool"}


def _find_document(blocks: Sequence[HtmlElement], headings: Sequence[int]) -> HtmlElement | None:
    """Return the element around the headings of a manual; None if they are too few, or it is the page."""
    document = common_ancestor([blocks[number] for number in headings])
    return document if len(headings) >= LEAST_SECTIONS and document is not None and document.tag not in OUTER else None


def _find_announced(blocks: Sequence[HtmlElement]) -> frozenset[int]:
    """Return the items of the lists right behind headings."""
    found, announced = set[int](), None
    for number, block in enumerate(blocks):
        items = next((each for each in climb(block, NEAR) if each.tag in LISTS), None)
        if number and blocks[number - 1].tag in HEADING_TAGS:
            announced = items
        if items is not None and items is announced:
            found.add(number)
    return frozenset(found)


def _is_in_cell(block: HtmlElement) -> bool:
    return any(each.tag in CELLS for each in climb(block, NEAR))


def _is_of(document: HtmlElement, block: HtmlElement, known: Collection[Shape]) -> bool:
    """Return whether a text is in the document, with nothing around it that the kept texts have not."""
    within = list(islice(climb_to(document, block), LEVELS))
    return bool(within) and within[-1].getparent() is document and all(_is_plain(each, known) for each in within)


def _links_to_itself(block: HtmlElement) -> bool:
    """Return whether a heading has a link to a place in the page in it or beside it."""
    if block.tag not in HEADING_TAGS or block.tag == "h1":
        return False
    beside = (each for each in (block.getprevious(), block.getnext()) if each is not None and each.tag == "a")
    return any(
        len(link.get("href", "")) > 1 and link.get("href")[0] == "#"
        for link in (*islice(block.iter("a"), MAX_LINKS), *beside)
    )


def _is_plain(element: HtmlElement, known: Collection[Shape]) -> bool:
    if element.tag not in BOXES or not element.get("class") or (element.tag, element.get("class")) in known:
        return element.tag in PLAIN
    return len(element) == 1 and element[0].tag == "table"
