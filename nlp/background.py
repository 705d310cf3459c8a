"""How common words are in a language: which say something, and which stand in any text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from cutline.dom.scripts import DENSE
from cutline.nlp.words import DENSE_RUN, WORD, fold_word, pair_characters

COMMONEST = 6.5  # Zipf frequency from which a word that is no stopword weighs least: "people" and "year" are near it
LEAST = 0.05  # that weight; a shared word is evidence, if weak
NEUTRAL = 0.5  # of any word in a language without a table: nobody knows how common it is
STEM = 6  # letters by which two forms of a word are the same; in most languages endings differ behind them
SYLLABLES = 2  # the same in Hangul, whose characters are syllables
HANGUL = re.compile("[\uac00-\ud7a3]")
UNSEEN = 1e-6  # share of all words that one has which is not in the table; the rarest there has about 5e-6
UNKNOWN = 3e-5  # the same in a language without a table
KNOWN_WORDS = 50_000  # words whose stems and weights are remembered, which bounds the memory
NUMBER_ZIPF = 5.5  # of a number of three digits or more: years and sums stand in many stories
SHORT_NUMBER = 2  # digits of a number that is taken for a stopword
LONGEST_CLITIC = 2  # letters behind an apostrophe that make no word: "don't", "we'll", "they've"
COMMON_CONTRACTION = 4.0  # Zipf frequency from which a word with one is a stopword; "o'g" may be a name
# Marks that texts may have and the tables have not: points of Hebrew and Arabic, the tatweel, the dot of a folded "İ".
MARKS = re.compile("[\u0307\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f]")
KANA = re.compile("[\u3040-\u30ff]")
LONGEST = 8  # characters of a word that is looked up; longer ones are put together of these
UNKNOWN_WORD = 11.0  # cost of one character that is no word, in powers of ten; more than any word of the table costs
# A word written in katakana from end to end is a foreign one; where it is unknown it is better left whole than cut.
KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+")
COMMON = 6.0  # Zipf frequency from which one character is a word by itself, as 说 ("says"), and no part of a name
SCALE = 9.0  # the Zipf frequency of a word that is all of a text


@dataclass(frozen=True, eq=False)
class Background:
    """How common words are in one language.

    Attributes:
        zipfs: the Zipf frequency of the most frequent words, folded: log10 of occurrences in 10^9 words, about 3 to 8.
            Empty for a language without a table.
        stopwords: words that say nothing of what a text is about, folded.
        respell: what characters the table writes otherwise, as of traditional Chinese or of Serbian in Cyrillic.
        language: its primary subtag, empty where it is not known.
        cuts_dense: whether the table holds words of a script without spaces, by which such text can be cut.
    """

    zipfs: Mapping[str, float]
    stopwords: frozenset[str]
    respell: Mapping[int, str] = field(default_factory=dict)
    cuts_dense: bool = False
    language: str = ""
    _floor: float = field(init=False)
    _rarities: dict[str, float] = field(init=False, default_factory=dict)
    _stems: dict[str, tuple[str, ...]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Find the floor of the table."""
        object.__setattr__(self, "_floor", min(self.zipfs.values(), default=0.0))

    def zipf(self, word: str) -> float:
        """Return the Zipf frequency of a folded word; of one that is not in the table that of the rarest there."""
        found = self.zipfs.get(word)
        if found is None and not word.isascii():
            found = self.zipfs.get(MARKS.sub("", word.translate(self.respell)))
        if found is None and word.isdigit():
            return max(NUMBER_ZIPF, self._floor)
        return self._floor if found is None else found

    def is_stopword(self, word: str) -> bool:
        """Whether a folded word says nothing by itself: a stopword, a contraction, a letter or a short number."""
        if word in self.stopwords or (not word.isascii() and word.translate(self.respell) in self.stopwords):
            return True
        if len(word) == 1:
            return not DENSE.match(word) or KANA.match(word) is not None
        return (word.isdigit() and len(word) <= SHORT_NUMBER) or ("'" in word and self._is_contraction(word))

    def rarity(self, word: str) -> float:
        """Return the weight of a folded word: 0 for a stopword, 1 for words no more frequent than the table's rarest.

        Between them it rises evenly as the Zipf frequency falls. In a language without a table every word weighs the
        same, half.
        """
        known = self._rarities.get(word)
        if known is None:
            if len(self._rarities) >= KNOWN_WORDS:
                self._rarities.clear()
            known = self._rarities[word] = self._weigh(word)
        return known

    def stem_words(self, written: Sequence[str]) -> list[tuple[str, ...]]:
        """Return for each run of letters the stems of the words that it is; stopwords have none."""
        if len(self._stems) >= KNOWN_WORDS:
            self._stems.clear()
        known = self._stems
        for word in set(written).difference(known):
            folded = (one for one in self.fold_words((word,)) if not self.is_stopword(one))
            known[word] = tuple(map(cut_stem, folded))
        return [known[word] for word in written]

    def stem_frequency(self, stem: str) -> float:
        """Return the share of all words of the language that have that stem (0..1)."""
        return self._stem_frequencies.get(stem, UNSEEN if self.zipfs else UNKNOWN)

    def stem_frequencies(self, stems: Iterable[str]) -> list[float]:
        """Return the same of several stems."""
        find, other = self._stem_frequencies.get, UNSEEN if self.zipfs else UNKNOWN
        return [find(stem, other) for stem in stems]

    @cached_property
    def _stem_frequencies(self) -> Mapping[str, float]:
        shares: defaultdict[str, float] = defaultdict(float)
        for word, zipf in self.zipfs.items():
            shares[cut_stem(word)] += 10 ** (zipf - 9)
        return {stem: max(UNSEEN, share) for stem, share in shares.items()}

    def cut(self, text: str) -> list[str]:
        """Return the words of a text, folded.

        What is written without spaces is cut by the likeliest split where the table can, else into overlapping pairs of
        characters. Articles that are written to their word with an apostrophe are left out: "l'union" is "union".
        """
        return self.fold_words(WORD.findall(text))

    def fold_words(self, written: Sequence[str]) -> list[str]:
        """Return the folded words of runs of letters, such as `Words.written`; see `cut`."""
        text = " ".join(written)
        if not text.isascii() and DENSE.search(text):
            return [folded for word in written for folded in self._cut_word(word)]
        return list(map(fold_word if "'" not in text and "’" not in text else self._fold_spaced, written))

    def _cut_word(self, word: str) -> list[str]:
        folded: list[str] = []
        for run in filter(None, DENSE_RUN.split(word)):
            if not DENSE.match(run):
                folded.append(self._fold_spaced(run))
            elif self.cuts_dense:
                folded.extend(cut_run(run, run.translate(self.respell), self.zipfs, self.stopwords))
            else:
                folded.extend(pair_characters(run))
        return folded

    def _fold_spaced(self, word: str) -> str:
        """Return a word of a script with spaces, folded and without an article before an apostrophe."""
        folded = fold_word(word)
        if "'" not in folded:
            return folded
        article, _, rest = folded.partition("'")
        is_article = f"{article}'" in self.stopwords and len(rest) > LONGEST_CLITIC
        return rest if is_article else folded

    def _is_contraction(self, word: str) -> bool:
        first, _, last = word.rpartition("'")
        is_article = f"{first}'" in self.stopwords
        if len(last) > LONGEST_CLITIC:
            return is_article and last in self.stopwords
        return is_article or first in self.stopwords or self.zipfs.get(word, 0.0) >= COMMON_CONTRACTION

    def _weigh(self, word: str) -> float:
        if self.is_stopword(word):
            return 0.0
        if not self.zipfs:
            return NEUTRAL
        return max(LEAST, min(1.0, (COMMONEST - self.zipf(word)) / (COMMONEST - self._floor)))


def cut_stem(word: str) -> str:
    """Return the letters of a folded word that its forms have in common."""
    return word[: SYLLABLES if HANGUL.match(word) else STEM]


def cut_run(run: str, spelled: str, zipfs: Mapping[str, float], stopwords: Collection[str]) -> list[str]:
    """Return the words of a run of characters, by the likeliest split if each word stands there by itself.

    Characters beside each other that are left over are one word, since most of those are names: 小池百合子.

    Args:
        run: of a script without spaces.
        spelled: the same in the characters of the table, one for each.
        zipfs: the Zipf frequencies of words.
        stopwords: single characters among these are never joined, nor are very frequent ones.

    Source: the unigram model; Viterbi, IEEE Transactions on Information Theory 13, 1967.
    """
    words = _split(run, _find_starts(spelled, zipfs))
    return list(_join_left_over(words, zipfs, stopwords))


def _find_starts(text: str, zipfs: Mapping[str, float]) -> list[int]:
    """Return for each place behind a character where the last word of the likeliest split up to there begins."""
    foreign = {match.end(): match.start() for match in KATAKANA.finditer(text)}
    costs, starts = [0.0], [0]
    for end in range(1, len(text) + 1):
        best, begin = costs[-1] + UNKNOWN_WORD, end - 1
        for start in range(max(0, end - LONGEST), end):
            zipf = zipfs.get(text[start:end])
            if zipf is not None and costs[start] + SCALE - zipf < best:
                best, begin = costs[start] + SCALE - zipf, start
        if end in foreign and costs[foreign[end]] + UNKNOWN_WORD < best:
            best, begin = costs[foreign[end]] + UNKNOWN_WORD, foreign[end]
        costs.append(best)
        starts.append(begin)
    return starts


def _split(run: str, starts: list[int]) -> list[str]:
    words: list[str] = []
    end = len(run)
    while end:
        words.append(run[starts[end] : end])
        end = starts[end]
    return words[::-1]


def _join_left_over(words: list[str], zipfs: Mapping[str, float], stopwords: Collection[str]) -> Iterator[str]:
    def is_left_over(word: str) -> bool:
        return len(word) == 1 and word not in stopwords and not _is_hiragana(word) and zipfs.get(word, 0.0) < COMMON

    for are_left_over, group in groupby(words, is_left_over):
        if are_left_over:
            yield "".join(group)
        else:
            yield from group


def _is_hiragana(character: str) -> bool:
    """Whether it is of the script in which Japanese writes its endings and particles."""
    return "\u3041" <= character <= "\u309f"
