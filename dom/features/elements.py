"""Facts about the elements around text and images, each derived once from its parent's."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.callout_names import BOX_NAMES, may_be_utility_box
from cutline.dom.features.marks import MARKS, NAMING, read_marks

# Tags that say something about the text inside.
AROUND_TAGS = (
    "nav header footer aside article main form figure table ul ol section blockquote dl a label fieldset details "
    "address li h1 h2 h3 p"
).split()
ROOT_SHAPE = -1  # shape of the root's missing parent
_UNSEEN = 1 << MARKS.index("unseen")
_NAMING = frozenset(NAMING)
_TAG_BITS = {tag: 1 << place for place, tag in enumerate(AROUND_TAGS)}


@dataclass(slots=True, eq=False)  # not frozen: that triples the time to build one, and a page has hundreds
class ElementFacts:
    """Facts about one element; not changed once read.

    Attributes:
        element: the element.
        parent: the facts of its parent; None for the root.
        number: order of reading, from 0; a parent's number is smaller than its children's.
        depth: number of ancestors.
        marks: bits of `MARKS` in its own names; a closed tab or accordion always has "unseen".
        near_marks: marks of the element, its parent and its grandparent.
        all_marks: marks of the element and all its ancestors.
        around: bits of `AROUND_TAGS` of the element and all its ancestors.
        shape: equal for elements with the same tags and first classes on the path from the root.
        article: number of the closest `<article>`, itself included, from 1 in order of reading; 0 for none.
    """

    element: HtmlElement
    parent: ElementFacts | None
    number: int
    depth: int
    marks: int
    near_marks: int
    all_marks: int
    around: int
    shape: int
    article: int

    def climb(self) -> Iterator[ElementFacts]:
        """Yield these facts and those of each ancestor, innermost first."""
        facts: ElementFacts | None = self
        while facts is not None:
            yield facts
            facts = facts.parent


class Names(NamedTuple):
    """What an element's attributes say about it.

    Attributes:
        marks: bits of `MARKS`.
        name: the first class, without trailing digits.
        around: bits of `AROUND_TAGS` implied by its role.
        may_be_box: whether it may be a callout.
    """

    marks: int
    name: str
    around: int
    may_be_box: bool


class FactReader:
    """Reads facts about elements; each extends its parent's, so that all of them take linear time."""

    def __init__(self, closed: Collection[HtmlElement] = ()) -> None:
        """Start with no element read; `closed` are the closed tabs and accordions."""
        self._closed = closed
        self._facts: dict[HtmlElement, ElementFacts] = {}
        self._shapes: dict[tuple[int, str, str], int] = {}
        self._names: dict[tuple[tuple[str, str], ...], Names] = {}  # many elements of a page share their names
        self.articles = 0
        self.boxes: list[HtmlElement] = []  # that may be callouts or `<details>`, of those read

    @property
    def facts(self) -> list[ElementFacts]:
        """All facts read so far, ordered by number."""
        return list(self._facts.values())

    def read(self, element: HtmlElement) -> ElementFacts:
        """Return the facts of an element."""
        facts = self._facts.get(element)
        if facts is not None:
            return facts
        chain, above = [element], element.getparent()
        while above is not None and (facts := self._facts.get(above)) is None:
            chain.append(above)
            above = above.getparent()
        for below in reversed(chain):
            facts = self._facts[below] = self._read(below, facts)
        return self._facts[element]

    def _read(self, element: HtmlElement, parent: ElementFacts | None) -> ElementFacts:
        attributes = tuple([item for item in element.items() if item[0] in _NAMING])
        names = self._names.get(attributes)
        if names is None:
            names = self._names[attributes] = _read_names(dict(attributes))
        marks, name, around, may_be_box = names
        if element in self._closed:
            marks |= _UNSEEN
        tag, number = element.tag, len(self._facts)
        around |= _TAG_BITS.get(tag, 0)
        if tag == "article":
            self.articles += 1
        if may_be_box or tag == "details":
            self.boxes.append(element)
        if parent is None:
            shape = self._shapes.setdefault((ROOT_SHAPE, tag, name), len(self._shapes))
            return ElementFacts(element, None, number, 0, marks, marks, marks, around, shape, self.articles)
        above = parent.parent
        return ElementFacts(
            element,
            parent,
            number,
            parent.depth + 1,
            marks,
            marks | parent.marks | (0 if above is None else above.marks),
            marks | parent.all_marks,
            around | parent.around,
            self._shapes.setdefault((parent.shape, tag, name), len(self._shapes)),
            self.articles if tag == "article" else parent.article,
        )


def _read_names(attributes: Mapping[str, str]) -> Names:
    classes = attributes.get("class", "").split()
    name = classes[0].rstrip("0123456789") if classes else ""
    around = _TAG_BITS["nav"] if attributes.get("role") == "navigation" else 0
    may_be_box = not BOX_NAMES.isdisjoint(classes) or may_be_utility_box(attributes.get("class", ""))
    return Names(read_marks(attributes), name, around, may_be_box)
