"""A regular expression that describes sequences of children: a chain of factors, each with its quantifier.

Source: G. J. Bex, F. Neven, T. Schwentick and S. Vansummeren, "Inference of Concise Regular Expressions and DTDs", ACM
TODS 35(2), 2010, algorithm 7 (CRX), which learns such expressions from few examples. Symbols that stand before and
after each other, `ab` here and `ba` there, become the factor `(a|b)+`; all others keep their order. Factors that could
be joined, `a?b?` to `(a|b)?`, are left as they are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from cutline.dom.templates.patterns import Quantifier

Word = Sequence[int]
Edges = Mapping[int, Iterable[int]]

QUANTIFIERS: Mapping[tuple[bool, bool], Quantifier] = {  # by whether it stands in every word, and whether repeatedly
    (True, False): "1",
    (False, False): "?",
    (True, True): "+",
    (False, True): "*",
}


def infer_expression(words: Sequence[Word]) -> list[tuple[Quantifier, list[int]]]:
    """Return the factors, in order: the quantifier and the symbols of each, which are in no other factor.

    Args:
        words: sequences of symbols, numbered from 0 in the order in which they are first met.
    """
    after: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for word in words:
        for one, other in pairwise(word):
            after[one][other] = None
    count = 1 + max((symbol for word in words for symbol in word), default=-1)
    components = find_components(count, after)
    return list(zip(_quantify(components, words), components, strict=True))


def find_components(count: int, edges: Edges) -> list[list[int]]:
    """Return the strongly connected components of a graph, each before those that its edges lead to (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    is_waiting: set[int] = set()
    components: list[list[int]] = []
    for root in reversed(range(count)):  # what comes first is found last, and so stands first where order is free
        if root in index:
            continue
        path = [(root, iter(edges.get(root, ())))]
        index[root] = low[root] = len(index)
        waiting.append(root)
        is_waiting.add(root)
        while path:
            node, following = path[-1]
            found = next(following, None)
            if found is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == index[node]:
                    place = waiting.index(node)
                    components.append(sorted(waiting[place:]))
                    is_waiting.difference_update(waiting[place:])
                    del waiting[place:]
            elif found not in index:
                index[found] = low[found] = len(index)
                waiting.append(found)
                is_waiting.add(found)
                path.append((found, iter(edges.get(found, ()))))
            elif found in is_waiting:
                low[node] = min(low[node], index[found])
    return components[::-1]


def _quantify(components: Sequence[Sequence[int]], words: Sequence[Word]) -> list[Quantifier]:
    """Return the quantifier of each component: how often its symbols stand in one word."""
    places = {symbol: place for place, symbols in enumerate(components) for symbol in symbols}
    most, words_with = Counter[int](), Counter[int]()
    for word in words:
        for place, count in Counter(places[symbol] for symbol in word).items():
            most[place] = max(most[place], count)
            words_with[place] += 1
    return [QUANTIFIERS[words_with[place] == len(words), most[place] > 1] for place in range(len(components))]
