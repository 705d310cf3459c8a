"""Which blocks of an article are strangers among its others, by their relevance, their names, and words of offers.

In a round-up every block is about something else, so a low relevance alone says little. A stranger is less relevant
than the page's other blocks and than its neighbours, and has names that nothing else on the page has.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from cutline.dom.features.arrays import Bools, Floats, Rows
from cutline.dom.words import list_words
from cutline.nlp.relevance import RELEVANCE_COLUMNS, Stems
from cutline.nlp.terms import TermKind, Terms, sum_terms

NAME_KINDS: Final[tuple[TermKind, ...]] = ("entities", "names")
NAME_COLUMNS: Final = ("shared", "missing", "shared_rarity", "missing_rarity", "mentions")
QUANTILES: Final = {"lowest": 0.0, "tenth": 0.1, "quarter": 0.25, "median": 0.5}
STRANGER_COLUMNS: Final = (
    *RELEVANCE_COLUMNS,
    *("score", *QUANTILES, "below", "doubted", "before", "behind", "blocks"),
    *(f"{kind}_{column}" for kind in NAME_KINDS for column in NAME_COLUMNS),
)
FOREIGN_NAMES = 4  # of a block whose names are all missing elsewhere, from which they count against it
ALIKE = 0.5  # log odds; blocks up to this much above another score as low as it
DOUBTED = -2.2  # log odds of a score of .1
NOBODY = 9.0  # log odds of the neighbour that the first and the last block lack
SMALLEST = 1e-6  # probabilities below it, or as near to 1, count as it


def measure_strangers(
    rows: Rows,
    scores: Floats,
    blocks: Sequence[Stems],
    terms: Sequence[Terms],
    rarity: Callable[[str], float],
    runs: Sequence[range] = (),
) -> Rows:
    """Return `STRANGER_COLUMNS` of each block of an article against its others, shape (blocks, columns).

    Args:
        rows: `RELEVANCE_COLUMNS` of the n blocks, shape (n, columns).
        scores: the relevance of each (0..1), shape (n,).
        blocks: their words.
        terms: their names.
        rarity: weight of a name (0..1).
        runs: neighbouring blocks of doubtful relevance, whose names do not speak for each other.
    """
    if not len(blocks):
        return np.zeros((0, len(STRANGER_COLUMNS)), np.float32)
    names = _compare_names(terms, rarity, runs)
    return np.column_stack([rows, _compare_scores(scores, blocks), names]).astype(np.float32)


def have_foreign_names(rows: Rows) -> Bools:
    """Return for the rows of `measure_strangers` whether a block has some names and no other block has one of them."""
    counts = {
        column: np.column_stack([rows[:, STRANGER_COLUMNS.index(f"{kind}_{column}")] for kind in NAME_KINDS])
        for column in ("shared", "missing")
    }
    foreign: Bools = (counts["missing"].max(axis=1) >= FOREIGN_NAMES) & (counts["shared"].max(axis=1) == 0)
    return foreign


def _compare_scores(scores: Floats, blocks: Sequence[Stems]) -> Floats:
    """Return each block's score, how those of the page's blocks with words are spread, and its neighbours' scores."""
    odds = np.clip(scores, SMALLEST, 1 - SMALLEST)
    odds = np.log(odds / (1 - odds))
    counted = odds[[bool(block.written) for block in blocks]]
    ranked = np.sort(counted if len(counted) else odds)
    page = np.array([*np.quantile(ranked, list(QUANTILES.values())), np.mean(ranked < DOUBTED), np.log(len(blocks))])
    *spread, doubted, size = np.broadcast_to(page[:, None], (len(page), len(odds)))
    below = np.searchsorted(ranked, odds + ALIKE) / len(ranked)
    around = np.concatenate([[NOBODY], odds, [NOBODY]])
    columns: Floats = np.column_stack([odds, *spread, below, doubted, around[:-2], around[2:], size])
    return columns


def _compare_names(terms: Sequence[Terms], rarity: Callable[[str], float], runs: Iterable[range]) -> Floats:
    """Return for each block and kind of name how many the other blocks have and lack, and how much these weigh."""
    total, near = sum_terms(terms), list(terms)
    for run in runs:
        near[run.start : run.stop] = [sum_terms(terms[run.start : run.stop])] * len(run)
    columns: Floats = np.array(
        [
            [v for kind in NAME_KINDS for v in _count_names(own.of(kind), total.of(kind), beside.of(kind), rarity)]
            for own, beside in zip(terms, near, strict=True)
        ]
    )
    return columns


def _count_names(
    own: Mapping[str, int], total: Mapping[str, int], near: Mapping[str, int], rarity: Callable[[str], float]
) -> list[float]:
    """Return the five `NAME_COLUMNS` of one block; the others have what is in `total` and not `near`, with its own."""
    shared = {name: others for name in own if (others := total[name] - near[name]) > 0}
    missing = [name for name in own if name not in shared]
    return [
        len(shared),
        len(missing),
        sum(map(rarity, shared)),
        sum(map(rarity, missing)),
        float(np.log1p(sum(shared.values()))),
    ]


def _compile(table: str) -> str:
    return "|".join(re.escape(each) + r"\b" * (" " in each) for each in list_words("offers", table))


PRICE: Final = r"[$€£¥₹]\s?\d+|(?<![\d.,])\d[\d.,]* ?(?:€|euros?\b|dollars?\b|kr\b|zł\b|kč\b|円|元|руб)"
PATTERN: Final = re.compile(rf"{PRICE}|(?:\b|(?=%))(?:{_compile('spaced')})|{_compile('joined')}", re.IGNORECASE)


def count_offers(text: str) -> int:
    """Return how many different words of an offer or of a notice to the reader a text has; a price counts as one."""
    found = (match[0].casefold() for match in PATTERN.finditer(text))
    return len({"price" if any(map(str.isdigit, each)) else each for each in found})
