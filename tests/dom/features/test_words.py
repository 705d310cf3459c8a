"""The words of all texts of a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.features.characters import cut_all_words
from cutline.dom.scripts import cut_words

CHARACTERS = "aÉЖΑΣσİ٣7_ .-’|\u0301\u0903渡ขक\u2028\u00a0\u001f\U0001f600\U0001d7d8"
LINES = st.text(st.sampled_from(CHARACTERS)) | st.text(st.characters(codec="utf-8", exclude_characters="\n"))


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
