"""Marks in the names of elements."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import fragment_fromstring

from cutline.dom.features.image_sources import ADDRESS_WORDS
from cutline.dom.features.marks import MARKS, MAX_CHARACTERS, bound_word, compile_groups, read_marks


def read(html: str) -> set[str]:
    bits = read_marks(fragment_fromstring(html).attrib)
    return {mark for place, mark in enumerate(MARKS) if bits >> place & 1}


@pytest.mark.parametrize(
    ("html", "marks"),
    [
        ("<div></div>", set()),
        ("<div style='color: red'></div>", set()),
        ("<div class='xyz'></div>", set()),
        ("<div class='comments'></div>", {"comment"}),
        ("<div id='Disqus'></div>", {"comment"}),
        ("<div role='navigation'></div>", {"navigation"}),
        ("<div itemprop='author'></div>", {"author"}),
        ("<div class='article' id='newsletter'></div>", {"body", "subscription"}),
    ],
)
def test_marks_are_words_in_the_names_of_an_element(html: str, marks: set[str]) -> None:
    assert read(html) == marks


def test_short_words_count_only_when_they_stand_alone() -> None:
    assert read("<div class='top-ad'></div>") == {"advertisement"}
    assert read("<div class='adapted'></div>") == set()


def test_words_are_also_parted_by_capitals() -> None:
    assert "advertisement" in read("<div class='sideAd'></div>")


def test_names_behind_the_limit_are_not_read() -> None:
    assert read(f"<div class='{'x' * MAX_CHARACTERS} comment'></div>") == set()


PIECES = "advert banner promo ads ad x - logo icon full app-store header leader thumb portrait redaktion".split()


def find_bits(groups: list[str], text: str) -> int:
    words, bits = compile_groups(groups)
    found = 0
    for match in words.finditer(text):
        found |= bits[match.lastindex or 0]
    return found


def test_each_group_has_its_bit() -> None:
    groups = ["logo|brand", "icon", "large|big"]
    assert [find_bits(groups, text) for text in ("a brand", "icons", "big logo", "none")] == [1, 2, 5, 0]


@pytest.mark.parametrize(
    ("word", "text", "is_found"),
    [("ad by", "ad-by", True), ("ad by", "dad by", False), ("ad by", "ad byte", False), ("広告", "a広告b", True)],
)
def test_a_bound_word_has_no_letters_of_the_alphabet_around_it(word: str, text: str, is_found: bool) -> None:
    assert (re.search(bound_word(word), text) is not None) is is_found


def test_a_word_may_have_to_stand_alone() -> None:
    groups = [r"(?<![a-z])ads?(?![a-z])", "shadow"]
    assert [find_bits(groups, text) for text in ("ads", "x-ad", "head", "shadow")] == [1, 1, 0, 2]


@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
def test_what_is_found_is_what_the_words_in_turn_find(text: str) -> None:
    in_turn = re.compile("|".join(f"(?P<{name}>{words})" for name, words in ADDRESS_WORDS.items()))
    names = {match.lastgroup for match in in_turn.finditer(text)}
    expected = sum(1 << place for place, name in enumerate(ADDRESS_WORDS) if name in names)
    assert find_bits([*ADDRESS_WORDS.values()], text) == expected
