"""The children of a node aligned with the factors that a template has in their place: sequence alignment."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import accumulate

from cutline.dom.templates.page_trees import PageNode
from cutline.dom.templates.patterns import Factor, PatternNode

Match = Callable[[PatternNode, PageNode], float]
Choice = PatternNode | None


class _Step(Enum):
    CHILD_OUT = auto()  # the child is left out
    FACTOR_OUT = auto()  # the factor is left out
    FIRST = auto()  # the child is the first in the factor
    NEXT = auto()  # it is another one
    CLOSE = auto()  # no more children go into the factor


def align_children(
    children: Sequence[PageNode], factors: Sequence[Factor], match: Match, missing_cost: float
) -> tuple[float, list[Choice]]:
    """Return the least cost in nodes, and what each child is mapped to, None where it is left out.

    Args:
        children: in order.
        factors: in order; a repeated one takes several children, perhaps with others, left out, between them.
        match: returns what it costs to map a child to a node of the pattern, infinity if it cannot be. A child left
            out costs its size.
        missing_cost: what each node costs that a factor left out has at least.
    """
    table = _Table(factors, missing_cost)
    picks = []
    for child in children:
        choices = [_choose(factor, child, match) for factor in factors]
        table.add(child.size, [cost for cost, _ in choices])
        picks.append([pick for _, pick in choices])
    return table.cost, [None if place is None else picks[row][place] for row, place in enumerate(table.trace())]


def _choose(factor: Factor, child: PageNode, match: Match) -> tuple[float, Choice]:
    """Return the alternative that the child is mapped to at the least cost; of equals, that seen most often."""
    least, chosen = math.inf, None
    for alternative in factor.alternatives:
        if alternative.tag == child.tag:
            cost = match(alternative, child)
            if cost < least or (chosen is not None and cost == least and alternative.count > chosen.count):
                least, chosen = cost, alternative
    return least, chosen


class _Table:
    """The least costs of aligning the children so far with the factors up to each place.

    `open` is the cost with a child in the factor at the place, which may take more; `closed` that with the factor over.
    """

    def __init__(self, factors: Sequence[Factor], missing_cost: float) -> None:
        self._factors = factors
        self._missing = [missing_cost * factor.least_size for factor in factors]
        self._closed = list(accumulate(self._missing, initial=0.0))
        self._open = [math.inf] * (len(factors) + 1)
        self._steps: list[tuple[list[_Step], list[_Step]]] = []

    @property
    def cost(self) -> float:
        return self._closed[-1]

    def add(self, size: int, costs: Sequence[float]) -> None:
        """Go on to the next child: `size` is what it costs to leave it out, `costs` what to put it into each factor."""
        closed, opened = [self._closed[0] + size], [math.inf]
        closed_steps, open_steps = [_Step.CHILD_OUT], [_Step.CHILD_OUT]
        for place, factor in enumerate(self._factors, start=1):
            cost, step = self._open[place] + size, _Step.CHILD_OUT
            first = self._closed[place - 1] + costs[place - 1]
            if first < cost:
                cost, step = first, _Step.FIRST
            if factor.is_repeated and (again := self._open[place] + costs[place - 1]) <= cost:
                cost, step = again, _Step.NEXT
            opened.append(cost)
            open_steps.append(step)
            step = _Step.CLOSE
            if (without := closed[-1] + self._missing[place - 1]) < cost:
                cost, step = without, _Step.FACTOR_OUT
            if (left_out := self._closed[place] + size) <= cost:  # of equals, the first is mapped
                cost, step = left_out, _Step.CHILD_OUT
            closed.append(cost)
            closed_steps.append(step)
        self._closed, self._open = closed, opened
        self._steps.append((closed_steps, open_steps))

    def trace(self) -> list[int | None]:
        """Return the place of each child among the factors, None where it is left out."""
        places: list[int | None] = [None] * len(self._steps)
        row, place, is_open = len(self._steps), len(self._factors), False
        while row:
            closed_steps, open_steps = self._steps[row - 1]
            step = open_steps[place] if is_open else closed_steps[place]
            if step is _Step.CLOSE:
                is_open = True
            elif step is _Step.FACTOR_OUT:
                place -= 1
            else:
                row -= 1
                if step is not _Step.CHILD_OUT:
                    places[row] = place - 1
                    is_open = step is _Step.NEXT
                    place -= step is _Step.FIRST
        return places
