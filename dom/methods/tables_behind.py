"""Tables that end an article: right behind its text, as its paragraphs stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lxml.html import HtmlElement

from cutline.dom.boxes import is_framed
from cutline.dom.captioning.marks import find_wrapper
from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.tables import holds_data

LEAST_BEFORE = 3  # kept siblings before such a table


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
