"""What each character is, looked up for all texts of a page at once."""

from __future__ import annotations

import re
import sys

import numpy as np
from numpy.typing import NDArray

from cutline.dom.scripts import DENSE, SIGNS

SENTENCE_END = re.compile(r"[.!?…।؟](?=\s|$|[\"'”»’)])|[。！？]")
PUNCTUATION = re.compile(r"[,;:.!?…。、，！？؛،؟।\"“”„«»–—()-]")
DIGIT = re.compile(r"\d")
CAPITAL = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-ÞА-ЯΑ-Ω]")
QUOTE = re.compile(r"[\"“”„«»「」]")

Codes = NDArray[np.uint32]
Kinds = NDArray[np.uint16]


# What a character is by itself: bits of its kind.
KNOWN, IS_PUNCTUATION, IS_DIGIT, IS_CAPITAL, IS_QUOTE, IS_DENSE, IS_WORD = (1 << bit for bit in range(7))
JOINS = 1 << 7  # a letter before it, as part of the word
ENDS, ALWAYS_ENDS, CLOSES = (1 << bit for bit in range(8, 11))  # a sentence: the first if one of the third follows

_KINDS: Kinds = np.zeros(sys.maxunicode + 1, np.uint16)  # of those met so far


def encode(text: str) -> Codes:
    """Return the codes of a text's characters."""
    return np.frombuffer(text.encode("utf-32-le"), np.uint32)


def decode(codes: Codes) -> str:
    """Return the text of these characters."""
    return codes.tobytes().decode("utf-32-le")


def read_kinds(codes: Codes) -> Kinds:
    """Return the kinds of characters, each a sum of the bits above."""
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
    kind |= JOINS if character in SIGNS else 0
    if SENTENCE_END.match(character):  # at the end of a text, by itself
        kind |= ENDS if not SENTENCE_END.match(character + "x") else ALWAYS_ENDS
    kind |= CLOSES if SENTENCE_END.match("." + character) else 0
    return kind | (IS_WORD if re.match(r"\w", character) else 0)
