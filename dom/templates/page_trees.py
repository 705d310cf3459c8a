"""A page as the tree that templates are learned from: the elements that hold text, with their texts as leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from cutline.dom.segments import TextSegment, collapse_space

TEXT_TAG = "#text"
CLASS_MARK = "."
# The attributes that templates are known by, and how their values are marked in a node's tokens.
ATTRIBUTE_MARKS = {"class": CLASS_MARK, "id": "#", "role": "role=", "itemprop": "itemprop="}
TRANSPARENT_TAGS = frozenset(("tbody",))  # browsers add them to a table, the parser does not
NUMBER = re.compile(r"\d+")
MAX_TOKENS = 30  # of one element, and characters of one token; templates by people have fewer
MAX_TOKEN_CHARACTERS = 60

Runs = Mapping[tuple[HtmlElement, bool], tuple[int, str]]  # the segment and the text of each text node


@dataclass(frozen=True, slots=True, eq=False)
class PageNode:
    """An element that holds text, or a text.

    Attributes:
        tag: of the element; `TEXT_TAG` of a text.
        tokens: the classes, the id and the roles of the element, each number in them as 0.
        text: the text, white space collapsed; empty for an element.
        segment: the index of the segment a text belongs to; -1 for an element.
        children: in document order.
        size: nodes of the subtree.
    """

    tag: str
    tokens: frozenset[str]
    text: str
    segment: int
    children: tuple[PageNode, ...]
    size: int


def build_page_tree(
    body: HtmlElement, segments: Sequence[TextSegment], max_depth: int, vocabulary: frozenset[str] | None = None
) -> PageNode:
    """Return the tree of a page.

    Args:
        body: its body.
        segments: its segments; what stands in none is left out.
        max_depth: levels of the tree; text below is left out.
        vocabulary: the tokens that the site is known by. A node that has any of them keeps only those, another one
            keeps its classes: ids and classes made for one page alone say nothing about another.
    """
    runs = {
        (run.node, run.is_tail): (segment.index, text)
        for segment in segments
        for run in segment.runs
        if (text := collapse_space(run.text))
    }
    holders = {body}
    for segment in segments:
        for run in segment.runs:
            element = run.parent
            while element not in holders:
                holders.add(element)
                element = element.getparent()
    return _build(body, runs, holders, max_depth, vocabulary)


def read_tokens(element: HtmlElement) -> frozenset[str]:
    """Return the classes, the id and the roles of an element, marked, with each number in them as 0."""
    tokens = [
        mark + NUMBER.sub("0", value[:MAX_TOKEN_CHARACTERS])
        for name, mark in ATTRIBUTE_MARKS.items()
        for value in element.get(name, "").split()[:MAX_TOKENS]
    ]
    return frozenset(tokens)


def walk(tree: PageNode) -> Iterator[PageNode]:
    """Yield the nodes of a tree in document order."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def _build(
    element: HtmlElement, runs: Runs, holders: set[HtmlElement], depth: int, vocabulary: frozenset[str] | None
) -> PageNode:
    children = tuple(_build_children(element, runs, holders, depth - 1, vocabulary)) if depth > 1 else ()
    tokens = read_tokens(element)
    if vocabulary is not None:
        known = tokens & vocabulary
        tokens = known or frozenset(token for token in tokens if token.startswith(CLASS_MARK))
    return PageNode(str(element.tag), tokens, "", -1, children, 1 + sum(child.size for child in children))


def _build_children(
    element: HtmlElement, runs: Runs, holders: set[HtmlElement], depth: int, vocabulary: frozenset[str] | None
) -> Iterator[PageNode]:
    if (element, False) in runs:
        yield _make_text(*runs[element, False])
    for child in element:
        if child in holders:
            if child.tag in TRANSPARENT_TAGS:
                yield from _build_children(child, runs, holders, depth, vocabulary)
            else:
                yield _build(child, runs, holders, depth, vocabulary)
        if (child, True) in runs:
            yield _make_text(*runs[child, True])


def _make_text(segment: int, text: str) -> PageNode:
    return PageNode(TEXT_TAG, frozenset(), text, segment, (), 1)
