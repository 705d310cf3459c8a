"""The form in which equal names are equal: without case, accents, titles, possessives and points."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence

from cutline.dom.words import list_words, read_table
from cutline.nlp.name_forms import NameForms
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import LETTER, fold_word

ARTICLES = frozenset(list_words("names", "articles"))
TITLES = ARTICLES.union(list_words("names", "titles"))
SUFFIXES = frozenset(list_words("names", "suffixes"))
FUNCTION_WORDS = frozenset(list_words("names", "function_words"))
ALIASES = read_table("names", "aliases")
INITIALS = re.compile(r"(?:[^\W\d_]\.[ \xa0]?)+[^\W\d_]\b\.?(?:['’]s\b)?")  # "U.S.", "J. K." of "J. K. Rowling"
TOKEN = re.compile(rf"\b{INITIALS.pattern}|{LETTER}+(?:['’.&]{LETTER}+)*")
ACCENT = re.compile("[\u0300-\u0305\u0307-\u036f]|(?<![иИ])\u0306")  # without й, which is another letter than и
POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$", re.I)
ACRONYM = re.compile(r"[A-Z][A-Z0-9]{1,5}")
ACRONYM_ENDING = re.compile("(?<=[A-Z]{2})-[a-z]{1,4}$")  # "HDZ-a", "US-led"
ACRONYM_S = re.compile("([A-Z]{2,6})s")  # "USAs" in Norwegian, "KPIs"


def fold_words(mention: Mention, forms: NameForms) -> list[str]:
    """Return the words of a mention, folded, without articles and a person's titles unless there is nothing else."""
    words = fold_tokens(find_tokens(_cut_acronym(mention.text)), forms)
    leading = TITLES | forms.titles if mention.label == "PERSON" else ARTICLES
    start = 0
    while length := _measure_leading(words[start : start + 2], leading):
        start += length
    return words[start:] or words


def _cut_acronym(text: str) -> str:
    """Return a mention without an ending of its last word, if that is an acronym."""
    plural = ACRONYM_S.fullmatch(text)
    return plural[1] if plural else ACRONYM_ENDING.sub("", text)


def _measure_leading(words: Sequence[str], leading: Collection[str]) -> int:
    """Return how many of two words are one title: both of "г-н", the first of "Frau Merkel"."""
    return next((length for length in (2, 1) if words and " ".join(words[:length]) in leading), 0)


def join_words(words: Sequence[str]) -> str:
    """Return a name of folded words, as the name that an alias of it stands for."""
    folded = " ".join(words)
    return ALIASES.get(folded, folded)


def drop_accents(text: str) -> str:
    """Return a text without accents, as the keys of names are."""
    return text if text.isascii() else unicodedata.normalize("NFC", ACCENT.sub("", unicodedata.normalize("NFKD", text)))


def find_origins(text: str) -> Sequence[int]:
    """Return for each character of a text without accents the place of the one that it comes from."""
    if text.isascii():
        return range(len(text))
    return [place for place, character in enumerate(text) for _ in drop_accents(character)]


def find_tokens(text: str) -> list[str]:
    """Return the words of a text, without accents."""
    return TOKEN.findall(drop_accents(text))


def fold_tokens(tokens: Iterable[str], forms: NameForms) -> list[str]:
    """Return the words of a text folded, in their basic forms."""
    return [forms.write_word(_fold_token(token)) for token in tokens]


def _fold_token(token: str) -> str:
    folded = fold_word(token)
    return re.sub(r"\W", "", folded) if token[1:2] == "." and INITIALS.fullmatch(token) else folded
