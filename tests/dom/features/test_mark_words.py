"""Groups of words looked for in one search."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.features.image_sources import ADDRESS_WORDS
from cutline.dom.features.marks import compile_groups

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


def test_a_word_may_have_to_stand_alone() -> None:
    groups = [r"(?<![a-z])ads?(?![a-z])", "shadow"]
    assert [find_bits(groups, text) for text in ("ads", "x-ad", "head", "shadow")] == [1, 1, 0, 2]


@given(st.lists(st.sampled_from(PIECES), max_size=6).map("".join))
def test_what_is_found_is_what_the_words_in_turn_find(text: str) -> None:
    in_turn = re.compile("|".join(f"(?P<{name}>{words})" for name, words in ADDRESS_WORDS.items()))
    names = {match.lastgroup for match in in_turn.finditer(text)}
    expected = sum(1 << place for place, name in enumerate(ADDRESS_WORDS) if name in names)
    assert find_bits([*ADDRESS_WORDS.values()], text) == expected
