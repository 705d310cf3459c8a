"""What the software of newsletters and blogs writes above and below each text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cutline.dom.segments import TextSegment
from cutline.dom.words import join_patterns

MAX_CHARACTERS = 250  # of a notice
FIRST, LAST = 2, 6  # kept segments at the beginning and at the end, among which notices are
LINKS = re.compile(join_patterns("notices", "links"), re.IGNORECASE)
POSTED = re.compile(join_patterns("notices", "posted"), re.IGNORECASE)


def find_notices(segments: Sequence[TextSegment], kept: Sequence[int]) -> list[int]:
    """Return the kept segments at the ends of a text that its software wrote; `kept` are their indices, ascending."""
    ends = sorted({*kept[:FIRST], *kept[-LAST:]})
    return [number for number in ends if _is_notice(segments[number])]


def _is_notice(segment: TextSegment) -> bool:
    if len(segment.text) > MAX_CHARACTERS or not segment.link_characters:
        return False
    linked = " ".join([run.text for run in segment.runs if run.in_link])
    return LINKS.search(linked) is not None or POSTED.match(segment.text) is not None
