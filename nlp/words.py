"""The words of a text, in scripts with and without spaces, the stopwords of a language, and the words of names."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import accumulate, pairwise

from cutline.dom.scripts import DENSE
from cutline.nlp.library_files import read_names

# `\w` does not match marks that many scripts write inside a word: combining accents, Hebrew and Arabic points, vowels
# of Indian and South-East Asian scripts, Persian joiners.
LETTER = (
    r"[\w\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84"
    r"\u102b-\u103e\u17b4-\u17d3\u3099\u309a\u200c\u200d]"
)
WORD = re.compile(rf"({LETTER}+(?:['’]{LETTER}+)*)")
DENSE_RUN = re.compile(rf"((?:{DENSE.pattern})+)")
SENTENCE_END = re.compile(r"(?:^|[.!?…:»”\"“„«‹›]|\n|[–—-]\s)\W*$")
POSSESSIVE = re.compile(r"['’][sS]$")
HEADLINE_LETTERS = (
    4  # title-case headlines capitalise all words of this many letters; "of" and "the" may stay in lower case
)
HEADLINE_WORDS = 3  # words of that length a text needs before it can be a headline
# Words in lower case inside of names.
CONNECTORS = frozenset("of de del della di da do dos das du des la le van von der den zu af av for".split())
SENTENCE_WINDOW = 4  # characters before a word that are searched for the end of a sentence
KEPT_TEXTS, SHORT_TEXT = 256, 2_000  # cached texts, and the characters of one at most: some megabytes
FOLDED_WORDS = 8192  # cached words; a few thousand make up most of all texts
# Stopword lists to use for languages that spaCy names differently or has no list for.
LISTS = {"no": ("nb",), "nn": ("nb",), "fil": ("tl",), "sh": ("hr", "sr"), "bs": ("hr", "sr"), "hr": ("hr", "sr")}
LISTS["sr"] = LISTS["sh"]  # Serbian is written in both scripts


@lru_cache(FOLDED_WORDS)
def fold_word(word: str) -> str:
    """Return a word in lower case, without a possessive and with a plain apostrophe: "Obama’s" gives "obama"."""
    return word.casefold().replace("’", "'").removesuffix("'s")


def read_words(text: str) -> Words:
    """Return the words of a text; short texts are cached, since several stages read them."""
    return _remember_words(text) if len(text) <= SHORT_TEXT else Words(text)


class Words:
    """The words of a text.

    Attributes:
        text: the text.
        written: the words as written.
        capitalised: the words with a capital letter: (index among the words, folded word, whether any word would be
            capitalised there).
    """

    __slots__ = ("_parts", "capitalised", "text", "written")

    def __init__(self, text: str) -> None:
        """Take the text."""
        self.text = text
        self._parts = WORD.split(text)  # separators and words, alternating
        self.written = self._parts[1::2]
        self.capitalised = [
            (place, fold_word(word), self._is_at_start(place))
            for place, word in enumerate(self.written)
            if word[0].isupper() and len(word) > 1
        ]

    @property
    def is_headline(self) -> bool:
        """Whether every longer word is capitalised, so that capitals say nothing.

        At least two in three words must be capitalised: German sentences have many capitals, but not that many.
        """
        if len(self.capitalised) < HEADLINE_WORDS or 3 * len(self.capitalised) < 2 * len(self.written):
            return False
        longer = [word for word in self.written if len(word) >= HEADLINE_LETTERS and not word[0].isdigit()]
        return len(longer) >= HEADLINE_WORDS and all(word[0].isupper() for word in longer)

    def find_starts(self) -> list[int]:
        """Return where each word begins in the text."""
        return list(accumulate(map(len, self._parts), initial=0))[1:-1:2]

    def write_name(self, place: int) -> str:
        """Return the word at an index as written, without a possessive."""
        return POSSESSIVE.sub("", self.written[place])

    def pair_names(self, is_stopword: Callable[[str], bool]) -> set[str]:
        """Return capitalised words next to another one, such as first names and surnames, folded.

        The first word of a sentence is left out, since any word would be capitalised there. The second one counts,
        unless the first is a stopword: "Der Rat".
        """
        found: set[str] = set()
        for (place, first, is_first), (following, second, is_second) in pairwise(self.capitalised):
            if (
                following == place + 1
                and not is_second
                and not is_stopword(first)
                and self._parts[2 * following].isspace()
            ):
                found |= {second} if is_first else {first, second}
        return found

    def is_joined(self, place: int, following: int) -> bool:
        """Whether nothing but blanks stands between two words, or one small word as in "Bank of England"."""
        if following == place + 1:
            return self._parts[2 * following].isspace()
        return following == place + 2 and "".join(self._parts[2 * place + 2 : 2 * following + 1]).strip() in CONNECTORS

    def write_between(self, place: int, following: int) -> str:
        """Return the words between two words, with a blank behind each."""
        return "".join(f"{word} " for word in self.written[place + 1 : following])

    def list_lower_case(self) -> set[str]:
        """Return the words written with a lower-case letter, folded."""
        return {fold_word(word) for word in self.written if word[0].islower()}

    def _is_at_start(self, place: int) -> bool:
        """Whether a sentence starts with the word at that index."""
        end = 2 * place
        if place and self._parts[end] == " " and self._parts[end - 1][-1].isalnum():
            return False
        before = "".join(self._parts[max(0, end - SENTENCE_WINDOW) : end + 1])[-SENTENCE_WINDOW - 1 :]
        return SENTENCE_END.search(before, max(0, len(before) - SENTENCE_WINDOW)) is not None


def pair_characters(run: str) -> list[str]:
    """Return the overlapping pairs of characters of a run in a script without spaces."""
    return [run[start : start + 2] for start in range(max(1, len(run) - 1))]


@lru_cache(KEPT_TEXTS)
def _remember_words(text: str) -> Words:
    return Words(text)


@cache
def load_stopwords(language: str) -> frozenset[str]:
    """Return the folded stopwords of a language; empty if spaCy has none.

    Args:
        language: its primary subtag, such as `en`.
    """
    lists = (read_names("spacy", "lang", code, "stop_words.py") for code in LISTS.get(language, (language,)))
    return frozenset(fold_word(word) for each in lists for word in each.get("STOP_WORDS", ()))
