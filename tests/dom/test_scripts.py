"""Which scripts are written without spaces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.scripts import DENSE, count_words, cut_words, find_direction, is_dense


@pytest.mark.parametrize(
    "text", ["北京市二十日举行", "東京の図書館です", "ห้องสมุดใหม่", "ຫໍສະໝຸດ", "北京 2024 年奥运会举行"]
)
def test_text_without_spaces_between_words_is_dense(text: str) -> None:
    assert is_dense(text)


@pytest.mark.parametrize(
    "text", ["", "The new library", "서울시는 새로운 도서관", "Новая библиотека", "the word 図書館 in English"]
)
def test_text_with_spaces_between_words_is_not(text: str) -> None:
    assert not is_dense(text)


@given(st.text(st.sampled_from("aé’ 北ข\U0001f600\U00020000")) | st.text())
def test_dense_text_is_that_of_which_half_is_in_such_scripts(text: str) -> None:
    assert is_dense(text) == (len(text) <= 2 * len(DENSE.findall(text)) > 0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The new library", 3),
        ("서울시는 새로운 도서관", 3),
        ("東京の図書館です。", 4),
        ("北京 2024 年奥运会举行", 5),
        ("", 0),
    ],
)
def test_words_are_counted_in_every_script(text: str, words: int) -> None:
    assert count_words(text) == words


@pytest.mark.parametrize("text", ["हिन्दी में लिखा समाचार", "বাংলা ভাষায় লেখা খবর", "தமிழ் மொழியில் செய்தி", "كِتَابٌ فِي ٱلْمَكْتَبَةِ"])
def test_signs_that_letters_carry_are_part_of_their_words(text: str) -> None:
    assert cut_words(text) == text.split()


def test_signs_stay_with_their_words_beside_a_dense_script() -> None:
    assert cut_words("नीति北京") == ["नीति", "北", "京"]


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("The ferry returns", "ltr"),
        ("عادت العبارة إلى الميناء", "rtl"),
        ("המעבורת חזרה ל-Varn", "rtl"),
        ("The sign says سلام to all", "ltr"),
        ("渡船", "ltr"),
        ("1234 …", None),
        ("", None),
    ],
)
def test_most_letters_tell_the_direction_of_writing(text: str, direction: str | None) -> None:
    assert find_direction(text) == direction
