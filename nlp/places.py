"""Where the names and the words that a text shares with an article stand, found by what compared them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cutline.nlp.background import Background
from cutline.nlp.name_forms import find_forms_of
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import Words


class Place(NamedTuple):
    """Where a name or a word stands: its first character, the one after its last, and its key."""

    start: int
    end: int
    key: str


class PlaceFinder:
    """Finds names and words in the texts of a page."""

    def __init__(self, names: Iterable[Mention], background: Background) -> None:
        """Take the names of the article, each as often as it names them, and the words of its language."""
        self._background = background
        self._book = NameBook(names, find_forms_of(background.language), background)

    def find_names(self, text: str) -> list[Place]:
        """Return the places of the article's names in a text."""
        return [Place(*place) for place in self._book.find_places(text)]

    def key_name(self, name: str) -> str | None:
        """Return the key of a name as the article writes it; None if it is none of the article's."""
        return next((place.key for place in self.find_names(name)), None)

    def find_words(self, text: str) -> Iterator[Place]:
        """Yield the places of the words that carry meaning in a text, by their stems."""
        words = Words(text)
        starts = words.find_starts()
        for start, word, stems in zip(starts, words.written, self._background.stem_words(words.written), strict=True):
            if len(stems) == 1:
                yield Place(start, start + len(word), stems[0])
            else:
                yield from _find_pieces(word, start, stems)

    def stem(self, word: str) -> str:
        """Return the stem of a word that `Verdict.found` or `Verdict.missing` lists; the word itself if it is one."""
        (stems,) = self._background.stem_words([word])
        return stems[0] if len(stems) == 1 else word


def _find_pieces(run: str, start: int, stems: Sequence[str]) -> Iterator[Place]:
    """Yield the places of the words of a run of characters without spaces."""
    at = 0
    for stem in stems:
        if (found := run.find(stem, at)) >= 0:
            at = found + len(stem)
            yield Place(start + found, start + at, stem)
