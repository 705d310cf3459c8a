"""Where in a text names can stand: at words with a capital letter, and beside them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from itertools import compress, count

KNOWN_PIECES = 10_000  # capitalised pieces cached
AROUND = 3  # pieces that are read on each side of a capitalised one: so many words of its surroundings a network sees
LETTERS = re.compile(r"[^\W\d_]+")
# Characters of scripts without capitals, from Hebrew on; any word may be a name there.
CASELESS = re.compile(
    "[\u0590-\u1cff\u2e80-\ua63f\ua800-\uab2f\uabc0-\ud7ff\uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\U00020000-\U0003ffff]"
)

ChoosePassages = Callable[[str, Sequence[str]], list[slice]]


def choose_all(text: str, pieces: Sequence[str]) -> list[slice]:
    """Return the passage of a text that holds all of its pieces."""
    return [slice(0, len(pieces))]


class CapitalisedPassages:
    """Chooses the words with a capital letter and those around them.

    A common word with one capital, such as "The" where a sentence begins, is no reason to read. A text that begins with
    a small letter is read as a whole: who wrote it did not care about capitals.
    """

    def __init__(self, common: Collection[str], around: int = AROUND) -> None:
        """Take the common words, in small letters, and how many pieces on each side are read."""
        self._common = common
        self._around = around
        self._is_common = lru_cache(KNOWN_PIECES)(self._has_common_words)

    def __call__(self, text: str, pieces: Sequence[str]) -> list[slice]:
        """Return the passages of a text in which names can stand, in their order.

        Args:
            text: the text.
            pieces: of it, between blanks; a passage is a run of them.
        """
        if text[:1].islower() or CASELESS.search(text):
            return choose_all(text, pieces)
        passages: list[slice] = []
        for place in compress(count(), map(operator.ne, pieces, map(str.lower, pieces))):
            if self._is_common(pieces[place]):
                continue
            start, end = max(0, place - self._around), place + self._around + 1
            if passages and start <= passages[-1].stop:
                passages[-1] = slice(passages[-1].start, end)
            else:
                passages.append(slice(start, end))
        return passages

    def _has_common_words(self, piece: str) -> bool:
        """Whether all its capitalised words are common; what is all in capitals is none, as "US" and "WHO"."""
        words = LETTERS.findall(piece)
        return all(word == word.lower() or (word.lower() in self._common and not word[1:].isupper()) for word in words)
