"""Texts of nearly the same words have nearly the same fingerprint."""

import pytest

from cutline.nlp.fingerprints import find_fingerprint

ENGLISH = " ".join(
    f"The {ordinal} ferry of the morning leaves Ellery for Holm at {hour} o'clock with {count} cars on a {deck} deck."
    for ordinal, hour, count, deck in zip(
        "first second third fourth fifth sixth seventh eighth".split(),
        "five six seven eight nine ten eleven twelve".split(),
        "nineteen forty seventy ninety eighty fifty thirty twelve".split(),
        "lower upper middle rear forward open covered small".split(),
        strict=True,
    )
)
STORED = "3601c1860c2bdf93"
CHINESE = "渡轮将于六月返回瓦恩湖，市议会周一晚间投票决定恢复夜间航班，市长说两岸居民已经等待太久。" * 3


def distance(one: str, other: str) -> int:
    first, second = find_fingerprint(one), find_fingerprint(other)
    assert first is not None and second is not None
    return (int(first, 16) ^ int(second, 16)).bit_count()


def test_it_is_sixteen_digits_and_the_same_on_every_machine() -> None:
    assert find_fingerprint("The ferry is back.") == STORED
    assert find_fingerprint("the   FERRY is back") == STORED


@pytest.mark.parametrize("text", ["", " \n", "… – !"])
def test_a_text_without_words_has_none(text: str) -> None:
    assert find_fingerprint(text) is None


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_of_a_text_with_a_line_more_it_differs_in_few_bits(text: str) -> None:
    assert distance(text, f"PORT ELLERY (AP) {text}") <= 3


def test_of_other_texts_it_differs_in_many_bits() -> None:
    assert distance(ENGLISH, " ".join(reversed(ENGLISH.split()))) > 10
    assert distance(ENGLISH, CHINESE) > 10
    assert distance("Ferry", "Bridge") > 10


def test_of_a_long_text_it_is_that_of_all_its_words() -> None:
    words = " ".join(map(str, range(10_000)))
    assert distance(words, f"{words} and 10 more") <= 1
    assert distance(words, " ".join(map(str, range(4_000)))) > 3
