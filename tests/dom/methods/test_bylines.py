"""Bylines and dates that a classifier took for the beginning of the text."""

from __future__ import annotations

import pytest

from cutline.dom.methods.refinement import find_bylines
from cutline.dom.methods.scored_page import ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

HEAD = '<meta name="author" content="Ann Lee"><meta name="date" content="2013-08-13">'
STORY = "<p>The ferry left the harbour of Port Ellery at six in the morning.</p>"


def find(body: str) -> list[str]:
    """Return the texts of bylines on a page by Ann Lee of 13 August 2013, all text being kept."""
    page, segments = open_page(f"<html lang=en><head>{HEAD}</head><body><main>{body}</main></body></html>")
    scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
    return [segments[number].text for number in find_bylines(scored, range(len(segments)))]


@pytest.mark.parametrize(
    "line",
    [
        "Ann Lee",
        "By ANN LEE, Courier Staff Writer",
        "13 August 2013",
        "Tuesday, August 13, 2013 - 2 min read",
        "August 13, 2013, Ann Lee reporting",
        "by Ann Lee 2013. 8. 13.",
    ],
)
def test_a_line_of_authors_and_date_above_the_story_is_one(line: str) -> None:
    assert find(f"<p>{line}</p><p>A night on the lake</p>{STORY * 3}") == [line]
    assert find(f"{STORY * 4}<p>{line}</p>") == []


@pytest.mark.parametrize(
    "line",
    [
        "Ann Lee was there.",
        "Ann Lee sailed on August 13, 2013.",
        "What Ann Lee saw on the lake",
        "12 August 2013",
        "By Bo Ek",
        "Ann Lee went to the island with forty people and a dog",
    ],
)
def test_sentences_and_other_names_and_days_are_none(line: str) -> None:
    assert find(f"<p>{line}</p>{STORY * 3}") == []


@pytest.mark.parametrize("heading", ["What happened on August 13, 2013", "Ann Lee answers questions"])
def test_headings_are_none(heading: str) -> None:
    assert find(f"<h2>{heading}</h2>{STORY * 3}") == []


def test_the_dated_lines_of_a_thread_stay() -> None:
    assert find(f"<p>Ann Lee, 13 August 2013</p>{STORY}" + f"<p>Bo Ek, 14 August 2013</p>{STORY}" * 2) == []


def test_a_name_below_another_text_is_that_of_who_said_it() -> None:
    assert find(f"{STORY}<p>Ann Lee, captain</p>{STORY * 3}") == []
    assert find(f"{STORY}<p>By Ann Lee</p>{STORY * 3}") == ["By Ann Lee"]
