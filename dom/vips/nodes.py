"""The nodes that VIPS divides: what a reader sees of a page, as a tree.

Source: Cai et al., MSR-TR-2003-79, section 4.1 (inline, line-break, valid, text and virtual text nodes). The paper
tells inline nodes by their tags; styles make any tag inline today, so the computed display tells.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout, Style

TextPlace = tuple[HtmlElement, bool]  # a text as `Layout.text_boxes` names it: an element, and whether it is its tail
Font = tuple[float, int]  # size in pixels, weight

PICTURES = frozenset(("img", "amp-img"))
MARKS = frozenset(("br", "hr"))
INLINE_DISPLAYS = frozenset(("inline", "contents", "ruby"))


@dataclass(frozen=True, slots=True, eq=False)
class VisualNode:
    """A valid node, of which something can be seen; or a `br` or `hr`, which only parts others.

    Attributes:
        element: the element; of a text, the one it stands in.
        place: of a text, where it stands.
        box: its rectangle; around its children where it has none of its own.
        background: the colour behind it, its own or an ancestor's.
        is_inline: whether it stands in a line of text without breaking it.
        is_all_text: whether it has children, and all are text nodes or virtual text nodes.
        font: that of its longest text; None without text.
        is_uniform: whether all its text has that font.
        length: characters of its longest text.
        children: in document order.
    """

    element: HtmlElement
    place: TextPlace | None
    box: Box
    background: str
    is_inline: bool
    is_all_text: bool
    font: Font | None
    is_uniform: bool
    length: int
    children: tuple[VisualNode, ...]

    @property
    def is_text(self) -> bool:
        """Whether it is a text node."""
        return self.place is not None

    @property
    def is_virtual_text(self) -> bool:
        """Whether it is an inline node that holds only text nodes and virtual text nodes."""
        return self.place is None and self.is_inline and self.is_all_text

    @property
    def is_mark(self) -> bool:
        """Whether it only parts others."""
        return self.place is None and self.element.tag in MARKS

    @property
    def valid_children(self) -> tuple[VisualNode, ...]:
        """The children that can be seen."""
        return tuple(child for child in self.children if not child.is_mark)


def build_nodes(document: Document, layout: Layout) -> VisualNode | None:
    """Return the body with the valid nodes in it, or None if nothing of it can be seen."""
    growing = [_Growing(document.body, _background(layout.style(document.body), ""))]
    walker = etree.iterwalk(document.body, events=("start", "end"))
    for event, element in walker:
        if element is document.body:
            if event == "start":
                _add_text(growing[-1], element, False, layout)
            continue
        if event == "start" and element in document.hidden:
            walker.skip_subtree()
        elif event == "start":
            growing.append(_Growing(element, _background(layout.style(element), growing[-1].background)))
            _add_text(growing[-1], element, False, layout)
        else:
            if element not in document.hidden:
                node = _finish(growing.pop(), layout)
                growing[-1].children.extend([node] if node else [])
            _add_text(growing[-1], element, True, layout)
    return _finish(growing.pop(), layout)


@dataclass(slots=True)
class _Growing:
    """An element whose end has not been reached."""

    element: HtmlElement
    background: str
    children: list[VisualNode] = field(default_factory=list)


def _add_text(parent: _Growing, node: HtmlElement, is_tail: bool, layout: Layout) -> None:
    box = layout.text_box(node, is_tail)
    if box is None:
        return
    style = layout.style(parent.element)
    length = len((node.tail if is_tail else node.text) or "")
    font = (style.font_size, style.font_weight)
    parent.children.append(
        VisualNode(parent.element, (node, is_tail), box, parent.background, True, False, font, True, length, ())
    )


def _finish(growing: _Growing, layout: Layout) -> VisualNode | None:
    """Return the element's node, or None if nothing of it can be seen."""
    element, children = growing.element, growing.children
    box = layout.box(element)
    if element.tag in MARKS:
        return VisualNode(element, None, box, growing.background, False, False, None, True, 0, ()) if box else None
    seen = [child for child in children if not child.is_mark]
    if not seen and not (element.tag in PICTURES and box is not None and box.area):
        return None
    longest = max(seen, key=lambda child: child.length, default=None)
    font = longest.font if longest else None
    return VisualNode(
        element,
        None,
        box if box is not None and box.area else unite([child.box for child in seen]),
        growing.background,
        layout.style(element).display in INLINE_DISPLAYS,
        bool(children) and all(child.is_text or child.is_virtual_text for child in children),
        font,
        all(child.is_uniform and child.font in (font, None) for child in seen),
        longest.length if longest else 0,
        tuple(children),
    )


def unite(boxes: list[Box]) -> Box:
    """Return the rectangle around one or more."""
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


def _background(style: Style, behind: str) -> str:
    color = style.background_color
    is_clear = color in ("", "transparent") or (color.startswith("rgba") and color.endswith(", 0)"))
    return behind if is_clear else color
