"""The threshold, stray words and links."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.document import parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.methods.refinement import (
    LEAST_TEXT,
    find_best_threshold,
    find_stray_segments,
    find_teasers,
    find_trailing_links,
)
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.tags import breaks_line
from tests.conftest import SETTINGS, make_document
from tests.dom.conftest import open_page, split_html

LONG = "The ferry sails again. " * 20
TABLE = "<table><tr><td>Fare</td><td>Euro</td></tr><tr><td>Child</td><td>Four</td></tr></table>"


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


def test_a_small_word_of_a_byline_is_stray_right_before_the_first_paragraph_too() -> None:
    assert find("<div>von</div><div>Gardens</div>" + PARAGRAPH) == ["von"]


def test_menu_words_behind_the_last_paragraph_are_stray() -> None:
    menu = (
        "<ul>" + "".join(f"<li><a href=/{word}>{word}</a>" for word in "Hamburg Sport Travel Weather".split()) + "</ul>"
    )
    assert find(PARAGRAPH + menu) == ["Travel", "Weather"]


def test_items_of_a_list_at_the_end_are_not() -> None:
    assert find(PARAGRAPH + "<ul><li>Built in 1931<li>Sold in 1965<li>Towed in 1999<li>Sank in 2025</ul>") == []


def test_short_lines_between_paragraphs_are_not() -> None:
    assert not find(PARAGRAPH + MENU + PARAGRAPH)


def test_headings_are_not() -> None:
    assert find("<h2>Night ferry</h2><p>Menu<p>Sport<p>Travel" + PARAGRAPH) == ["Menu"]


def test_cells_below_headers_are_not() -> None:
    rows = "<tr><th>Built</th><td>1998</td></tr><tr><th>Length</th><td>40 m</td></tr>"
    prose = "<p>It is late.</p><p>The sea is calm.</p>"
    for table, stray in ((rows, []), (rows.replace("th>", "td>"), [0, 1, 2, 3])):
        segments = split_html(f"<table>{table}</table>{prose}<p>{LONG}</p>")
        assert find_stray_segments(segments, range(len(segments))) == stray


def test_cells_of_several_rows_without_headers_are_not() -> None:
    row = "<tr><td>Holm</td><td>1998</td></tr>"
    assert find(f"{PARAGRAPH}<table>{row * 4}</table>") == []
    assert len(find(f"{PARAGRAPH}<table>{row * 3}</table>")) == 4  # of six: the first two are near the paragraph


def test_nothing_is_stray_where_there_is_no_paragraph() -> None:
    assert not find(MENU)


class TestTrailingLinks:
    LINKS = "".join(f"<p><a href=/{number}>Another story of day {number}</a></p>" for number in range(4))
    STORY = f"<p>{(SENTENCE * 9)[:LEAST_TEXT]}</p>"

    def find(self, html: str, *, story: float = 0.9, links: float = 0.6) -> list[int]:
        segments = split_html(html)
        scores = [links if segment.link_share else story for segment in segments]
        return find_trailing_links(segments, range(len(segments)), scores)

    def test_doubtful_links_behind_a_sure_story_are_dropped(self) -> None:
        assert self.find(self.STORY + self.LINKS, story=0.8) == [1, 2, 3, 4]
        assert self.find(self.STORY + self.LINKS[: len(self.LINKS) * 3 // 4]) == [1, 2, 3]

    def test_links_the_classifier_is_sure_of_stay(self) -> None:
        assert self.find(self.STORY + self.LINKS, links=0.7) == []

    def test_links_of_a_page_that_is_itself_a_list_stay(self) -> None:
        assert self.find(self.STORY + self.LINKS, story=0.7) == []
        assert self.find(f"<p>{SENTENCE}</p>{self.LINKS}") == []
        assert self.find(self.LINKS) == []

    def test_links_before_the_last_paragraph_stay(self) -> None:
        assert self.find(f"{self.STORY}{self.LINKS}<p>{SENTENCE}</p>") == []

    @pytest.mark.parametrize(("line", "is_dropped"), [("Links", False), ("Sources:", False), ("Read more", True)])
    def test_links_that_a_heading_announces_stay(self, line: str, is_dropped: bool) -> None:
        assert bool(self.find(f"{self.STORY}<h2>{line}</h2>{self.LINKS}")) is is_dropped


class TestTeasers:
    def test_a_line_in_a_callout_is_none(self) -> None:
        seealso = f'<div class="admonition seealso"><p>See also:</p><p>{self.LINK}</p></div>'
        assert self.find(seealso) == [] and self.find(seealso.replace("admonition seealso", "x")) != []

    LINK, OTHER = "<a href=/mill>Holm paper mill adds 120 jobs</a>", "<a href=/quay>New quay opens in spring</a>"

    def find(self, html: str) -> list[str]:
        page, segments = open_page(
            f"<main><p>{SENTENCE}</p>{html}<p>{SENTENCE}</p></main>", url="https://courier.example/ferry"
        )
        scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
        return [segments[number].text for number in find_teasers(scored, range(len(segments)))]

    @pytest.mark.parametrize(
        "line",
        [
            "Read also: {}",
            "<strong>Les også:</strong> {}",
            "Lesen Sie auch: {}",
            "Lire aussi : {}",
            "<em>Leia também: {}</em>",
            "Lees ook {}",
            "[Related: {}]",
            "READ MORE | {}",
            "Read also: {} and <a href=/quay>New quay opens</a>.",
            "→ Read next – {}",
            "Recommended: {}",
            "Don’t miss: {}",
            "You may also be interested: {}",
            "Da non perdere: {}",
            "推荐阅读：{}",
        ],
    )
    def test_a_label_with_links_leads_to_other_stories(self, line: str) -> None:
        for tags in ("<p>{}</p>", "<ul><li>{}</ul>", "<blockquote><p>{}</blockquote>"):
            assert len(self.find(tags.format(line.format(self.LINK)))) == 1

    def test_so_does_a_link_with_a_label(self) -> None:
        assert self.find("<p><a href=/mill>Read also: The mill adds jobs</a>") == ["Read also: The mill adds jobs"]

    @pytest.mark.parametrize("line", ["<p><b>Read also</b><br>{}<br>{}</p>", "<p>Read also:</p><ul><li>{}<li>{}</ul>"])
    def test_the_links_behind_a_label_go_with_it(self, line: str) -> None:
        assert len(self.find(line.format(self.LINK, self.OTHER))) == 3

    def test_so_do_cards_behind_the_article_in_the_box_of_a_label_that_is_left_out(self) -> None:
        card = f'<a href="/mill"><div>The mill adds jobs</div><p>{SENTENCE}</p></a>'
        box = f"<div><div>Related articles</div><div>{card}</div><p>3 May</p></div>"
        page, segments = open_page(f"<main><p>{SENTENCE}</p>{box * 2}{card}</main>")
        scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
        assert find_teasers(scored, [0, 2, 3, 4, 6, 7, 8, 9, 10]) == [2, 3, 6, 7]

    @pytest.mark.parametrize("heading", ["Don't Miss:", "Other Posts You May Enjoy", "Nicht verpassen", "おすすめ記事"])
    def test_a_heading_that_announces_other_stories_goes_with_them(self, heading: str) -> None:
        links = f"<ul><li>{self.LINK}<li>{self.OTHER}</ul>"
        assert len(self.find(f"<h2>{heading}</h2>{links}")) == 3
        assert len(self.find(f"<h2>{heading}</h2><ul><li>It rained. {self.LINK} for all.</ul>")) == 2
        assert self.find(f"<h2>{heading}</h2><ul><li>{self.LINK}<li>It rained.</ul>") == []
        assert self.find(f"<h2>{heading}</h2>") == []

    def test_so_does_one_of_which_nothing_is_kept(self) -> None:
        page = make_document(f"<main><p>{SENTENCE}</p><h2>What to read next</h2><div>{self.LINK}</div></main>")
        scored = ScoredPage(page, split_segments(page, breaks_line), [0.9, 0.9, 0.1], SETTINGS.auto)
        assert find_teasers(scored, [0, 1]) == [1]
        assert find_teasers(scored, [0]) == []

    @pytest.mark.parametrize(
        "line",
        [
            "<h2>Recommended courses</h2><ul><li>{}</ul>",
            "<h2>See also</h2><ul><li>{}</ul>",
            "<p>Read also: {}. The mill had lost half of its workers when the price of paper fell in spring.</p>",
            "<p>Similar boats sank in {}.</p>",
            "<p>Sources: {}</p>",
            "<h2>Further reading</h2><ul><li>{}</ul>",
            "<p><b>Further reading</b></p><ul><li><a href=https://almanac.example/>Lake almanac</a></ul>",
            "<p>{} (see also {})</p>",
            "<p>Read more:</p>",
            "<p>Read more:</p><h2>{}</h2>",
            "<p>Read more:</p><ul>" + "<li>{0}" * 7 + "</ul>",
        ],
    )
    def test_sentences_and_sources_stay(self, line: str) -> None:
        assert self.find(line.format(self.LINK, self.OTHER)) == []
