"""Texts that repeat an earlier one."""

import pytest

from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.refinement import LEAST_REPEATED, find_repeats
from cutline.dom.tags import breaks_line
from tests.conftest import make_document
from tests.dom.conftest import split_html

SENTENCE = "The ferry sails again, and the harbour of Ellery cheers her."


def test_the_copy_of_a_paragraph_is_one_and_the_first_is_not() -> None:
    html = f"<p>{SENTENCE}<p>It is late.<div><p>{SENTENCE}<p>{SENTENCE}</div>"
    assert len(SENTENCE) == LEAST_REPEATED
    assert find_repeats(split_html(html), [0, 1, 2, 3]) == [2, 3]


@pytest.mark.parametrize(
    ("texts", "repeats"),
    [
        ((SENTENCE, "Row one.", SENTENCE, "Row two.", SENTENCE), []),
        ((SENTENCE, SENTENCE, "Row one."), [1]),
        ((SENTENCE, "Row one.", "Ads", SENTENCE, "Row one."), [3]),
        (("Row one.", SENTENCE, "Ads", "Row one.", SENTENCE), [4]),
    ],
)
def test_a_sentence_may_come_again_among_its_siblings_unless_it_leads_on_and_its_neighbours_come_too(
    texts: tuple[str, ...], repeats: list[int]
) -> None:
    segments = split_html("".join(f"<p><a href=/x>{text}</a>" for text in texts))
    assert find_repeats(segments, range(len(texts))) == repeats
    plain = split_html("".join(f"<p>{text}" for text in texts))
    assert find_repeats(plain, range(len(texts))) == []


def test_a_story_that_stands_twice_in_one_element_is_there_once() -> None:
    texts = [f"{SENTENCE} It is number {number}." for number in range(3)]
    assert find_repeats(split_html("".join(f"<p>{text}" for text in texts * 2)), range(6)) == [3, 4, 5]


@pytest.mark.parametrize("other", ["option", "summary"])
def test_a_manual_may_say_the_same_of_several_options(other: str) -> None:
    options = (("option", "Row one."), (other, "Row two."))
    html = "".join(
        f"<dl><dt>-{n}<dd class={name}><p>{text}<p>{SENTENCE}</dl>" for n, (name, text) in enumerate(options)
    )
    assert find_repeats(split_html(html), range(6)) == ([] if other == "option" else [5])


@pytest.mark.parametrize(
    ("table", "repeats"),
    [
        (f"<table><tr><td>1<td>{SENTENCE}<tr><td>2<td>{SENTENCE}</table>", []),
        (f"<table role=none><tr><td>1<td>{SENTENCE}<tr><td>2<td>{SENTENCE}</table>", [3]),
        (f"<table><tr><td>1<td><div>{SENTENCE}</div><div>{SENTENCE}</div><tr><td>2<td>3</table>", [2]),
    ],
)
def test_cells_of_a_table_may_be_alike(table: str, repeats: list[int]) -> None:
    assert find_repeats(split_html(table), [0, 1, 2, 3]) == repeats


def test_of_a_heading_and_its_entry_in_the_contents_the_heading_is_kept() -> None:
    html = f"<ul><li>{SENTENCE}</ul><p>It is late.<h2>{SENTENCE}</h2><p>{SENTENCE}<h2>{SENTENCE}</h2>"
    assert find_repeats(split_html(html), [0, 1, 2, 3, 4]) == [0, 3, 4]


def test_an_entry_in_a_kept_table_of_contents_is_none() -> None:
    html = f"<ul><li>It is late<li>{SENTENCE}<ul><li>It is early</ul></ul><h2>{SENTENCE}</h2>"
    segments = split_html(html)
    assert find_repeats(segments, [0, 1, 2, 3]) == []
    assert find_repeats(segments, [0, 1, 3]) == []
    assert find_repeats(segments, [1, 3]) == [1]


def test_what_is_not_kept_repeats_nothing() -> None:
    segments = split_html(f"<p>{SENTENCE}<p>It is late.<p>{SENTENCE}")
    assert find_repeats(segments, [1, 2]) == []


def test_short_texts_may_come_again() -> None:
    segments = split_segments(
        make_document("<p>Row, row, row your boat.<p>Gently.<p>Row, row, row your boat."), breaks_line
    )
    assert find_repeats(segments, [0, 1, 2]) == []


def test_a_displayed_formula_may_repeat() -> None:
    formula = f'<script type="math/tex; mode=display">{"x+" * 40}</script>'
    assert not find_repeats(split_html(f"<p>{formula * 2}"), range(2))


def test_the_question_of_an_faq_is_no_repeat_of_its_entry() -> None:
    entry, answered = f"<ol><li><a href='#a'>{SENTENCE}</a></ol>", f"<ol><li><b>{SENTENCE}</b><p>It is late.</ol>"
    assert find_repeats(split_html(entry + answered), [0, 1, 2]) == [0]
    assert find_repeats(split_html(entry + entry), [0, 1]) == [1]
