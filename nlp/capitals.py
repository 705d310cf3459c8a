"""How an article uses capital letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from cutline.nlp.words import Words

LONGEST_ENDING, SHORTEST_STEM = 3, 4  # letters: "Utfordringene" of "utfordring"


class Capitals:
    """Which words an article writes with a capital letter inside its sentences, and which in lower case.

    In a headline that capitalises every word, capitals say nothing.

    Attributes:
        names: capitalised inside a sentence, no less often than in lower case; folded.
        small: the other capitalised words that are in lower case somewhere; folded.
    """

    def __init__(self, article: Sequence[Words]) -> None:
        """Take the texts of the article."""
        self._article = article
        inside = Counter(chain.from_iterable(map(_find_inside, article)))
        small = self._count_small({name for text in article for _, name, _ in text.capitalised})
        self.names = frozenset(name for name, count in inside.items() if count >= small[name])
        self.small = frozenset(small) - self.names

    def is_ordinary(self, word: str) -> bool:
        """Whether the article writes a folded word in lower case, or stands it only where any word has a capital.

        Then an ending may have been added: "Pandemiens" is none where "pandemien" is written.
        """
        if word in self.names:
            return False
        shortest = max(SHORTEST_STEM, len(word) - LONGEST_ENDING)
        return word in self.small or any(word[:end] in self._written for end in range(shortest, len(word)))

    @cached_property
    def _written(self) -> frozenset[str]:
        """All words as written, of which a folded one is there only if it is in lower case somewhere."""
        return frozenset(chain.from_iterable(text.written for text in self._article))

    def _count_small(self, asked: set[str]) -> Counter[str]:
        """Count how often each of the given words occurs in lower case."""
        return Counter(word for text in self._article for word in text.written if word in asked)


def _find_inside(text: Words) -> list[str]:
    """Return the capitalised words inside sentences, folded."""
    return [] if text.is_headline else [name for _, name, at_start in text.capitalised if not at_start]
