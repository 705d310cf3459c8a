"""How likely a text is about the article's story: evidence from the words and names they share.

A text repeats some rare words of its own story, and words of any other story only by chance. Each word that carries
meaning is evidence: the log-likelihood ratio of its presence in (or absence from) the article if both are about one
story, against if they are not. The chance of a coincidence follows from how common the word is in the language and how
long the article is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Final

import numpy as np

from cutline.dom.features.arrays import Bools, Floats, Numbers, Rows
from cutline.dom.features.marks import PAID_MARKS
from cutline.nlp.background import Background
from cutline.nlp.words import Words, fold_word

RUNNING_WORDS = 1.5  # running words for each word that carries meaning, about
RETURN_OF_WORD, RETURN_OF_NAME = 0.25, 0.35  # probability that a word or name recurs in its story
LEAST_CHANCE, MOST_CHANCE = 1e-4, 0.9  # bounds of the probability that a word is in an article by chance
LEAST_WORDS = 50  # an article counts as at least this long; a shorter one leaves out much of its story
BESIDE = 2  # neighbouring blocks on each side; they may belong to another story, too
LEAD = 3  # first blocks, which say what a story is about as its title does
SMALL_WORD = 3  # lower-case words of up to this many letters are not shown
DECIMALS = 4  # of a score; decisions use the rounded number, which is the one shown
PARTS = ("whole", "apart", "beside", "lead")  # compared with: all, all but the neighbours, the neighbours, the start
RELEVANCE_COLUMNS: Final = (
    *(f"{part}{suffix}" for part in PARTS for suffix in ("", "_mean", "_names")),
    *("words", "name_share", "story_words", "is_paid"),
)

LONGEST = 40  # a paid-content mark is within this many characters of the start of a text

_MARK = "|".join(map(re.escape, PAID_MARKS))
# A mark and nothing else, such as "Advertisement"; one that is set off from the rest, as in "Sponsored: ...".
ALONE = re.compile(rf"\W*(?:{_MARK})\W*", re.IGNORECASE)
AHEAD = re.compile(rf"(?:[\[(【]\s*(?:{_MARK})\s*[\])】]|\W*(?:{_MARK})\s*[:|：–—])", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Stems:
    """The words of a text that carry meaning.

    Attributes:
        written: maps each stem to the first word that has it; where a run of characters was split, to the stem itself.
        names: stems of capitalised words inside a sentence.
        size: number of words, repeated ones included.
        is_paid: whether the text declares itself paid content.
        is_paid_mark: whether it says nothing else, so that the mark is about the next text.
    """

    written: Mapping[str, str]
    names: frozenset[str]
    size: int
    is_paid: bool
    is_paid_mark: bool


def read_stems(words: Words, background: Background) -> Stems:
    """Return the words of a text that carry meaning, by their stems."""
    written: dict[str, str] = {}
    size = 0
    stems = background.stem_words(words.written)
    for word, found in zip(words.written, stems, strict=True):
        for stem in found:
            written.setdefault(stem, word if len(found) == 1 else stem)  # several stems come from one run of characters
        size += len(found)
    names = chain.from_iterable(stems[place] for place, _, at_start in words.capitalised if not at_start)
    is_paid = AHEAD.match(words.text, 0, LONGEST) is not None
    is_paid_mark = len(words.text) <= LONGEST and ALONE.fullmatch(words.text) is not None
    return Stems(written, frozenset(names), size, is_paid, is_paid_mark)


def join_stems(texts: Iterable[Stems]) -> Stems:
    """Return the words of several texts as those of one."""
    texts = tuple(texts)
    written: dict[str, str] = {}
    for stem, word in chain.from_iterable(text.written.items() for text in texts):
        written.setdefault(stem, word)
    return Stems(
        written=written,
        names=frozenset(chain.from_iterable(text.names for text in texts)),
        size=sum(text.size for text in texts),
        is_paid=any(text.is_paid for text in texts),
        is_paid_mark=all(text.is_paid_mark for text in texts),
    )


@dataclass(frozen=True, slots=True, eq=False)
class BlockRanges:
    """For each of n texts, the blocks of the article from `first` up to but not including `end`; shape (n,) each."""

    first: Numbers
    end: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class TextWords:
    """The words of n texts to compare with an article, each different word of a text once; arrays of shape (words,).

    Attributes:
        owners: index of the text that contains the word.
        stems: number of the stem in the article; -1 if the article does not have it.
        frequencies: share of all words of the language (0..1).
        is_name: whether the word is written as a name.
        is_declared: whether the title or the summary has it.
    """

    owners: Numbers
    stems: Numbers
    frequencies: Floats
    is_name: Bools
    is_declared: Bools


@dataclass(frozen=True, slots=True, eq=False)
class OwnWords:
    """The words of the blocks that are no part of the rest for a text: itself, or itself and those judged with it.

    Attributes:
        blocks_with: number of these blocks that have each stem.
        size: number of words, repeated ones included.
    """

    blocks_with: Mapping[str, int]
    size: int

    @classmethod
    def of(cls, blocks: Sequence[Stems]) -> OwnWords:
        """Count the words of blocks."""
        return cls(Counter(chain.from_iterable(block.written for block in blocks)), sum(block.size for block in blocks))


NO_WORDS = OwnWords({}, 0)  # of a text that is no block of the article


def _is_telling(word: str) -> bool:
    """Return whether a word says anything to a reader: lower-case words of up to three letters do not."""
    return len(word) > SMALL_WORD or not word.islower()


class Story:
    """The words of one article, to compare its blocks and the captions of its page with."""

    def __init__(self, declared: Iterable[Stems], blocks: Sequence[Stems], background: Background) -> None:
        """Take the texts that declare the subject (title, summary), the article's blocks, and word frequencies."""
        declared = list(declared)
        self._background = background
        self._blocks = blocks
        stems = dict.fromkeys(chain.from_iterable(text.written for text in (*declared, *blocks)))
        self._numbers = {stem: number for number, stem in enumerate(stems)}
        self._declared = frozenset(chain.from_iterable(text.written for text in declared))
        self._declared_size = sum(text.size for text in declared)
        self._sizes = np.cumsum([0, *(text.size for text in blocks)])
        stems_found, blocks_found = self._number_stems(blocks), _list_owners(blocks)
        # Of stems in blocks: stem number * blocks + block, ascending.
        self._places = np.sort(stems_found * len(blocks) + blocks_found)
        # Number of blocks with each stem; the last entry is for stems that the article does not have.
        self._with_stem = np.bincount(stems_found, minlength=len(stems) + 1)
        self._blocks_with: list[int] = self._with_stem.tolist()
        self._leads_with_stem = np.bincount(stems_found[blocks_found < LEAD], minlength=len(stems) + 1)

    @property
    def size(self) -> int:
        """Number of words that carry meaning in the article and in the texts that declare its subject."""
        return self._declared_size + int(self._sizes[-1])

    def measure_blocks(self) -> Rows:
        """Return `RELEVANCE_COLUMNS` of each block against the rest of the article, shape (blocks, columns)."""
        at = np.arange(len(self._blocks))
        return self._measure(self._blocks, self._span(at, at + 1), self._span(at - BESIDE, at + BESIDE + 1))

    def measure_runs(self, runs: Sequence[range]) -> Rows:
        """Return `RELEVANCE_COLUMNS` of runs of blocks, each taken as one text, against the rest of the article."""
        texts = [join_stems(self._blocks[run.start : run.stop]) for run in runs]
        first, end = np.array([(run.start, run.stop) for run in runs], np.intp).reshape(-1, 2).T
        return self._measure(texts, self._span(first, end), self._span(first - BESIDE, end + BESIDE))

    def measure_captions(self, captions: Sequence[Stems], places: Sequence[int]) -> Rows:
        """Return `RELEVANCE_COLUMNS` of texts outside the article, shape (captions, columns).

        Args:
            captions: the texts.
            places: number of blocks before each.
        """
        at = np.array(places, np.intp)
        return self._measure(captions, self._span(at, at), self._span(at - BESIDE, at + BESIDE))

    def compare_words(self, text: Stems, own: OwnWords = NO_WORDS) -> tuple[list[str], list[str]]:
        """Return a text's words that also occur in the rest of the article, and those that do not, rarest first.

        Lower-case words of up to three letters, days, months and units are left out, since they say nothing
        to a reader; the last three are shared words if there are no others.

        Args:
            text: a block of the article, or another text.
            own: the words of the blocks that are no part of the rest.
        """
        stems, words = list(text.written), list(text.written.values())
        frequencies = self._background.stem_frequencies(stems)
        found: dict[str, None] = {}
        missing: dict[str, None] = {}
        for place in sorted(range(len(stems)), key=frequencies.__getitem__):
            if _is_telling(words[place]):
                (found if self._has(stems[place], own) else missing).setdefault(words[place])
        calendar = self._background.calendar
        shown = [word for word in found if fold_word(word) not in calendar]
        lacking = [word for word in missing if word not in found and fold_word(word) not in calendar]
        return shown or list(found), lacking

    def shares_words(self, text: Stems, own: OwnWords = NO_WORDS) -> bool:
        """Return whether `compare_words` finds any word in the rest of the article."""
        return any(self._has(stem, own) for stem, word in text.written.items() if _is_telling(word))

    def _has(self, stem: str, own: OwnWords) -> bool:
        """Return whether the rest of the article, or what declares its subject, has a stem."""
        in_rest = self._blocks_with[self._numbers.get(stem, -1)] > own.blocks_with.get(stem, 0)
        return in_rest or stem in self._declared

    def _span(self, first: Numbers, end: Numbers) -> BlockRanges:
        last = len(self._blocks)
        return BlockRanges(np.clip(first, 0, last), np.clip(end, 0, last))

    def _number_stems(self, texts: Iterable[Stems]) -> Numbers:
        """Return the number of each stem of the texts, one text after the other; -1 for those the article lacks."""
        stems = chain.from_iterable(text.written for text in texts)
        return np.fromiter(map(self._numbers.get, stems, repeat(-1)), np.intp)

    def _collect_words(self, texts: Sequence[Stems]) -> TextWords:
        stems = list(chain.from_iterable(text.written for text in texts))
        is_name = chain.from_iterable(map(text.names.__contains__, text.written) for text in texts)
        return TextWords(
            owners=_list_owners(texts),
            stems=self._number_stems(texts),
            frequencies=np.array(self._background.stem_frequencies(stems), np.float64),
            is_name=np.fromiter(is_name, bool, len(stems)),
            is_declared=np.fromiter(map(self._declared.__contains__, stems), bool, len(stems)),
        )

    def _measure(self, texts: Sequence[Stems], own: BlockRanges, beside: BlockRanges) -> Rows:
        """Return `RELEVANCE_COLUMNS` of texts.

        Args:
            texts: blocks of the article, or other texts.
            own: for each text, the blocks that it is itself, or none.
            beside: for each text, the neighbouring blocks and its own.
        """
        if not texts:
            return np.zeros((0, len(RELEVANCE_COLUMNS)), np.float32)
        entries = self._collect_words(texts)
        whole, lead = self._with_stem[entries.stems], self._leads_with_stem[entries.stems]
        own_lead = BlockRanges(np.minimum(own.first, LEAD), np.minimum(own.end, LEAD))
        itself, near, in_lead = (self._count(entries, span) for span in (own, beside, own_lead))
        size, lead_size = self._sizes[[-1, min(LEAD, len(self._blocks))]] + self._declared_size
        own_size, near_size = self._size(own), self._size(beside)
        parts = [
            _weigh(entries, (whole > itself) | entries.is_declared, size - own_size),
            _weigh(entries, (whole > near) | entries.is_declared, size - near_size),
            _weigh(entries, near > itself, near_size - own_size),
            _weigh(entries, (lead > in_lead) | entries.is_declared, lead_size - self._size(own_lead)),
        ]
        words = np.array([len(text.written) for text in texts])
        names = np.array([len(text.names) for text in texts])
        story = np.full(len(texts), np.log1p(self._sizes[-1]))
        marked = np.array([text.is_paid_mark for text in self._blocks] + [False])
        is_paid = [text.is_paid for text in texts] | marked[own.first - 1]
        shares = names / np.maximum(1, words)
        return np.column_stack([*parts, np.log1p(words), shares, story, is_paid]).astype(np.float32)

    def _count(self, entries: TextWords, span: BlockRanges) -> Numbers:
        """Return the number of blocks within each text's span that have each word."""
        start = entries.stems * len(self._blocks)
        first, end = span.first[entries.owners], span.end[entries.owners]
        counts: Numbers = np.searchsorted(self._places, start + end) - np.searchsorted(self._places, start + first)
        return counts

    def _size(self, span: BlockRanges) -> Numbers:
        sizes: Numbers = self._sizes[span.end] - self._sizes[span.first]
        return sizes


def _list_owners(texts: Sequence[Stems]) -> Numbers:
    """Return for each stem of the texts, one text after the other, the index of its text."""
    return np.repeat(np.arange(len(texts)), [len(text.written) for text in texts])


def _weigh(entries: TextWords, has: Bools, size: Numbers) -> Floats:
    """Return three columns of evidence for each text: the sum over its words, the mean, and the sum over its names.

    `has` says which words the part of the article has, `size` how many words that part has.
    """
    evidence = weigh_words(has, entries.frequencies, entries.is_name, size[entries.owners])
    number = len(size)
    total = np.bincount(entries.owners, evidence, number)
    names = np.bincount(entries.owners, evidence * entries.is_name, number)
    return np.column_stack([total, total / (np.bincount(entries.owners, minlength=number) + 1), names])


def weigh_words(has: Bools, frequencies: Floats, is_name: Bools, size: Numbers) -> Floats:
    """Return for each word of a text the evidence that an article is about the same story, as a log-likelihood ratio.

    Args:
        has: whether the article has the word.
        frequencies: share of all words of the language (0..1).
        is_name: whether the word is written as a name.
        size: number of words in the article that carry meaning.
    """
    running = np.maximum(LEAST_WORDS, size) * RUNNING_WORDS
    chance = np.clip(-np.expm1(-frequencies * running), LEAST_CHANCE, MOST_CHANCE)
    back = np.where(is_name, RETURN_OF_NAME, RETURN_OF_WORD)
    # In one story the article has the word by chance c or because it recurs (b): c + (1 - c) b against c.
    evidence: Floats = np.where(has, np.log1p(back * (1 / chance - 1)), np.log1p(-back))
    return evidence
