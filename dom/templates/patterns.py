"""The template of a site: a tree in which children repeat, may be missing, and are marked as title or content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Label = Literal["content", "title", "other"]
Quantifier = Literal["1", "?", "+", "*"]

REPEATED: frozenset[Quantifier] = frozenset(("+", "*"))
OPTIONAL: frozenset[Quantifier] = frozenset(("?", "*"))


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
        factors: what its children are, in order; none of a text.
    """

    tag: str
    tokens: frozenset[str]
    variants: frozenset[str]
    text: str | None
    label: Label | None
    count: int
    factors: tuple[Factor, ...] = ()

    @cached_property
    def least_size(self) -> int:
        """Nodes that its subtree has at least."""
        return 1 + sum(factor.least_size for factor in self.factors)


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
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
        stack.extend(alternative for factor in reversed(node.factors) for alternative in reversed(factor.alternatives))
