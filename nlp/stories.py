"""Features of the places between an article's blocks at which another story may begin.

A second story uses other words than the first and its title, keeps to its own words, and is in its own part of the
page, where framing text such as prompts and notes repeats. A model learns from these features which places are
boundaries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np

from cutline.dom.features.arrays import Bools, Floats, Numbers, Rows
from cutline.dom.stories import Joints
from cutline.nlp.background import Background
from cutline.nlp.relevance import Stems, weigh_words

LEAST_STEMS = 30  # meaningful words needed on each side of a boundary
CANDIDATES = 8  # places of one page that get all features: those whose two sides have least in common
MOST_UNITS = 80  # most parts of a page, cut at the joints nearest to the root; limits the time
NOTHING = Stems({}, frozenset(), 0, is_paid=False, is_paid_mark=False)
SPLIT_COLUMNS: Final = (
    *("behind_given_before", "before_given_behind", "both", "behind_inside", "contrast"),
    *("behind_given_declared", "declared_gain", "dip", "words_before", "words_behind", "share_behind"),
    *("lift", "rivals", "is_alike", "is_heading", "repeated"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Splits:
    """The k places at which another story may begin.

    Attributes:
        places: index of the first block after each, shape (k,).
        rows: `SPLIT_COLUMNS` of each, shape (k, columns).
    """

    places: Numbers
    rows: Rows


def measure_splits(
    declared: Sequence[Stems], blocks: Sequence[Stems], joints: Joints, background: Background
) -> Splits:
    """Return the features of the places with enough words on both sides, `CANDIDATES` at most.

    Args:
        declared: the title and other texts that declare the article's subject.
        blocks: blocks of the article.
        joints: page structure between the blocks.
        background: word frequencies of the language.
    """
    starts, repeats = _find_units(joints), _find_repeats(blocks)
    frame = frozenset(chain.from_iterable(repeats))
    blocks = [NOTHING if number in frame else block for number, block in enumerate(blocks)]
    sizes = np.cumsum([0, *(text.size for text in blocks)])
    is_long = (sizes[starts] >= LEAST_STEMS) & (sizes[-1] - sizes[starts] >= LEAST_STEMS)
    if not is_long.any():
        return Splits(np.zeros(0, np.intp), np.zeros((0, len(SPLIT_COLUMNS)), np.float32))
    units = _Units(declared, blocks, starts, sizes, background)
    numbers, words = units.measure(np.flatnonzero(is_long))
    places = starts[numbers]
    columns = [words, _measure_joints(joints, places), _count_repeats(repeats, places)]
    return Splits(places, np.column_stack(columns).astype(np.float32))


class _Units:
    """Runs of blocks, and which words occur in each."""

    def __init__(
        self,
        declared: Sequence[Stems],
        blocks: Sequence[Stems],
        starts: Numbers,
        sizes: Numbers,
        background: Background,
    ) -> None:
        stems = {
            stem: number for number, stem in enumerate(dict.fromkeys(chain.from_iterable(b.written for b in blocks)))
        }
        unit_of = np.searchsorted(starts, np.arange(len(blocks)), side="right") - 1
        stands = np.zeros((len(starts) + 1, len(stems)), np.uint8)
        for unit, text in zip(unit_of.tolist(), blocks, strict=True):
            stands[unit + 1, [stems[stem] for stem in text.written]] = 1
        # Number of units before each that have the word, `MOST_UNITS` at most.
        self._before = np.cumsum(stands, axis=0, dtype=np.uint8)
        self._sizes = sizes[[*starts, len(blocks)]]
        self._frequencies = np.array(background.stem_frequencies(stems), np.float64)
        names = frozenset(chain.from_iterable(text.names for text in blocks))
        self._is_name = np.array([stem in names for stem in stems], bool)
        self._missing = weigh_words(np.array(False), self._frequencies, self._is_name, sizes[-1:])
        known = frozenset(chain.from_iterable(text.written for text in declared))
        self._is_declared = np.array([stem in known for stem in stems], bool)
        self._declared_size = sum(text.size for text in declared)

    def measure(self, numbers: Numbers) -> tuple[Numbers, Floats]:
        """Return the units at which the words may change most, and their word features as rows.

        Args:
            numbers: units, ascending; the `CANDIDATES` with least in common with the units before are chosen.
        """
        start, end = np.zeros(len(numbers), np.intp), np.full(len(numbers), len(self._before) - 1)
        behind = self._compare(numbers, end, start, numbers)
        before = self._compare(start, numbers, numbers, end)
        usual = np.median(behind + before)
        chosen = np.sort(np.argsort(behind + before, kind="stable")[:CANDIDATES])
        numbers, start, end = numbers[chosen], start[chosen], end[chosen]
        behind, before = behind[chosen], before[chosen]
        middle = np.searchsorted(self._sizes, (self._sizes[numbers] + self._sizes[-1]) / 2)
        middle = np.clip(middle, numbers + 1, np.maximum(numbers + 1, end - 1))
        inside = self._compare(middle, end, numbers, middle)
        behind_declared, before_declared = self._compare_declared(numbers, end), self._compare_declared(start, numbers)
        both = behind + before
        words_before, words_behind = self._sizes[numbers], self._sizes[-1] - self._sizes[numbers]
        return numbers, np.column_stack(
            [
                *(behind, before, both, inside, inside - both / 2),
                *(behind_declared, before_declared - behind_declared, usual - both),
                *(np.log(words_before), np.log(words_behind), words_behind / self._sizes[-1]),
            ]
        )

    def _stands(self, first: Numbers, end: Numbers) -> Bools:
        return self._before[end] > self._before[first]

    def _compare(self, first: Numbers, end: Numbers, given_first: Numbers, given_end: Numbers) -> Floats:
        """Return the mean evidence per word that the units `first` to `end` share the story of the given units."""
        size = self._sizes[given_end] - self._sizes[given_first]
        return self._average(self._stands(first, end), self._stands(given_first, given_end), size)

    def _compare_declared(self, first: Numbers, end: Numbers) -> Floats:
        size = np.full(len(first), self._declared_size)
        return self._average(self._stands(first, end), self._is_declared, size)

    def _average(self, stands: Bools, has: Bools, size: Numbers) -> Floats:
        evidence = np.where(stands, self._missing, 0.0)
        found = np.flatnonzero(stands & has)  # most words are in one part alone
        rows, words = np.divmod(found, len(self._frequencies))
        evidence.put(found, weigh_words(np.array(True), self._frequencies[words], self._is_name[words], size[rows]))
        mean: Floats = evidence.sum(axis=1) / np.maximum(1, stands.sum(axis=1))
        return mean


def _find_units(joints: Joints) -> Numbers:
    """Return the blocks at which units begin: all of them, or those after the joints nearest to the root."""
    highest = np.sort(np.argsort(joints.depths, kind="stable")[: MOST_UNITS - 1])
    return np.concatenate([[0], highest + 1])


def _find_repeats(blocks: Sequence[Stems]) -> list[tuple[int, int]]:
    """Return pairs (earlier, later) of blocks with the same words."""
    first: dict[tuple[str, ...], int] = {}
    keys = (tuple(block.written) for block in blocks)
    found = [(first.setdefault(key, number), number) for number, key in enumerate(keys) if key]
    return [(before, behind) for before, behind in found if before != behind]


def _count_repeats(repeats: Sequence[tuple[int, int]], places: Numbers) -> Floats:
    """Return log(1 + number of blocks from each place on that repeat a block before it)."""
    before, behind = np.array(repeats, np.intp).reshape(-1, 2).T
    counts: Floats = np.log1p(((before < places[:, None]) & (places[:, None] <= behind)).sum(axis=1))
    return counts


def _measure_joints(joints: Joints, places: Numbers) -> Floats:
    """Return the structural features of some places: how they are divided, compared with other places."""
    at = places - 1
    ranked = np.sort(joints.depths)
    rivals = np.searchsorted(ranked, joints.depths[at], side="right") - 1
    lift = np.median(joints.depths) - joints.depths[at]
    return np.column_stack([lift, np.log1p(rivals), joints.is_alike[at], joints.is_heading[at]])
