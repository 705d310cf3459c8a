"""What is known of the elements around text and pictures, each read once from its parent's."""

from __future__ import annotations

from dataclasses import dataclass

from lxml.html import HtmlElement

from cutline.dom.features.marks import read_marks

# Elements whose being around a text says what it is.
AROUND_TAGS = (
    "nav header footer aside article main form figure table ul ol section blockquote dl a label fieldset details "
    "address li h1 h2 h3 p"
).split()
ROOT_SHAPE = -1  # what the root stands in
_TAG_BITS = {tag: 1 << place for place, tag in enumerate(AROUND_TAGS)}


@dataclass(slots=True, eq=False)  # not frozen, which makes them thrice as slow to build, and each page has hundreds
class ElementFacts:
    """What is known of one element of a page; not changed once read.

    Attributes:
        element: the element.
        parent: the facts of its parent; None for the root.
        number: its place among the elements read so far; a parent's is smaller than its children's.
        depth: elements around it.
        marks: bits of `MARKS` in its own names.
        near_marks: those of it, its parent and its grandparent.
        all_marks: those of it and of all around it.
        around: bits of `AROUND_TAGS` of it and of all around it.
        shape: equal for elements that are built alike: same tags and first classes up to the root.
        article: number of the innermost `<article>` around it, from 1 in document order; 0 for none.
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


class FactReader:
    """Reads the facts of elements; each is made from its parent's, so that all of them cost linear time."""

    def __init__(self) -> None:
        """Start with no element read."""
        self._facts: dict[HtmlElement, ElementFacts] = {}
        self._shapes: dict[tuple[int, str, str], int] = {}
        self.articles = 0

    @property
    def facts(self) -> list[ElementFacts]:
        """All facts read, by their numbers."""
        return list(self._facts.values())

    def read(self, element: HtmlElement) -> ElementFacts:
        """Return the facts of an element."""
        way: list[HtmlElement] = []
        above: HtmlElement | None = element
        while above is not None and above not in self._facts:
            way.append(above)
            above = above.getparent()
        facts = None if above is None else self._facts[above]
        for below in reversed(way):
            facts = self._facts[below] = self._read(below, facts)
        return self._facts[element]

    def _read(self, element: HtmlElement, parent: ElementFacts | None) -> ElementFacts:
        attributes = dict(element.items())
        marks = read_marks(attributes)
        tag = str(element.tag)
        around = _TAG_BITS.get(tag, 0)
        if attributes.get("role") == "navigation":
            around |= _TAG_BITS["nav"]
        self.articles += tag == "article"
        shape = self._find_shape(tag, attributes.get("class", ""), parent.shape if parent else ROOT_SHAPE)
        if parent is None:
            article = self.articles if tag == "article" else 0
            return ElementFacts(element, None, len(self._facts), 0, marks, marks, marks, around, shape, article)
        above = parent.parent
        return ElementFacts(
            element=element,
            parent=parent,
            number=len(self._facts),
            depth=parent.depth + 1,
            marks=marks,
            near_marks=marks | parent.marks | (above.marks if above else 0),
            all_marks=marks | parent.all_marks,
            around=around | parent.around,
            shape=shape,
            article=self.articles if tag == "article" else parent.article,
        )

    def _find_shape(self, tag: str, classes: str, around: int) -> int:
        names = classes.split(maxsplit=1)
        name = names[0].rstrip("0123456789") if names else ""
        return self._shapes.setdefault((around, tag, name), len(self._shapes))
