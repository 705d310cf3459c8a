"""A page aligned with the template of its site, node by node from the root down.

The mapping is the restricted top-down one of `edit_distance`, with a pattern in the place of the other tree: a node is
mapped to a node of the pattern only below the one that its parent is mapped to, and siblings are aligned with the
factors of their parent's pattern in order, at the least cost in nodes. Attributes that differ cost up to one node, so
that a page whose classes were renamed is still read by its structure.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from cutline.config.settings import TemplateWrapperSettings
from cutline.dom.templates.edit_distance import differ
from cutline.dom.templates.page_trees import TEXT_TAG, PageNode
from cutline.dom.templates.patterns import Label, PatternNode
from cutline.dom.templates.sequences import Choice, align_children


@dataclass(frozen=True, slots=True)
class MappedText:
    """A text of a page, and what stands for it in the pattern.

    Attributes:
        node: the text.
        pattern: the text of the pattern that it is mapped to; None for a text that the pattern has not.
        around: the lowest element of the pattern that an element around the text is mapped to.
    """

    node: PageNode
    pattern: Choice
    around: PatternNode

    @property
    def label(self) -> Label | None:
        """What the text is: as the pattern's; of a text that it has not, as all others in the same element."""
        return self.around.label if self.pattern is None else self.pattern.label


@dataclass(frozen=True, slots=True)
class Mapping:
    """The texts of a page, mapped, in document order; `is_complete` unless the limit ended it early."""

    texts: tuple[MappedText, ...]
    is_complete: bool

    @property
    def share(self) -> float:
        """The share (0..1) of the texts that are mapped to texts of the pattern; 0 of a page without text."""
        return sum(text.pattern is not None for text in self.texts) / max(1, len(self.texts))


class Aligner:
    """Aligns one page with one pattern."""

    def __init__(self, constants: TemplateWrapperSettings) -> None:
        """Take the costs, and the number of cells of all tables (a child beside a node of the pattern each)."""
        self._constants = constants
        self._cells_left = constants.max_cells
        self._costs: dict[tuple[PatternNode, PageNode], float] = {}
        self._choices: dict[tuple[PatternNode, PageNode], list[Choice]] = {}
        self._is_complete = True

    def align(self, pattern: PatternNode, page: PageNode) -> Mapping:
        """Return the mapping; the two roots are mapped to each other."""
        self._measure_children(pattern, page)
        return Mapping(tuple(self._trace(pattern, page)), self._is_complete)

    def _measure(self, pattern: PatternNode, node: PageNode) -> float:
        """Return the cost of mapping a node; infinite where it is none of the pattern's."""
        if pattern.tag != node.tag:
            return math.inf
        if node.tag == TEXT_TAG:
            if pattern.text is None:
                return self._constants.variable_cost
            return 0.0 if pattern.text == node.text else math.inf
        pair = pattern, node
        if pair not in self._costs:
            self._costs[pair] = compare_tokens(pattern, node) + self._measure_children(pattern, node)
        return self._costs[pair]

    def _measure_children(self, pattern: PatternNode, node: PageNode) -> float:
        cells = (1 + len(node.children)) * sum(len(factor.alternatives) for factor in pattern.factors)
        if cells > self._cells_left:
            self._is_complete = False
            return math.inf
        self._cells_left -= cells
        cost, self._choices[pattern, node] = align_children(
            node.children, pattern.factors, self._measure, self._constants.missing_cost
        )
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
    """Return the share (0..1) of tokens in which a node differs: those it lacks, and those no training page had."""
    if pattern.tokens == node.tokens:
        return 0.0
    return differ(pattern.tokens | (pattern.variants & node.tokens), node.tokens)
