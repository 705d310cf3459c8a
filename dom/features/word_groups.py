"""Groups of words that are looked for in one search."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

ALONE = "(?<![a-z])"  # before a word in front of which no letter may stand


def compile_groups(groups: Iterable[str]) -> tuple[re.Pattern[str], Sequence[int]]:
    """Return an expression of all words, and the bit of each of its groups (from 1): of the n-th group of words 2**n.

    Each word is followed by an empty group, and words with the same first letter stand together: then hardly more than
    that letter is looked at where none of them begins, and the search is several times as fast.

    Args:
        groups: of each the words, parted by `|`.
    """
    by_letter: dict[str, list[tuple[str, int]]] = {}
    for place, words in enumerate(groups):
        for word in words.split("|"):
            letter, rest = (bare := word.removeprefix(ALONE))[0], bare[1:]
            guard = f"(?<![a-z]{letter})" if word.startswith(ALONE) else ""
            by_letter.setdefault(letter, []).append((f"{guard}{rest}()", 1 << place))
    alternatives = [f"{letter}(?:{'|'.join(rest for rest, _ in words)})" for letter, words in by_letter.items()]
    return re.compile("|".join(alternatives)), (0, *(bit for words in by_letter.values() for _, bit in words))
