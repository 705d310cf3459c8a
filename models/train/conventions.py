"""Labels that a corpus's convention decided, not the page: whether tables, listings and quoted posts are text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from cutline.models.train.body_examples import DISPUTED, BodyExamples


def drop_conventions(examples: Sequence[BodyExamples]) -> list[BodyExamples]:
    """Return the segments of a corpus, with weight 0 for those that it leaves out by convention.

    News corpora mostly leave out tables and embedded posts between the paragraphs; others include them. If a corpus
    leaves out most words of a kind, its labels say nothing about the ones left out.
    """
    words: defaultdict[tuple[str, bool], float] = defaultdict(float)
    between = [_find_between(page) for page in examples]
    for page, places in zip(examples, between, strict=True):
        for kind, label, count in zip(
            page.kinds[places], page.labels[places], page.features.words[places], strict=True
        ):
            words[kind, bool(label)] += count
    left_out = {kind for kind in DISPUTED if words[kind, False] > words[kind, True]}
    return [_forget(page, places, left_out) for page, places in zip(examples, between, strict=True)]


def _find_between(page: BodyExamples) -> slice:
    """Return the places from the first to the last segment of an article that is labelled whole; none of others."""
    numbers = np.flatnonzero(page.labels).tolist()
    is_whole = page.page.text and page.page.is_article and numbers
    return slice(numbers[0], numbers[-1] + 1) if is_whole else slice(0)


def _forget(page: BodyExamples, places: slice, kinds: set[str]) -> BodyExamples:
    forgotten: NDArray[np.bool_] = np.isin(page.kinds[places], list(kinds)) & ~page.labels[places]
    weights = page.weights.copy()
    weights[places][forgotten] = 0.0
    return replace(page, weights=weights)
