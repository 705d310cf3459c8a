"""What characters are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.features import characters
from cutline.dom.features.characters import (
    IS_CAPITAL,
    IS_DENSE,
    IS_DIGIT,
    IS_WORD,
    JOINS,
    KNOWN,
    decode,
    encode,
    read_kinds,
)


def test_a_character_is_of_several_kinds() -> None:
    letter, digit, han, sign, space = read_kinds(encode("A7渡\u0301 ")).tolist()
    assert letter == KNOWN | IS_WORD | IS_CAPITAL
    assert digit == KNOWN | IS_WORD | IS_DIGIT
    assert han == KNOWN | IS_WORD | IS_DENSE
    assert sign == KNOWN | JOINS
    assert space & IS_WORD == 0


@given(st.text(st.characters(codec="utf-8")))
def test_kinds_of_characters_met_before_and_not_are_the_same(text: str) -> None:
    characters._KINDS[encode(text)] = 0
    first = read_kinds(encode(text)).tolist()
    assert first == read_kinds(encode(text)).tolist() == [characters._read_kind(character) for character in text]


@given(st.text(st.characters(codec="utf-8")))
def test_codes_are_read_as_the_text_they_were_made_of(text: str) -> None:
    assert decode(encode(text)) == text
