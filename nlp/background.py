"""Word frequencies of a language: which words carry meaning, and which occur in any text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, groupby, repeat
from typing import TypeVar

from cutline.dom.scripts import DENSE
from cutline.nlp.words import DENSE_RUN, WORD, fold_word, pair_characters

COMMONEST = 6.5  # from this Zipf frequency on, a word weighs `LEAST`; "people" and "year" are near it
LEAST = 0.05  # the lowest weight of a word that is not a stopword; a shared word is weak evidence
NEUTRAL = 0.5  # weight of every word in a language without a table
STEM = 6  # leading letters that identify a word; in most languages its forms differ only after them
SYLLABLES = 2  # the same for Hangul, whose characters are syllables
UNSEEN = 1e-6  # frequency (0..1) of a stem that is not in the table; the rarest in it has about 5e-6
UNKNOWN = 3e-5  # the same in a language without a table
KNOWN_WORDS = 20_000  # cached words, with their stems and weights; limits memory
NUMBER_ZIPF = 5.5  # of a number of three or more digits: years and amounts occur in many stories
SHORT_NUMBER = 2  # numbers of up to this many digits count as stopwords
LONGEST_CLITIC = 2  # up to this many letters after an apostrophe are not a word: "don't", "we'll", "they've"
COMMON_CONTRACTION = 4.0  # from this Zipf frequency on, a word with an apostrophe is a stopword; "o'g" may be a name
# Marks that occur in texts but not in the tables: Hebrew and Arabic points, the tatweel, the dot of a folded "İ".
MARKS = re.compile("[\u0307\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f]")
KANA = re.compile("[\u3040-\u30ff]")
HIRAGANA = re.compile("[\u3041-\u309f]")  # the script of Japanese endings and particles
LONGEST = 8  # longest word that is looked up, in characters; longer ones are built from several
UNKNOWN_WORD = 11.0  # cost (-log10) of one unknown character; higher than that of any word in the table
# A word written entirely in katakana is foreign; if it is unknown, it is kept whole.
KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+")
COMMON = 6.0  # from this Zipf frequency on, a single character is a word, such as 说 ("says"), and not part of a name
SCALE = 9.0  # Zipf frequency of a word with a share of 1

Found = TypeVar("Found")


class Remembered(dict[str, Found]):
    """What is known of each word, found when it is first asked for; forgets all once it holds `KNOWN_WORDS`."""

    def __init__(self, find: Callable[[str], Found]) -> None:
        """Take the function that finds it."""
        super().__init__()
        self._find = find

    def __missing__(self, word: str) -> Found:
        """Find and keep what is known of a word."""
        if len(self) >= KNOWN_WORDS:
            self.clear()
        found = self[word] = self._find(word)
        return found


@dataclass(frozen=True, eq=False)
class Background:
    """Word frequencies of one language.

    Attributes:
        zipfs: the Zipf frequency of the most frequent words, folded: log10 of occurrences in 10^9 words, about 3 to 8.
            Empty for a language without a table.
        stopwords: words that carry no meaning by themselves, folded.
        respell: maps characters to the spelling of the table: traditional to simplified Chinese, Cyrillic Serbian to
            Latin.
        language: primary subtag; empty if unknown.
        cuts_dense: whether the table holds words of a script without spaces, so that such text can be segmented.
        calendar: folded words for days, months, spans of time and units, which are never a name.
    """

    zipfs: Mapping[str, float]
    stopwords: frozenset[str]
    respell: Mapping[int, str] = field(default_factory=dict)
    cuts_dense: bool = False
    language: str = ""
    calendar: frozenset[str] = frozenset()
    _floor: float = field(init=False)

    def __post_init__(self) -> None:
        """Find the lowest frequency in the table."""
        object.__setattr__(self, "_floor", min(self.zipfs.values(), default=0.0))

    def zipf(self, word: str) -> float:
        """Return the Zipf frequency of a folded word; a word that is not in the table gets that of its rarest word."""
        found = self.zipfs.get(word)
        if found is None and not word.isascii():
            found = self.zipfs.get(MARKS.sub("", word.translate(self.respell)))
        if found is None and word.isdigit():
            return max(NUMBER_ZIPF, self._floor)
        return self._floor if found is None else found

    def is_stopword(self, word: str) -> bool:
        """Whether a folded word carries no meaning by itself: a stopword, a contraction, a letter or a short number."""
        if word in self.stopwords or (not word.isascii() and word.translate(self.respell) in self.stopwords):
            return True
        if len(word) == 1:
            return not DENSE.match(word) or KANA.match(word) is not None
        return (word.isdigit() and len(word) <= SHORT_NUMBER) or ("'" in word and self._is_contraction(word))

    @cached_property
    def rarity(self) -> Callable[[str], float]:
        """Return the weight of a folded word (0..1): 0 for a stopword, 1 for the rarest words and unknown ones.

        In between it rises linearly as the Zipf frequency falls, and is at least `LEAST`. In a language without a table
        every word that is not a stopword weighs 0.5. Several words, as in a name, weigh as much as the rarest of them.
        """
        return Remembered(self._weigh).__getitem__

    def drop_stopwords(self, written: Sequence[str]) -> Iterator[str]:
        """Yield the folded words of runs of letters, stopwords left out; see `fold_words`."""
        return chain.from_iterable(map(self._meanings.__getitem__, written))

    def stem_words(self, written: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the stems of the words in each run of letters, stopwords left out."""
        return list(map(self._stems.__getitem__, written))

    @cached_property
    def _meanings(self) -> Mapping[str, tuple[str, ...]]:
        return Remembered(lambda word: tuple([one for one in self.fold_words((word,)) if not self.is_stopword(one)]))

    @cached_property
    def _stems(self) -> Mapping[str, tuple[str, ...]]:
        return Remembered(lambda word: tuple(map(cut_stem, self._meanings[word])))

    def stem_frequency(self, stem: str) -> float:
        """Return the share of all words of the language that have this stem (0..1)."""
        return self._stem_frequencies.get(stem, UNSEEN if self.zipfs else UNKNOWN)

    def stem_frequencies(self, stems: Iterable[str]) -> list[float]:
        """Return the frequency of each stem; see `stem_frequency`."""
        find, other = self._stem_frequencies.get, UNSEEN if self.zipfs else UNKNOWN
        return list(map(find, stems, repeat(other)))

    @cached_property
    def _stem_frequencies(self) -> Mapping[str, float]:
        shares: defaultdict[str, float] = defaultdict(float)
        for word, zipf in self.zipfs.items():
            shares[cut_stem(word)] += 10 ** (zipf - 9)
        return {stem: max(UNSEEN, share) for stem, share in shares.items()}

    def cut(self, text: str) -> list[str]:
        """Return the words of a text, folded.

        Text without spaces is split into the most likely words if the table allows it, else into overlapping pairs of
        characters. Articles joined to a word by an apostrophe are dropped: "l'union" gives "union".
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
        """Fold a word of a script with spaces, and drop an article before an apostrophe."""
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

    def _weigh(self, term: str) -> float:
        words = term.split()
        if len(words) != 1:
            return max(map(self.rarity, words), default=0.0)
        (word,) = words
        if self.is_stopword(word):
            return 0.0
        if not self.zipfs:
            return NEUTRAL
        return max(LEAST, min(1.0, (COMMONEST - self.zipf(word)) / (COMMONEST - self._floor)))


def cut_stem(word: str) -> str:
    """Return the leading letters of a folded word that its forms have in common."""
    return word[: SYLLABLES if "\uac00" <= word < "\ud7a4" else STEM]


def cut_run(run: str, spelled: str, zipfs: Mapping[str, float], stopwords: Collection[str]) -> list[str]:
    """Return the words of a run of characters, by the most likely split under a unigram model.

    Adjacent single characters that are left over form one word, since most of them are names: 小池百合子.

    Args:
        run: characters of a script without spaces.
        spelled: the same in the spelling of the table, one character for each.
        zipfs: the Zipf frequencies of words.
        stopwords: single characters among these are never joined, nor are very frequent ones.

    Source: the unigram model; Viterbi, IEEE Transactions on Information Theory 13, 1967.
    """
    words = _split(run, _find_starts(spelled, zipfs))
    return list(_join_left_over(words, zipfs, stopwords))


def _find_starts(text: str, zipfs: Mapping[str, float]) -> list[int]:
    """Return for each end position (0..len) the start of the last word in the most likely split up to there."""
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
        return len(word) == 1 and word not in stopwords and not HIRAGANA.match(word) and zipfs.get(word, 0.0) < COMMON

    for are_left_over, group in groupby(words, is_left_over):
        if are_left_over:
            yield "".join(group)
        else:
            yield from group
