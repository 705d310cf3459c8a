"""What is kept between paragraphs although the classifier doubts it."""

import pytest

from cutline.dom.methods.gaps import OWN_TEXT_THRESHOLD, SENTENCES_THRESHOLD, find_box_gaps, find_captions, find_gaps
from cutline.dom.methods.lost_headings import ALIKE_HEADING_THRESHOLD, HEADING_THRESHOLD
from cutline.dom.methods.scored_page import Gap, ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

LONG = "The ferry sails again. " * 20
TABLE = "<table><tr><td>Fare</td><td>Euro</td></tr><tr><td>Child</td><td>Four</td></tr></table>"


def look(html: str, scores: list[float]) -> list[Gap]:
    page, segments = open_page(html)
    assert len(segments) == len(scores)
    kept = [number for number, score in enumerate(scores) if score >= 0.5]
    return find_gaps(ScoredPage(page, segments, scores, SETTINGS.auto), kept)


def test_a_table_between_paragraphs_is_kept_whole() -> None:
    html = f"<main><p>{LONG}</p>{TABLE}<p>{LONG}</p></main>"
    found = look(html, [0.9, 0.1, 0.3, 0.0, 0.2, 0.9])
    assert found == [Gap(number, 0.1412, SETTINGS.auto.table_threshold) for number in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("html", "scores", "gaps"),
    [
        # an unlikely table is left out whole
        (f"<main><p>{LONG}</p>{TABLE}<p>{LONG}</p></main>", [0.9, 0.2, 0.05, 0.05, 0.05, 0.9], []),
        # a table behind the last paragraph is left out
        (f"<main><p>{LONG}</p><p>{LONG}</p>{TABLE}</main>", [0.9, 0.9, 0.4, 0.4, 0.4, 0.4], []),
        # a heading like a kept one asks for even less
        (f"<main><h2>1. Hull</h2><p>{LONG}</p><h2>2. Pumps</h2><p>{LONG}</p><h3>Crew</h3><p>{LONG}</p></main>",
         [0.9, 0.9, 0.2, 0.9, 0.2, 0.9], [Gap(2, 0.2, ALIKE_HEADING_THRESHOLD)]),
        # a listing asks for less
        (f"<main><p>{LONG}</p><pre>import ferry</pre><p>{LONG}</p></main>", [0.9, 0.05, 0.9],
         [Gap(1, 0.05, SETTINGS.auto.code_threshold)]),
        # doubtful prose between paragraphs is kept by its own score
        (f"<main><p>{LONG}</p><p>It sails at noon.</p><p class=x>It may not.</p><p>{LONG}</p></main>",
         [0.9, 0.45, 0.44, 0.9], [Gap(1, 0.45, SETTINGS.auto.gap_threshold)]),
        # siblings of which few are kept are not
        (f"<main>{f'<p>{LONG}</p>' * 7}</main>", [0.9, 0.25, 0.25, 0.25, 0.25, 0.9, 0.9], []),
        # so is text right in the container, with less: the first of each section in old pages
        (f"<main><p>{LONG}</p><h3>Fares</h3>It sails at noon, and in fog it waits.<p>{LONG}</p></main>",
         [0.9, 0.9, 0.1, 0.9], [Gap(2, 0.1, OWN_TEXT_THRESHOLD)]),
        (f"<main><p>{LONG}</p>Read more about it<p>{LONG}</p></main>", [0.9, 0.3, 0.9], []),
        (f"<main>It sails at noon.<h1>Fares</h1>It sails at noon, and in fog it waits.<h2>A</h2>{f'<p>{LONG}</p>' * 2}",
         [0.3, 0.3, 0.1, 0.1, 0.9, 0.9], [Gap(2, 0.1, OWN_TEXT_THRESHOLD)]),
        # doubtful links between paragraphs are left out
        (f"<main><p>{LONG}</p><p><a href=/b>The bridge is closed.</a></p><p>{LONG}</p></main>", [0.9, 0.49, 0.9], []),
        # a container of tables alone is read
        (f"<main><table><tr><td>{LONG}</td><td>Fare</td></tr></table><table><tr><td>{LONG}</td></tr></table></main>",
         [0.9, 0.2, 0.9], [Gap(1, 0.894, SETTINGS.auto.table_threshold)]),
        # one that is nearly all that is kept is read to its end
        (f"<main><p>Fares</p><table><tr><td>{LONG}</td><td>9</td></tr><tr><td>Holm</td><td>8</td></tr></table></main>",
         [0.9, 0.9, 0.9, 0.4, 0.4], [Gap(3, 0.8946, 0.1), Gap(4, 0.8946, 0.1)]),
        # a table around the whole page decides nothing
        (f"<table><tr><td>Menu</td><td><p>{LONG}</p><div>Prices</div><p>{LONG}</p></td></tr></table>",
         [0.2, 0.9, 0.2, 0.9], []),
        # text right in an inline element around paragraphs is no error
        (f"<main><span><p>{LONG}</p>It rained.<ul><li>At noon</li></ul><p>{LONG}</p></span></main>",
         [0.9, 0.0, 0.3, 0.9], []),
    ],
)  # fmt: skip
def test_what_the_classifier_doubts_is_kept_or_left_out_by_what_is_around_it(
    html: str, scores: list[float], gaps: list[Gap]
) -> None:
    assert look(html, scores) == gaps


def test_the_text_of_a_row_with_a_picture_is_left_to_the_picture() -> None:
    rows = "<td colspan=2><img src=a.jpg> At Holm</td>", "<td><img src=b.gif> Built</td><td>1912</td>"
    box = f"<table><tr><th>Ferry</th></tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    html = f"<main><p>{LONG}</p>{box}<p>{LONG}</p></main>"
    found = look(html, [0.9, 0.2, 0.2, 0.2, 0.2, 0.9])
    assert [gap.number for gap in found] == [1, 3, 4]


def test_a_table_of_links_is_left_out() -> None:
    links = "<table><tr><td><a href=/a>Harbour news</a></td><td><a href=/b>More</a></td></tr></table>"
    assert look(f"<main><p>{LONG}</p>{links}<p>{LONG}</p></main>", [0.9, 0.4, 0.4, 0.9]) == []


def test_a_table_of_links_below_headers_is_kept() -> None:
    rows = "<tr><th>Ship</th><th>Port</th></tr><tr><td><a href=/a>Freya</a></td><td><a href=/b>Holm</a></td></tr>"
    html = f"<main><p>{LONG}</p><table>{rows}</table><p>{LONG}</p></main>"
    assert [gap.number for gap in look(html, [0.9, *[0.2] * 4, 0.9])] == [1, 2, 3, 4]


class TestQuotes:
    TWEET = (
        '<blockquote class="twitter-tweet"><p>The ferry is back! <a href="/a">pic.twitter.com/a</a></p>'
        '&mdash; Holm (@holm) <a href="/b">April 3, 2026</a></blockquote>'
    )

    def find(self, html: str, scores: list[float]) -> list[int]:
        page = f"<main><p>{LONG}</p>{html}<p>{LONG}</p></main>"
        return [gap.number for gap in look(page, [0.9, *scores, 0.9])]

    def test_the_source_of_a_quote_is_kept_with_it(self) -> None:
        for tag in ("footer", "cite", "cite><a href=/lee", "p"):
            quote = f"<blockquote><p>We mended the pier.</p><{tag}>Ann Lee</{tag.partition('>')[0]}></blockquote>"
            assert self.find(quote, [0.9, 0.06]) == [2]

    @pytest.mark.parametrize(("source", "found"), [("<a href=/lee>Lee</a> Ek.", [2]), ("<a href=/lee>Lee</a> Ek", [])])
    def test_a_text_that_is_half_a_link_is_not(self, source: str, found: list[int]) -> None:
        assert self.find(f"<blockquote><p>We mended the pier.</p><p>{source}</p></blockquote>", [0.9, 0.06]) == found

    def test_an_embedded_post_is_kept_as_a_whole(self) -> None:
        assert self.find(self.TWEET, [0.1, 0.1]) == [1, 2]

    def test_a_quote_that_the_classifier_doubts_is_left_out(self) -> None:
        quote = "<blockquote><p>We mended the pier.</p><footer>Ann Lee</footer></blockquote>"
        assert self.find(quote, [0.2, 0.1]) == []

    def test_a_likely_quote_among_paragraphs_is_kept(self) -> None:
        quote = "<blockquote><p>We mended the pier.</p></blockquote>"
        assert self.find(quote, [0.2]) == [1]

    def test_an_unlikely_post_is_left_out(self) -> None:
        assert self.find(self.TWEET, [0.1, 0.05]) == []

    def test_a_button_in_a_quote_is_left_out(self) -> None:
        quote = "<blockquote><div>We mended the pier.</div><div><a role=button>Click to expand</a></div></blockquote>"
        assert self.find(quote, [0.9, 0.4]) == []


class TestCaptions:
    def find(self, html: str, kept: set[int]) -> list[int]:
        page, segments = open_page(html)
        scores = [SETTINGS.auto.table_threshold if number in kept else 0.0 for number in range(len(segments))]
        return [gap.number for gap in find_captions(ScoredPage(page, segments, scores, SETTINGS.auto), kept)]

    @pytest.mark.parametrize(
        ("html", "caption"),
        [
            ("<table><caption>Fares</caption><tr><td>Holm<td>9</table>", 0),
            ("<figure><table><tr><td>Holm<td>9</table><figcaption>Fares</figcaption></figure>", 2),
            ("<figure><blockquote><p>One<p>Two</blockquote><figcaption>Ann Lee</figcaption></figure>", 2),
            ("<p>One</p><figure><figcaption>Listing 1</figcaption><pre>import ferry</pre></figure>", 1),
            ("<p>One</p><figure><math display=block><mi>x</mi></math><figcaption>The tide</figcaption></figure>", 2),
        ],
    )
    def test_the_caption_of_a_kept_table_quote_listing_or_formula_is_kept(self, html: str, caption: int) -> None:
        assert self.find(html, {0, 1, 2} - {caption}) == [caption]
        assert self.find(html, set()) == []


@pytest.mark.parametrize(("scores", "is_kept"), [((0.3, 0.9), True), ((0.29, 0.9), False), ((0.3, 0.2), False)])
def test_a_heading_before_kept_text_asks_for_less(scores: tuple[float, float], is_kept: bool) -> None:
    html = f"<main><p>{LONG}</p><h2>Fares</h2><p>{LONG}</p><p>{LONG}</p></main>"
    found = look(html, [0.9, *scores, 0.9])
    assert found == ([Gap(1, 0.3, HEADING_THRESHOLD)] if is_kept else [])


@pytest.mark.parametrize(("label", "is_kept"), [(0.09, True), (0.1, False)])
def test_a_label_may_stand_between_a_heading_and_its_text(label: float, is_kept: bool) -> None:
    html = f"<main><p>{LONG}</p><h2>Fares</h2><div>Article content</div><p>{LONG}</p><p>{LONG}</p></main>"
    found = look(html, [0.9, 0.3, label, 0.9, 0.9])
    assert found == ([Gap(1, 0.3, HEADING_THRESHOLD)] if is_kept else [])


def test_a_heading_like_another_asks_for_less() -> None:
    html = f"<main><p>{LONG}</p><h2>Hull</h2><p>{LONG}</p><h2>Crew</h2><p>{LONG}</p></main>"
    assert [gap.number for gap in look(html, [0.9, 0.3, 0.9, 0.2, 0.9])] == [1, 3]


@pytest.mark.parametrize("label", ["{}. Boat", "Step {}: Stir", "#{} <a href=//shop.example>Boat</a>", "{}) Nœud"])
def test_headings_that_continue_a_numbering_ask_for_less(label: str) -> None:
    headings = [f"<h2 class=h{n}>{label.format(n)}</h2><p>{LONG}</p>" for n in (1, 2, 3, 4)]
    found = look(f"<main>{''.join(headings)}</main>", [0.9, 0.9, 0.2, 0.9, 0.2, 0.9, 0.9, 0.9])
    assert found == [Gap(2, 0.2, ALIKE_HEADING_THRESHOLD), Gap(4, 0.2, ALIKE_HEADING_THRESHOLD)]


@pytest.mark.parametrize("heading", ["7 ferries in 8 days", "Crew 2"])
def test_a_linked_heading_with_another_number_is_none_of_the_series(heading: str) -> None:
    html = f"<h2>1. Hull</h2><p>{LONG}</p><h2><a href=/b>{heading}</a></h2><p>{LONG}</p><h2>3. Oars</h2><p>{LONG}</p>"
    assert look(f"<main>{html}</main>", [0.9, 0.9, 0.4, 0.9, 0.9, 0.9]) == []


def test_a_heading_that_links_to_itself_is_one() -> None:
    own, unfolding = "<h2 id=a><a href=#a>Needs</a></h2>", "<a role=button><h2>Needs</h2></a>"
    for heading, kept in (
        (own, [1]),
        (unfolding, [1]),
        ("<h2 id=a><a href=#toc>Needs</a><a href=#a>¶</a></h2>", [1]),
        ("<h2><a href=#a>Hull</a> | <a href=#b>Pumps</a> | <a href=#c>Crew</a></h2>", []),
        (own.replace("#a>", "/a>"), []),
        ("<a href=/a><h2>Needs</h2></a>", []),
    ):
        html = f"<main><p>{LONG}</p>{heading}<p>{LONG}</p></main>"
        assert [gap.number for gap in look(html, [0.9, 0.4, 0.9])] == kept


def test_a_heading_goes_with_the_list_or_the_heading_below_it() -> None:
    html = f"<main><p>{LONG}</p><h2>Needs</h2><h3>Tools</h3><ul><li>Pump</li><li>Rope</li></ul><p>{LONG}</p></main>"
    found = look(html, [0.9, 0.3, 0.3, 0.4, 0.4, 0.9])
    assert [gap.number for gap in found] == [1, 2, 3, 4]


def test_the_heading_of_the_first_section_is_kept_if_it_is_like_the_others() -> None:
    html = f"<h2{{}}>Name</h2><p>ferry - a boat</p><main><h2>Hull</h2><p>{LONG}</p><p>{LONG}</p></main>"
    scores = [0.4, 0.6, 0.9, 0.9, 0.9]
    assert [gap.number for gap in look(html.format(""), scores)] == [0]
    assert look(html.format(" class=title"), scores) == []
    assert look(html.format("").replace("<h2>Name</h2>", "<aside><nav><h2>Name</h2></nav></aside>"), scores) == []


def test_long_sentences_between_paragraphs_ask_for_less() -> None:
    sentences = "The ferry sails at noon, and whoever misses it has to wait for the next. " * 2
    label = sentences.replace(".", ",")
    html = f"<main><p>{LONG}</p><p>{sentences}</p><p class=x>{label}</p><p>{LONG}</p></main>"
    assert look(html, [0.9, 0.3, 0.3, 0.9]) == [Gap(1, 0.3, SENTENCES_THRESHOLD)]


@pytest.mark.parametrize(
    ("doubtful", "score", "is_kept"),
    [
        ("<p>It may not.</p>", 0.1, True),
        ("<p>It may not.</p>", 0.09, False),
        ("<p><a href=/b>The bridge is closed.</a></p>", 0.3, True),
        ("<p><a href=/b>The bridge is closed.</a></p>", 0.29, False),
        ("<p>Read more: <a href=/b>The bridge is closed.</a></p>", 0.4, False),
        ("<p>À lire aussi : <a href=/b>Le pont est fermé.</a></p>", 0.4, False),
        ("<p>WATCH: <a href=/b>The bridge is closed.</a></p>", 0.4, False),
        ("<p>NB: The bridge is closed.</p>", 0.1, True),
        ("<p class=note>It may not.</p>", 0.4, False),
        ("<div>It may not.</div>", 0.4, False),
    ],
)
def test_siblings_alike_between_kept_ones_are_kept_unless_they_are_very_unlikely(
    doubtful: str, score: float, is_kept: bool
) -> None:
    html = f"<main><p>{LONG}</p>{doubtful}<p>{LONG}</p><p>{LONG}</p></main>"
    found = look(html, [0.9, score, 0.9, 0.9])
    assert [(gap.number, gap.score) for gap in found] == ([(1, score)] if is_kept else [])


@pytest.mark.parametrize(("opening", "is_kept"), [("<div class=section>", True), ("<div class=box>", False)])
def test_paragraphs_of_sections_alike_are_kept_as_siblings_are(opening: str, is_kept: bool) -> None:
    section = f"<div class=section><p>{LONG}</p></div>"
    found = look(f"<main>{section}{opening}<p>It may not.</p></div>{section * 2}</main>", [0.9, 0.2, 0.9, 0.9])
    assert bool(found) is is_kept


def test_the_last_line_of_a_poem_is_kept_with_the_others() -> None:
    poem = "<p>Row me over, ferryman,<br>row me over slow;<br>all the bells of the isle<br>ring beneath the bow.</p>"
    page = f"<main><p>{LONG}</p><p>{LONG}</p><div>{poem}<p>Menu</p></div></main>"
    assert [gap.number for gap in look(page, [0.9, 0.9, 0.6, 0.6, 0.6, 0.3, 0.4])] == [5]


def test_what_stands_outside_of_the_container_is_left_out() -> None:
    """A kept summary above the article does not make the menu between both a part of it."""
    html = f"<p>{'It sails ' * 3}...</p><div>The sea is calm.</div><main><p>{LONG[:30]}</p><p>{LONG[:40]}</p></main>"
    assert look(html, [0.9, 0.49, 0.9, 0.9]) == []


class TestLists:
    LIST = "<ul><li>Flour and water</li><li>Salt<ul><li>Pepper</li></ul></li><li>Yeast</li></ul>"

    def find(self, scores: list[float], html: str = LIST) -> list[int]:
        page = f"<main><p>{LONG}</p>{html}<p>{LONG}</p></main>"
        return [gap.number for gap in look(page, [0.9, *scores, 0.9])]

    def test_a_list_of_which_most_is_kept_is_kept_with_its_inner_lists(self) -> None:
        assert self.find([0.9, 0.3, 0.2, 0.4]) == [2, 3, 4]

    def test_a_list_among_paragraphs_is_kept_by_its_mean(self) -> None:
        assert self.find([0.2, 0.2, 0.2, 0.2]) == [1, 2, 3, 4]
        assert self.find([0.2, 0.2, 0.1, 0.2]) == []
        assert self.find([0.3], "<ul><li>Salt</li></ul>") == []  # one item is no list

    def test_lists_that_stand_together_are_judged_one_by_one(self) -> None:
        words = "<dl><dt>Flour</dt><dd>Ground grain.</dd></dl>"
        assert self.find([0.1] * 4 + [0.2, 0.3], self.LIST + words) == [5, 6]

    def test_a_list_at_the_end_is_not_kept_by_its_mean(self) -> None:
        page = f"<main><p>{LONG}</p><p>{LONG}</p>{self.LIST}</main>"
        assert look(page, [0.9, 0.9, 0.4, 0.4, 0.4, 0.4]) == []

    def test_a_list_that_has_begun_is_likely_to_go_on(self) -> None:
        page = f"<main><p>{LONG}</p><p>{LONG}</p><ul><li>Salt</li><li>Flour and water</li></ul></main>"
        assert [gap.number for gap in look(page, [0.9, 0.9, 0.6, 0.4])] == [3]
        assert look(page, [0.9, 0.9, 0.6, 0.3]) == []
        assert [gap.number for gap in look(page, [0.9, 0.9, 0.6, 0.3467])] == [3]  # .4 on average

    def test_a_list_at_an_end_of_the_text_is_not_among_it_with_an_own_item(self) -> None:
        start = f"<main><ul><li>Salt</li><li>Flour and water</li></ul><p>{LONG}</p><p>{LONG}</p></main>"
        assert look(start, [0.6, 0.2, 0.9, 0.9]) == []
        assert [gap.number for gap in look(start, [0.2, 0.6, 0.9, 0.9])] == [0]  # mostly kept
        end = f"<main><p>{LONG}</p><p>{LONG}</p><ul><li>Flour and water</li><li>Salt</li></ul></main>"
        assert look(end, [0.9, 0.9, 0.2, 0.6]) == []

    def test_unlikely_items_are_left_out(self) -> None:
        assert self.find([0.9, 0.3, 0.04, 0.4]) == [2, 4]

    def test_items_with_more_around_them_ask_for_more(self) -> None:
        assert self.find([0.9, 0.3, 0.05, 0.4]) == [2, 3, 4]
        boxed = self.LIST.replace("<li>Pepper", "<li><div>Pepper</div>")
        assert self.find([0.9, 0.3, 0.1, 0.4], boxed) == [2, 4]

    def test_a_list_at_the_end_is_read_to_its_end(self) -> None:
        page = f"<main><p>Menu<p>{LONG}</p><p>{LONG}</p>{self.LIST}<p>More</main>"
        scores = [0.3, 0.9, 0.9, 0.9, 0.9, 0.3, 0.4, 0.3]
        assert [gap.number for gap in look(page, scores)] == [5, 6]

    def test_a_list_of_links_asks_for_more(self) -> None:
        links = "<ul><li><img src=fr.png width=20><a href=/a>France</a></li><li><a href=/b>Spain</a></li></ul>"
        assert self.find([0.4, 0.4], links) == [1, 2]
        assert self.find([0.3, 0.4], links) == []

    def test_a_list_around_the_text_is_none_in_it(self) -> None:
        page = f"<ul><li><p>{LONG}</p><p>Menu</p><p>{LONG}</p></li></ul>"
        assert look(page, [0.9, 0.3, 0.9]) == []


class TestBoxes:
    """Segments of callouts and details."""

    NOTE = '<div class="admonition note"><p>Note</p><p>Mind the gap.</p></div>'

    def find(self, inside: str, scores: list[float]) -> list[int]:
        page, segments = open_page(f"<main><p>{LONG}</p>{inside}<p>{LONG}</p></main>")
        kept = [number for number, score in enumerate(scores) if score >= 0.5]
        return [gap.number for gap in find_box_gaps(ScoredPage(page, segments, scores, SETTINGS.auto), kept)]

    def test_a_callout_between_kept_text_is_kept_whole(self) -> None:
        assert self.find(self.NOTE, [0.9, 0.1, 0.1, 0.9]) == [1, 2]

    def test_so_are_callouts_side_by_side(self) -> None:
        assert self.find(self.NOTE * 2, [0.9, 0.1, 0.2, 0.1, 0.2, 0.9]) == [1, 2, 3, 4]

    def test_one_right_behind_another_asks_for_less(self) -> None:
        alert = '<div class="alert alert-danger">Mind the step.</div>'
        assert self.find(self.NOTE + alert, [0.9, 0.2, 0.2, 0.02, 0.9]) == [1, 2, 3]
        assert self.find(alert, [0.9, 0.03, 0.9]) == []

    def test_the_title_of_a_kept_one_is_kept_if_the_rest_is_a_link(self) -> None:
        note = '<div class="admonition"><p class="admonition-title">See also</p><p><a href=/b>Boats</a></p></div>'
        assert self.find(note, [0.9, 0.4, 0.6, 0.9]) == [1]

    def test_one_named_as_only_callouts_are_may_follow_doubtful_text(self) -> None:
        page = f"<p>It may not.</p>{self.NOTE}<p>It may.</p>"
        assert self.find(page, [0.9, 0.3, 0.2, 0.2, 0.3, 0.9]) == [2, 3]

    def test_an_unlikely_one_is_left_out(self) -> None:
        assert self.find(self.NOTE, [0.9, 0.01, 0.01, 0.9]) == []

    def test_one_right_behind_the_text_is_kept(self) -> None:
        assert self.find(self.NOTE, [0.9, 0.03, 0.03, 0.4]) == [1, 2]
        assert self.find(f"<div>{self.NOTE}</div>", [0.9, 0.2, 0.2, 0.4]) == []
        alert = '<div class="alert alert-danger">Mind the step.</div>'
        assert self.find(alert, [0.9, 0.03, 0.4]) == []
        assert self.find(alert.replace("the step", "<a href=/b>the step</a>"), [0.9, 0.4, 0.4]) == []

    def test_one_that_is_mostly_kept_gets_its_title(self) -> None:
        assert self.find(self.NOTE, [0.4, 0.2, 0.9, 0.4]) == []  # it is all of the text
        assert self.find(self.NOTE, [0.9, 0.2, 0.9, 0.4]) == [1]

    def test_an_icon_is_no_text(self) -> None:
        callout = '<div class="notion-callout"><div>💡</div><div>Mind the gap.</div></div>'
        assert self.find(callout, [0.9, 0.3, 0.3, 0.9]) == [2]

    def test_details_of_links_are_left_out(self) -> None:
        contents = (
            "<details><summary>Contents</summary><p><a href=#a>Fares</a></p><p><a href=#b>Ships</a></p></details>"
        )
        assert self.find(contents, [0.9, 0.3, 0.3, 0.3, 0.9]) == []
