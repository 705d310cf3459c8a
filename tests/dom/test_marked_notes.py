import pytest

from tests.dom.notes.test_finding import FIRST, find

BUTTON = '<button class="bigfoot-footnote__button" data-footnote-number="1" rel="footnote"{}> <svg></svg></button>'
POPOVER = (
    '<div class="bigfoot-footnote is-active"><div class="bigfoot-footnote__wrapper">'
    f'<div class="bigfoot-footnote__content"><p>{FIRST}</p></div></div></div>'
)
LITTLE = (
    '<span class="littlefoot"><button class="littlefoot__button" data-footnote-button data-footnote-number="1">1'
    f'</button><aside class="littlefoot__popover"><div class="littlefoot__content"><p>{FIRST}</p></div></aside></span>'
)
LIST = (
    f'<div class="footnotes"><ol><li class="footnote" id="fn:1"><p>{FIRST} <a href="#fnref:1">↩</a></p></li></ol></div>'
)
FORMS = {
    "a button": (BUTTON.format(f' data-bigfoot-footnote="&lt;p&gt;{FIRST}&lt;/p&gt;"'), ""),
    "a button and the list": (BUTTON.format(""), LIST),
    "an open popover": (BUTTON.format("") + POPOVER, ""),
    "an open popover and the list": (BUTTON.format("") + POPOVER, LIST),
}


@pytest.mark.parametrize("form", FORMS)
def test_bigfoot(form: str) -> None:
    label, notes = FORMS[form]
    around = f'<sup id="fnref:1"><div class="bigfoot-footnote__container">{label}</div></sup>'
    found = find(f"<article><p>It returns{around}, at last.</p>{notes}</article>")
    assert found.notes == [("1", FIRST)] and found.lines[0] == "It returns, at last."


def test_littlefoot() -> None:
    label = f'<sup id="fnref:1"><a href="#fn:1" rel="footnote">1</a></sup>{LITTLE}'
    found = find(f"<article><p>It returns{label}, at last.</p>{LIST}</article>")
    assert found == ([*found.lines], [("1", FIRST)], found.page) and found.lines[0] == "It returns, at last."


def test_line_breaks_in_a_note_beside_its_words() -> None:
    found = find(f'<p>It returns<span class="sidenote">{FIRST}<br><br>So it is.<br></span> at last.</p>')
    assert found.lines == ["It returns at last."] and found.notes == [("", f"{FIRST} So it is.")]


def test_notes_in_brackets() -> None:
    found = find("<p>It <b>returns</b> (1: the ferry (old) is white) at last (2: so they all say).</p>")
    assert found.lines == ["It returns at last."]
    assert found.notes == [("1", "the ferry (old) is white"), ("2", "so they all say")]


@pytest.mark.parametrize(
    "text",
    [
        "Rated (1: very poor, 5: very good).",
        "Mark (1: 12-15 and so on).",
        "Step (2: turn it left).",
        "<code>(1: a b c)",
        "See <a href='/a'>(1: the white ferry)</a>.",
    ],
)
def test_other_brackets(text: str) -> None:
    assert find(f"<p>{text}</p>").notes == []


def test_numbered_lists_in_asides() -> None:
    page = "<p>It returns<sup>{n}</sup>.</p><aside>\n<ol start={n}><li>The ferry is {c}.</li></ol></aside>"
    found = find(page.format(n=1, c="white") + page.format(n=2, c="green"))
    assert found.lines == ["It returns."] * 2
    assert found.notes == [("1", "The ferry is white."), ("2", "The ferry is green.")]


def test_a_list_with_too_long_a_number_begins_with_one() -> None:
    found = find(f"<p>It returns<sup>1</sup>.</p><aside><ol start={'9' * 5_000}><li>The ferry.</ol></aside>")
    assert found.notes == [("1", "The ferry.")]


def test_each_item_of_such_a_list_has_its_label() -> None:
    found = find("<p>It<sup>1</sup> returns<sup>2</sup>.</p><aside><ol start=1><li>The ferry.<li>Home.</ol></aside>")
    assert found.notes == [("1", "The ferry."), ("2", "Home.")]


def test_a_second_reference() -> None:
    labels = "".join(f'<sup><a href="#fn1" id="fnref1{n}">[1{n}]</a></sup> x' for n in ("", ":1"))
    found = find(f'<p>It{labels}</p><ol><li id="fn1"><p>{FIRST} <a href="#fnref1">↩</a> <a href="#fnref1:1">↩</a></ol>')
    assert found.lines == ["It x x"] and found.notes == [("1", FIRST)]


def test_a_note_shown_twice_is_one() -> None:
    note = f'<div class="footnote-content"><p>{FIRST}</p></div>'
    back = '<span class="footnote-back-link"><sup><strong><a href="#fnrefa">^</a></strong></sup></span>'
    found = find(
        '<p>It returns<span class="footnote-reference" id="fnrefa"><sup><a href="#fna">[1]</a></sup></span>.</p>'
        f'<ol class="footnotes"><li class="footnote-item" id="fna">{back}{note}</li></ol>'
    )
    assert found.lines == ["It returns."] and found.notes == [("1", FIRST)]


def test_the_word_that_a_control_is_labelled_with_stays() -> None:
    note = f'<input type="checkbox" id=a><span class="sidenote-content">{FIRST}</span>'
    found = find(f'<p>It returns <span class="sidenote"><label for=a>here</label>{note}</span>.</p>')
    assert found.lines == ["It returns here."] and [text for _, text in found.notes] == [FIRST]
