"""What is measured of a segment's own text."""

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.features.texts import measure_texts
from cutline.dom.line_breaks import split_segments
from cutline.dom.scripts import cut_words
from cutline.dom.tags import breaks_line

Columns = Callable[..., dict[str, list[float]]]


def test_words_are_cut_in_lower_case() -> None:
    assert cut_words("The Ferry's 2nd trip.") == ["the", "ferry", "s", "2nd", "trip"]


def test_each_character_of_a_script_without_spaces_is_a_word() -> None:
    assert cut_words("渡船ferry") == ["渡", "船", "ferry"]


def test_sentences_are_counted_in_any_script(text_columns: Columns) -> None:
    assert text_columns("<p>It sails. It is v1.5!<p>渡船開了。很快。<p>Menu")["sentences"] == [2, 2, 0]


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("ends_sentence", "It sails."),
        ("starts_upper", "It sails"),
        ("starts_lower", "it sails"),
        ("quotes", "She said “go”"),
        ("date", "4 May 2026"),
        ("at_sign", "me@e.example"),
        ("copyright_sign", "© The Courier"),
        ("bar", "Home | News"),
        ("dense", "渡船開了"),
        ("ends_with_colon", "Read also:"),
    ],
)
def test_signs_of_a_text(text_columns: Columns, column: str, text: str) -> None:
    assert text_columns(f"<p>{text}<p>4xyz")[column] == [1, 0]


def test_copies_of_a_text_are_counted(text_columns: Columns) -> None:
    columns = text_columns("<p>Share this<p>Share this<p>Other")
    assert columns["copies"] == [2, 2, 1]


def test_copies_that_differ_further_on_are_counted_by_their_starts(text_columns: Columns) -> None:
    start = "This notice is the same in all of them up to here"
    assert text_columns(f"<p>{start}: one<p>{start}: two")["copies_of_start"] == [2, 2]


def test_share_of_the_text_that_the_page_declares(text_columns: Columns) -> None:
    json = '{"@type": "NewsArticle", "articleBody": "The old ferry sails again in May."}'
    html = f'<script type="application/ld+json">{json}</script><p>The old ferry sails again<p>Ten other words of a menu'
    columns = text_columns(html)
    assert columns["in_declared_body"] == [1, 0]
    assert columns["declares_body"] == [1, 1]


def test_a_page_that_declares_no_text_is_told_apart(text_columns: Columns) -> None:
    assert text_columns("<p>The old ferry sails")["in_declared_body"] == [-1]


def test_the_name_of_the_site_is_recognised(text_columns: Columns) -> None:
    text = "<p>Write to the COURIER<p>Write to us"
    assert text_columns(f"<meta property=og:site_name content='The Courier'>{text}")["names_site"] == [1, 0]
    assert text_columns(text)["names_site"] == [0, 0]


def test_the_title_is_the_segment_most_like_it(document: Callable[..., Document]) -> None:
    page = document("<title>The old ferry sails again</title><p>Menu<h1>The old ferry sails again</h1><p>The ferry")
    segments = split_segments(page, breaks_line)
    assert measure_texts(segments, page.metadata).title == 1


def test_a_page_without_text_has_no_rows_and_no_title(document: Callable[..., Document]) -> None:
    found = measure_texts([], document("<p>").metadata)
    assert (found.rows.shape[0], found.words.tolist(), found.title) == (0, [], None)
