"""Notes on lines of their own."""

from __future__ import annotations

import pytest

from tests.dom.notes.test_finding import FIRST, SECOND, find


@pytest.mark.parametrize(
    ("note", "label", "line"),
    [
        (FIRST, "2", "It1 returns."),  # the last label before it
        (f"<sup>1</sup> {FIRST}", "1", "It returns2."),
    ],
)
def test_a_sidenote_behind_a_paragraph_belongs_to_a_label_in_it(note: str, label: str, line: str) -> None:
    found = find(f'<p>It<sup>1</sup> returns<sup>2</sup>.</p><div class="sidenote">{note}</div><p>So we wait.</p>')
    assert (found.notes, found.lines) == ([(label, FIRST)], [line, "So we wait."])


@pytest.mark.parametrize(
    ("between", "notes"),
    [
        ("<p>More.</p>", [("1", f"{FIRST} ¶ More."), ("2", SECOND)]),
        ("<div><p>More.</p></div>", [("1", FIRST)]),  # no sibling
    ],
)
def test_a_paragraph_between_two_numbered_notes_belongs_to_the_first(between: str, notes: list[object]) -> None:
    lines = f"<p><sup>1</sup> {FIRST}</p>{between}<p><sup>2</sup> {SECOND}</p>"
    assert find(f"<p>It<sup>1</sup> returns<sup>2</sup>.</p><hr><div>{lines}</div>").notes == notes


def test_a_note_on_a_line_of_a_paragraph_may_have_much_markup() -> None:
    notes = "[<a name=n1>1</a>] One.<br>[<a name=n2>2</a>] The <b>ferry</b> <i>is</i> <em>very</em> <tt>white</tt>."
    found = find(f"<p>It[<a href=#n1>1</a>] returns[<a href=#n2>2</a>].</p><p>{notes}</p>")
    assert found.notes == [("1", "One."), ("2", "The ferry is very white.")]


def test_a_listing_is_no_note() -> None:
    found = find('<p>See line [<a href="#l1">1</a>].</p><pre><code><a id="l1" href="#l1">1</a> sail()</code></pre>')
    assert (found.notes, found.lines) == ([], ["See line [1].", "1 sail()"])
