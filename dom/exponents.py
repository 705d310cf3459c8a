"""A text in which numbers above the line, and words put in place of others, are not glued to what is before them."""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb_to
from cutline.dom.segments import TextRun, TextSegment, collapse_space

MAX_STYLES = 30  # inline elements around a text; no page written by people has as many
RAISED = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")  # Unicode has no other letters that all fonts have
EXPONENT = re.compile(r"[-+−]?[\w(](?:[-+−=/()\w]|, ?){0,7}|[-+−]")  # a longer text above the line is a remark
HAS_NUMBER = re.compile(r"[\d+−=-]|^n$")  # letters alone are endings: 1st, M. Lle, TM
UNRAISED = re.compile(r"[^\d+\-−=()n,; ]")
CHANGES = (frozenset(("del", "s")), frozenset(("ins",)))


def read_text(segment: TextSegment) -> str:
    """Return the text with numbers above the line as Unicode's, such as `10⁻⁴`, or behind `^`.

    A word that was put in place of a deleted one is parted from it by a space.
    """
    written, before = [], None
    for run in segment.runs:
        if before is not None and _replaces(before, run):
            written.append(" ")
        written.append(_raise(run.text) if _is_raised(run.parent, segment.block) else run.text)
        before = run
    return collapse_space("".join(written))


def _raise(text: str) -> str:
    stripped = text.strip()
    if not EXPONENT.fullmatch(stripped) or not HAS_NUMBER.search(stripped):
        return text
    return f"^({stripped})" if UNRAISED.search(stripped) else text.translate(RAISED)


def _is_raised(element: HtmlElement, block: HtmlElement) -> bool:
    return any(each.tag == "sup" for each in islice(climb_to(block, element), MAX_STYLES))


def _replaces(before: TextRun, run: TextRun) -> bool:
    tags = before.parent.tag, run.parent.tag
    return any(tags[0] in one and tags[1] in other for one, other in (CHANGES, CHANGES[::-1]))
