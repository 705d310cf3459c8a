"""How an article uses capital letters, and the capitalised words that stand together as one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise

from cutline.nlp.words import Words

LONGEST_ENDING, SHORTEST_STEM = 3, 4  # letters: "Utfordringene" of "utfordring"

Pair = tuple[str, str]
Run = tuple[str, ...]


class Capitals:
    """Which words an article writes with a capital letter inside its sentences, and which in lower case.

    In a headline that capitalises every word, capitals say nothing.

    Attributes:
        names: capitalised inside a sentence, no less often than in lower case; folded.
        small: the other capitalised words that are in lower case somewhere; folded.
    """

    def __init__(self, article: Sequence[Words]) -> None:
        """Take the texts of the article."""
        self._article = article
        sentences = chain.from_iterable(text.capitalised for text in article if not text.is_headline)
        inside = Counter(name for _, name, at_start in sentences if not at_start)
        asked = {name for text in article for _, name, _ in text.capitalised}
        small = Counter(word for text in article for word in text.written if word in asked)
        self.names = frozenset(name for name, count in inside.items() if count >= small[name])
        self.small = frozenset(small) - self.names

    def is_ordinary(self, word: str) -> bool:
        """Whether the article writes a folded word in lower case, or stands it only where any word has a capital.

        Then an ending may have been added: "Pandemiens" is none where "pandemien" is written.
        """
        if word in self.names:
            return False
        shortest = max(SHORTEST_STEM, len(word) - LONGEST_ENDING)
        return word in self.small or any(word[:end] in self._written for end in range(shortest, len(word)))

    @cached_property
    def _written(self) -> frozenset[str]:
        """All words as written, of which a folded one is there only if it is in lower case somewhere."""
        return frozenset(chain.from_iterable(text.written for text in self._article))


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
