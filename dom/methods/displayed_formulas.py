"""Which text decides on a displayed formula, and on the pieces of the paragraph that it interrupts."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.formulas import DISPLAYED
from cutline.dom.segments import TextSegment
from cutline.dom.tables import find_captioned
from cutline.dom.tags import LINE_BREAK_TAGS
from cutline.dom.tree import BlockFinder


def find_leaders(document: Document, segments: Sequence[TextSegment], kept: Container[int]) -> dict[int, int]:
    """Return, for each displayed formula and for the texts around it in one paragraph, the segment that decides.

    Of a paragraph that formulas interrupt, it is the longest text. A formula alone follows the text before it or, if
    that is not kept, the one behind it. A text behind it that begins in lower case goes on with the sentence. The
    caption of a formula in a figure follows the formula.

    Args:
        document, segments: the page.
        kept: the indices of the segments that are kept.
    """
    blocks = BlockFinder(LINE_BREAK_TAGS, document.body)
    leaders: dict[int, int] = {}
    for start, end in _find_formulas(segments):
        block = blocks.first_block(segments[start].block.getparent())
        before, after = start - 1, end
        texts = [n for n in (before, after) if 0 <= n < len(segments)]
        parts = [n for n in texts if segments[n].block is block]
        first = next((n for n in texts if n in kept), texts[0] if texts else start)
        leader = max(parts, key=lambda n: (leaders.get(n, n) in kept, len(segments[n].text))) if parts else first
        leader = leaders.get(leader, leader)
        goes_on = [after] if leader == before and after < len(segments) and segments[after].text[:1].islower() else []
        captions = [n for n in texts if segments[n].block.tag == "figcaption" and _is_of_formula(segments[n].block)]
        leaders |= dict.fromkeys((*range(start, end), *parts, *goes_on, *captions), leader)
    return {number: leader for number, leader in leaders.items() if number != leader}


def _is_of_formula(caption: HtmlElement) -> bool:
    """Return whether a `<figcaption>` is the caption of a formula."""
    captioned = find_captioned(caption)
    return captioned is not None and captioned.tag == DISPLAYED


def _find_formulas(segments: Sequence[TextSegment]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of displayed formulas that follow each other; ends are exclusive."""
    numbers = [n for n, segment in enumerate(segments) if segment.text[:2] == "$$" and segment.block.tag == DISPLAYED]
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        yield members[0], members[-1] + 1
