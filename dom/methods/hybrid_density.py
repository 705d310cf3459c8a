"""The method hybrid-density: the nodes with the densest text, each character weighted by its horizontal position.

Source: K. Nethra and J. Anitha, "Web Content Extraction by Integrating Textual and Visual Importance of Web Pages",
section 3, of which 3.2, 3.4 and 3.5 follow D. Song, F. Sun and L. Liao, "A hybrid approach for content extraction with
text density and visual importance of DOM nodes", Knowledge and Information Systems 42, 2015. `hybrid-density` centres
the weights on the widest of the leaf blocks of VIPS, `hybrid-density-position` on the widest element: "visual
importance using position and size", which section 5 compares with VIPS. Where the paper is garbled or silent:

- Formulas 2 and 6 lost their negations: the base of the logarithm is ln((C / ¬LC) LC + (LCb / Cb) C + e).
- A zero LC, ¬LC, LT or T counts as 1 everywhere; in the hybrid form T = 0 becomes HC / C, and ¬LC stays C - LC. A node
  without characters has density 0. Composite text density (2) is the hybrid one (6) with importance 1 for every leaf.
- Leaves are text nodes, as section 3.1 says; they have densities and count in the sums (7) like other children.
- T and LT count the tags below a node, since a node without any has T = 0.
- Of equal density sums, the first in the document is taken, which is the outermost.
- The boundaries of a leaf (formula 4) are its own.
- A page without a layout has no visual importance: its hybrid text density is the composite text density (3.2.2).

The printed variance (formulas 3 and 4) is a mistake: since the edges of the widest node are mapped to -1 and +1, the
standard deviation is half its width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import e, erf, log, log1p, sqrt

from lxml.html import HtmlElement

from cutline.config.settings import Settings
from cutline.dom.body import Body, Decision
from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout, TextPlace
from cutline.dom.segments import TextSegment, collapse_space
from cutline.dom.vips import build_block_tree
from cutline.types import PageWarning

Importance = Callable[[TextPlace], float]


def find_hybrid_density(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments in the nodes that algorithm 2 marks, weighted over the widest block of VIPS."""

    def list_blocks(layout: Layout) -> Iterable[Box]:
        return (block.box for block in build_block_tree(document, settings.vips).leaves() if block.box)

    return _find_weighted(document, segments, list_blocks)


def find_hybrid_density_by_position(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments in the nodes that algorithm 2 marks, weighted over the widest element."""

    def list_elements(layout: Layout) -> Iterable[Box]:
        return (box for element in document.body.iter() if (box := layout.box(element)))

    return _find_weighted(document, segments, list_elements)


def _find_weighted(
    document: Document, segments: Sequence[TextSegment], list_nodes: Callable[[Layout], Iterable[Box]]
) -> Body:
    """Return the body; without a layout all text is equally important, with the warning `no_layout`."""
    if document.layout is None:
        return find_dense_body(document, segments, lambda place: 1.0, ("no_layout",))
    importance = weigh_texts(document.layout, list_nodes(document.layout))
    return find_dense_body(document, segments, lambda place: importance.get(place, 0.0))


@dataclass(frozen=True, slots=True)
class VisualImportance:
    """The normal distribution of visual importance over a page's width.

    Attributes:
        mean: the middle of the page's widest node, in pixels.
        deviation: half its width, in pixels.
    """

    mean: float
    deviation: float

    def of(self, box: Box) -> float:
        """Return the importance (0..1) of a box: the integral between its left and right edges."""
        return (self._integrate(box.right) - self._integrate(box.left)) / 2

    def _integrate(self, x: float) -> float:
        return erf((x - self.mean) / (self.deviation * sqrt(2)))


def span_importance(widest: Box) -> VisualImportance:
    """Return the distribution over a page's widest node, whose width must be positive."""
    return VisualImportance((widest.left + widest.right) / 2, widest.width / 2)


def weigh_texts(layout: Layout, nodes: Iterable[Box]) -> dict[TextPlace, float]:
    """Return the visual importance of each displayed text, with the distribution over the widest of the nodes.

    Nodes wholly outside the scrollable page, where hidden menus often are, do not count as widest.
    """
    on_page = [box for box in nodes if box.width and _overlap(box, layout.page)]
    widest = max(on_page, key=lambda box: box.width, default=None)
    if widest is None:
        return {}
    importance = span_importance(widest)
    return {place: importance.of(box) for place, box in layout.text_boxes.items()}


def _overlap(one: Box, other: Box) -> bool:
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


@dataclass(frozen=True, slots=True, eq=False)
class DensityNode:
    """An element or a text node, with the counts for its density.

    Attributes:
        element: the element; for a text node, its parent.
        place: the position of a text node; None for an element.
        characters: C, number of characters in it.
        hybrid_characters: HC, the same, weighted by the visual importance of the text nodes.
        tags: T, number of elements below it.
        link_characters: LC, number of characters inside links.
        link_tags: LT, number of links below it.
        children: its visible elements and text nodes, in document order.
    """

    element: HtmlElement
    place: TextPlace | None
    characters: int
    hybrid_characters: float
    tags: int
    link_characters: int
    link_tags: int
    children: tuple[DensityNode, ...] = ()


def find_dense_body(
    document: Document, segments: Sequence[TextSegment], importance: Importance, warnings: tuple[PageWarning, ...] = ()
) -> Body:
    """Return the segments with more than half of their characters in marked nodes.

    The body's root is the node with the greatest density sum.

    Args:
        document: the page.
        segments: its segments.
        importance: returns the visual importance of a text (0..1).
        warnings: warnings to add to the body.
    """
    body = count_nodes(document, importance)
    densities = measure_densities(body)
    best = find_max_density_sums(densities)
    if not body.hybrid_characters:
        dropped = Decision(False, "below_density")
        return Body(None, (dropped,) * len(segments), (*warnings, "no_article"))
    marked = list_texts(extract_content(body, densities, best, find_threshold(body, densities, best)))
    return Body(best[body].element, tuple(_decide(segment, marked) for segment in segments), warnings)


def count_nodes(document: Document, importance: Importance) -> DensityNode:
    """Return the body's tree of density nodes, without scripts, styles and other hidden content (3.2, 3.4)."""
    around = _OpenElement(document.root)
    growing, links = [around], 0
    for event, element in document.walk():
        if event == "start":
            links += element.tag == "a"
            growing.append(_OpenElement(element))
            growing[-1].add_text(element.text, (element, False), links, importance)
        elif event == "end":
            links -= element.tag == "a"
            node = growing.pop().finish()
            growing[-1].children.append(node)
        else:
            growing[-1].add_text(element.tail, (element, True), links, importance)
    return around.children[0] if around.children else _OpenElement(document.body).finish()


@dataclass(slots=True)
class _OpenElement:
    """An element whose end tag has not been reached."""

    element: HtmlElement
    children: list[DensityNode] = field(default_factory=list)

    def add_text(self, text: str | None, place: TextPlace, links: int, importance: Importance) -> None:
        length = len(collapse_space(text or ""))
        if length:
            weighted, linked = importance(place) * length, length if links else 0
            self.children.append(DensityNode(self.element, place, length, weighted, 0, linked, 0))

    def finish(self) -> DensityNode:
        children = self.children
        elements = [child for child in children if child.place is None]
        return DensityNode(
            self.element,
            None,
            sum(child.characters for child in children),
            sum(child.hybrid_characters for child in children),
            sum(child.tags + 1 for child in elements),
            sum(child.link_characters for child in children),
            sum(child.link_tags + (child.element.tag == "a") for child in elements),
            tuple(children),
        )


def measure_densities(body: DensityNode) -> dict[DensityNode, float]:
    """Return the hybrid text density of each node; the keys are in document order."""
    return {node: measure_density(node, body) for node in _walk(body)}


def measure_density(node: DensityNode, body: DensityNode) -> float:
    """Return HTD (formula 6): characters per tag, reduced by the share of links.

    It can be negative, if a node has fewer weighted characters than characters in links.
    """
    characters = node.hybrid_characters
    if not characters:
        return 0.0
    tags = node.tags or characters / node.characters
    linked, unlinked = node.link_characters or 1, (node.characters - node.link_characters) or 1
    link_tags = node.link_tags or 1
    body_share = (body.link_characters or 1) / body.hybrid_characters
    noise = characters / unlinked * linked + body_share * characters
    # ln(noise + e) = 1 + ln(1 + noise / e), written so that tiny noise does not round to a division by zero.
    base = log1p(log1p(noise / e))
    return characters / tags * log(characters / linked * tags / link_tags) / base


def find_max_density_sums(densities: Mapping[DensityNode, float]) -> dict[DensityNode, DensityNode]:
    """Return, for each node, the node with the greatest density sum in its subtree (formula 7)."""
    sums: dict[DensityNode, float] = {}
    best: dict[DensityNode, DensityNode] = {}
    for node in reversed(list(densities)):
        sums[node] = sum(densities[child] for child in node.children)
        inner = max((best[child] for child in node.children), key=sums.__getitem__, default=node)
        best[node] = inner if sums[inner] > sums[node] else node
    return best


def find_threshold(
    body: DensityNode, densities: Mapping[DensityNode, float], best: Mapping[DensityNode, DensityNode]
) -> float:
    """Return the least density on the path from the node with the greatest density sum to the body."""
    target = best[body]
    node, least = body, densities[body]
    while node is not target:
        node = next(child for child in node.children if best[child] is target)
        least = min(least, densities[node])
    return least


def extract_content(
    body: DensityNode,
    densities: Mapping[DensityNode, float],
    best: Mapping[DensityNode, DensityNode],
    threshold: float,
) -> list[DensityNode]:
    """Return the marked nodes (algorithm 2): the node with the greatest density sum below each dense node reached."""
    marked = []
    waiting = [body]
    while waiting:
        node = waiting.pop()
        if densities[node] >= threshold:
            marked.append(best[node])
            waiting.extend(node.children)
    return marked


def list_texts(marked: Sequence[DensityNode]) -> frozenset[TextPlace]:
    """Return the places of all texts in marked nodes."""
    seen: set[DensityNode] = set()
    waiting = list(marked)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting.extend(node.children)
    return frozenset(node.place for node in seen if node.place)


def _walk(body: DensityNode) -> list[DensityNode]:
    """Return all nodes in document order."""
    found = []
    waiting = [body]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(reversed(node.children))
    return found


def _decide(segment: TextSegment, marked: frozenset[TextPlace]) -> Decision:
    inside = sum(len(collapse_space(run.text)) for run in segment.runs if (run.node, run.is_tail) in marked)
    total = sum(len(collapse_space(run.text)) for run in segment.runs)
    return Decision(True, "dense") if 2 * inside > total else Decision(False, "below_density")
