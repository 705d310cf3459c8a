"""Block candidates, their kinds and the language of a page."""

import pytest

from cutline.dom.body import Body, Decision
from cutline.dom.captioning.block_captions import CaptionFinder
from cutline.dom.document import Document
from cutline.dom.images.pictures import PagePictures
from cutline.dom.line_breaks import split_segments
from cutline.dom.reading import KindReader, Reading, list_blocks, read_blocks
from cutline.dom.tags import breaks_line
from cutline.dom.tree import BlockFinder
from tests.conftest import SETTINGS, make_document
from tests.dom.conftest import open_page

YES, NO = Decision(True, "rule"), Decision(False, "other_rule")


def read(html: str, language: str | None = None) -> Reading:
    """Return the reading of HTML given as text, of which a method keeps what says "story"."""
    page, segments = open_page(html)
    decisions = tuple(YES if "story" in segment.text else NO for segment in segments)
    body = Body(None, decisions)
    return read_blocks(page, segments, body, PagePictures(page, segments, body, SETTINGS), language)


def test_texts_are_the_kept_ones_without_title_and_captions() -> None:
    figure = "<figure><img src=a.jpg><figcaption>A story's ferry</figcaption></figure>"
    reading = read(f"<title>The story</title><h1>The story</h1><p>One story{figure}<p>Two stories<p>Three story")
    assert reading.texts == ["One story", "Three story"]
    assert [candidate.reason for candidate in reading.candidates] == ["title", "rule", "caption", "other_rule", "rule"]


def test_notes_their_headings_and_labels_are_no_texts() -> None:
    notes = "<h2>The story's notes</h2><ol class=footnotes><li id=fn1>A story of <a href=#r1>1978</a></ol>"
    reading = read(f"<p>One story<sup id=r1><a href=#fn1>1</a></sup><p>x<h2>Second story</h2><p>Third story</p>{notes}")
    assert reading.texts == ["One story", "Second story", "Third story"]
    assert [each.reason for each in reading.candidates] == ["rule", "other_rule", "rule", "rule", "note", "note"]


def test_a_given_language_is_not_looked_for() -> None:
    html = "<html lang=de><p>The story of the old ferry that sails again"
    assert read(html, "fr").language == "fr"
    assert read("<p>story" * 3).language != "fr"


def judge(page: Document, title: str | None, kept: bool = True) -> list[tuple[str, bool, str]]:
    segments = split_segments(page, breaks_line)
    body = Body(page.body, tuple(Decision(kept, "in_subtree") for _ in segments))
    kinds = KindReader(page, lambda segment: False)
    return [(block.kind, block.kept, block.reason) for block in list_blocks(segments, body, kinds, title)]


def test_decision_of_the_method_holds() -> None:
    assert judge(make_document("<p>x"), None) == [("paragraph", True, "in_subtree")]
    assert judge(make_document("<p>x"), None, kept=False) == [("paragraph", False, "in_subtree")]


def test_caption_is_no_part_of_the_text() -> None:
    page = make_document("<figure><img src=a><figcaption>The mayor</figcaption></figure>")
    assert judge(page, None) == [("caption", False, "caption")]


def test_a_heading_in_the_caption_of_an_image_is_no_part_of_the_text_either() -> None:
    page = make_document("<figure><img src=a><figcaption><h2>The mayor</h2></figcaption></figure><h2>The bridge</h2>")
    segments = split_segments(page, breaks_line)
    kinds = KindReader(page, lambda segment: segment.text == "The mayor")
    assert list(map(kinds.kind, segments)) == ["caption", "heading"]


def test_the_title_and_a_date_in_one_heading_are_no_part_of_the_text() -> None:
    page = make_document("<h1>Library <time>Jan 1, 2023</time></h1><h2>Library opened on Jan 1, 2023</h2><p>The mayor")
    assert [kept for _, kept, _ in judge(page, "Library")] == [False, True, True]


def test_title_is_no_part_of_the_text() -> None:
    page = make_document("<h1>“Mayor opens library” </h1><p>The mayor")
    assert judge(page, "Mayor Opens Library") == [("heading", False, "title"), ("paragraph", True, "in_subtree")]


@pytest.mark.parametrize(
    ("page", "title", "reason"),
    [
        ("<h1><span>Harbours: </span>Mayor opens library in Holm</h1>", "Mayor opens library in Holm", "title"),
        ("<h1><bdi>Valve sticks</bdi> <span>#14</span></h1>", "Valve sticks", "title"),
        ("<h1>Valve sticks #14</h1>", "Valve sticks #14", "title"),
        ("<h1>Harbours: Mayor opens library</h1>", "Mayor opens library", "in_subtree"),  # it is too short
        ("<p>The mayor<h2>Harbours: Mayor opens library in Holm</h2>", "Mayor opens library in Holm", "in_subtree"),
        ("<p>Harbours: Mayor opens library in Holm", "Mayor opens library in Holm", "in_subtree"),
        (f"<h1>{'Harbours ' * 6}: Mayor opens library in Holm</h1>", "Mayor opens library in Holm", "in_subtree"),
    ],
)
def test_the_first_heading_may_be_a_kicker_and_the_title(page: str, title: str, reason: str) -> None:
    assert judge(make_document(page), title)[-1][2] == reason


def test_a_term_like_the_title_stays() -> None:
    page = make_document("<h1>Ferry</h1><dl><dt>Ferry</dt><dd>A ship.</dd></dl>")
    assert [kept for _, kept, _ in judge(page, "Ferry")] == [False, True, True]


def test_the_title_again_in_a_cell_behind_a_text_stays() -> None:
    row = "<table><tr><td>struct</td><td>Ferry</td></tr></table>"
    assert [kept for _, kept, _ in judge(make_document(f"<h1>Ferry</h1><p>A ship.</p>{row}"), "Ferry")][1:] == [
        True
    ] * 3
    assert [kept for _, kept, _ in judge(make_document("<table><tr><td>Ferry</td></tr></table>"), "Ferry")] == [False]


def test_text_of_signs_alone_is_not_taken_for_a_missing_title() -> None:
    assert judge(make_document("<p>* * *"), None) == [("paragraph", True, "in_subtree")]


def test_segment_that_the_method_dropped_keeps_its_reason() -> None:
    assert judge(make_document("<h1>Title"), "Title", kept=False) == [("heading", False, "in_subtree")]


def reader(page: Document) -> KindReader:
    blocks = BlockFinder(SETTINGS.first_subtree.block_tags, page.body)
    captions = CaptionFinder(page, blocks, None, SETTINGS.captions).find_elements()
    inside = {element for caption in captions for element in caption.iter()}
    return KindReader(page, lambda segment: segment.runs[0].parent in inside)


def kinds(html: str) -> list[str]:
    page = make_document(html)
    return [reader(page).kind(segment) for segment in split_segments(page, breaks_line)]


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<p>x</p>", "paragraph"),
        ("<div><section>x</section></div>", "paragraph"),
        ("<h2>x</h2>", "heading"),
        ("<ul><li>x</li></ul>", "list_item"),
        ("<dl><dt>x</dt></dl>", "list_item"),
        ("<blockquote><p>x</p></blockquote>", "quote"),
        ("<table><tr><th>x</th><td></td></tr></table>", "table"),
        ("<table><tr><td>x</td><td></td></tr></table>", "table"),
        ("<table><tr><td>x</td></tr></table>", "paragraph"),
        ("<pre>x</pre>", "code"),
        ("<figure><figcaption>x</figcaption></figure>", "caption"),
        ("<blockquote><ul><li>x</ul></blockquote>", "list_item"),
    ],
)
def test_innermost_element_gives_the_kind(html: str, kind: str) -> None:
    assert kinds(html) == [kind]


def test_heading_has_its_level() -> None:
    page = make_document("<h3><b>x</b></h3><p>y</p>")
    levels = [reader(page).level(segment) for segment in split_segments(page, breaks_line)]
    assert levels == [3, None]


def test_short_text_alone_with_a_picture_is_its_caption() -> None:
    assert kinds("<div><img src=a>The mayor<br>Photo: Jo Doe</div><p>text</p>") == ["caption", "caption", "paragraph"]


@pytest.mark.parametrize(("characters", "kind"), [(300, "caption"), (301, "paragraph")])
def test_caption_without_a_tag_has_up_to_300_characters(characters: int, kind: str) -> None:
    assert kinds(f"<div><img src=a>{'x' * characters}</div>") == [kind]


def test_short_paragraphs_of_an_article_are_no_captions_of_the_picture_in_it() -> None:
    assert kinds(f"<div><img src=a>{'x' * 200}<br>{'y' * 200}</div>") == ["paragraph", "paragraph"]


@pytest.mark.parametrize(
    ("width", "kind"), [("16", "paragraph"), ("59", "paragraph"), ("60", "caption"), ("100%", "caption")]
)
def test_icon_in_a_line_of_text_makes_no_caption(width: str, kind: str) -> None:
    assert kinds(f"<p><img src=a width='{width}'> text</p>") == [kind]


def test_heading_beside_a_picture_stays_a_heading() -> None:
    assert kinds("<h2><img src=a>text</h2>") == ["heading"]


def test_caption_behind_a_wrapper_of_its_picture_is_a_caption() -> None:
    assert kinds("<div><div><img src=a></div><p>The mayor</p></div><p>text</p>") == ["caption", "paragraph"]


@pytest.mark.parametrize(
    ("html", "kind", "level"),
    [
        ("<div role=heading aria-level=3>Fares</div>", "heading", 3),
        ("<div role=heading>Fares</div>", "heading", 2),
        ("<p><span role=heading aria-level=9>Fares</span></p>", "heading", 6),
        ("<div role=heading aria-level=x><div><b>Fares</b></div></div>", "heading", 2),
        ("<h2 role=heading aria-level=4>Fares</h2>", "heading", 4),
        ("<h2 aria-level=4>Fares</h2>", "heading", 2),
        ("<p><span role=heading>Fares</span> stay</p>", "paragraph", None),
    ],
)
def test_a_role_makes_a_heading(html: str, kind: str, level: int | None) -> None:
    page = make_document(html)
    (segment,) = split_segments(page, breaks_line)
    kinds = KindReader(page, lambda segment: False)
    assert (kinds.kind(segment), kinds.level(segment)) == (kind, level)


@pytest.mark.parametrize(
    "caption", ["<table><caption>Fares</caption>{}</table>", "<figure><table>{}</table><figcaption>Fares</figure>"]
)
def test_the_caption_of_a_table_is_a_part_of_it(caption: str) -> None:
    page = make_document(caption.format("<tr><th>Route<th>Price<tr><td>Holm<td>9"))
    assert ("table", True, "in_subtree") in judge(page, None)
    assert "caption" not in [kind for kind, _, _ in judge(page, None)]


@pytest.mark.parametrize(
    ("table", "kind"),
    [
        ("<table><tr><td>Holm<td>9<tr><td>Sund<td>8</table>", "table"),
        ("<table role=presentation><tr><td>Holm<td>9</table>", "paragraph"),
        ("<ul><li><table><tr><td>Holm<tr><td>9</table></ul>", "list_item"),
        ("<table><tr><td><table><tr><td><p>Holm<tr><td>9</table></table>", "paragraph"),
    ],
)
def test_a_cell_that_only_lays_out_a_page_makes_no_kind(table: str, kind: str) -> None:
    page = make_document(table)
    kinds, segments = KindReader(page, lambda segment: False), split_segments(page, breaks_line)
    assert {kinds.kind(segment) for segment in segments} == {kind}
    assert all(map(kinds.is_in_cell, segments))
