"""Numbered lines at the end of a page, which may be its notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.notes.labels import CITED, CITING, NUMBERED, is_note_heading
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS

CLIMB = 3  # elements around a paragraph that a rule may stand before


def list_groups(segments: Sequence[TextSegment]) -> Iterator[tuple[int, int, bool]]:
    """Yield where numbered lines may stand: behind headings of notes and rules, the last ones first, then any."""
    starts: list[tuple[int, bool]] = []
    block = None
    for number, segment in enumerate(segments):
        if is_note_heading(segment):
            starts.append((number + 1, True))
        elif segment.block is not block and _read_number(segment) is not None:
            if _follows_rule(segment.block):
                starts.append((number, True))
            elif segment.text[0] in CITING or _begins_with_sup(segment):
                starts.append((number, False))
        block = segment.block
    for start, is_sure in (
        *reversed([each for each in starts if each[1]]),
        *[each for each in starts if not each[1]],
    ):
        end = next(
            (n for n in range(start, len(segments)) if segments[n].block.tag in HEADING_TAGS),
            len(segments),
        )
        yield start, end, is_sure


def list_cited(kept: Sequence[TextSegment], end: int) -> set[str]:
    """Return the labels in brackets of the texts before a segment."""
    return {found[1] or found[2] for segment in kept if segment.index < end for found in CITED.finditer(segment.text)}


def _follows_rule(block: HtmlElement) -> bool:
    """Return whether a rule stands right before a block."""
    before = (around.getprevious() for around in climb(block, CLIMB))
    nearest = next((element for element in before if element is not None), None)
    return nearest is not None and nearest.tag == "hr"


def _read_number(segment: TextSegment) -> str | None:
    """Return the label that a line begins with; None if it has none."""
    found = NUMBERED.match(segment.text)
    if found is None:
        return None
    marked, pointed, bare = found.groups()
    if bare is not None and bare.isdecimal() and not _begins_with_sup(segment):
        return None
    return marked or pointed or bare


def _begins_with_sup(segment: TextSegment) -> bool:
    start = segment.start
    return "sup" in (start.tag, start.getparent().tag)


def number_lines(segments: Sequence[TextSegment]) -> list[tuple[str, list[TextSegment]]]:
    """Return each note of a group with its label: lines that begin with one, or the items of a numbered list.

    A paragraph between two of them belongs to the first; one behind the last does not.
    """
    notes, item, count = list[tuple[str, list[TextSegment]]](), None, 0
    for segment in segments:
        found = _find_item(segment.block)
        if found is None:
            label = _read_number(segment)
            if label is None and (item is not None or not notes or not _is_beside(segment, notes[-1][1][0])):
                break
        else:
            count += found is not item
            label, item = (str(count) if found is not item else None), found
        if label is not None:
            notes.append((label, []))
        notes[-1][1].append(segment)
    for _, lines in notes[-1:]:
        lines[:] = [each for each in lines if each.block is lines[0].block or _find_item(each.block) is not None]
    return notes


def _is_beside(segment: TextSegment, other: TextSegment) -> bool:
    return segment.block.getparent() is other.block.getparent()


def _find_item(block: HtmlElement) -> HtmlElement | None:
    """Return the item of a numbered list that a block is or begins."""
    item = next((around for around in climb(block, CLIMB) if around.tag == "li"), None)
    return item if item is not None and next(item.iterancestors(), block).tag == "ol" else None
