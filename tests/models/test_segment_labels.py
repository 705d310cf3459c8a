"""Which pieces of a page stand in its labelled text."""

import time

import pytest

from cutline.dom.scripts import cut_words
from cutline.models.labelled_pages import GoldText, is_in_gold

GOLD = GoldText("The ferry left at noon. It came back in the evening with forty passengers. Good night!")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The ferry left at noon.", True),
        ("it came back, in the EVENING with forty passengers", True),
        ("Advertisement: the ferry left at noon it came back in the evening", True),  # 9 of 10 4-grams
        ("We saw that the ferry left at noon", False),  # 2 of 5
        ("noon left ferry the at", False),
        ("Good night", True),
        ("night good", False),
        ("nigh", False),
        ("—", False),
        ("", False),
    ],
)
def test_text_is_in_gold(text: str, expected: bool) -> None:
    assert is_in_gold(text, GOLD) is expected


def test_exactly_sixty_percent_is_enough() -> None:
    gold = GoldText("a b c d e f")
    assert is_in_gold("a b c d e f x y", gold)  # 3 of 5
    assert not is_in_gold("a b c d e f x y z", gold)  # 3 of 6


def test_sentences_in_another_order_are_not_in_order() -> None:
    first, second = "one two three four five six", "seven eight nine ten eleven twelve"
    assert is_in_gold(f"{first} {second}", GoldText(f"{first} {second}"))
    assert not is_in_gold(f"{second} {first}", GoldText(f"{first} {second}"))


def test_characters_of_scripts_without_spaces_are_words() -> None:
    assert cut_words("船開了 at 9") == ["船", "開", "了", "at", "9"]
    assert is_in_gold("船回來了", GoldText("船開了。船回來了。"))


def test_repeated_text_costs_linear_time() -> None:
    gold = GoldText("a " * 100_000)
    start = time.process_time()
    is_in_gold("a " * 20_000, gold)
    assert time.process_time() - start < 5
