"""Which of the names that a network marks are none, and what the others are, by what the article says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from cutline.nlp.background import Background
from cutline.nlp.capitals import Capitals
from cutline.nlp.name_folding import ARTICLES, TITLES, drop_accents
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import WORD, Words, fold_word, list_names, list_words

DETERMINERS: Final = ARTICLES | {"this", "each", "every"}
ORDINARY = 4.0  # Zipf frequency from which a word behind a determiner is no name
KNOWN_NAMES = 1_000  # names cached with their words; a page repeats its own
LEAST_THINGS, THING_SHARE = 3, 2 / 3  # times that a thing stands behind a determiner, and their share of all
NOBLE: Final = list_words("persons", "noble")
OFFICES: Final = (TITLES - ARTICLES) | list_words("persons", "offices")  # which stand before a person's name
COMPANY_ENDINGS, ORGANISATION_WORDS, PLACE_WORDS, MOUNTS = (
    list_words("kinds", name) for name in ("company_endings", "organisation_words", "place_words", "mounts")
)
LABELS = {
    **dict.fromkeys(list_names("kinds", "organisations"), "ORG"),
    **dict.fromkeys(list_names("kinds", "places"), "LOC"),
}


class MentionRules:
    """Corrects the mentions of names in the texts of a page.

    No name is a day, a month, a span of time or a unit, and no single word that the article also writes in lower case;
    no person is what mostly stands behind a determiner: "the Bill", a common word, is no name, "the Rams" are an
    organisation. A headline that capitalises every word has no name that is in lower case elsewhere. Titles and offices
    are no part of a person's name. What a name's own words say that it is counts before what the network says.
    """

    def __init__(
        self,
        article: Sequence[Words],
        marked: Iterable[Sequence[Mention]],
        capitals: Capitals,
        background: Background,
    ) -> None:
        """Take an article with the names that are marked in it.

        Args:
            article: its texts.
            marked: the mentions in each of them.
            capitals: how it uses capital letters.
            background: words of its language.
        """
        self._capitals = capitals
        self._calendar, self._zipf = background.calendar, background.zipf
        names = [(_split_name(mention.text), mention.label) for mention in chain.from_iterable(marked)]
        persons = ([word for word in words if word not in OFFICES] for words, label in names if label == "PERSON")
        self._persons = frozenset(words[-1] for words in persons if len(words) > 1)
        self._parts = frozenset(chain.from_iterable(words for words, _ in names if len(words) > 1))
        self._things = _find_things(
            article, {words[0] for words, label in names if len(words) == 1 and label == "PERSON"}
        )

    def correct(self, text: Words, mentions: Iterable[Mention]) -> list[Mention]:
        """Return the mentions of a text that are names."""
        mentions = list(mentions)
        is_headline = bool(mentions) and text.is_headline
        cut = [(mention, words) for mention, words in map(self._cut_title, mentions) if words]
        return [self._label(*each) for each in cut if self._is_name(*each, is_headline)]

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

    def _is_name(self, mention: Mention, words: Sequence[str], is_headline: bool) -> bool:
        if all(word in self._calendar or word.isdigit() for word in words):
            return len(words) == 1 and words[0] in self._parts
        if is_headline and not mention.text.isupper() and all(map(self._capitals.is_ordinary, words)):
            return False
        return len(words) > 1 or self._is_single_name(mention, words[0])

    def _is_single_name(self, mention: Mention, word: str) -> bool:
        if mention.label == "PERSON" and word in self._things and self._zipf(word) >= ORDINARY:
            return False
        is_sure = word in self._parts or mention.text.isupper() or mention.text[0].islower()
        return is_sure or not self._capitals.is_ordinary(word)

    def _label(self, mention: Mention, words: Sequence[str]) -> Mention:
        """Return a mention with the label that its own words say; no person is "the Rams"."""
        is_thing = mention.label == "PERSON" and len(words) == 1 and words[0] in self._things
        label = find_label(list(map(drop_accents, words))) or ("ORG" if is_thing else mention.label)
        return Mention(mention.text, label)


@lru_cache(KNOWN_NAMES)
def _split_name(text: str) -> tuple[str, ...]:
    """Return the folded words of a mention, without an article before them."""
    words = tuple(map(fold_word, WORD.findall(text)))
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def _find_things(article: Sequence[Words], asked: Collection[str]) -> frozenset[str]:
    """Return those of some words that mostly stand behind a determiner: "the Bill"."""
    found: Counter[str] = Counter()
    behind: Counter[str] = Counter()
    for text in article:
        for place, name, _ in text.capitalised:
            if name in asked:
                found[name] += 1
                behind[name] += place > 0 and text.written[place - 1].lower() in DETERMINERS
    return frozenset(name for name, count in behind.items() if count >= max(LEAST_THINGS, THING_SHARE * found[name]))


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
