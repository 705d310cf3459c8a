"""Kinds of characters, and signs and words counted in all texts at once."""

import pytest
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
    SIGNS,
    count_signs,
    cut_all_words,
    decode,
    encode,
    read_kinds,
)
from cutline.dom.scripts import cut_words


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


SIGN_CHARACTERS = "aÉЖ٣7_ .!?…।؟。！？\"'”»’)(,;:「」„-\u2028\u00a0\U0001f600\U0001d7d8"
TEXTS = st.lists(
    st.text(st.sampled_from(SIGN_CHARACTERS), min_size=1) | st.text(st.characters(codec="utf-8"), min_size=1)
)


def test_signs_of_a_sentence_are_counted():
    assert count_signs(['Anna said: "Go to 12 Elm St.now!"', "没有。"]).tolist() == [
        [1, 5, 2, 4, 2, 0],
        [1, 1, 0, 0, 0, 2],
    ]


@given(TEXTS)
def test_counts_are_those_of_each_expression_in_each_text(texts: list[str]) -> None:
    assert count_signs(texts).tolist() == [[len(sign.findall(text)) for sign in SIGNS] for text in texts]


WORD_CHARACTERS = "aÉЖΑΣσİ٣7_ .-’|\u0301\u0903渡ขक\u2028\u00a0\u001f\U0001f600\U0001d7d8"
LINES = st.text(st.sampled_from(WORD_CHARACTERS)) | st.text(st.characters(codec="utf-8", exclude_characters="\n"))


@given(st.lists(LINES))
def test_words_are_those_of_each_text_by_itself(texts: list[str]) -> None:
    assert cut_all_words(texts) == [cut_words(text) for text in texts]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (
            ["The Ferry’s 2nd trip.", "", "©", "Άνδρος ΟΔΟΣ"],
            [["the", "ferry", "s", "2nd", "trip"], [], [], ["άνδρος", "οδος"]],
        ),
        (["渡船", "The ferry"], [["渡", "船"], ["the", "ferry"]]),
        (["हिन्दी में", "The ferry"], [["हिन्दी", "में"], ["the", "ferry"]]),
    ],
)
def test_words_of_every_script_are_cut(texts: list[str], words: list[list[str]]) -> None:
    assert cut_all_words(texts) == words
