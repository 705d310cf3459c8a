"""Capitalised words that stand together as one name, where no pipeline says what a name is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from cutline.nlp.words import Words

Pair = tuple[str, str]
Run = tuple[str, ...]


def list_pairs(text: Words) -> Iterator[tuple[int, str, int, str]]:
    """Yield two capitalised words that stand together in a sentence: place and folded form of each."""
    for (place, first, _), (following, second, at_start) in pairwise(text.capitalised):
        if not at_start and text.is_joined(place, following):
            yield place, first, following, second


def find_pairs(texts: Iterable[Words]) -> frozenset[Pair]:
    """Return the folded pairs of capitalised words that stand together somewhere in some texts."""
    return frozenset((first, second) for text in texts for _, first, _, second in list_pairs(text))


def join_names(text: Words, names: Mapping[str, int], pairs: Collection[Pair]) -> dict[Run, str]:
    """Return names as runs of their folded words, each with what joins them where it stands: "{} of {}".

    Args:
        text: where they stand.
        names: of one word each, folded.
        pairs: words that stand together in the other text as well; others are no run.
    """
    runs: dict[Run, str] = {}
    run: Run = ()
    form, end = "", -1
    for place, first, following, second in list_pairs(text):
        if first not in names or second not in names or (first, second) not in pairs:
            continue
        if place != end:
            if run:
                runs.setdefault(run, form)
            run, form = (first,), "{}"
        run, form, end = (*run, second), f"{form} {text.write_between(place, following)}{{}}", following
    if run:
        runs.setdefault(run, form)
    joined = {name for found in runs for name in found}
    return {**runs, **{(name,): "{}" for name in names if name not in joined}}
