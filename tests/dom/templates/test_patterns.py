"""The expression inferred for sequences of children."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.templates.patterns import OPTIONAL, REPEATED, find_components, infer_expression


def number(words: list[str]) -> list[list[int]]:
    """Number the letters in the order in which they are first met."""
    letters = "".join(dict.fromkeys("".join(words)))
    return [[letters.index(letter) for letter in word] for word in words]


def write(words: list[str]) -> str:
    """The expression of words as it is usually written."""
    letters = "".join(dict.fromkeys("".join(words)))
    expression = ""
    for quantifier, symbols in infer_expression(number(words)):
        names = "|".join(letters[symbol] for symbol in symbols)
        expression += (f"({names})" if len(symbols) > 1 else names) + quantifier.removeprefix("1")
    return expression


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        (["abc", "abc"], "abc"),
        (["abc", "ac"], "ab?c"),
        (["abbc", "abc"], "ab+c"),
        (["abbc", "ac"], "ab*c"),
        (["hpipqpf", "hppf"], "h(p|i|q)+f"),  # a story with pictures between its paragraphs
        (["ab", "ba"], "(a|b)+"),
        (["ab", "cd"], "a?b?c?d?"),
        (["", ""], ""),
        (["a", ""], "a?"),
    ],
)
def test_expression_of_words(words: list[str], expression: str) -> None:
    assert write(words) == expression


@given(st.lists(st.text("abcd", max_size=8), min_size=1, max_size=5))
def test_every_word_it_was_inferred_from_is_described(words: list[str]) -> None:
    slots = infer_expression(number(words))
    for word in number(words):
        rest = list(word)
        for quantifier, symbols in slots:
            taken = 0
            while rest and rest[0] in symbols:
                rest.pop(0)
                taken += 1
            assert taken <= 1 or quantifier in REPEATED
            assert taken >= 1 or quantifier in OPTIONAL
        assert not rest


def test_components_stand_in_the_order_of_the_edges() -> None:
    assert find_components(5, {0: [1], 1: [2], 2: [1, 3]}) == [[0], [1, 2], [3], [4]]


def test_a_chain_of_thousands_is_no_recursion() -> None:
    assert len(infer_expression([range(5000)])) == 5000
