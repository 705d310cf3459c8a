"""One comment or none below a heading that says so is no part of a text, as blogs write it."""

from __future__ import annotations

import pytest

from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.methods.titled_comments import find_titled_comments
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

STORY = "<p>The ferry left the harbour of Port Ellery at six in the morning.</p>" * 3


def find(body: str) -> list[str]:
    """Return the texts of comments on a page of which every text is kept."""
    page, segments = open_page(f"<main>{body}</main>")
    scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
    return [segments[number].text for number in find_titled_comments(scored, range(len(segments)))]


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
    assert find(f"<article>{STORY}</article>{thread}")[-1] == "Bravo !"
    assert find(f"<article>{STORY}</article>{thread}<footer><p>Text</p></footer>")[0] in (
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
    assert find(STORY + part) == []


def test_behind_a_named_heading_they_end_before_another_of_its_level() -> None:
    thread = "<h3 id=comments>2 comments</h3><p>Bravo !</p><h4>Paul</h4><p>Non.</p><h3>Leave a reply</h3>"
    assert find(f"{STORY}{thread}<h3>Fares</h3><p>Two coins.</p>") == [
        "2 comments",
        "Bravo !",
        "Paul",
        "Non.",
        "Leave a reply",
    ]


def test_a_box_that_holds_most_of_the_text_is_none() -> None:
    assert find(f"<p>Text</p><div id=comments><h2>Comments</h2>{STORY}</div>") == []
