"""A text as words, in scripts with and without spaces between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from cutline.dom.scripts import DENSE

# `\w` leaves out the marks that many scripts write inside a word: accents written apart, Hebrew and Arabic points, the
# vowels of Indian and South-East Asian scripts, the joiners of Persian.
LETTER = (
    r"[\w\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84"
    r"\u102b-\u103e\u17b4-\u17d3\u3099\u309a\u200c\u200d]"
)
WORD = re.compile(rf"{LETTER}+(?:['’]{LETTER}+)*")
DENSE_RUN = re.compile(rf"((?:{DENSE.pattern})+)")
SENTENCE_END = re.compile(r"(?:^|[.!?…:»”\"“„«‹›]|\n|[–—-]\s)\W*$")


def fold_word(word: str) -> str:
    """Return a word without case, possessive and the shape of its apostrophe: "Obama’s" is "obama"."""
    return word.casefold().replace("’", "'").removesuffix("'s")


def split_words(text: str) -> list[str]:
    """Return the words of a text, folded; runs of a script without spaces as overlapping pairs of characters."""
    words: list[str] = []
    for token in WORD.findall(text):
        words.extend(_pairs(token) if DENSE.search(token) else [fold_word(token)])
    return words


def name_tokens(text: str) -> Iterator[tuple[str, bool]]:
    """Yield a text's capitalised words, folded, each with whether it stands where any word would be capitalised."""
    for match in WORD.finditer(text):
        if _is_capitalised(match[0]):
            yield fold_word(match[0]), _is_at_start(text, match)


def paired_names(text: str) -> Iterator[str]:
    """Yield the capitalised words that stand beside another one, as first names and surnames do, folded.

    The first word of a sentence is none of them, since any would be capitalised there, but the second may be.
    """
    for first, second in pairwise(WORD.finditer(text)):
        beside = text[first.end() : second.start()].isspace() and not _is_at_start(text, second)
        if beside and _is_capitalised(first[0]) and _is_capitalised(second[0]):
            yield fold_word(second[0])
            if not _is_at_start(text, first):
                yield fold_word(first[0])


def lower_case_words(text: str) -> Iterator[str]:
    """Yield the words that are written with a small letter, folded."""
    return (fold_word(word) for word in WORD.findall(text) if word[0].islower())


def _is_capitalised(word: str) -> bool:
    return word[0].isupper() and len(word) > 1


def _is_at_start(text: str, word: re.Match[str]) -> bool:
    """Whether a sentence starts with the word."""
    return SENTENCE_END.search(text, max(0, word.start() - 4), word.start()) is not None


def _pairs(token: str) -> Iterator[str]:
    for run in filter(None, DENSE_RUN.split(token)):
        if DENSE.match(run):
            yield from (run[start : start + 2] for start in range(max(1, len(run) - 1)))
        else:
            yield fold_word(run)
