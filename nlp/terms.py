"""What a text is compared by: its names, its capitalised words, its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import lower_case_words, name_tokens, paired_names, split_words

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


def name_vocabulary(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that are capitalised inside a sentence somewhere in the texts, case folded."""
    return frozenset(token for text in texts for token, at_start in name_tokens(text) if not at_start)


def read_terms(text: str, mentions: Iterable[Mention], book: NameBook, vocabulary: Container[str]) -> Terms:
    """Return the terms of a text.

    A capitalised word at the start of a sentence counts as a name only if it is in the vocabulary of names.
    """
    return Terms(
        entities=book.count(text, mentions),
        names=Counter(token for token, at_start in name_tokens(text) if not at_start or token in vocabulary),
        words=Counter(split_words(text)),
    )


class ProperNames:
    """Tells names from other capitalised words where no pipeline does: some languages capitalise every noun.

    A name stands beside another capitalised word somewhere, as in a person's full name, and nowhere in small letters.
    """

    def __init__(self, article: Sequence[str]) -> None:
        """Take the texts of the article."""
        self._paired = frozenset(name for text in article for name in paired_names(text))
        self._ordinary = frozenset(word for text in article for word in lower_case_words(text))

    def keep(self, terms: Terms, text: str) -> Terms:
        """Return the terms of a text, such as a caption, of whose capitalised words only the names count."""
        names = self._paired.union(paired_names(text)) - self._ordinary
        return replace(terms, names=Counter({name: count for name, count in terms.names.items() if name in names}))


def sum_terms(terms: Iterable[Terms]) -> Terms:
    """Return the terms of all texts together."""
    total = Terms(Counter(), Counter(), Counter())
    for part in terms:
        total.entities.update(part.entities)
        total.names.update(part.names)
        total.words.update(part.words)
    return total
