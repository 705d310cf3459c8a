"""What a text is compared by: its names, its capitalised words, its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import Words

TermKind = Literal["entities", "names", "words"]
# From the strongest evidence to the weakest; a text is compared by the first kind that it holds.
KINDS: tuple[TermKind, ...] = ("entities", "names", "words")


@dataclass(frozen=True, slots=True)
class Terms:
    """How often each term of each kind stands in a text.

    Attributes:
        entities: named entities by their key in the page's book of names.
        names: capitalised words, case folded.
        words: all words, case folded.
    """

    entities: Counter[str]
    names: Counter[str]
    words: Counter[str]

    def of(self, kind: TermKind) -> Counter[str]:
        """Return the counts of one kind."""
        return {"entities": self.entities, "names": self.names, "words": self.words}[kind]


def name_vocabulary(texts: Iterable[Words]) -> frozenset[str]:
    """Return the words that are capitalised inside a sentence somewhere in the texts, case folded."""
    return frozenset([name for text in texts for _, name, at_start in text.capitalised if not at_start])


def read_terms(text: Words, mentions: Iterable[Mention], book: NameBook, vocabulary: Container[str]) -> Terms:
    """Return the terms of a text.

    A capitalised word at the start of a sentence counts as a name only if it is in the vocabulary of names.
    """
    return Terms(
        entities=book.count(text.text, mentions),
        names=Counter([name for _, name, at_start in text.capitalised if not at_start or name in vocabulary]),
        words=Counter(text.fold()),
    )


class ProperNames:
    """Tells names from other capitalised words where no pipeline does: some languages capitalise every noun.

    A name stands beside another capitalised word somewhere, as in a person's full name, and nowhere in small letters.
    """

    def __init__(self, article: Sequence[Words]) -> None:
        """Take the texts of the article."""
        self._paired = frozenset[str]().union(*(text.pair_names() for text in article))
        self._ordinary = frozenset[str]().union(*(text.list_lower_case() for text in article))

    def keep(self, terms: Terms, text: Words) -> Terms:
        """Return the terms of a text, such as a caption, of whose capitalised words only the names count."""
        own = text.pair_names()
        names = {
            name: count
            for name, count in terms.names.items()
            if (name in self._paired or name in own) and name not in self._ordinary
        }
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
