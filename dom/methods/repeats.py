"""Which texts of an article repeat an earlier one."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from lxml.html import HtmlElement

from cutline.dom.segments import TextSegment
from cutline.dom.tables import is_layout
from cutline.dom.tags import CELLS, HEADING_TAGS

LEAST_CHARACTERS = 60  # characters of a repeated text; shorter ones, such as names and refrains, may repeat


def find_repeats(
    segments: Sequence[TextSegment], kept: Iterable[int], listings: Container[HtmlElement] = ()
) -> list[int]:
    """Return the kept segments, given in document order, whose text repeats an earlier one word for word.

    Of a heading and the entry before it in a table of contents, the entry is the repeat. A listing that is shown again
    is none, unless it follows itself: as what a highlighter wrote and what it read.
    """
    known: dict[str, int] = {}
    repeats = []
    for number in kept:
        text = segments[number].text
        if len(text) < LEAST_CHARACTERS:
            continue
        earlier = known.setdefault(text, number)
        is_heading, was_heading = (segments[each].block.tag in HEADING_TAGS for each in (number, earlier))
        if is_heading and not was_heading:
            repeats.append(earlier)
            known[text] = number
        elif earlier != number and (segments[number].block not in listings or number == earlier + 1):
            repeats += [] if _are_cells(segments[earlier].block, segments[number].block) else [number]
    return repeats


def _are_cells(first: HtmlElement, second: HtmlElement) -> bool:
    """Return whether two texts are in different cells of one table with data."""
    cells = [next(block.iterancestors(*CELLS), block) if block.tag not in CELLS else block for block in (first, second)]
    tables = [next(cell.iterancestors("table"), None) for cell in cells]
    return cells[0] is not cells[1] and tables[0] is not None and tables[0] is tables[1] and not is_layout(tables[0])
