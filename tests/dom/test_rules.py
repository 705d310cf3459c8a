"""A rule parts an article where both its neighbours are kept."""

from __future__ import annotations

import pytest

from cutline.dom.line_breaks import split_segments
from cutline.dom.rules import find_rules
from cutline.dom.tags import breaks_line
from tests.conftest import make_document


@pytest.mark.parametrize(
    ("html", "parted"),
    [
        ("<p>one</p><hr><p>two</p><p>three</p>", [1]),
        ("<p>one</p><hr><hr><p>two</p>", [1]),
        ("<div><p>one</p></div><hr><div><p>two</p></div>", [1]),
        ("one<hr>two", [1]),
        ("<blockquote><p>one</p><hr><p>two</p></blockquote><p>three", [1]),
        ("<hr><p>one</p><p>two</p><hr>", []),
        ("<p>one</p><div><hr>No story</div><p>two</p>", []),
        ("<p>one</p><div><p>two</p><hr></div><p>three</p>", []),
        ("<p>one</p><hr style='display:none'><p>two</p>", []),
        ("<p>one</p><hr><p>No story<p>two</p>", [2]),
    ],
)
def test_a_rule_between_kept_segments_parts_them(html: str, parted: list[int]) -> None:
    page = make_document(html)
    kept = [segment for segment in split_segments(page, breaks_line) if "No" not in segment.text]
    assert sorted(find_rules(page, kept)) == parted
