"""The template of a site: a tree in which children repeat, may be missing, and are marked as title or content.

A regular expression describes the children of a node: a chain of slots (the paper's factors), each with its
quantifier.

Source: G. J. Bex, F. Neven, T. Schwentick and S. Vansummeren, "Inference of Concise Regular Expressions and DTDs", ACM
TODS 35(2), 2010, algorithm 7 (CRX), which learns such expressions from few examples. Symbols that stand before and
after each other, `ab` here and `ba` there, become the slot `(a|b)+`; all others keep their order. Slots that could
be joined, `a?b?` to `(a|b)?`, are left as they are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

Label = Literal["content", "title", "other"]
Quantifier = Literal["1", "?", "+", "*"]

REPEATED: frozenset[Quantifier] = frozenset(("+", "*"))
OPTIONAL: frozenset[Quantifier] = frozenset(("?", "*"))

Word = Sequence[int]
Edges = Mapping[int, Iterable[int]]

QUANTIFIERS: Mapping[tuple[bool, bool], Quantifier] = {  # by whether it stands in every word, and whether repeatedly
    (True, False): "1",
    (False, False): "?",
    (True, True): "+",
    (False, True): "*",
}


@dataclass(frozen=True, eq=False)  # without slots, for `least_size`
class PatternNode:
    """A node that pages of the template have.

    Attributes:
        tag: of the element, or `TEXT_TAG`.
        tokens: what every page's node has in its attributes.
        variants: what any page's has, `tokens` among them.
        text: the text, where all pages have the same one; None where it is variable, and for an element.
        label: of a text, its own; of an element, that of nearly all text in it, None if there are several.
        count: nodes of the training pages that it stands for.
        slots: what its children are, in order; none of a text.
    """

    tag: str
    tokens: frozenset[str]
    variants: frozenset[str]
    text: str | None
    label: Label | None
    count: int
    slots: tuple[ChildSlot, ...] = ()

    @cached_property
    def least_size(self) -> int:
        """Nodes that its subtree has at least."""
        return 1 + sum(slot.least_size for slot in self.slots)


@dataclass(frozen=True, slots=True, eq=False)
class ChildSlot:
    """A place among the children of a node: which nodes may stand there, and how many of them.

    Attributes:
        quantifier: once, at most once, at least once, any number of times.
        alternatives: the nodes; if several stand there, they may be mixed.
    """

    quantifier: Quantifier
    alternatives: tuple[PatternNode, ...]

    @property
    def is_repeated(self) -> bool:
        """Whether several nodes may stand there."""
        return self.quantifier in REPEATED

    @property
    def least_size(self) -> int:
        """Nodes that stand there at least, with their subtrees."""
        if self.quantifier in OPTIONAL:
            return 0
        return min(alternative.least_size for alternative in self.alternatives)


@dataclass(frozen=True, slots=True, eq=False)
class TemplateWrapper:
    """What was learned of one site.

    Attributes:
        site: its name.
        pages: how many pages it was learned from.
        vocabulary: the tokens that several of them have.
        root: the pattern of their bodies.
    """

    site: str
    pages: int
    vocabulary: frozenset[str]
    root: PatternNode


def walk_pattern(root: PatternNode) -> Iterator[PatternNode]:
    """Yield the nodes of a pattern, parents before their children."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(alternative for slot in reversed(node.slots) for alternative in reversed(slot.alternatives))


def infer_expression(words: Sequence[Word]) -> list[tuple[Quantifier, list[int]]]:
    """Return the slots, in order: the quantifier and the symbols of each, which are in no other slot.

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
