"""Which pieces of a page's text are part of its labelled text: the rule that methods are trained and measured by."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict

from cutline.dom.scripts import cut_words

SHINGLE_WORDS = 4
SHARE = 0.6  # of a text's 4-grams that stand in the labelled text, from which it is part of it
MAX_PLACES = 20  # of one 4-gram in a labelled text; bounds the time where a text repeats itself

Shingle = tuple[str, ...]


class GoldText:
    """The labelled text of one page, made ready so that each piece of the page is looked up in linear time."""

    def __init__(self, text: str) -> None:
        """Take the text; it is read once."""
        words = cut_words(text)
        self._sequence = f" {' '.join(words)} "
        self._places: defaultdict[Shingle, list[int]] = defaultdict(list)
        for place, shingle in enumerate(cut_shingles(words)):
            if len(self._places[shingle]) < MAX_PLACES:
                self._places[shingle].append(place)

    def has_sequence(self, words: list[str]) -> bool:
        """Whether the words stand in the text one behind the other."""
        return f" {' '.join(words)} " in self._sequence

    def count_in_order(self, shingles: list[Shingle]) -> int:
        """Return how many of the 4-grams, at most, stand in the text in the order given."""
        tails: list[int] = []  # of all runs in order that have n + 1 places, the least last place
        for shingle in shingles:
            for place in reversed(self._places.get(shingle, ())):
                position = bisect_left(tails, place)
                tails[position : position + 1] = [place]
        return len(tails)


def is_in_gold(text: str, gold: GoldText) -> bool:
    """Whether a piece of a page is part of the labelled text.

    It is when at least 60 % of its word 4-grams stand there in order; a text under four words when it stands there
    whole and in sequence. A text without words is no part of any.
    """
    words = cut_words(text)
    if len(words) < SHINGLE_WORDS:
        return bool(words) and gold.has_sequence(words)
    shingles = cut_shingles(words)
    return gold.count_in_order(shingles) >= SHARE * len(shingles)


def cut_shingles(words: list[str]) -> list[Shingle]:
    """Return the word 4-grams, in order; none of fewer than four words."""
    return list(zip(*(words[start:] for start in range(SHINGLE_WORDS)), strict=False))
