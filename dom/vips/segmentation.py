"""VIPS: divides a page into a tree of visual blocks until each is coherent enough.

Source: D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma, "VIPS: a Vision-based Page Segmentation Algorithm", Microsoft Research,
MSR-TR-2003-79, section 4. `extraction` extracts blocks, `structure` detects separators and constructs the content
structure; this module repeats both. Where the paper is silent:

- A block of DoC 10 is never divided, since that is the maximum; so PDoC 10 asks for DoC 10.
- A page without a layout gets an approximate one (`nodes.flow_layout`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from cutline.config.settings import VipsSettings
from cutline.dom.document import Document
from cutline.dom.render.layout import Box
from cutline.dom.vips.extraction import GREATEST_COHERENCE, extract_blocks
from cutline.dom.vips.nodes import TextPlace, VisualNode, build_nodes, flow_layout, unite
from cutline.dom.vips.structure import Group, build_structure

PAGE_COHERENCE = 1


@dataclass(frozen=True, slots=True, eq=False)
class VisionBlock:
    """A visual block: a part of a page that a reader perceives as one.

    Attributes:
        coherence: the degree of coherence, DoC (1..10); never smaller than the parent block's.
        box: its rectangle; None for a page without visible content.
        element: its element, or the parent of a text node; None for a group of nodes.
        texts: a leaf's texts, in document order; empty for other blocks.
        children: the blocks it was divided into, in document order of their first text or image.
    """

    coherence: int
    box: Box | None
    element: HtmlElement | None
    texts: tuple[TextPlace, ...]
    children: tuple[VisionBlock, ...]

    def leaves(self) -> Iterator[VisionBlock]:
        """Yield the leaves of this block's tree, in order; the block itself if it was not divided."""
        waiting = [self]
        while waiting:
            block = waiting.pop()
            if block.children:
                waiting.extend(reversed(block.children))
            else:
                yield block


def build_block_tree(document: Document, settings: VipsSettings) -> VisionBlock:
    """Return the page as a tree of blocks; each leaf has a DoC above the permitted one (PDoC) or cannot be divided.

    Every visible text is in exactly one leaf. Leaves cover the page's texts and images, but not empty elements.
    """
    layout = document.layout or flow_layout(document)
    body = build_nodes(document, layout)
    if body is None:
        return VisionBlock(PAGE_COHERENCE, None, document.body, (), ())
    page = _Draft(PAGE_COHERENCE, body)
    waiting = [page]
    while waiting:
        draft = waiting.pop()
        if draft.node is not None and _is_too_coarse(draft.coherence, draft.node, settings):
            waiting.extend(_divide(draft, draft.node, max(body.box.area, 1.0)))
    return _freeze(page)


@dataclass(slots=True, eq=False)
class _Draft:
    """A block while the page is being divided; a group of several nodes has no node."""

    coherence: int
    node: VisualNode | None
    children: list[_Draft] = field(default_factory=list)


def _is_too_coarse(coherence: int, node: VisualNode, settings: VipsSettings) -> bool:
    is_whole = coherence > settings.permitted_coherence or coherence == GREATEST_COHERENCE
    return not is_whole and bool(node.children)


def _divide(draft: _Draft, node: VisualNode, page_area: float) -> list[_Draft]:
    """Divide a block for one round; return the blocks of single nodes, which may be divided further."""
    pool = extract_blocks(node, page_area)
    if len(pool.blocks) == 1:
        draft.node, coherence = pool.blocks[0]
        draft.coherence = max(draft.coherence, coherence)
        return [draft]
    whole = build_structure(pool, draft.coherence)
    growing: list[tuple[_Draft, Group]] = [(draft, whole)]
    single = []
    while growing:
        parent, group = growing.pop()
        for member in group.members:
            if isinstance(member, Group):
                child = _Draft(member.coherence, None)
                growing.append((child, member))
            else:
                child = _Draft(member[1], member[0])
                single.append(child)
            parent.children.append(child)
    return single


def _freeze(page: _Draft) -> VisionBlock:
    """Return the finished tree, built bottom-up without recursion because pages may be deeply nested."""
    order = [page]
    for draft in order:
        order.extend(draft.children)
    frozen: dict[_Draft, VisionBlock] = {}
    for draft in reversed(order):
        children = tuple(frozen[child] for child in draft.children)
        node = draft.node
        frozen[draft] = VisionBlock(
            draft.coherence,
            node.box if node else unite([child.box for child in children if child.box]),
            node.element if node else None,
            tuple(_list_texts(node)) if node and not children else (),
            children,
        )
    return frozen[page]


def _list_texts(node: VisualNode) -> Iterator[TextPlace]:
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.place:
            yield current.place
        waiting.extend(reversed(current.children))
