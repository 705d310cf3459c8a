"""How to count punctuation, digits and words in all texts of a page at once."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.arrays import Numbers
from cutline.dom.scripts import COMBINING_SIGNS, DENSE, cut_words

SENTENCE_END = re.compile(r"[.!?…।؟](?=\s|$|[\"'”»’)])|[。！？]")
PUNCTUATION = re.compile(r"[,;:.!?…。、，！？؛،؟।\"“”„«»–—()-]")
DIGIT = re.compile(r"\d")
CAPITAL = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω]")
QUOTE = re.compile(r"[\"“”„«»「」]")

Codes = NDArray[np.uint32]
Kinds = NDArray[np.uint16]

# Kinds of characters, as bits.
KNOWN, IS_PUNCTUATION, IS_DIGIT, IS_CAPITAL, IS_QUOTE, IS_DENSE, IS_WORD = (1 << bit for bit in range(7))
JOINS = 1 << 7  # combining signs, which belong to the word of the letter before
# Ends of sentences: ENDS only if a character of the kind CLOSES follows, ALWAYS_ENDS always.
ENDS, ALWAYS_ENDS, CLOSES = (1 << bit for bit in range(8, 11))

_KINDS: Kinds = np.zeros(sys.maxunicode + 1, np.uint16)  # of all characters seen so far; 0 for others
SIGNS = (SENTENCE_END, PUNCTUATION, DIGIT, CAPITAL, QUOTE, DENSE)
LINE_BREAK, SPACE = ord("\n"), ord(" ")


def encode(text: str) -> Codes:
    """Return the code points of a text."""
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


def decode(codes: Codes) -> str:
    """Return the text of code points."""
    return codes.tobytes().decode("utf-32-le")


def read_kinds(codes: Codes) -> Kinds:
    """Return the kind of each character, a sum of the bits above."""
    kinds = _KINDS.take(codes)
    if kinds.all():
        return kinds
    for code in set(codes[kinds == 0].tolist()):
        _KINDS[code] = _read_kind(chr(code))
    return _KINDS.take(codes)


def _read_kind(character: str) -> int:
    kind = KNOWN
    kind |= IS_PUNCTUATION if PUNCTUATION.match(character) else 0
    kind |= IS_DIGIT if DIGIT.match(character) else 0
    kind |= IS_CAPITAL if CAPITAL.match(character) else 0
    kind |= IS_QUOTE if QUOTE.match(character) else 0
    kind |= IS_DENSE if DENSE.match(character) else 0
    kind |= JOINS if character in COMBINING_SIGNS else 0
    if SENTENCE_END.match(character):  # alone, at the end of a text
        kind |= ENDS if not SENTENCE_END.match(character + "x") else ALWAYS_ENDS
    kind |= CLOSES if SENTENCE_END.match("." + character) else 0
    return kind | (IS_WORD if re.match(r"\w", character) else 0)


def count_signs(texts: Sequence[str]) -> Numbers:
    """Return how often each of `SIGNS` occurs in each text: len(texts) by len(SIGNS).

    Args:
        texts: must not be empty strings.
    """
    if not texts:
        return np.zeros((0, len(SIGNS)), np.intp)
    joined = "\n".join(["", *texts, "", ""])  # a line break acts like the start or end of a text
    around = read_kinds(encode(joined))
    before, kinds, behind = around[:-2], around[1:-1], around[2:]
    found = (
        ((kinds & ENDS > 0) & (behind & CLOSES > 0)) | (kinds & ALWAYS_ENDS > 0),
        kinds & IS_PUNCTUATION > 0,
        kinds & IS_DIGIT > 0,
        (kinds & IS_CAPITAL > 0) & (before & IS_WORD == 0),
        kinds & IS_QUOTE > 0,
        kinds & IS_DENSE > 0,
    )
    bounds = np.cumsum([0, *map(len, texts)]) + np.arange(len(texts) + 1)
    return np.stack([np.diff(np.searchsorted(np.flatnonzero(signs), bounds)) for signs in found], axis=1)


def cut_all_words(texts: Sequence[str]) -> list[list[str]]:
    """Return the words of each text, as `cut_words` does.

    Args:
        texts: must not contain line breaks.
    """
    if not texts:
        return []
    codes = encode("\n".join(texts).lower())
    kinds = read_kinds(codes)
    if (kinds & (IS_DENSE | JOINS)).any():
        return [cut_words(text) for text in texts]
    # With separators replaced by spaces, splitting takes half the time of searching for words.
    words = decode(np.where((kinds & IS_WORD > 0) | (codes == LINE_BREAK), codes, np.uint32(SPACE)))
    return [line.split() for line in words.split("\n")]
