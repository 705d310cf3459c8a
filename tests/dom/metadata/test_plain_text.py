import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.metadata.plain_text import fold, to_plain_lines, to_plain_text


@pytest.mark.parametrize(
    ("declared", "seen"),
    [
        ("Tom &amp; Ann", "Tom & Ann"),
        ("Tom &amp;quot;the&amp;quot; Cat", 'Tom "the" Cat'),
        ("f&uuml;nf &#x26; &#8211;", "fünf & –"),
        ("A <b>bold</b> move<br>today", "A bold move today"),
        ("<i>The Courier</i>'s H<sub>2</sub>O", "The Courier's H2O"),
        ("if a < b and c > d", "if a < b and c > d"),
        ("one\n\t two\u00a0three\u3000four", "one two three four"),
        ("Donau\u00addampf\u200bschiff", "Donaudampfschiff"),
        ("AT&T and R&D&", "AT&T and R&D&"),
        ("half a pair \ud83d", "half a pair"),
    ],
)
def test_a_declared_value_is_what_a_reader_sees(declared: str, seen: str) -> None:
    assert to_plain_text(declared) == seen


def test_joiners_that_change_how_text_is_drawn_stay() -> None:
    assert to_plain_text("می\u200cخواهم 👩\u200d🔬") == "می\u200cخواهم 👩\u200d🔬"


def test_lines_end_at_line_ends_and_tags_of_paragraphs_and_not_at_tags_of_style() -> None:
    text = "<p class='a'>Wind, <b>rain</b>, fog.</p><p>Calm.</p>\r\n\nSun<br/>and&lt;br&gt;&amp;nbsp;moon, <pre>x</pre>"
    assert to_plain_lines(text) == ["Wind, rain, fog.", "Calm.", "Sun", "and", "moon, x"]


def test_a_text_of_white_space_has_no_lines() -> None:
    assert to_plain_lines(" \n <p> </p>") == []


def test_texts_that_differ_in_case_and_punctuation_fold_to_the_same() -> None:
    assert fold("»Straße«, the 2nd!") == fold("STRASSE – THE 2ND")


@given(st.text())
def test_the_result_can_be_encoded_and_has_no_outer_space(text: str) -> None:
    plain = to_plain_text(text)
    plain.encode()
    assert plain == plain.strip()
