"""Doubtful text between the paragraphs of an article."""

from __future__ import annotations

from collections.abc import Callable

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.refinement import Gap, find_gaps
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]
LONG = "The ferry sails again. " * 20
TABLE = "<table><tr><td>Fare</td><td>Euro</td></tr><tr><td>Child</td><td>Four</td></tr></table>"


def look(document: Build, settings: Settings, html: str, scores: list[float]) -> list[Gap]:
    page = document(html)
    segments = split_segments(page, breaks_line)
    assert len(segments) == len(scores)
    kept = [number for number, score in enumerate(scores) if score >= 0.5]
    return find_gaps(page, segments, scores, kept, settings.auto)


def test_a_table_between_paragraphs_is_kept_whole(document: Build, settings: Settings) -> None:
    html = f"<main><p>{LONG}</p>{TABLE}<p>{LONG}</p></main>"
    found = look(document, settings, html, [0.9, 0.1, 0.3, 0.0, 0.2, 0.9])
    assert found == [Gap(number, 0.1412, settings.auto.table_threshold) for number in (1, 2, 3, 4)]


def test_an_unlikely_table_is_left_out_whole(document: Build, settings: Settings) -> None:
    html = f"<main><p>{LONG}</p>{TABLE}<p>{LONG}</p></main>"
    assert look(document, settings, html, [0.9, 0.2, 0.05, 0.05, 0.05, 0.9]) == []


def test_a_table_of_links_is_left_out(document: Build, settings: Settings) -> None:
    links = "<table><tr><td><a href=/a>Harbour news</a></td><td><a href=/b>More</a></td></tr></table>"
    assert look(document, settings, f"<main><p>{LONG}</p>{links}<p>{LONG}</p></main>", [0.9, 0.4, 0.4, 0.9]) == []


def test_a_table_behind_the_last_paragraph_is_left_out(document: Build, settings: Settings) -> None:
    html = f"<main><p>{LONG}</p><p>{LONG}</p>{TABLE}</main>"
    assert look(document, settings, html, [0.9, 0.9, 0.4, 0.4, 0.4, 0.4]) == []


def test_a_listing_asks_for_less(document: Build, settings: Settings) -> None:
    html = f"<main><p>{LONG}</p><pre>import ferry</pre><p>{LONG}</p></main>"
    assert look(document, settings, html, [0.9, 0.06, 0.9]) == [Gap(1, 0.06, settings.auto.code_threshold)]


def test_doubtful_prose_between_paragraphs_is_kept_by_its_own_score(document: Build, settings: Settings) -> None:
    html = f"<main><p>{LONG}</p><p>It sails at noon.</p><p>It may not.</p><p>{LONG}</p></main>"
    assert look(document, settings, html, [0.9, 0.46, 0.44, 0.9]) == [Gap(1, 0.46, settings.auto.gap_threshold)]


def test_doubtful_links_between_paragraphs_are_left_out(document: Build, settings: Settings) -> None:
    html = f"<main><p>{LONG}</p><p><a href=/b>The bridge is closed.</a></p><p>{LONG}</p></main>"
    assert look(document, settings, html, [0.9, 0.49, 0.9]) == []


def test_what_stands_outside_of_the_container_is_left_out(document: Build, settings: Settings) -> None:
    """A kept summary above the article does not make the menu between both a part of it."""
    html = f"<p>It sails.</p><div>The sea is calm.</div><main><p>{LONG}</p><p>{LONG}</p></main>"
    assert look(document, settings, html, [0.9, 0.49, 0.9, 0.9]) == []


def test_a_container_of_tables_alone_is_read(document: Build, settings: Settings) -> None:
    html = f"<main><table><tr><td>{LONG}</td><td>Fare</td></tr></table><table><tr><td>{LONG}</td></tr></table></main>"
    assert look(document, settings, html, [0.9, 0.2, 0.9]) == [Gap(1, 0.894, settings.auto.table_threshold)]


def test_a_table_around_the_whole_page_decides_nothing(document: Build, settings: Settings) -> None:
    html = f"<table><tr><td>Menu</td><td><p>{LONG}</p><div>Prices</div><p>{LONG}</p></td></tr></table>"
    assert look(document, settings, html, [0.2, 0.9, 0.2, 0.9]) == []


class TestLists:
    LIST = "<ul><li>Flour and water</li><li>Salt<ul><li>Pepper</li></ul></li><li>Yeast</li></ul>"

    def find(self, document: Build, settings: Settings, scores: list[float], html: str = LIST) -> list[int]:
        page = f"<main><p>{LONG}</p>{html}<p>{LONG}</p></main>"
        return [gap.number for gap in look(document, settings, page, [0.9, *scores, 0.9])]

    def test_a_list_of_which_most_is_kept_is_kept_with_its_inner_lists(
        self, document: Build, settings: Settings
    ) -> None:
        assert self.find(document, settings, [0.9, 0.3, 0.2, 0.4]) == [2, 3, 4]

    def test_a_list_of_which_little_is_kept_is_not(self, document: Build, settings: Settings) -> None:
        assert self.find(document, settings, [0.3, 0.9, 0.2, 0.4]) == []

    def test_unlikely_items_are_left_out(self, document: Build, settings: Settings) -> None:
        assert self.find(document, settings, [0.9, 0.3, 0.1, 0.4]) == [2, 4]

    def test_a_list_of_links_is_not_kept(self, document: Build, settings: Settings) -> None:
        links = self.LIST.replace("<li>Flour and water", "<li><a href=/a>Flour and water</a>")
        assert self.find(document, settings, [0.9, 0.3, 0.2, 0.4], links) == []

    def test_a_list_around_the_text_is_none_in_it(self, document: Build, settings: Settings) -> None:
        page = f"<ul><li><p>{LONG}</p><p>Menu</p><p>{LONG}</p></li></ul>"
        assert look(document, settings, page, [0.9, 0.3, 0.9]) == []
