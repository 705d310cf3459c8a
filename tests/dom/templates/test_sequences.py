"""Siblings aligned with the slots of a pattern."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from cutline.dom.templates.alignment import align_children
from cutline.dom.templates.page_trees import PageNode
from cutline.dom.templates.patterns import ChildSlot, PatternNode, Quantifier

MISSING_COST = 0.1


def match_tags(pattern: PatternNode, node: PageNode) -> float:
    return 0.0 if pattern.tag == node.tag else math.inf


@pytest.fixture
def align(tree: Callable[[str], PageNode], pattern: SimpleNamespace) -> Callable[[str, str], tuple[float, str]]:
    """Align tags with slots, both given in words: `align("p p ul", "h1? p+ ul")` is the cost, and what is mapped."""

    def run(tags: str, expression: str) -> tuple[float, str]:
        children = tree("".join(f"<{tag}>x</{tag}>" for tag in tags.split())).children
        slots = []
        for slot in expression.split():
            names, quantifier = (slot[:-1], slot[-1]) if slot[-1] in "?+*" else (slot, "1")
            nodes = tuple(pattern.element(name) for name in names.split("|"))
            slots.append(ChildSlot(_to_quantifier(quantifier), nodes))
        cost, choices = align_children(children, slots, match_tags, MISSING_COST)
        return cost, " ".join("-" if choice is None else choice.tag for choice in choices)

    return run


def _to_quantifier(mark: str) -> Quantifier:
    return {"1": "1", "?": "?", "+": "+", "*": "*"}[mark]  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("tags", "expression", "cost", "mapped"),
    [
        ("h2 p ul", "h2 p ul", 0, "h2 p ul"),
        ("p p p", "p+", 0, "p p p"),
        ("p p p", "p", 4, "p - -"),  # each paragraph left out is two nodes
        ("p p", "h2? p* ul*", 0, "p p"),
        ("p", "h2 p", MISSING_COST, "p"),
        ("p aside p", "p+", 2, "p - p"),
        ("p h2 ul p h2", "p|h2|ul+", 0, "p h2 ul p h2"),
        ("ul p", "p ul", 2 + MISSING_COST, "ul -"),  # out of order: one of the two is left out
        ("", "p+", MISSING_COST, ""),
        ("p p", "", 4, "- -"),
    ],
)
def test_siblings_are_aligned_in_order(
    align: Callable[[str, str], tuple[float, str]], tags: str, expression: str, cost: float, mapped: str
) -> None:
    found, choices = align(tags, expression)
    assert found == pytest.approx(cost)
    assert choices == mapped


def test_of_alternatives_that_cost_the_same_the_one_seen_most_often_is_taken(
    tree: Callable[[str], PageNode], pattern: SimpleNamespace
) -> None:
    rare, common = pattern.element("p", count=2), pattern.element("p", count=9)
    _, choices = align_children(tree("<p>x").children, [ChildSlot("1", (rare, common))], match_tags, MISSING_COST)
    assert choices == [common]
