"""Writing systems: which are written without spaces between words."""

from __future__ import annotations

import re
import unicodedata

# Han, kana, Thai, Lao, Khmer, Myanmar, Tibetan. Hangul is written with spaces.
DENSE = re.compile(
    "[\u0e00-\u0eff\u0f00-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
# Vowel signs and accents that letters carry, of scripts from Greek to Sinhala; for `re` they are no part of a word.
COMBINING_SIGNS = "".join(
    map(chr, (code for code in range(0x300, 0xE00) if unicodedata.category(chr(code)) in ("Mn", "Mc")))
)
ASCII_WORD = re.compile(r"\w+", re.ASCII)  # the same as the next one in text without other letters, and faster
SPACED_WORD = re.compile(rf"\w[\w{COMBINING_SIGNS}]*")
# Words; each character of a script that is written without spaces is one.
WORD = re.compile(rf"{DENSE.pattern}|(?!{DENSE.pattern})\w(?:(?!{DENSE.pattern})[\w{COMBINING_SIGNS}])*")
DENSE_WORD = 2  # characters of a word, about, in Chinese and Japanese; Thai ones are longer


def is_dense(text: str) -> bool:
    """Whether at least half of a text is in scripts written without spaces between words."""
    if 2 * len(text) > len(text.encode("utf-8", "surrogatepass")):  # each such character takes three bytes or four
        return False
    return 2 * len(DENSE.findall(text)) >= len(text) > 0


def cut_words(text: str) -> list[str]:
    """Return the words of a text in lower case, each character of a script without spaces being one."""
    if text.isascii():
        return ASCII_WORD.findall(text.lower())
    return (WORD if DENSE.search(text) else SPACED_WORD).findall(text.lower())


def count_words(text: str) -> int:
    """Return about how many words a text has; where none are parted by spaces, every two characters count as one."""
    if dense := len(DENSE.findall(text)):
        return dense // DENSE_WORD + len(SPACED_WORD.findall(DENSE.sub(" ", text)))
    return len(text.split())
