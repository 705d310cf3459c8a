"""The tree of visible nodes that VIPS divides, with an approximate layout for pages that were not rendered.

Source: Cai et al., MSR-TR-2003-79, section 4.1 (inline, line-break, valid, text and virtual text nodes). The paper
recognises inline nodes by tag; today styles can make any tag inline, so the computed display decides.

The approximate layout sets nodes from top to bottom: every line-break node starts a line and is as wide as the window,
and text flows in characters of equal width. That is crude, but enough to divide a page by its tags, their order and the
length of texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout, Style, TextPlace, unite
from cutline.dom.segments import collapse_space
from cutline.dom.tags import breaks_line

Font = tuple[float, int]  # size in pixels, weight

PICTURES = frozenset(("img", "amp-img"))
MARKS = frozenset(("br", "hr"))
INLINE_DISPLAYS = frozenset(("inline", "contents", "ruby"))

WIDTH = 1280.0  # pixels of the window
SIZE = 16.0  # pixels; the browsers' default font size
CHARACTER = 0.5  # width of a character in font sizes; about the mean of Latin letters
LINE = 1.125  # height of a line in font sizes
MARGIN = 16.0  # pixels above and below `SPACED_TAGS`
SPACED_TAGS = frozenset("p ul ol dl blockquote figure pre hr h1 h2 h3 h4 h5 h6".split())
HEADING_SIZES = {"h1": 32.0, "h2": 24.0, "h3": 18.72, "h4": 16.0, "h5": 13.28, "h6": 10.72}  # HTML Standard, 15.3.7
BOLD_TAGS = frozenset(("b", "strong", "th", *HEADING_SIZES))
PICTURE = Box(0, 0, 300.0, 150.0)  # the assumed size of every image


@dataclass(frozen=True, slots=True, eq=False)
class VisualNode:
    """A valid node, which is at least partly visible; or a `br` or `hr`, which only separates others.

    Attributes:
        element: the element; for a text, its parent.
        place: the position of a text; None for an element.
        box: its rectangle; the one around its children if it has none.
        background: the colour behind it, its own or an ancestor's.
        is_inline: whether it is part of a line of text.
        is_all_text: whether it has children, and all are text nodes or virtual text nodes.
        font: the font of its longest text; None without text.
        is_uniform: whether all its text has that font.
        length: number of characters in its longest text.
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
        """Whether it is an inline node with text nodes and virtual text nodes alone."""
        return self.place is None and self.is_inline and self.is_all_text

    @property
    def is_mark(self) -> bool:
        """Whether it is a `br` or `hr`."""
        return self.place is None and self.element.tag in MARKS

    @property
    def valid_children(self) -> tuple[VisualNode, ...]:
        """The visible children."""
        return tuple(child for child in self.children if not child.is_mark)


def build_nodes(document: Document, layout: Layout) -> VisualNode | None:
    """Return the body's tree of valid nodes; None if nothing is visible."""
    around = _OpenElement(document.root, "")
    growing = [around]
    for event, element in document.walk():
        if event == "start":
            growing.append(_OpenElement(element, _background(layout.style(element), growing[-1].background)))
            _add_text(growing[-1], element, False, layout)
        elif event == "tail":
            _add_text(growing[-1], element, True, layout)
        elif node := _finish(growing.pop(), layout):
            growing[-1].children.append(node)
    return around.children[0] if around.children else None


@dataclass(slots=True)
class _OpenElement:
    """An element whose end tag has not been reached."""

    element: HtmlElement
    background: str
    children: list[VisualNode] = field(default_factory=list)


def _add_text(parent: _OpenElement, node: HtmlElement, is_tail: bool, layout: Layout) -> None:
    box = layout.text_box(node, is_tail)
    if box is None:
        return
    style = layout.style(parent.element)
    length = len((node.tail if is_tail else node.text) or "")
    font = (style.font_size, style.font_weight)
    parent.children.append(
        VisualNode(parent.element, (node, is_tail), box, parent.background, True, False, font, True, length, ())
    )


def _finish(growing: _OpenElement, layout: Layout) -> VisualNode | None:
    """Return the element's node; None if nothing of it is visible."""
    element, children = growing.element, growing.children
    if element.tag in MARKS:
        box = layout.box(element)
        return VisualNode(element, None, box, growing.background, False, False, None, True, 0, ()) if box else None
    seen = [child for child in children if not child.is_mark]
    box = _find_shown_box(element, seen, layout)
    if box is None or not (seen or element.tag in PICTURES):
        return None
    longest = max(seen, key=lambda child: child.length, default=None)
    font, length = (None, 0) if longest is None else (longest.font, longest.length)
    return VisualNode(
        element,
        None,
        box,
        growing.background,
        layout.style(element).display in INLINE_DISPLAYS,
        {child.is_text or child.is_virtual_text for child in children} == {True},
        font,
        all(child.is_uniform and child.font in (font, None) for child in seen),
        length,
        tuple(children),
    )


def _find_shown_box(element: HtmlElement, seen: Sequence[VisualNode], layout: Layout) -> Box | None:
    """Return the rectangle of an element, that around its visible children if it has no area; None without either."""
    box = layout.box(element)
    if box and box.area:
        return box
    return unite(*(child.box for child in seen)) if seen else None


def _background(style: Style, behind: str) -> str:
    color = style.background_color
    is_clear = color in ("", "transparent") or (color.startswith("rgba") and color.endswith(", 0)"))
    return behind if is_clear else color


def flow_layout(document: Document) -> Layout:
    """Return the approximate layout of a page's visible content."""
    flow = _Flow()
    for event, element in document.walk():
        if event == "start":
            flow.open(element)
            flow.write(element.text, (element, False))
        elif event == "end":
            flow.close(element)
        else:
            flow.write(element.tail, (element, True))
    page = Box(0, 0, WIDTH, flow.y)
    return Layout(page, page, flow.boxes, flow.styles, flow.text_boxes)


class _Flow:
    """Sets a page from top to bottom; `x` and `y` are the position of the next character."""

    def __init__(self) -> None:
        self.x = self.y = 0.0
        self.boxes: dict[HtmlElement, Box] = {}
        self.styles: dict[HtmlElement, Style] = {}
        self.text_boxes: dict[TextPlace, Box] = {}
        self._open: list[tuple[float, float]] = []
        self._fonts: list[tuple[float, int]] = [(SIZE, 400)]

    def open(self, element: HtmlElement) -> None:
        """Start an element."""
        tag = str(element.tag)
        size, weight = self._fonts[-1]
        self._fonts.append((HEADING_SIZES.get(tag, size), 700 if tag in BOLD_TAGS else weight))
        self.styles[element] = _make_style(breaks_line(element), *self._fonts[-1])
        if breaks_line(element):
            self._break_line(tag)
        self._open.append((self.x, self.y))
        if tag in PICTURES:
            self.x += PICTURE.width
            self.y += PICTURE.height

    def close(self, element: HtmlElement) -> None:
        """End an element and store its box."""
        left, top = self._open.pop()
        line = self._fonts.pop()[0] * LINE
        tag = str(element.tag)
        if tag == "br":
            self.boxes[element] = Box(left, top, 0, line)
            self.y += line
        elif breaks_line(element):
            self._break_line("")
            self.boxes[element] = Box(0, top, WIDTH, self.y - top)
            self.y += MARGIN if tag in SPACED_TAGS else 0
        elif self.x > left and (self.y == top or tag in PICTURES):
            self.boxes[element] = Box(left, top, self.x - left, self.y - top or line)
        elif self.y > top:
            self.boxes[element] = Box(0, top, WIDTH, self.y - top + line)

    def write(self, text: str | None, place: TextPlace) -> None:
        """Set a text, in as many lines as it needs."""
        length = len(collapse_space(text or ""))
        if not length:
            return
        size = self._fonts[-1][0]
        end = self.x + length * size * CHARACTER
        lines = int(end // WIDTH)
        left, right = (self.x, end) if lines == 0 else (0, WIDTH)
        self.text_boxes[place] = Box(left, self.y, right - left, (lines + 1) * size * LINE)
        self.x, self.y = end - lines * WIDTH, self.y + lines * size * LINE

    def _break_line(self, tag: str) -> None:
        if self.x > 0:
            self.x, self.y = 0.0, self.y + self._fonts[-1][0] * LINE
        self.y += MARGIN if tag in SPACED_TAGS else 0


@cache
def _make_style(is_block: bool, size: float, weight: int) -> Style:
    return Style(
        display="block" if is_block else "inline",
        visibility="visible",
        font_size=size,
        font_weight=weight,
        font_style="normal",
        color="rgb(0, 0, 0)",
        background_color="rgba(0, 0, 0, 0)",
    )
