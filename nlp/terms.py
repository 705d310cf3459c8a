"""What a text is compared by: its names, its capitalised words, its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from cutline.nlp.background import Background
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import Words

TermKind = Literal["entities", "names", "words"]
# From the strongest evidence to the weakest; a text is compared by the first kind that it holds.
KINDS: tuple[TermKind, ...] = ("entities", "names", "words")
ORDINARY = (
    4.0  # Zipf frequency from which a word of a headline is taken for an ordinary one, if no sentence says otherwise
)


@dataclass(frozen=True, slots=True)
class Terms:
    """How often each term of each kind stands in a text; none is a stopword.

    Attributes:
        entities: named entities by their key in the page's book of names.
        names: capitalised words that are no ordinary ones, folded.
        words: all words, folded.
    """

    entities: Counter[str]
    names: Counter[str]
    words: Counter[str]

    def of(self, kind: TermKind) -> Counter[str]:
        """Return the counts of one kind."""
        return {"entities": self.entities, "names": self.names, "words": self.words}[kind]


class TermReader:
    """Reads the texts of one page as terms, by what its article writes with a capital letter.

    A capitalised word is a name if it is capitalised inside a sentence, there or somewhere in the article. It is none
    if it is a stopword or the article mostly writes it small. In a headline with a capital on each word these say
    nothing: there a word that is common in the language is ordinary unless the article has it as a name.
    """

    def __init__(self, article: Sequence[Words], book: NameBook, background: Background) -> None:
        """Take the texts of the article, its book of names, and how common words are in its language."""
        self._book = book
        self._background = background
        inside = Counter(chain.from_iterable(_find_inside(text) for text in article))
        small = _count_small(article, {name for text in article for _, name, _ in text.capitalised})
        self._names = frozenset(name for name, count in inside.items() if count >= small[name])
        self._small = frozenset(small) - self._names

    def read(self, text: Words, mentions: Iterable[Mention]) -> Terms:
        """Return the terms of a text, such as one of the article's or a caption.

        Args:
            text: it.
            mentions: the names that a pipeline found in it.
        """
        rarity = self._background.rarity
        words = Counter(self._background.fold_words(text.written))
        return Terms(
            entities=self._drop_stopwords(self._book.count(text.text, mentions)),
            names=Counter(name for _, name, at_start in text.capitalised if self._is_name(name, text, at_start)),
            words=Counter({word: count for word, count in words.items() if rarity(word)}),
        )

    def _is_name(self, name: str, text: Words, at_start: bool) -> bool:
        if self._background.is_stopword(name) or name in self._small:
            return False
        if name in self._names:
            return True
        return not at_start and not (text.is_headline and self._background.zipf(name) >= ORDINARY)

    def _drop_stopwords(self, entities: Counter[str]) -> Counter[str]:
        is_stopword = self._background.is_stopword
        return Counter({key: count for key, count in entities.items() if not all(map(is_stopword, key.split()))})


class ProperNames:
    """Tells names from other capitalised words where no pipeline does: some languages capitalise every noun.

    A name stands beside another capitalised word somewhere, as in a person's full name, and nowhere in small letters.
    """

    def __init__(self, article: Sequence[Words], background: Background) -> None:
        """Take the texts of the article, and how common words are in its language."""
        self._background = background
        self._paired = frozenset[str]().union(*(text.pair_names(background.is_stopword) for text in article))
        self._ordinary = frozenset[str]().union(*(text.list_lower_case() for text in article))

    def keep(self, terms: Terms, text: Words) -> Terms:
        """Return the terms of a text, such as a caption, of whose capitalised words only the names count."""
        own = text.pair_names(self._background.is_stopword)
        names = {
            name: count
            for name, count in terms.names.items()
            if (name in self._paired or name in own) and name not in self._ordinary
        }
        return replace(terms, names=Counter(names))

    def keep_rare(self, terms: Terms) -> Terms:
        """Return the terms of one of the article's texts, without the nouns that are common words of the language.

        A rare word may be a name that always stands alone.
        """
        zipf = self._background.zipf
        names = {name: count for name, count in terms.names.items() if name in self._paired or zipf(name) < ORDINARY}
        return replace(terms, names=Counter(names))


def sum_terms(terms: Sequence[Terms]) -> Terms:
    """Return the terms of all texts together."""
    return Terms(
        entities=_sum_counts(part.entities for part in terms),
        names=_sum_counts(part.names for part in terms),
        words=_sum_counts(part.words for part in terms),
    )


def _sum_counts(counts: Iterable[Counter[str]]) -> Counter[str]:
    return Counter(chain.from_iterable(count.elements() for count in counts))  # which counts faster than it adds


def _find_inside(text: Words) -> list[str]:
    """Return the words that are capitalised inside a sentence, folded."""
    return [] if text.is_headline else [name for _, name, at_start in text.capitalised if not at_start]


def _count_small(texts: Sequence[Words], asked: set[str]) -> Counter[str]:
    """Return how often each of the words asked for stands in small letters."""
    return Counter(word for text in texts for word in text.written if word in asked)


def find_forms(texts: Sequence[Words]) -> Mapping[str, str]:
    """Return how each capitalised word is written: as it stands first, if that is not all in capitals."""
    forms: dict[str, str] = {}
    for text in texts:
        for place, name, _ in text.capitalised:
            if name not in forms or forms[name].isupper():
                forms[name] = text.write_name(place)
    return forms
