"""Scripts: how to split and count words, also where there are no spaces between them; the direction of writing."""

from __future__ import annotations

import re
import unicodedata

from cutline.types import Direction

# Han, kana, Thai, Lao, Khmer, Myanmar, Tibetan. Hangul is written with spaces.
DENSE = re.compile(
    "[\u0e00-\u0eff\u0f00-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
# Hebrew, Arabic, Syriac, Thaana, N'Ko and their neighbours, the presentation forms, Adlam and the old scripts.
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
# Vowel signs and accents from Greek to Sinhala; they belong to a word, but `re` does not match them with `\w`.
COMBINING_SIGNS = "".join(
    map(chr, (code for code in range(0x300, 0xE00) if unicodedata.category(chr(code)) in ("Mn", "Mc")))
)
ASCII_WORD = re.compile(r"\w+", re.ASCII)  # finds the same words in ASCII text as SPACED_WORD, and faster
SPACED_WORD = re.compile(rf"\w[\w{COMBINING_SIGNS}]*")
# Words; each character of a script without spaces counts as a word.
WORD = re.compile(rf"{DENSE.pattern}|(?!{DENSE.pattern})\w(?:(?!{DENSE.pattern})[\w{COMBINING_SIGNS}])*")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")  # where a word begins inside a name such as `PhoneLogo`
SENTENCE_END = re.compile(r"[.!?…。！？।۔؟][\"'”»’)\]]*\s*$")
DENSE_WORD = 2  # characters per word, roughly, in Chinese and Japanese; Thai words are longer


def is_dense(text: str) -> bool:
    """Return whether at least half of a text is in scripts written without spaces between words."""
    if 2 * len(text) > len(text.encode("utf-8", "surrogatepass")):  # such characters take at least three bytes
        return False
    return 2 * len(DENSE.findall(text)) >= len(text) > 0


def cut_words(text: str) -> list[str]:
    """Return the words of a text in lower case; each character of a script without spaces is a word."""
    if text.isascii():
        return ASCII_WORD.findall(text.lower())
    return (WORD if DENSE.search(text) else SPACED_WORD).findall(text.lower())


def count_words(text: str) -> int:
    """Return roughly how many words a text has; in scripts without spaces, two characters count as one word."""
    if not text.isascii() and (dense := len(DENSE.findall(text))):
        return dense // DENSE_WORD + len(SPACED_WORD.findall(DENSE.sub(" ", text)))
    return len(text.split())


def find_direction(text: str) -> Direction | None:
    """Return the direction in which most letters of a text are written; None if it has none."""
    if not (right := "".join(RIGHT_TO_LEFT.findall(text))):
        return "ltr" if any(map(str.isalpha, text)) else None
    return "rtl" if 2 * _count_letters(right) > _count_letters(text) else "ltr"


def _count_letters(text: str) -> int:
    return sum(map(str.isalpha, text))
