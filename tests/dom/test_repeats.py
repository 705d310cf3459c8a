"""Text that a page has twice."""

from __future__ import annotations

from collections.abc import Callable

from cutline.dom.document import Document
from cutline.dom.repeats import LEAST_CHARACTERS, find_repeats
from cutline.dom.segments import split_segments
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]
LONG = "The ferry sails again, and the harbour of Ellery celebrates it."


def test_the_copy_of_a_paragraph_is_one_and_the_first_is_not(document: Build) -> None:
    segments = split_segments(document(f"<p>{LONG}<p>It is late.<p>{LONG}<p>{LONG}"), breaks_line)
    assert len(LONG) >= LEAST_CHARACTERS
    assert find_repeats(segments, [0, 1, 2, 3]) == [2, 3]


def test_what_is_not_kept_repeats_nothing(document: Build) -> None:
    segments = split_segments(document(f"<p>{LONG}<p>It is late.<p>{LONG}"), breaks_line)
    assert find_repeats(segments, [1, 2]) == []


def test_short_texts_may_come_again(document: Build) -> None:
    segments = split_segments(document("<p>Row, row, row your boat.<p>Gently.<p>Row, row, row your boat."), breaks_line)
    assert find_repeats(segments, [0, 1, 2]) == []
