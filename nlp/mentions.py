"""Which of the names that a network marks are none, and what the others are, by what the article says of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from cutline.dom.words import list_words
from cutline.nlp.background import Background
from cutline.nlp.capitals import Capitals
from cutline.nlp.name_forms import ARTICLES, TITLES, drop_accents
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import WORD, fold_word

KNOWN_NAMES = 1_000  # names cached with their words; a page repeats its own
NOBLE: Final = frozenset(list_words("names", "noble"))
OFFICES: Final = (TITLES - ARTICLES).union(list_words("names", "offices"))  # which stand before a person's name
COMPANY_ENDINGS, ORGANISATION_WORDS, PLACE_WORDS, MOUNTS = (
    frozenset(list_words("names", name)) for name in ("company_endings", "organisation_words", "place_words", "mounts")
)
LABELS = {
    **dict.fromkeys(list_words("names", "organisations"), "ORG"),
    **dict.fromkeys(list_words("names", "places"), "LOC"),
}


class MentionRules:
    """Corrects the mentions of names in the texts of a page.

    No name is a day, a month, a span of time or a unit, and no single word that the article also writes in lower case.
    Titles and offices are no part of a person's name. What a name's own words say that it is counts before what the
    network says.
    """

    def __init__(self, marked: Iterable[Sequence[Mention]], capitals: Capitals, background: Background) -> None:
        """Take an article.

        Args:
            marked: the mentions in each of its texts.
            capitals: how it uses capital letters.
            background: words of its language.
        """
        self._capitals = capitals
        self._calendar = background.calendar
        names = [(_split_name(mention.text), mention.label) for mention in chain.from_iterable(marked)]
        persons = ([word for word in words if word not in OFFICES] for words, label in names if label == "PERSON")
        self._persons = frozenset(words[-1] for words in persons if len(words) > 1)
        self._parts = frozenset(chain.from_iterable(words for words, _ in names if len(words) > 1))

    def correct(self, mentions: Iterable[Mention]) -> list[Mention]:
        """Return the mentions that are names."""
        cut = [(mention, words) for mention, words in map(self._cut_title, mentions) if words]
        return [
            Mention(mention.text, find_label(list(map(drop_accents, words))) or mention.label)
            for mention, words in cut
            if self._is_name(mention, words)
        ]

    def _cut_title(self, mention: Mention) -> tuple[Mention, Sequence[str]]:
        """Return a mention without what stands before a person's name, and its folded words."""
        words = _split_name(mention.text)
        if len(words) < 2 or words[0] not in OFFICES:
            return mention, words
        if mention.label != "PERSON" and words[-1] not in self._persons:
            return mention, words
        pieces = mention.text.split()
        first = next((place for place, piece in enumerate(pieces) if fold_word(piece.strip(".,")) not in OFFICES), 0)
        rest = " ".join(pieces[first:])
        if words[0] in NOBLE and first == len(pieces) - 1 and words[-1] not in self._persons:
            return mention, words
        return Mention(rest, "PERSON"), _split_name(rest)

    def _is_name(self, mention: Mention, words: Sequence[str]) -> bool:
        if all(word in self._calendar or word.isdigit() for word in words):
            return len(words) == 1 and words[0] in self._parts
        is_sure = len(words) > 1 or words[0] in self._parts or mention.text.isupper() or mention.text[0].islower()
        return is_sure or not self._capitals.is_ordinary(words[0])


@lru_cache(KNOWN_NAMES)
def _split_name(text: str) -> tuple[str, ...]:
    """Return the folded words of a mention, without an article before them."""
    words = tuple(map(fold_word, WORD.findall(text)))
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def find_label(words: Sequence[str]) -> str | None:
    """Return what the folded words of a name say that it is: ORG or LOC; None if they do not say."""
    if label := LABELS.get(" ".join(words)):
        return label
    if len(words) < 2:
        return None
    if words[-1] in COMPANY_ENDINGS or words[-1] in ORGANISATION_WORDS:
        return "ORG"
    if words[-1] in PLACE_WORDS or words[0] in MOUNTS:
        return "LOC"
    return "ORG" if words[0] in ORGANISATION_WORDS else None
