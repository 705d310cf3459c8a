"""Marks: what an element is for, by the words in its class, id, role and similar attributes.

Authors name elements in English in nearly every country. The text of the page is not searched for these words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from cutline.dom.scripts import CAMEL
from cutline.dom.words import list_words, read_table

MARK_WORDS = read_table("features", "marks")
MARKS = tuple(MARK_WORDS)
PAID_MARKS = list_words("notices", "paid")
# Attributes whose names say what an element is for.
NAMING = ("class", "id", "itemprop", "role", "data-testid", "data-component")
MAX_CHARACTERS = 400  # characters of an element's names that are read
CACHED_NAMES = 20_000  # pages of one site repeat the same names
ALONE = "(?<![a-z])"  # prefix of words that must not follow a letter


def bound_word(word: str) -> str:
    """Return the expression of a word or phrase in small letters that has no letter of the alphabet around it."""
    spaced = r"[\W_]+".join(map(re.escape, word.split()))
    return f"{ALONE if word[0].isascii() else ''}{spaced}{'(?![a-z])' if word[-1].isascii() else ''}"


def compile_groups(groups: Iterable[str]) -> tuple[re.Pattern[str], Sequence[int]]:
    """Return one expression for all words, and the bit for each of its capturing groups (`lastindex`, from 1).

    A word of the n-th group, from 0, has the bit 2**n. Each word ends in an empty capturing group. Words with the same
    first letter are alternatives behind that letter, which makes the search several times as fast.

    Args:
        groups: the words of each group, separated by `|`.
    """
    by_letter: dict[str, list[tuple[str, int]]] = {}
    for place, words in enumerate(groups):
        for word in words.split("|"):
            letter, rest = (bare := word.removeprefix(ALONE))[0], bare[1:]
            guard = f"(?<![a-z]{letter})" if word.startswith(ALONE) else ""
            by_letter.setdefault(letter, []).append((f"{guard}{rest}()", 1 << place))
    alternatives = [f"{letter}(?:{'|'.join(rest for rest, _ in words)})" for letter, words in by_letter.items()]
    return re.compile("|".join(alternatives)), (0, *(bit for words in by_letter.values() for _, bit in words))


_WORD, _BITS = compile_groups(MARK_WORDS.values())


def read_marks(attributes: Mapping[str, str]) -> int:
    """Return the marks in an element's names: bit n is set for `MARKS[n]`."""
    if not attributes:
        return 0
    names = " ".join([value for name in NAMING if (value := attributes.get(name))])
    marks = 0
    for name in names[:MAX_CHARACTERS].split():  # no word contains a space
        marks |= _read_name(name)
    return marks


@lru_cache(CACHED_NAMES)
def _read_name(name: str) -> int:
    marks = 0
    for match in _WORD.finditer(CAMEL.sub("-", name).lower()):
        marks |= _BITS[match.lastindex or 0]
    return marks
