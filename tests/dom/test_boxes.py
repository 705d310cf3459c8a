"""Which elements are callouts or details, of which type, and what their titles are."""

import pytest

from cutline.dom.boxes import Box, find_boxes
from cutline.dom.callout_names import measure_label
from tests.dom.conftest import open_page

TEXT = "<p>The ferry sails again, from the new quay at Holm.</p>"
ADVICE = "<p>Mind the gap.</p>"


def find(html: str) -> list[Box]:
    """Return the boxes of a page of which every block is kept, with a longer text before them."""
    page, segments = open_page(TEXT + html)
    return list(find_boxes(page, segments, range(len(segments))).values())


class TestTypes:
    @pytest.mark.parametrize(
        ("opening", "type_", "word"),
        [
            ('div class="admonition danger"', "caution", "danger"),
            ('div class="admonition admonition-todo"', "note", "todo"),
            ('div class="admonition my-own"', "note", None),
            ('div class="admonition hint"', "tip", "hint"),
            ('div class="hint hint-success"', "tip", "success"),
            ('blockquote class="book-hint warning"', "warning", "warning"),
            ('div class="alert alert--secondary theme-admonition theme-admonition-note"', "note", "note"),
            ('div class="callout" data-callout="Bug"', "caution", "bug"),
            ('div class="callout" data-callout="recipe"', "note", "recipe"),
            (f'div class="callout" data-callout="{"x" * 1000}"', "note", "x" * 40),
            ('div class="alert alert-danger alert-dismissible"', "caution", "danger"),
            ('div class="alert is-important"', "important", "important"),
            ('div class="message is-danger"', "caution", "danger"),
            ('div class="note warning flat"', "warning", "warning"),
            ('div class="note note-success"', "tip", "success"),
            ('details class="note danger"', "caution", "danger"),
        ],
    )
    def test_the_type_is_one_of_github_and_the_word_the_page_s_own(
        self, opening: str, type_: str, word: str | None
    ) -> None:
        (box,) = find(f"<{opening}>{ADVICE}</{opening.split()[0]}>")
        assert (box.kind, box.type, box.word) == ("callout", type_, word)


class TestUtilities:
    @pytest.mark.parametrize(
        ("html", "type_", "title"),
        [
            ("<div class='{}'><svg></svg><div><p class='font-bold'>Mind it</p>{}</div></div>", "warning", "Mind it"),
            ("<div class='{}'><div><p class='font-bold'>Danger</p>{}</div></div>", "caution", "Danger"),
            ("<div class='{}'><span><i class='icon'></i></span>{}</div>", "warning", None),
            ("<div class='{}'><svg class='lucide lucide-info'></svg>{}</div>", "note", None),
            ("<div class='{}'><strong>Tip:</strong> {}</div>", "tip", "Tip:"),
            (
                "<div class='{}'><div>💡 <span class='font-semibold'>Mind it</span></div>{}</div>",
                "warning",
                "💡 Mind it",
            ),
        ],
    )
    def test_an_icon_or_a_label_makes_a_callout_of_them(self, html: str, type_: str, title: str | None) -> None:
        for classes in ("hx-rounded-md hx-border-l-4 hx-bg-amber-50 hx-px-4", "rounded-md bg-amber-50 p-4 text-sm"):
            (box,) = find(html.format(classes, ADVICE))
            assert (box.kind, box.type, box.title) == ("callout", type_, title)


class TestTitles:
    @pytest.mark.parametrize(
        ("inside", "title"),
        [
            ('<p class="admonition-title">Read this</p>', "Read this"),
            ("<h5>Read this</h5>", "Read this"),
            ('<div class="noteHeading_x"><div>Read this</div></div>', "Read this"),
            ("<p>Note:</p>", "Note:"),
            ("<p>Read this.</p>", None),
            (f'<p class="title">{"Read this " * 40}</p>', None),
        ],
    )
    def test_the_first_text_may_be_the_title(self, inside: str, title: str | None) -> None:
        (box,) = find(f'{TEXT * 20}<div class="admonition">{inside}{ADVICE}</div>')
        assert (box.title, bool(box.titles)) == (title, title is not None)

    def test_the_only_text_is_none(self) -> None:
        (box,) = find('<div class="admonition"><p class="title">Note</p></div>')
        assert box.titles == ()

    def test_a_summary_is_the_title_of_details(self) -> None:
        (box,) = find(f"<details><summary>Why?</summary>{ADVICE}</details>")
        assert (box.kind, box.type, box.title) == ("details", None, "Why?")

    def test_details_named_by_a_type_are_a_callout(self) -> None:
        (box,) = find(f'<details class="question"><summary>Why?</summary>{ADVICE}</details>')
        assert (box.kind, box.type, box.word, box.title) == ("callout", "note", "question", "Why?")


@pytest.mark.parametrize(
    "html",
    [
        f'<div class="callout">{ADVICE}</div>',
        f'<div class="note">{ADVICE}</div>',
        f'<div class="note default">{ADVICE}</div>',
        f'<div class="alert">{ADVICE}</div>',
        f'<div class="alert alert-info js-dismiss">{ADVICE}</div>',
        f'<div class="rounded border bg-sky-50 p-4">{ADVICE}</div>',
        f'<div class="rounded border bg-sky-50 p-4"><b>Mind</b>{ADVICE}</div>',
        f'<div class="grid"><div class="rounded border bg-sky-50 p-4"><svg></svg><b>Mind</b>{ADVICE}</div></div>',
        2 * f'<div class="rounded border bg-sky-50 p-4"><svg></svg><b>Mind</b>{ADVICE}</div>',
        '<div class="rounded border bg-sky-50 p-4"><svg></svg><a href="/x">Read all of it on another page</a></div>',
        f'<div class="rounded border bg-sky-50 p-4"><svg></svg><img src="a.jpg"><b>Mind</b>{ADVICE}</div>',
        '<div class="rounded bg-gray-50 p-4"><svg></svg><b>Mind</b><pre>ferry(1)</pre></div>',
        f'<div class="rounded border bg-sky-50 p-4"><svg></svg><b>Mind</b>{ADVICE * 3}<p><a href=/x>Join</a></p></div>',
        f'<div class="rounded bg-sky-50 p-4"><svg></svg>{TEXT}<a class="flex bg-sky-900 p-2" href=/x>Join</a> it</div>',
        f'<div class="panel">{ADVICE}</div>',
        f'<div class="alert alert-info cookie-notice">{ADVICE}</div>',
        f'<div class="callout callout-info" id="newsletter">{ADVICE}</div>',
        f'<div class="callout callout-info">{ADVICE}<form><input type="email"></form></div>',
        f'<div class="admonition note">{TEXT * 9}</div>',
        f'<span class="admonition note">{ADVICE}</span>',
        '<div class="message">Reply to this</div>',
    ],
)
def test_other_boxes_and_boxes_around_the_article_are_none(html: str) -> None:
    assert find(html) == []


def test_a_list_of_tasks_asks_for_nothing() -> None:
    (box,) = find('<div class="admonition todo"><ul><li><input type="checkbox"> Ring the bell</li></ul></div>')
    assert box.word == "todo"


def test_a_callout_in_a_callout_is_one_too() -> None:
    inner = f'<div class="admonition tip">{ADVICE}</div>'
    boxes = find(f'{TEXT * 9}<div class="admonition note">{ADVICE}{inner}</div>')
    assert [(box.type, len(box.numbers)) for box in boxes] == [("note", 2), ("tip", 1)]


class TestLabels:
    @pytest.mark.parametrize(
        ("text", "html", "label"),
        [
            ("Note: the quay is new.", None, "Note:"),
            ("Note that the quay is new.", None, ""),
            ("Tips : board early.", None, "Tips :"),
            ("Note the quay is new.", "<strong>Note</strong> the quay is new.", "Note"),
            ("Note: the quay is new.", "<b>Note</b>: the quay is new.", "Note:"),
            ("Remarque : le quai est neuf.", "<strong>Remarque :</strong> le quai est neuf.", "Remarque :"),
            ("R & D: the quay is new.", "<b>R &amp; D:</b> the quay is new.", "R & D:"),
            ("The quay is new.", "<b>The quay</b> is new.", ""),
            ("See also", "<b>See also</b>", "See also"),
        ],
    )
    def test_a_text_may_begin_with_the_label_of_its_callout(self, text: str, html: str | None, label: str) -> None:
        assert text[: measure_label(text, html)] == label

    @pytest.mark.parametrize(
        ("html", "word"),
        [
            ('<div class="alert alert-danger"><strong><i></i> Warning</strong><br>Mind the gap.</div>', "warning"),
            ('<div class="alert alert-info">Tip: mind the gap.</div>', "tip"),
            ('<div class="alert alert-info">Tipping is fine.</div>', "info"),
            ('<div class="admonition note">Tip: mind the gap.</div>', "note"),
            ('<div class="warning">Mind the gap.</div>', "warning"),
        ],
    )
    def test_the_label_outranks_a_colour(self, html: str, word: str) -> None:
        (box,) = find(html)
        assert box.word == word

    def test_the_label_names_the_type_where_no_class_does(self) -> None:
        (box,) = find('<div class="kg-callout-card"><p>Tip: board early.</p></div>')
        assert (box.type, box.word) == ("tip", "tip")


def test_a_card_that_folds_is_details() -> None:
    title = '<div class="kg-toggle-heading"><h4>May I bring a dog?</h4></div>'
    (box,) = find(f'<div class="kg-card kg-toggle-card">{title}<div>{ADVICE}</div></div>')
    assert (box.kind, box.title) == ("details", "May I bring a dog?")
