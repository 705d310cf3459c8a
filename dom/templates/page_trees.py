"""Page trees, from which templates are learned: elements with texts as leaves, and their edit distance.

Source of the restricted top-down tree edit distance: D. C. Reis, P. B. Golgher, A. S. Silva and A. F. Laender,
"Automatic Web News Extraction Using Tree Edit Distance", WWW 2004 (RTDM): two nodes can be mapped only if their parents
are mapped to each other, children of mapped nodes are aligned in order, and an unmapped node is removed or inserted
with its whole subtree. Here two elements can be mapped only if their tags are equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from cutline.dom.segments import TextSegment, collapse_space

TEXT_TAG = "#text"
CLASS_MARK = "."
# The attributes that characterise templates, and the prefixes of their values in a node's tokens.
ATTRIBUTE_MARKS = {"class": CLASS_MARK, "id": "#", "role": "role=", "itemprop": "itemprop="}
TRANSPARENT_TAGS = frozenset(("tbody",))  # browsers add them to a table, the parser does not
NUMBER = re.compile(r"\d+")
MAX_DEPTH = 80  # levels of a page's tree; each takes five nested calls
MAX_CELLS = 2_000_000  # cells of all alignment tables of one page or one training, which limits the time
MAX_TOKENS = 30  # tokens of one attribute; templates written by people have fewer
MAX_TOKEN_CHARACTERS = 60  # characters of one token

Runs = Mapping[tuple[HtmlElement, bool], tuple[int, str]]  # the segment and the text of each text node


@dataclass(frozen=True, slots=True, eq=False)
class PageNode:
    """An element that contains text, or a text.

    Attributes:
        tag: the element's tag; `TEXT_TAG` for a text.
        tokens: class, id, role and itemprop values of the element, with numbers replaced by 0.
        text: the text, white space collapsed; empty for an element.
        segment: the index of a text's segment; -1 for an element.
        children: in document order.
        size: number of nodes in the subtree.
    """

    tag: str
    tokens: frozenset[str]
    text: str
    segment: int
    children: tuple[PageNode, ...]
    size: int


def build_page_tree(
    body: HtmlElement,
    segments: Sequence[TextSegment],
    vocabulary: frozenset[str] | None = None,
    max_depth: int = MAX_DEPTH,
) -> PageNode:
    """Return the tree of a page.

    Args:
        body: its body.
        segments: its segments; elements without any are left out.
        vocabulary: the tokens that are typical of the site. A node with some of them keeps only those, any other node
            keeps its classes: ids and classes generated for one page say nothing about another.
        max_depth: maximum number of levels; text below is left out.
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
    """Return the class, id, role and itemprop values of an element, with their prefixes and numbers replaced by 0."""
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


class EditDistance:
    """Measures edit distances in nodes, with a limited number of alignment table cells in total.

    Over the limit, the distance is the difference in size, which is a lower bound.
    """

    def __init__(self, max_cells: int) -> None:
        """Take the total number of cells; a cell is a pair of children of two nodes."""
        self._cells_left = max_cells

    def measure(self, one: PageNode, other: PageNode) -> float:
        """Return the least number of nodes to remove and insert; different attributes count up to one node."""
        if one.tag != other.tag:
            return one.size + other.size
        if not one.children or not other.children:
            return abs(one.size - other.size) + differ(one.tokens, other.tokens)
        cells = len(one.children) * len(other.children)
        if cells > self._cells_left:
            return abs(one.size - other.size)
        self._cells_left -= cells
        return differ(one.tokens, other.tokens) + self._align(one.children, other.children)

    def is_within(self, one: PageNode, other: PageNode, share: float) -> bool:
        """Return whether the distance is at most `share` (0..1) of the nodes of both trees."""
        most = share * (one.size + other.size)
        return abs(one.size - other.size) <= most and self.measure(one, other) <= most

    def _align(self, first: Sequence[PageNode], second: Sequence[PageNode]) -> float:
        above = [0.0]
        for other in second:
            above.append(above[-1] + other.size)
        for one in first:
            row = [above[0] + one.size]
            for column, other in enumerate(second):
                cost = min(row[column] + other.size, above[column + 1] + one.size)
                if one.tag == other.tag and above[column] + abs(one.size - other.size) < cost:
                    cost = min(cost, above[column] + self.measure(one, other))
                row.append(cost)
            above = row
        return above[-1]


def differ(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share (0..1) of two nodes' tokens that only one of them has (the Jaccard distance)."""
    union = len(one | other)
    return 1 - len(one & other) / union if union else 0.0
