"""Which texts of an article repeat an earlier one."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from functools import cache

from lxml.html import HtmlElement

from cutline.dom.formulas import DISPLAYED
from cutline.dom.segments import TextSegment
from cutline.dom.tables import is_layout
from cutline.dom.tags import CELLS, HEADING_TAGS

LEAST_CHARACTERS = 60  # characters of a repeated text; shorter ones, such as names and refrains, may repeat


def find_repeats(
    segments: Sequence[TextSegment], kept: Iterable[int], listings: Container[HtmlElement] = ()
) -> list[int]:
    """Return the kept segments, given in document order, whose text repeats an earlier one word for word.

    Of a heading and the entry before it in a table of contents, the entry is the repeat, unless its neighbours in the
    list are kept. A listing that is shown again is none, unless it follows itself: as what a highlighter wrote and what
    it read. Cells of one table may be alike, and so may siblings, such as refrains, unless
    their neighbours come again too.
    """
    known: dict[str, int] = {}
    repeats = []
    chosen, lays_out = frozenset(kept), cache(is_layout)
    for number in sorted(chosen):
        text = segments[number].text
        if len(text) < LEAST_CHARACTERS or segments[number].block.tag == DISPLAYED:
            continue
        earlier = known.setdefault(text, number)
        is_heading, was_heading = (segments[each].block.tag in HEADING_TAGS for each in (number, earlier))
        if is_heading and not was_heading:
            repeats += [] if _is_in_list(segments, earlier, chosen) else [earlier]
            known[text] = number
        elif earlier != number and (segments[number].block not in listings or number == earlier + 1):
            table = _find_shared_table(segments[earlier].block, segments[number].block)
            is_own = _is_refrain(segments, earlier, number) if table is None else not lays_out(table)
            repeats += [] if is_own else [number]
    return repeats


def _is_refrain(segments: Sequence[TextSegment], earlier: int, number: int) -> bool:
    """Return whether a text comes again among its siblings, and its neighbours do not."""
    one, other = segments[earlier].block, segments[number].block
    before, behind = segments[max(earlier - 1, 0)], segments[earlier + 1]
    around = segments[number - 1], segments[min(number + 1, len(segments) - 1)]
    is_alone = before.text != around[0].text and behind.text != around[1].text and number > earlier + 1
    return is_alone and one.tag == other.tag and one.getparent() is other.getparent()


def _is_in_list(segments: Sequence[TextSegment], number: int, kept: Container[int]) -> bool:
    """Return whether a text is in a list that is kept before or behind it too."""
    around = next(segments[number].block.iterancestors("ul", "ol"), None)
    near = [segments[each].block for each in (number - 1, number + 1) if each in kept and 0 <= each < len(segments)]
    return around is not None and any(around in block.iterancestors("ul", "ol") for block in near)


def _find_shared_table(first: HtmlElement, second: HtmlElement) -> HtmlElement | None:
    """Return the table that two texts are in, in different cells; None if there is none."""
    cells = [next(block.iterancestors(*CELLS), block) if block.tag not in CELLS else block for block in (first, second)]
    tables = [next(cell.iterancestors("table"), None) for cell in cells]
    return tables[0] if cells[0] is not cells[1] and tables[0] is tables[1] else None
