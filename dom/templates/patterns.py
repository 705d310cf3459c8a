"""The template of a site: a tree whose nodes may repeat or be missing, and are labelled as title or content.

A regular expression describes the children of a node: a chain of slots (the paper's factors), each with a quantifier.

Source: G. J. Bex, F. Neven, T. Schwentick and S. Vansummeren, "Inference of Concise Regular Expressions and DTDs", ACM
TODS 35(2), 2010, algorithm 7 (CRX), which learns such expressions from few examples. Symbols that occur in both orders,
such as `ab` and `ba`, become the slot `(a|b)+`; all others keep their order. Slots that could be merged, such as `a?b?`
to `(a|b)?`, are kept.
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

QUANTIFIERS: Mapping[tuple[bool, bool], Quantifier] = {  # by whether every word has it, and whether any repeats it
    (True, False): "1",
    (False, False): "?",
    (True, True): "+",
    (False, True): "*",
}


@dataclass(frozen=True, eq=False)  # without slots, for `least_size`
class PatternNode:
    """A node of a template.

    Attributes:
        tag: the element's tag, or `TEXT_TAG`.
        tokens: the tokens that the node has on every page.
        variants: the tokens that it has on any page, including `tokens`.
        text: the text, if it is the same on all pages; None if it varies, and for an element.
        label: a text's label; for an element, that of nearly all text in it, or None if there are several.
        count: number of nodes on the training pages that it represents.
        slots: the slots of its children, in order; empty for a text.
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
        """The least number of nodes in its subtree."""
        return 1 + sum(slot.least_size for slot in self.slots)


@dataclass(frozen=True, slots=True, eq=False)
class ChildSlot:
    """A place among the children of a node: which nodes may occur there, and how many.

    Attributes:
        quantifier: once, at most once, at least once, or any number of times.
        alternatives: the nodes that may occur; a repeated slot may mix them.
    """

    quantifier: Quantifier
    alternatives: tuple[PatternNode, ...]

    @property
    def is_repeated(self) -> bool:
        """Whether several nodes may occur."""
        return self.quantifier in REPEATED

    @property
    def least_size(self) -> int:
        """The least number of nodes in the slot, including subtrees."""
        if self.quantifier in OPTIONAL:
            return 0
        return min(alternative.least_size for alternative in self.alternatives)


@dataclass(frozen=True, slots=True, eq=False)
class TemplateWrapper:
    """The learned template of one site.

    Attributes:
        site: the site's name.
        pages: number of training pages.
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
    """Return the slots of a regular expression for the words, in order: the quantifier and symbols of each.

    Each symbol is in exactly one slot.

    Args:
        words: sequences of symbols, which are numbered from 0 by first occurrence.
    """
    after: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for word in words:
        for one, other in pairwise(word):
            after[one][other] = None
    count = 1 + max((symbol for word in words for symbol in word), default=-1)
    components = find_components(count, after)
    return list(zip(_quantify(components, words), components, strict=True))


def find_components(count: int, edges: Edges) -> list[list[int]]:
    """Return the strongly connected components of a graph in topological order (Tarjan's algorithm)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    is_waiting: set[int] = set()
    components: list[list[int]] = []
    for root in reversed(range(count)):  # found last means returned first, if order is free
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
    """Return the quantifier of each component, by how often its symbols occur in a word."""
    places = {symbol: place for place, symbols in enumerate(components) for symbol in symbols}
    most, words_with = Counter[int](), Counter[int]()
    for word in words:
        for place, count in Counter(places[symbol] for symbol in word).items():
            most[place] = max(most[place], count)
            words_with[place] += 1
    return [QUANTIFIERS[words_with[place] == len(words), most[place] > 1] for place in range(len(components))]
