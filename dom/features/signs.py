"""How often the signs that tell prose from labels stand in texts, counted over all texts of a page at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.characters import (
    ALWAYS_ENDS,
    CAPITAL,
    CLOSES,
    DIGIT,
    ENDS,
    IS_CAPITAL,
    IS_DENSE,
    IS_DIGIT,
    IS_PUNCTUATION,
    IS_QUOTE,
    IS_WORD,
    PUNCTUATION,
    QUOTE,
    SENTENCE_END,
    encode,
    read_kinds,
)
from cutline.dom.scripts import DENSE

SIGNS = (SENTENCE_END, PUNCTUATION, DIGIT, CAPITAL, QUOTE, DENSE)


def count_signs(texts: Sequence[str]) -> NDArray[np.intp]:
    """Return how often each of `SIGNS` is found in each text: len(texts) by len(SIGNS).

    Args:
        texts: none of them empty.
    """
    if not texts:
        return np.zeros((0, len(SIGNS)), np.intp)
    joined = "\n".join(["", *texts, "", ""])  # a line break ends a sentence and begins a word, as the ends of a text do
    around = read_kinds(encode(joined))
    before, kinds, behind = around[:-2], around[1:-1], around[2:]
    found = (
        ((kinds & ENDS > 0) & (behind & CLOSES > 0)) | (kinds & ALWAYS_ENDS > 0),
        kinds & IS_PUNCTUATION > 0,
        kinds & IS_DIGIT > 0,
        (kinds & IS_CAPITAL > 0) & (before & IS_WORD == 0),
        kinds & IS_QUOTE > 0,
        kinds & IS_DENSE > 0,
    )
    starts = np.cumsum([0, *map(len, texts[:-1])]) + np.arange(len(texts))
    return np.stack([np.add.reduceat(signs, starts, dtype=np.intp) for signs in found], axis=1)
