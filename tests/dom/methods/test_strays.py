"""Words of menus around an article are told from its own short lines, and copies of its text from the first."""

from __future__ import annotations

from collections.abc import Callable

from cutline.dom.document import Document, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.methods.refinement import (
    LEAST_CHARACTERS,
    LEAST_TEXT,
    find_repeats,
    find_stray_segments,
    find_trailing_links,
)
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]
LONG = "The ferry sails again, and the harbour of Ellery celebrates it."
PARAGRAPH = "<p>The ferry left the harbour of Port Ellery at six in the morning."
MENU = "<ul><li>Hamburg<li>Sport<li>Travel<li>Weather</ul>"


def find(body: str) -> list[str]:
    """Return the stray texts of a page, all of it being kept."""
    page = parse(read_page(f"<body>{body}</body>", 10**6), 10**5)
    segments = split_segments(page, line_breaker(page, ()))
    return [segments[number].text for number in find_stray_segments(segments, range(len(segments)))]


def test_menu_words_before_the_first_paragraph_are_stray() -> None:
    assert find(MENU + PARAGRAPH) == ["Hamburg", "Sport"]


def test_menu_words_behind_the_last_paragraph_are_stray() -> None:
    assert find(PARAGRAPH + MENU) == ["Travel", "Weather"]


def test_short_lines_between_paragraphs_are_not() -> None:
    assert not find(PARAGRAPH + MENU + PARAGRAPH)


def test_headings_are_not() -> None:
    assert find("<h2>Night ferry</h2><p>Menu<p>Sport<p>Travel" + PARAGRAPH) == ["Menu"]


def test_nothing_is_stray_where_there_is_no_paragraph() -> None:
    assert not find(MENU)


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


class TestTrailingLinks:
    LINKS = "".join(f"<p><a href=/{number}>Another story of day {number}</a></p>" for number in range(3))
    STORY = f"<p>{LONG * 9}</p>"

    def find(self, document: Build, html: str, *, story: float = 0.9, links: float = 0.6) -> list[int]:
        segments = split_segments(document(html), breaks_line)
        scores = [links if segment.link_share else story for segment in segments]
        return find_trailing_links(segments, range(len(segments)), scores)

    def test_doubtful_links_behind_a_sure_story_are_dropped(self, document: Build) -> None:
        assert len(LONG * 9) >= LEAST_TEXT
        assert self.find(document, self.STORY + self.LINKS) == [1, 2, 3]

    def test_links_the_classifier_is_sure_of_stay(self, document: Build) -> None:
        assert self.find(document, self.STORY + self.LINKS, links=0.8) == []

    def test_links_of_a_page_that_is_itself_a_list_stay(self, document: Build) -> None:
        assert self.find(document, self.STORY + self.LINKS, story=0.7) == []
        assert self.find(document, f"<p>{LONG}</p>{self.LINKS}") == []
        assert self.find(document, self.LINKS) == []

    def test_links_before_the_last_paragraph_stay(self, document: Build) -> None:
        assert self.find(document, f"{self.STORY}{self.LINKS}<p>{LONG}</p>") == []
