"""Terms by which texts are compared: named entities as the article corrects them, capitalised words, words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Final, Literal

from cutline.dom.metadata.plain_text import fold
from cutline.dom.words import list_words
from cutline.nlp.background import Background
from cutline.nlp.capitals import Capitals
from cutline.nlp.name_forms import ARTICLES, TITLES, drop_accents
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import WORD, Words, fold_word

TermKind = Literal["entities", "names", "words"]
# From the strongest evidence to the weakest; a text is compared by the first kind that it has.
KINDS: tuple[TermKind, ...] = ("entities", "names", "words")
ORDINARY = 4.0  # from this Zipf frequency on, a headline word is not a name, unless a sentence shows that it is

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


@dataclass(frozen=True, slots=True)
class Terms:
    """Counts of the terms of each kind in a text, without stopwords.

    Attributes:
        entities: named entities by their key in the page's book of names.
        names: capitalised words that are not ordinary words, folded.
        words: all words, folded.
    """

    entities: Counter[str]
    names: Counter[str]
    words: Counter[str]

    def of(self, kind: TermKind) -> Counter[str]:
        """Return the counts of one kind."""
        return {"entities": self.entities, "names": self.names, "words": self.words}[kind]


class TermReader:
    """Finds the terms of a page's texts, by how its article uses capital letters.

    A word is a name if it is capitalised inside a sentence, in the text itself or in the article. It is not a name if
    it is a stopword or the article mostly writes it in lower case. In a headline that capitalises every word,
    capitals say nothing: a common word there is ordinary unless the article uses it as a name.
    """

    def __init__(
        self, capitals: Capitals, book: NameBook, background: Background, site_names: Collection[str] = ()
    ) -> None:
        """Take what an article says.

        Args:
            capitals: how it uses capital letters.
            book: its names.
            background: word frequencies of its language.
            site_names: what it may call its site, folded; no name, unless it is a person's of several words.
        """
        self._site_names = site_names
        self._capitals = capitals
        self._book = book
        self._background = background

    def read(self, text: Words, mentions: Iterable[Mention]) -> Terms:
        """Return the terms of a text, such as a block or a caption.

        Args:
            text: the words of the text.
            mentions: names that a pipeline found in it.
        """
        rarity = self._background.rarity
        entities = self._book.count(text.text, mentions)
        return Terms(
            entities=Counter({key: count for key, count in entities.items() if rarity(key) and not self._is_site(key)}),
            names=Counter([name for _, name, at_start in text.capitalised if self._is_name(name, text, at_start)]),
            words=Counter(self._background.drop_stopwords(text.written)),
        )

    def _is_name(self, name: str, text: Words, at_start: bool) -> bool:
        if not self._background.rarity(name) or name in self._capitals.small or name in self._background.calendar:
            return False
        if name in self._site_names:
            return False
        if name in self._capitals.names:
            return True
        return not at_start and not (text.is_headline and self._background.zipf(name) >= ORDINARY)

    def _is_site(self, key: str) -> bool:
        """Whether the name with that key is the site's, and not that of a place or a person whose site it is."""
        if fold(key) not in self._site_names or find_label(key.split()) == "LOC":
            return False
        return not (" " in key and key in self._book and self._book.name(key).label == "PERSON")


class ProperNames:
    """Separates names from other capitalised words where there is no pipeline: some languages capitalise every noun.

    A name occurs next to another capitalised word somewhere, as in a person's full name, and never in lower case.
    """

    def __init__(self, article: Sequence[Words], background: Background) -> None:
        """Take the texts of the article, and word frequencies of its language."""
        self._background = background
        self._paired = frozenset[str]().union(*(text.pair_names(background.is_stopword) for text in article))
        self._ordinary = frozenset[str]().union(*(text.list_lower_case() for text in article))

    def keep(self, terms: Terms, text: Words) -> Terms:
        """Return the terms of a text, such as a caption, whose capitalised words are reduced to names."""
        own = text.pair_names(self._background.is_stopword)
        names = {
            name: count
            for name, count in terms.names.items()
            if (name in self._paired or name in own) and name not in self._ordinary
        }
        return replace(terms, names=Counter(names))

    def keep_rare(self, terms: Terms) -> Terms:
        """Return the terms of one of the article's texts, without nouns that are common in the language.

        A rare word may be a name that always occurs alone.
        """
        zipf = self._background.zipf
        names = {name: count for name, count in terms.names.items() if name in self._paired or zipf(name) < ORDINARY}
        return replace(terms, names=Counter(names))


def sum_terms(terms: Sequence[Terms]) -> Terms:
    """Return the sum of the terms of all texts; counting elements is faster than adding counters."""
    counts = ([part.of(kind).elements() for part in terms] for kind in KINDS)
    return Terms(*map(Counter, map(chain.from_iterable, counts)))


def find_forms(texts: Sequence[Words]) -> Mapping[str, str]:
    """Return the written form of each capitalised word: its first one that is not all in capitals, if there is one."""
    forms: dict[str, str] = {}
    for text in texts:
        for place, name, _ in text.capitalised:
            if name not in forms or forms[name].isupper():
                forms[name] = text.write_name(place)
    return forms


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
