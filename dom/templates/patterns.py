"""The template of a site, and how to align a page with it, top-down from the root.

A template is a tree whose nodes may repeat or be missing, and are labelled as title or content. A regular expression
describes the children of a node: a chain of slots (the paper's factors), each with a quantifier.

Source: G. J. Bex, F. Neven, T. Schwentick and S. Vansummeren, "Inference of Concise Regular Expressions and DTDs", ACM
TODS 35(2), 2010, algorithm 7 (CRX), which learns such expressions from few examples. Symbols that occur in both orders,
such as `ab` and `ba`, become the slot `(a|b)+`; all others keep their order. Slots that could be merged, such as `a?b?`
to `(a|b)?`, are kept.

The mapping is the restricted top-down one of `EditDistance`, with a pattern in place of the second tree: a node can
only be mapped to a child of the pattern node that its parent is mapped to. Siblings are aligned with the slots of their
parent's pattern, in order, at the least cost in nodes. Different attributes cost up to one node, so that a page with
renamed classes can still be read by its structure.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Literal

from cutline.dom.templates.page_trees import MAX_CELLS, TEXT_TAG, PageNode, differ

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
    """Return the strongly connected components of a small graph in topological order (Tarjan's algorithm)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    components: list[list[int]] = []

    def visit(node: int) -> None:
        index[node] = low[node] = len(index)
        waiting.append(node)
        for found in edges.get(node, ()):
            if found not in index:
                visit(found)
                low[node] = min(low[node], low[found])
            elif found in waiting:
                low[node] = min(low[node], index[found])
        if low[node] == index[node]:
            place = waiting.index(node)
            components.append(sorted(waiting[place:]))
            del waiting[place:]

    for root in reversed(range(count)):  # found last means returned first, if order is free
        if root not in index:
            visit(root)
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


# Cost of a template node that the page lacks; an unmapped page node costs 1. It is low because a template learned from
# a few pages has many accidental nodes.
MISSING_COST = 0.1
VARIABLE_COST = 0.1  # cost of a text mapped to a variable text; the exact text of the template costs nothing

Match = Callable[[PatternNode, PageNode], float]
Choice = PatternNode | None


class _Step(Enum):
    CHILD_OUT = auto()  # the child is left out
    SLOT_OUT = auto()  # the slot is left out
    FIRST = auto()  # the child is the first in the slot
    NEXT = auto()  # it is another one
    CLOSE = auto()  # no more children go into the slot


def align_children(
    children: Sequence[PageNode], slots: Sequence[ChildSlot], match: Match, missing_cost: float
) -> tuple[float, list[Choice]]:
    """Return the least cost in nodes, and the pattern node of each child; None if the child is left out.

    Args:
        children: in order. A child that is left out costs its size.
        slots: in order. A repeated slot takes several children, possibly with left-out ones between them.
        match: returns the cost of mapping a child to a pattern node; infinity if that is impossible.
        missing_cost: cost per node of a slot that is left out, for its least number of nodes.
    """
    table = _Table(slots, missing_cost)
    picks = []
    for child in children:
        choices = [_choose(slot, child, match) for slot in slots]
        table.add(child.size, [cost for cost, _ in choices])
        picks.append([pick for _, pick in choices])
    return table.cost, [None if place is None else picks[row][place] for row, place in enumerate(table.trace())]


def _choose(slot: ChildSlot, child: PageNode, match: Match) -> tuple[float, Choice]:
    """Return the least cost and its alternative in the slot; of equals, the most frequent one."""
    least, chosen = math.inf, None
    for alternative in slot.alternatives:
        if alternative.tag == child.tag:
            cost = match(alternative, child)
            if cost < least or (chosen is not None and cost == least and alternative.count > chosen.count):
                least, chosen = cost, alternative
    return least, chosen


class _Table:
    """The least costs of aligning the children so far with the first slots, up to each place.

    `_open` has the costs with the last slot still taking children, `_closed` those with the last slot finished.
    """

    def __init__(self, slots: Sequence[ChildSlot], missing_cost: float) -> None:
        self._slots = slots
        self._missing = [missing_cost * slot.least_size for slot in slots]
        self._closed = list(accumulate(self._missing, initial=0.0))
        self._open = [math.inf] * (len(slots) + 1)
        self._steps: list[tuple[list[_Step], list[_Step]]] = []

    @property
    def cost(self) -> float:
        return self._closed[-1]

    def add(self, size: int, costs: Sequence[float]) -> None:
        """Add the next child: `size` is the cost of leaving it out, `costs` the cost of putting it into each slot."""
        closed, opened = [self._closed[0] + size], [math.inf]
        closed_steps, open_steps = [_Step.CHILD_OUT], [_Step.CHILD_OUT]
        for place, slot in enumerate(self._slots, start=1):
            cost, step = self._open[place] + size, _Step.CHILD_OUT
            first = self._closed[place - 1] + costs[place - 1]
            if first < cost:
                cost, step = first, _Step.FIRST
            if slot.is_repeated and (again := self._open[place] + costs[place - 1]) <= cost:
                cost, step = again, _Step.NEXT
            opened.append(cost)
            open_steps.append(step)
            step = _Step.CLOSE
            if (without := closed[-1] + self._missing[place - 1]) < cost:
                cost, step = without, _Step.SLOT_OUT
            if (left_out := self._closed[place] + size) <= cost:  # of equal children, the first is mapped
                cost, step = left_out, _Step.CHILD_OUT
            closed.append(cost)
            closed_steps.append(step)
        self._closed, self._open = closed, opened
        self._steps.append((closed_steps, open_steps))

    def trace(self) -> list[int | None]:
        """Return the index of each child's slot; None if it is left out."""
        places: list[int | None] = [None] * len(self._steps)
        row, place, is_open = len(self._steps), len(self._slots), False
        while row:
            closed_steps, open_steps = self._steps[row - 1]
            step = open_steps[place] if is_open else closed_steps[place]
            if step is _Step.CLOSE:
                is_open = True
            elif step is _Step.SLOT_OUT:
                place -= 1
            else:
                row -= 1
                if step is not _Step.CHILD_OUT:
                    places[row] = place - 1
                    is_open = step is _Step.NEXT
                    place -= step is _Step.FIRST
        return places


@dataclass(frozen=True, slots=True)
class MappedText:
    """A text of a page and its mapping.

    Attributes:
        node: the text.
        pattern: the pattern's text that it is mapped to; None if unmapped.
        around: the pattern's element that the text's closest mapped ancestor is mapped to.
    """

    node: PageNode
    pattern: Choice
    around: PatternNode

    @property
    def label(self) -> Label | None:
        """The label of the pattern's text; for an unmapped text, that of the pattern's element around it."""
        return self.around.label if self.pattern is None else self.pattern.label


@dataclass(frozen=True, slots=True)
class Alignment:
    """The mapped texts of a page, in document order; `is_complete` is False if the limit was reached."""

    texts: tuple[MappedText, ...]
    is_complete: bool

    @property
    def share(self) -> float:
        """The share (0..1) of the texts that are mapped to the pattern's texts; 0 for a page without text."""
        return sum(text.pattern is not None for text in self.texts) / max(1, len(self.texts))


class Aligner:
    """Aligns one page with one pattern."""

    def __init__(self) -> None:
        """Start with the full budget of table cells; a cell is a pair of child and pattern node."""
        self._cells_left = MAX_CELLS
        self._costs: dict[tuple[PatternNode, PageNode], float] = {}
        self._choices: dict[tuple[PatternNode, PageNode], list[Choice]] = {}
        self._is_complete = True

    def align(self, pattern: PatternNode, page: PageNode) -> Alignment:
        """Return the mapping; the two roots are mapped to each other."""
        self._measure_children(pattern, page)
        return Alignment(tuple(self._trace(pattern, page)), self._is_complete)

    def _measure(self, pattern: PatternNode, node: PageNode) -> float:
        """Return the cost of mapping a node; infinity if it cannot be mapped."""
        if pattern.tag != node.tag:
            return math.inf
        if node.tag == TEXT_TAG:
            if pattern.text is None:
                return VARIABLE_COST
            return 0.0 if pattern.text == node.text else math.inf
        pair = pattern, node
        if pair not in self._costs:
            self._costs[pair] = compare_tokens(pattern, node) + self._measure_children(pattern, node)
        return self._costs[pair]

    def _measure_children(self, pattern: PatternNode, node: PageNode) -> float:
        cells = (1 + len(node.children)) * sum(len(slot.alternatives) for slot in pattern.slots)
        if cells > self._cells_left:
            self._is_complete = False
            return math.inf
        self._cells_left -= cells
        cost, self._choices[pattern, node] = align_children(node.children, pattern.slots, self._measure, MISSING_COST)
        return cost

    def _trace(self, pattern: PatternNode, page: PageNode) -> Iterator[MappedText]:
        stack = [MappedText(page, pattern, pattern)]
        while stack:
            mapped = stack.pop()
            if mapped.node.tag == TEXT_TAG:
                yield mapped
                continue
            children, around = mapped.node.children, mapped.pattern or mapped.around
            chosen = self._choices.get((mapped.pattern, mapped.node)) if mapped.pattern else None
            picks = zip(children, chosen or [None] * len(children), strict=True)
            stack.extend(MappedText(child, pick, around) for child, pick in reversed(list(picks)))


def compare_tokens(pattern: PatternNode, node: PageNode) -> float:
    """Return the share (0..1) of differing tokens: those the node lacks, and those that no training page had."""
    if pattern.tokens == node.tokens:
        return 0.0
    return differ(pattern.tokens | (pattern.variants & node.tokens), node.tokens)
