"""Boxes named side bars, blogrolls and the like are left out before and behind the text."""

from __future__ import annotations

import pytest

from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.methods.side_boxes import find_side_boxes
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

STORY = "<p>The ferry left the harbour of Port Ellery at six in the morning.</p>" * 5


def find(body: str) -> list[str]:
    """Return the texts of such boxes on a page of which every text is kept."""
    page, segments = open_page(body)
    scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
    return [segments[number].text for number in find_side_boxes(scored, range(len(segments)))]


@pytest.mark.parametrize(
    "name",
    [
        "id=Sidebar",
        "class='left-sidebar'",
        "class='blogroll'",
        "class='post-reward'",
        "class='author-bio dark'",
        "id=recent-posts",
    ],
)
def test_their_texts_are_left_out_before_and_behind_the_text(name: str) -> None:
    box = f"<div {name}><p>The last tool that you need.</p></div>"
    assert find(f"{box}<main>{STORY}</main>") == find(f"<main>{STORY}</main>{box}") == ["The last tool that you need."]


@pytest.mark.parametrize(
    "name", ["class='with-sidebar'", "class='sidebar-layout'", "class='rewards'", "class='author'"]
)
def test_boxes_of_other_names_stay(name: str) -> None:
    assert find(f"<div>{STORY}</div><div {name}><p>The last tool that you need.</p></div>") == []


def test_a_section_that_has_its_name_from_its_heading_stays() -> None:
    sections = (
        "<section id=use><h2>Use</h2><p>Text</p></section><section id=sidebar><h2>Sidebar</h2><p>Text</p></section>"
    )
    assert find(STORY + sections) == []
    assert find(STORY + sections.replace("id=sidebar", "class=sidebar")) == ["Sidebar", "Text"]


def test_an_inset_and_a_box_with_most_of_the_text_stay() -> None:
    box = "<div class=sidebar><p>The last tool that you need.</p></div>"
    assert find(f"{STORY}{box}{STORY}") == []
    assert find(f"<div class=sidebar>{STORY}</div><p>The end</p>") == []
    assert find(f"<div class=sidebar><h1>Ferry</h1><p>It sails.</p></div>{STORY}") == []
