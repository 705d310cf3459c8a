"""Where elements and segments are in a page's tree: their block, document order and XPath."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import count

from lxml.html import HtmlElement

from cutline.dom.ancestors import Inherited
from cutline.dom.formulas.formula import FORMULA_TAGS, find_source
from cutline.dom.role_tables import read_page_tag
from cutline.dom.segments import TextRun, TextSegment
from cutline.dom.tags import TAB_LABEL

MAX_STEPS = 100  # levels of an XPath; pages written by people have fewer, and long paths of all blocks are expensive
MAX_FIRST = 6  # elements in each other that a text begins in


class BlockFinder:
    """Finds the closest enclosing block of an element; caches results, so that all searches take linear time."""

    def __init__(self, block_tags: Collection[str], body: HtmlElement) -> None:
        """Take the block tags and the element at which every search ends."""
        self._tags = frozenset(block_tags) - {"br", "hr"}  # these break lines but hold no text
        self._found: dict[HtmlElement, HtmlElement] = {body: body}

    def first_block(self, element: HtmlElement) -> HtmlElement:
        """Return the element itself if it is a block, else its closest block ancestor, else the body."""
        passed = []
        while element not in self._found and element.tag not in self._tags:
            parent = element.getparent()
            if parent is None:
                break
            passed.append(element)
            element = parent
        block = self._found.get(element, element)
        for inner in passed:
            self._found[inner] = block
        return block


def common_ancestor(elements: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the lowest common ancestor-or-self of the elements; None for an empty list."""
    if not elements:
        return None
    shared = _path(elements[0])
    for element in elements[1:]:
        while shared and shared[-1] is not element and shared[-1] not in element.iterancestors():
            shared.pop()
    return shared[-1] if shared else None


def _path(element: HtmlElement) -> list[HtmlElement]:
    return [*reversed(list(element.iterancestors())), element]


class DocumentOrder:
    """Numbers elements and text segments by document order.

    Elements start at whole numbers. Texts start, and elements end, halfway between two whole numbers.
    """

    def __init__(self, body: HtmlElement) -> None:
        """Number a page's elements."""
        self._starts: dict[HtmlElement, int] = dict(zip(body.iter(), count(), strict=False))
        self._ends: dict[HtmlElement, float] = {body: len(self._starts) - 0.5}

    @property
    def elements(self) -> Collection[HtmlElement]:
        """The elements in document order, the body first; faster to go through than the tree."""
        return self._starts.keys()

    def list_tagged(self, *tags: str) -> list[HtmlElement]:
        """Return the elements with any of these tags, in document order; going through the tree takes much longer."""
        found = [element for tag in tags for element in self._by_tag.get(tag, ())]
        return sorted(found, key=self._starts.__getitem__) if len(tags) > 1 else found

    @cached_property
    def _by_tag(self) -> dict[str, list[HtmlElement]]:
        by_tag: defaultdict[str, list[HtmlElement]] = defaultdict(list)
        for element in self._starts:
            by_tag[element.tag].append(element)
        return by_tag

    def of_element(self, element: HtmlElement) -> float:
        """Return where an element starts."""
        return self._starts[element]

    def span(self, element: HtmlElement) -> tuple[float, float]:
        """Return where an element starts and ends; an element outside the body spans everything."""
        start = self._starts.get(element)
        return (-1, math.inf) if start is None else (start, self._find_end(element))

    def of_segment(self, segment: TextSegment) -> float:
        """Return where a segment starts: just after the start of an element, or at its end for a tail."""
        return self.of_run(segment.runs[0])

    def of_run(self, run: TextRun) -> float:
        """Return where a text starts, likewise."""
        return self._find_end(run.node) if run.is_tail else self._starts[run.node] + 0.5

    def _find_end(self, element: HtmlElement) -> float:
        """Return where an element ends: just before the next element outside its subtree."""
        last_in_it: list[HtmlElement] = []
        around = element
        while around not in self._ends:
            following = around.getnext()
            if following is not None:
                self._ends[around] = self._starts[following] - 0.5
            else:
                last_in_it.append(around)
                around = around.getparent()
        end = self._ends[around]
        for inner in last_in_it:
            self._ends[inner] = end
        return end


class Paths:
    """Builds XPaths, each from its parent's, so that all paths together take linear time."""

    def __init__(self) -> None:
        """Start with no path known."""
        self._paths = Inherited("", self._extend)
        self._steps: dict[HtmlElement, str] = {}
        self._numbers: dict[HtmlElement, int] = {}

    def path(self, element: HtmlElement) -> str:
        """Return an XPath such as `/html/body/div[2]/p`, with an index only where siblings share the tag.

        If nesting is very deep it starts at an ancestor, given by its number in the page: `/descendant::*[1234]/div/p`.
        That of a formula is the path of what draws it, and that of a tab's label the path of what is around it.
        """
        if element.tag in FORMULA_TAGS:
            element = find_source(element)
        elif element.tag == TAB_LABEL:
            element = element.getparent()
        return self._paths.of(element)

    def _extend(self, path: str, element: HtmlElement) -> str:
        is_long = path.count("/") >= MAX_STEPS
        return f"/descendant::*[{self._number(element)}]" if is_long else f"{path}/{self._step(element)}"

    def _step(self, element: HtmlElement) -> str:
        parent = element.getparent()
        if parent is None:
            return str(element.tag)
        if element not in self._steps:
            self._count_children(parent)
        return self._steps[element]

    def _count_children(self, parent: HtmlElement) -> None:
        alike: dict[str, list[HtmlElement]] = {}
        for child in parent:
            alike.setdefault(read_page_tag(child), []).append(child)
        for tag, children in alike.items():
            if len(children) == 1:
                self._steps[children[0]] = tag
            else:
                self._steps.update({child: f"{tag}[{number}]" for number, child in enumerate(children, start=1)})

    def _number(self, element: HtmlElement) -> int:
        if not self._numbers:
            root = element.getroottree().getroot()
            self._numbers = {each: number for number, each in enumerate(root.iter("*"), start=1)}
        return self._numbers[element]


def list_first(element: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the elements that the text of an element begins in, outside in."""
    for _ in range(MAX_FIRST):
        if not len(element) or (element.text or "").strip():
            return
        element = element[0]
        yield element
