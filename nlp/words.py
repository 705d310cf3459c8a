"""A text as words, in scripts with and without spaces between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
        token = match[0]
        if token[0].isupper() and len(token) > 1:
            at_start = SENTENCE_END.search(text, max(0, match.start() - 4), match.start()) is not None
            yield fold_word(token), at_start


def _pairs(token: str) -> Iterator[str]:
    for run in filter(None, DENSE_RUN.split(token)):
        if DENSE.match(run):
            yield from (run[start : start + 2] for start in range(max(1, len(run) - 1)))
        else:
            yield fold_word(run)
