"""How often the signs that tell prose from labels stand in texts, counted over all texts of a page at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cutline.dom.scripts import DENSE

SENTENCE_END = re.compile(r"[.!?…।؟](?=\s|$|[\"'”»’)])|[。！？]")
PUNCTUATION = re.compile(r"[,;:.!?…。、，！？؛،؟।\"“”„«»–—()-]")
DIGIT = re.compile(r"\d")
CAPITAL = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω]")
QUOTE = re.compile(r"[\"“”„«»「」]")
SIGNS = (SENTENCE_END, PUNCTUATION, DIGIT, CAPITAL, QUOTE, DENSE)
CACHED_CHARACTERS = 10_000  # more than any page has different ones

# What a character is for these expressions, by itself: bits.
_PUNCTUATION, _DIGIT, _CAPITAL, _QUOTE, _DENSE, _END, _WIDE_END, _CLOSING, _WORD = (1 << bit for bit in range(9))


def count_signs(texts: Sequence[str]) -> NDArray[np.intp]:
    """Return how often each of `SIGNS` is found in each text: len(texts) by len(SIGNS).

    Args:
        texts: none of them empty.
    """
    if not texts:
        return np.zeros((0, len(SIGNS)), np.intp)
    joined = "\n".join(texts) + "\n"  # a line break ends a sentence and begins a word, as the ends of a text do
    codes = np.frombuffer(joined.encode("utf-32-le"), np.uint32)
    kinds = _tabulate(joined)[codes]
    before, behind = np.roll(kinds, 1), np.roll(kinds, -1)
    found = (
        ((kinds & _END > 0) & (behind & _CLOSING > 0)) | (kinds & _WIDE_END > 0),
        kinds & _PUNCTUATION > 0,
        kinds & _DIGIT > 0,
        (kinds & _CAPITAL > 0) & (before & _WORD == 0),
        kinds & _QUOTE > 0,
        kinds & _DENSE > 0,
    )
    starts = np.cumsum([0, *(len(text) + 1 for text in texts[:-1])])
    return np.stack([np.add.reduceat(signs, starts, dtype=np.intp) for signs in found], axis=1)


def _tabulate(text: str) -> NDArray[np.uint16]:
    """Return the kind of every character of a text, by its code."""
    characters = set(text)
    table = np.zeros(max(map(ord, characters)) + 1, np.uint16)
    for character in characters:
        table[ord(character)] = _read_kind(character)
    return table


@lru_cache(CACHED_CHARACTERS)
def _read_kind(character: str) -> int:
    kind = _PUNCTUATION if PUNCTUATION.match(character) else 0
    kind |= _DIGIT if DIGIT.match(character) else 0
    kind |= _CAPITAL if CAPITAL.match(character) else 0
    kind |= _QUOTE if QUOTE.match(character) else 0
    kind |= _DENSE if DENSE.match(character) else 0
    if SENTENCE_END.match(character):  # at the end of a text, by itself
        kind |= _END if not SENTENCE_END.match(character + "x") else _WIDE_END
    kind |= _CLOSING if SENTENCE_END.match("." + character) else 0
    return kind | (_WORD if re.match(r"\w", character) else 0)
