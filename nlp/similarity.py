"""How similar a text is to an article, by the names they share.

Source: Joshi & Liu 2009, section 4.4. Small texts are matched with the article's most frequent names; for large ones
the cosine of the two normalised frequency vectors is taken. Where no named entity is found, capitalised words are
compared, and where there are none of those, all words, weighted by inverse document frequency; the evidence says which.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from cutline.config.settings import SimilaritySettings
from cutline.nlp.names import NameBook
from cutline.nlp.terms import KINDS, TermKind, Terms, sum_terms
from cutline.types import Evidence, EvidenceKind, Measure, SharedName, Similarity

SHOWN_WORDS = 10  # shared words listed as evidence, the rarest first; names are all listed
DECIMALS = 4  # of a score; the decision is made from the rounded number, which is the one shown
NO_EVIDENCE = Similarity(score=None, measure=None, evidence=Evidence(kind="none"))

Weigh = Callable[[str], float]


class Match(NamedTuple):
    """How much of a text the article has too: by terms of which kind, the score, its measure, and the terms shared."""

    kind: TermKind
    score: float
    measure: Measure
    shared: Mapping[str, int]


class ArticleTerms:
    """The terms of an article, ready to be compared with the captions and blocks of its page."""

    def __init__(self, blocks: Sequence[Terms], book: NameBook, settings: SimilaritySettings) -> None:
        """Take the terms of the article's blocks, the page's book of names, and the constants of the comparison."""
        self.total = sum_terms(blocks)
        self._book = book
        self._settings = settings
        self._blocks = len(blocks)
        self._frequency = Counter(chain.from_iterable(block.words for block in blocks))
        self._most_frequent = _most_frequent(self.total.entities, settings.top_names)
        self._squares: dict[TermKind, float] = {}

    def compare(self, text: str, terms: Terms) -> Similarity:
        """Return the similarity to the article of a text that is not part of it, such as a caption.

        It is compared by the strongest kind of term by which it is similar: a caption whose names are not in the
        article may still tell of the same thing in other words.
        """
        matches = (self._match(kind, own, Counter()) for kind in KINDS if (own := terms.of(kind)))
        strongest = next(matches, None)
        if strongest is None:
            return NO_EVIDENCE
        similar = next((match for match in chain((strongest,), matches) if self._is_similar(match)), strongest)
        return self._tell(text, terms, similar)

    def compare_block(self, text: str, terms: Terms) -> Similarity:
        """Return the similarity of one of the article's blocks to the rest, by its strongest kind of term.

        Words that any story of the day has do not make up for names that are all those of another story.
        """
        kind = next((kind for kind in KINDS if terms.of(kind)), None)
        return (
            NO_EVIDENCE if kind is None else self._tell(text, terms, self._match(kind, terms.of(kind), terms.of(kind)))
        )

    def weigh_terms(self, terms: Terms, kind: TermKind) -> dict[str, float]:
        """Return the vector of a text in the article's weights: its part in each term, with the length 1."""
        counts, weigh = terms.of(kind), self._weigh(kind)
        length = math.sqrt(_sum_squares(counts, weigh))
        return {key: count * weigh(key) / length for key, count in counts.items()} if length else {}

    def _match(self, kind: TermKind, own: Counter[str], left_out: Counter[str]) -> Match:
        """Return what `own` shares with the article without `left_out`, in time that depends on these two alone."""
        total, weigh = self.total.of(kind), self._weigh(kind)
        shared = {key: rest for key in own if (rest := total[key] - left_out[key]) > 0}
        if own.total() < self._small(kind):
            measure: Measure = "match_share"
            known = shared.keys() & self._most_frequent if kind == "entities" else shared.keys()
            score = match_share(own, known, weigh)
        else:
            measure = "cosine"
            score = cosine(own, shared, self._length_without(left_out, kind), weigh)
        return Match(kind, round(score, DECIMALS), measure, shared)

    def _tell(self, text: str, terms: Terms, match: Match) -> Similarity:
        """Return the similarity of a text with its evidence, which takes longer to tell than to find."""
        shared = self._list_shared(terms.of(match.kind), match.shared, match.kind)
        return Similarity(
            score=match.score, measure=match.measure, evidence=Evidence(kind=match.kind, shared=shared, used=text)
        )

    def _length_without(self, left_out: Counter[str], kind: TermKind) -> float:
        """Return the length of the article's weighted vector, a part of the article left out."""
        total, weigh = self.total.of(kind), self._weigh(kind)
        before = _sum_squares({key: total[key] for key in left_out}, weigh)
        after = _sum_squares({key: total[key] - count for key, count in left_out.items()}, weigh)
        if kind not in self._squares:
            self._squares[kind] = _sum_squares(total, weigh)
        return math.sqrt(max(0.0, self._squares[kind] - before + after))

    def _is_similar(self, match: Match) -> bool:
        return match.score >= _find_threshold(match.kind, match.measure, self._settings)

    def _small(self, kind: TermKind) -> int:
        return self._settings.small_words if kind == "words" else self._settings.small_mentions

    def _rarity(self, word: str) -> float:
        """Return the inverse document frequency of a word, the article's blocks being the documents."""
        return math.log((2 + self._blocks) / (1 + self._frequency[word]))

    def _weigh(self, kind: TermKind) -> Weigh:
        return self._rarity if kind == "words" else _same_weight

    def _list_shared(self, own: Counter[str], shared: Mapping[str, int], kind: TermKind) -> tuple[SharedName, ...]:
        """Return the shared terms, the most frequent first; of words only the rarest."""
        if kind == "words":
            ranked = sorted(shared, key=lambda word: (-self._rarity(word), word))[:SHOWN_WORDS]
        else:
            ranked = sorted(shared, key=lambda key: (-shared[key], key))
        names = [self._book.name(key) if kind == "entities" else None for key in ranked]
        return tuple(
            SharedName(
                name=name.text if name else key,
                label=name.label if name else None,
                here=own[key],
                in_text=shared[key],
            )
            for key, name in zip(ranked, names, strict=True)
        )


def threshold_of(similarity: Similarity, settings: SimilaritySettings) -> float:
    """Return the score from which a text compared in that way is similar to the article (0..1)."""
    return _find_threshold(similarity.evidence.kind, similarity.measure, settings)


def _find_threshold(kind: EvidenceKind, measure: Measure | None, settings: SimilaritySettings) -> float:
    if kind == "words":
        return settings.word_threshold
    return settings.small_threshold if measure == "match_share" else settings.large_threshold


def match_share(own: Mapping[str, int], known: Collection[str], weigh: Weigh) -> float:
    """Return the weighted share of a small text's mentions that the article knows (0..1)."""
    weights = {key: count * weigh(key) for key, count in own.items()}
    total = sum(weights.values())
    return min(1.0, sum(weight for key, weight in weights.items() if key in known) / total) if total else 0.0


def cosine(own: Mapping[str, int], article: Mapping[str, int], length: float, weigh: Weigh) -> float:
    """Return the cosine of the angle between two weighted frequency vectors (0..1); normalising them changes nothing.

    Args:
        own: the counts of a text's terms.
        article: how often the article has these terms; others may be left out.
        length: of the article's whole weighted vector.
        weigh: the weight of a term.
    """
    product = sum(own[key] * count * weigh(key) ** 2 for key, count in article.items() if key in own)
    lengths = math.sqrt(_sum_squares(own, weigh)) * length
    return min(1.0, product / lengths) if lengths else 0.0


def _most_frequent(counts: Counter[str], number: int) -> frozenset[str]:
    """Return that many most frequent terms, and those as frequent as the last: nothing but chance would choose."""
    least = min((count for _, count in counts.most_common(number)), default=0)
    return frozenset(key for key, count in counts.items() if count >= least)


def _sum_squares(counts: Mapping[str, int], weigh: Weigh) -> float:
    return sum((count * weigh(key)) ** 2 for key, count in counts.items())


def _same_weight(term: str) -> float:
    return 1.0
