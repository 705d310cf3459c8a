"""How similar a text is to an article, by the names they share.

Source: Joshi & Liu 2009, section 4.4. Small texts are matched with the article's most frequent names; large ones get
the cosine of the two normalised frequency vectors. Where no named entity is found, capitalised words are compared, and
where there are none of those, all words; the evidence says which. Unlike in the paper, terms are weighted by how rare
they are in the language: "Washington" alone says little. `TO_THE_LETTER` does neither.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from cutline.config.settings import SimilaritySettings
from cutline.dom.scripts import DENSE
from cutline.nlp.background import Background
from cutline.nlp.capitals import Pair, find_pairs, join_names
from cutline.nlp.name_forms import drop_accents
from cutline.nlp.names import NameBook
from cutline.nlp.terms import KINDS, TermKind, Terms, sum_terms
from cutline.nlp.words import Words, read_words
from cutline.types import Evidence, EvidenceKind, Measure, Reason, SharedName, Similarity, Verdict

SHOWN_WORDS = 10  # shared words listed as evidence, the rarest first; all names are listed
NOTHING: Mapping[str, int] = MappingProxyType({})
BLOCK_LINK_SHARE = 0.3  # share of characters inside links (0..1) from which a block may be dropped because of its names
KNOWN_MARGINS = 10_000  # differences cached; rounded scores repeat
DECIMALS = 4  # of a score; the decision uses the rounded number, which is the one shown
NO_EVIDENCE = Similarity(score=None, measure=None, cosine=None, match_share=None, evidence=Evidence(kind="none"))

Weigh = Callable[[str], float]


class Rule(NamedTuple):
    """How texts are compared.

    Attributes:
        kinds: of terms, from the strongest to the weakest.
        weigh: returns the weights of terms.
        link_share: share of a block's characters inside links (0..1) from which its names may drop it.
    """

    kinds: Sequence[TermKind]
    weigh: Callable[[Background], Weigh]
    link_share: float


ADAPTED = Rule(KINDS, lambda background: background.rarity, BLOCK_LINK_SHARE)
TO_THE_LETTER = Rule(("entities",), lambda _background: lambda _term: 1.0, 0.0)  # frequencies of named entities alone


class Match(NamedTuple):
    """How much of a text the article shares: kind of terms, deciding measure, both measures, shared terms."""

    kind: TermKind
    measure: Measure
    cosine: float
    share: float
    shared: Mapping[str, int]

    @property
    def score(self) -> float:
        """The measure that decides."""
        return self.cosine if self.measure == "cosine" else self.share


class ArticleTerms:
    """The terms of an article, ready to compare with the captions and blocks of its page."""

    def __init__(
        self,
        blocks: Sequence[Terms],
        book: NameBook,
        background: Background,
        settings: SimilaritySettings,
        forms: Mapping[str, str] = MappingProxyType({}),
        texts: Sequence[Words] = (),
        rule: Rule = ADAPTED,
    ) -> None:
        """Take the terms of an article.

        Args:
            blocks: the terms of its blocks.
            book: the page's book of names.
            background: word frequencies of its language.
            settings: the constants of the comparison.
            forms: maps folded capitalised words to their written forms.
            texts: the words of its blocks.
            rule: how texts are compared.
        """
        self.total = sum_terms(blocks)
        self._book = book
        self._background = background
        self._kinds, self._weigh = rule.kinds, rule.weigh(background)
        self._settings = settings
        self._forms, self._texts = forms, texts
        self._shown: dict[tuple[TermKind, str, int, int], SharedName] = {}  # texts share names
        self._most_frequent = _most_frequent(self.total.entities, settings.top_names)
        self._squares: dict[TermKind, float] = {}

    def compare(self, text: str, terms: Terms) -> Similarity:
        """Return the similarity to the article of a text outside it, such as a caption.

        The strongest kind of term by which the text is similar decides, or the strongest it has: a caption whose names
        are not in the article may still be about the same thing in other words.
        """
        matches = (
            self._match(kind, own, Counter(), self._find_unmarked(kind, own))
            for kind in self._kinds
            if (own := terms.of(kind))
        )
        strongest = next(matches, None)
        if strongest is None:
            return NO_EVIDENCE
        for match in chain((strongest,), matches):
            if match.score >= _find_threshold(match.kind, match.measure, self._settings):
                return self._describe(text, terms, match)
        return self._describe(text, terms, strongest)

    def compare_block(self, text: str, terms: Terms) -> Similarity:
        """Return the similarity of one of the article's blocks to the rest, by its strongest kind of term.

        Unlike captions, blocks get no second chance: common words do not make up for names of another story.
        """
        kind = next((kind for kind in self._kinds if terms.of(kind)), None)
        return (
            NO_EVIDENCE
            if kind is None
            else self._describe(text, terms, self._match(kind, terms.of(kind), terms.of(kind)))
        )

    def weigh_terms(self, terms: Terms, kind: TermKind) -> dict[str, float]:
        """Return the weighted vector of a text, normalised to length 1: the weight of each term."""
        counts, weigh = terms.of(kind), self._weigh
        length = math.sqrt(_sum_squares(counts, weigh))
        return {key: count * weigh(key) / length for key, count in counts.items()} if length else {}

    def _find_unmarked(self, kind: TermKind, own: Counter[str]) -> dict[str, int]:
        """Count the names that the pipeline did not find in the article, but whose words it has capitalised."""
        if kind != "entities" or "names" not in self._kinds:
            return {}
        unknown = (key for key in own if key not in self.total.entities)
        counts = {key: min(self._capitalised[word] for word in key.split()) for key in unknown}
        return {key: count for key, count in counts.items() if count}

    @cached_property
    def _capitalised(self) -> Counter[str]:
        """How often each capitalised word occurs in the article, without accents, as in the keys of names."""
        counts: Counter[str] = Counter()
        for word, count in self.total.names.items():
            counts[drop_accents(word)] += count
        return counts

    def _match(
        self, kind: TermKind, own: Counter[str], left_out: Counter[str], unmarked: Mapping[str, int] = NOTHING
    ) -> Match:
        """Return what `own` shares with the article minus `left_out`, in time that depends on these two alone."""
        total, weigh, limits = self.total.of(kind), self._weigh, self._settings
        small, full = limits.small_mentions, limits.full_names
        if kind == "words":
            small, full = limits.small_words, limits.full_words
        marked = {key: rest for key in own if (rest := total.get(key, 0) - left_out.get(key, 0)) > 0}
        known = marked.keys() & self._most_frequent if kind == "entities" else marked.keys()
        return Match(
            kind=kind,
            measure="match_share" if own.total() < small else "cosine",
            cosine=round(cosine(own, marked, self._length_without(left_out, kind), weigh), DECIMALS),
            share=round(match_share(own, known | unmarked.keys(), weigh, full), DECIMALS),
            shared={**marked, **unmarked},
        )

    def _describe(self, text: str, terms: Terms, match: Match) -> Similarity:
        """Return the similarity of a text with its evidence."""
        shared = self._list_shared(text, terms.of(match.kind), match.shared, match.kind)
        return Similarity(
            score=match.score,
            measure=match.measure,
            cosine=match.cosine,
            match_share=match.share,
            evidence=Evidence(kind=match.kind, shared=shared, used=text),
        )

    def _length_without(self, left_out: Counter[str], kind: TermKind) -> float:
        """Return the length of the article's weighted vector after removing the counts in `left_out`."""
        total, weigh = self.total.of(kind), self._weigh
        if kind not in self._squares:
            self._squares[kind] = _sum_squares(total, weigh)
        # Each term's square minus the square that remains: t² - (t - c)² = c (2t - c).
        less = sum([count * (2 * total[key] - count) * weigh(key) ** 2 for key, count in left_out.items()])
        return math.sqrt(max(0.0, self._squares[kind] - less))

    def _list_shared(
        self, text: str, own: Counter[str], shared: Mapping[str, int], kind: TermKind
    ) -> tuple[SharedName, ...]:
        """Return the shared terms, the most frequent first; for words only the rarest, without pairs of characters."""
        if kind == "names":
            return self._join_names(text, own, shared)
        if kind == "words":
            weigh, can_cut = self._weigh, self._background.cuts_dense
            words = (word for word in shared if can_cut or not DENSE.match(word))
            ranked = sorted(words, key=lambda word: (-weigh(word), word))[:SHOWN_WORDS]
        else:
            ranked = sorted(shared, key=lambda key: (-shared[key], key))
        return tuple([self._show(key, kind, own[key], shared[key]) for key in ranked])

    @cached_property
    def _pairs(self) -> frozenset[Pair]:
        return find_pairs(self._texts)

    def _join_names(self, text: str, own: Counter[str], shared: Mapping[str, int]) -> tuple[SharedName, ...]:
        """Return the shared capitalised words; those that stand together in both texts are one name."""
        names = [
            SharedName(
                name=form.format(*[self._forms.get(word, word) for word in run]),
                label=None,
                here=min(own[word] for word in run),
                in_text=min(shared[word] for word in run),
            )
            for run, form in join_names(read_words(text), shared, self._pairs).items()
        ]
        return tuple(sorted(names, key=lambda name: (-name.in_text, name.name)))

    def _show(self, key: str, kind: TermKind, here: int, in_text: int) -> SharedName:
        """Return a shared term as the article writes it; texts with the same counts share it."""
        shown = self._shown.get((kind, key, here, in_text))
        if shown is None:
            name, label = self._write(key, kind)
            shown = SharedName(name=name, label=label, here=here, in_text=in_text)
            self._shown[kind, key, here, in_text] = shown
        return shown

    def _write(self, key: str, kind: TermKind) -> tuple[str, str | None]:
        """Return a term as the article writes it, and its label; words stay folded."""
        if kind == "words":
            return key, None
        if kind == "entities" and key in self._book:
            name = self._book.name(key)
            return name.text, name.label
        return " ".join([self._forms.get(word, word) for word in key.split()]), None


def _find_threshold(kind: EvidenceKind, measure: Measure | None, settings: SimilaritySettings) -> float:
    """Return the score from which a text compared in this way is similar to the article (0..1)."""
    if kind == "words":
        return settings.word_threshold
    return settings.small_threshold if measure == "match_share" else settings.large_threshold


def match_share(own: Mapping[str, int], known: Collection[str], weigh: Weigh, full: float = 0.0) -> float:
    """Return the weighted share of a small text's mentions that the article has (0..1).

    Args:
        own: counts of the text's terms.
        known: terms of the article.
        weigh: weight of a term.
        full: least total weight to divide by, so that a text with few mentions cannot reach 1.
    """
    total = max(full, sum([count * weigh(key) for key, count in own.items()]))
    return min(1.0, sum([count * weigh(key) for key, count in own.items() if key in known]) / total) if total else 0.0


def cosine(own: Mapping[str, int], article: Mapping[str, int], length: float, weigh: Weigh) -> float:
    """Return the cosine of the angle between two weighted frequency vectors (0..1).

    Args:
        own: counts of the text's terms.
        article: counts of these terms in the article; other terms may be missing.
        length: length of the article's whole weighted vector.
        weigh: weight of a term.
    """
    product = sum([own[key] * count * weigh(key) ** 2 for key, count in article.items() if key in own])
    lengths = math.sqrt(_sum_squares(own, weigh)) * length
    return min(1.0, product / lengths) if lengths else 0.0


def _most_frequent(counts: Counter[str], number: int) -> frozenset[str]:
    """Return the `number` most frequent terms and those as frequent as the last, so that no tie is broken by chance."""
    least = min((count for _, count in counts.most_common(number)), default=0)
    return frozenset(key for key, count in counts.items() if count >= least)


def _sum_squares(counts: Mapping[str, int], weigh: Weigh) -> float:
    return sum([(count * weigh(key)) ** 2 for key, count in counts.items()])


def judge_caption(similarity: Similarity, settings: SimilaritySettings) -> Verdict:
    """Return the verdict on an image with this caption: kept if the caption is similar to the article.

    A caption without evidence says nothing about its image, which is inside the article. The paper does not cover this
    case; the setting `no_evidence` decides.

    Source: Joshi & Liu 2009, sections 4.3 and 4.4.
    """
    if similarity.score is None:
        return Verdict(kept=settings.no_evidence == "keep", reason="no_evidence", similarity=similarity)
    return _judge_score(similarity, similarity.score, "similar", settings)


def judge_block(
    similarity: Similarity, link_share: float, reason: Reason, settings: SimilaritySettings, rule: Rule = ADAPTED
) -> Verdict:
    """Return the verdict on a block of the article subtree: dropped if its names belong to another story.

    Text about other people may still be part of the article; unless compared to the letter, a block is dropped only if
    enough of it is links as well, so that it points to another page. `reason` is the rule that put it in the article.
    """
    if similarity.score is None or similarity.evidence.kind == "words" or link_share < rule.link_share:
        return Verdict(kept=True, reason=reason, similarity=similarity)
    return _judge_score(similarity, similarity.score, reason, settings)


def _judge_score(similarity: Similarity, score: float, reason: Reason, settings: SimilaritySettings) -> Verdict:
    threshold = _find_threshold(similarity.evidence.kind, similarity.measure, settings)
    kept = score >= threshold
    return Verdict(
        kept=kept,
        reason=reason if kept else "dissimilar",
        score=score,
        threshold=threshold,
        margin=find_margin(score, threshold),
        similarity=similarity,
    )


@lru_cache(KNOWN_MARGINS)
def find_margin(score: float, threshold: float) -> float:
    """Return score minus threshold, computed in decimals: in binary floating point 0.3 - 0.1 is not 0.2."""
    return float(Decimal(str(score)) - Decimal(str(threshold)))
