"""The threshold, gaps, stray words, links and repeats."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.config import Settings
from cutline.dom.document import Document, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.methods.refinement import (
    HEADING_THRESHOLD,
    LEAST_CHARACTERS,
    LEAST_TEXT,
    Gap,
    find_best_threshold,
    find_gaps,
    find_leaders,
    find_repeats,
    find_stray_segments,
    find_trailing_links,
)
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


@pytest.mark.parametrize(("scores", "is_kept"), [((0.3, 0.9), True), ((0.29, 0.9), False), ((0.3, 0.2), False)])
def test_a_heading_before_kept_text_asks_for_less(
    document: Build, settings: Settings, scores: tuple[float, float], is_kept: bool
) -> None:
    html = f"<main><p>{LONG}</p><h2>Fares</h2><p>{LONG}</p><p>{LONG}</p></main>"
    found = look(document, settings, html, [0.9, *scores, 0.9])
    assert found == ([Gap(1, 0.3, HEADING_THRESHOLD)] if is_kept else [])


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


Segments = list[tuple[float, int]]
segments = st.lists(st.tuples(st.floats(0.01, 1), st.integers(1, 1000)), min_size=1, max_size=30)


def expect(given_segments: Segments, threshold: float) -> float:
    """Return the F1 of the expected counts, by its definition."""
    kept = [(score, size) for score, size in given_segments if score >= threshold]
    right, all_right = (sum(score * size for score, size in part) for part in (kept, given_segments))
    precision, recall = right / sum(size for _, size in kept), right / all_right
    return 2 * precision * recall / (precision + recall)


def test_a_sure_page_is_cut_between_the_sure_and_the_rest() -> None:
    assert find_best_threshold([0.1, 1.0, 1.0], [10, 50, 50]) == (1.0, pytest.approx(200 / 201))


def test_where_nothing_is_likely_everything_alike_is_taken() -> None:
    threshold, f1 = find_best_threshold([0.3, 0.3], [10, 20])
    assert (threshold, f1) == (0.3, pytest.approx(2 * 0.3 / 1.3))


@given(segments)
def test_no_other_threshold_has_a_higher_expected_f1(given_segments: Segments) -> None:
    threshold, f1 = find_best_threshold(*map(list, zip(*given_segments, strict=True)))
    assert f1 == pytest.approx(expect(given_segments, threshold))
    assert all(expect(given_segments, score) <= f1 + 1e-9 for score, _ in given_segments)


FORMULA = "<math display=block><mi>x</mi></math>"


@pytest.mark.parametrize(
    ("html", "kept", "leaders"),
    [
        (f"<p>One long text {FORMULA} Short</p>", {0}, {1: 0, 2: 0}),
        (f"<p>Short {FORMULA} one long text {FORMULA} end</p>", {2}, {0: 2, 1: 2, 3: 2, 4: 2}),
        (f"<p>One</p>{FORMULA}{FORMULA}<p>Two</p>", {0, 3}, {1: 0, 2: 0}),
        (f"<p>Menu</p>{FORMULA}<p>Two</p>", {2}, {1: 2}),
        (f"<p>One</p>{FORMULA}<p>where it is</p>", {0}, {1: 0, 2: 0}),
        (FORMULA, {0}, {}),
        ("<p>One</p><p>$$ is money</p>", {0}, {}),
    ],
)
def test_a_displayed_formula_is_decided_with_its_text(
    document: Build, html: str, kept: set[int], leaders: dict[int, int]
) -> None:
    page = document(html)
    assert find_leaders(page, split_segments(page, breaks_line), kept) == leaders


def test_a_displayed_formula_may_repeat(document: Build) -> None:
    formula = f'<script type="math/tex; mode=display">{"x+" * 40}</script>'
    assert not find_repeats(split_segments(document(f"<p>{formula * 2}"), breaks_line), range(2))


SENTENCE = "The ferry sails again, and the harbour of Ellery celebrates it."
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
    segments = split_segments(document(f"<p>{SENTENCE}<p>It is late.<p>{SENTENCE}<p>{SENTENCE}"), breaks_line)
    assert len(SENTENCE) >= LEAST_CHARACTERS
    assert find_repeats(segments, [0, 1, 2, 3]) == [2, 3]


def test_of_a_heading_and_its_entry_in_the_contents_the_heading_is_kept(document: Build) -> None:
    html = f"<ul><li>{SENTENCE}</ul><p>It is late.<h2>{SENTENCE}</h2><p>{SENTENCE}<h2>{SENTENCE}</h2>"
    assert find_repeats(split_segments(document(html), breaks_line), [0, 1, 2, 3, 4]) == [0, 3, 4]


def test_what_is_not_kept_repeats_nothing(document: Build) -> None:
    segments = split_segments(document(f"<p>{SENTENCE}<p>It is late.<p>{SENTENCE}"), breaks_line)
    assert find_repeats(segments, [1, 2]) == []


def test_short_texts_may_come_again(document: Build) -> None:
    segments = split_segments(document("<p>Row, row, row your boat.<p>Gently.<p>Row, row, row your boat."), breaks_line)
    assert find_repeats(segments, [0, 1, 2]) == []


class TestTrailingLinks:
    LINKS = "".join(f"<p><a href=/{number}>Another story of day {number}</a></p>" for number in range(3))
    STORY = f"<p>{SENTENCE * 9}</p>"

    def find(self, document: Build, html: str, *, story: float = 0.9, links: float = 0.6) -> list[int]:
        segments = split_segments(document(html), breaks_line)
        scores = [links if segment.link_share else story for segment in segments]
        return find_trailing_links(segments, range(len(segments)), scores)

    def test_doubtful_links_behind_a_sure_story_are_dropped(self, document: Build) -> None:
        assert len(SENTENCE * 9) >= LEAST_TEXT
        assert self.find(document, self.STORY + self.LINKS) == [1, 2, 3]

    def test_links_the_classifier_is_sure_of_stay(self, document: Build) -> None:
        assert self.find(document, self.STORY + self.LINKS, links=0.8) == []

    def test_links_of_a_page_that_is_itself_a_list_stay(self, document: Build) -> None:
        assert self.find(document, self.STORY + self.LINKS, story=0.7) == []
        assert self.find(document, f"<p>{SENTENCE}</p>{self.LINKS}") == []
        assert self.find(document, self.LINKS) == []

    def test_links_before_the_last_paragraph_stay(self, document: Build) -> None:
        assert self.find(document, f"{self.STORY}{self.LINKS}<p>{SENTENCE}</p>") == []
