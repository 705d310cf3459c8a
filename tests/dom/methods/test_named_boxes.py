"""Boxes named side bars, blogrolls or comments are left out before and behind the text."""

from collections.abc import Callable, Sequence

import pytest

from cutline.dom.methods.named_boxes import find_side_boxes, find_titled_comments
from cutline.dom.methods.scored_page import ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

STORY = "<p>The ferry left the harbour of Port Ellery at six in the morning.</p>" * 5


def find(body: str, finder: Callable[[ScoredPage, Sequence[int]], list[int]] = find_side_boxes) -> list[str]:
    """Return the texts of such boxes on a page of which every text is kept."""
    page, segments = open_page(body)
    scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
    return [segments[number].text for number in finder(scored, range(len(segments)))]


def find_comments(body: str) -> list[str]:
    """Return the texts of comments in such boxes."""
    return find(f"<main>{body}</main>", find_titled_comments)


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


@pytest.mark.parametrize(
    "thread",
    [
        "<div id=comments><h3>Commentaires</h3><dl><dt>Paul</dt><dd>Bravo !</dd></dl></div>",  # Dotclear
        "<h2 id=comments>Comments (1)</h2><p>Bravo !</p>",  # Movable Type
        "<section class='webmentions'><h2>Webmentions</h2><ul><li>Bravo !</ul></section>",
        "<div class='e2-comments'><h2>2 комментария</h2><p>Bravo !</p></div>",  # Aegea
    ],
)
def test_the_box_of_comments_is_left_out_from_its_heading_on(thread: str) -> None:
    assert find_comments(f"<article>{STORY}</article>{thread}")[-1] == "Bravo !"
    assert find_comments(f"<article>{STORY}</article>{thread}<footer><p>Text</p></footer>")[0] in (
        "Commentaires",
        "Comments (1)",
        "Webmentions",
        "2 комментария",
    )


@pytest.mark.parametrize(
    "part",
    [
        "<h2>Comments</h2><p>In C they begin with two strokes.</p>",  # nothing is named comments
        "<div id=comments><h2>What the ferry said</h2><p>Bravo !</p></div>",
        "<div id=comments><p>Comments</p><p>Bravo !</p></div>",
        "<div id=comments><h2>Comments</h2><h1>Bravo</h1><p>Bravo !</p></div>",
        "<h2 id=strings>Strings</h2><p>Text</p><h2 id=comments>Comments</h2><p>They begin with a stroke.</p>",
        "<section><h2 id=strings>Strings</h2></section><section><h2 id=comments>Comments</h2><p>Bravo !</p></section>",
        "<section id=strings><h2>Strings</h2></section><section id=comments><h2>Comments</h2><p>Bravo !</p></section>",
    ],
)
def test_other_parts_are_none(part: str) -> None:
    assert find_comments(STORY + part) == []


def test_behind_a_named_heading_they_end_before_another_of_its_level() -> None:
    thread = "<h3 id=comments>2 comments</h3><p>Bravo !</p><h4>Paul</h4><p>Non.</p><h3>Leave a reply</h3>"
    assert find_comments(f"{STORY}{thread}<h3>Fares</h3><p>Two coins.</p>") == [
        "2 comments",
        "Bravo !",
        "Paul",
        "Non.",
        "Leave a reply",
    ]


def test_a_box_that_holds_most_of_the_text_is_none() -> None:
    assert find_comments(f"<p>Text</p><div id=comments><h2>Comments</h2>{STORY}</div>") == []
