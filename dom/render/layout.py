"""Where a browser put each element and each text of a page, and in what style."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lxml.html import HtmlElement


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels; `left` and `top` are counted from the page's corner, not the window's."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends horizontally."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Where it ends vertically."""
        return self.top + self.height

    @property
    def area(self) -> float:
        """Its size in square pixels."""
        return self.width * self.height


def unite(one: Box, other: Box) -> Box:
    """Return the smallest box around two."""
    left, top = min(one.left, other.left), min(one.top, other.top)
    return Box(left, top, max(one.right, other.right) - left, max(one.bottom, other.bottom) - top)


@dataclass(frozen=True, slots=True)
class Style:
    """The computed style of an element, as far as the methods look at it.

    Attributes:
        display: such as `block`, `inline`, `table-cell`, `none`.
        visibility: `visible`, `hidden` or `collapse`.
        font_size: in pixels.
        font_weight: 1 to 1000; normal is 400, bold 700.
        font_style: such as `normal`, `italic`.
        color: as CSS writes it, such as `rgb(0, 0, 0)`.
        background_color: the same; `rgba(0, 0, 0, 0)` where there is none.
    """

    display: str
    visibility: str
    font_size: float
    font_weight: int
    font_style: str
    color: str
    background_color: str

    @property
    def is_bold(self) -> bool:
        """Whether text is bold."""
        return self.font_weight >= 600

    @property
    def is_italic(self) -> bool:
        """Whether text is slanted."""
        return self.font_style != "normal"


# The properties asked of the browser, in the order of the fields of `Style`.
STYLE_PROPERTIES = (
    "display",
    "visibility",
    "font-size",
    "font-weight",
    "font-style",
    "color",
    "background-color",
)


def read_style(values: Iterable[str]) -> Style:
    """Return the style that the browser's values of `STYLE_PROPERTIES`, in their order, stand for."""
    display, visibility, size, weight, slant, color, background = values
    pixels = float(size.removesuffix("px"))
    return Style(display, visibility, pixels, round(float(weight)), slant, color, background)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The layout of one page, asked by the nodes of its tree.

    Attributes:
        viewport: the window's part of the page, at the page's corner.
        page: the whole page, from its corner to where scrolling ends.
        boxes: the rectangle of each element that has one.
        styles: the style of each element.
        text_boxes: the rectangle of each text that has one, by element and whether it is the element's tail.
    """

    viewport: Box
    page: Box
    boxes: Mapping[HtmlElement, Box]
    styles: Mapping[HtmlElement, Style]
    text_boxes: Mapping[tuple[HtmlElement, bool], Box]

    def box(self, element: HtmlElement) -> Box | None:
        """Return the rectangle around all of the element's own boxes; None if the element is not displayed."""
        return self.boxes.get(element)

    def style(self, element: HtmlElement) -> Style:
        """Return the element's computed style; inside an element that is not displayed, that element's style."""
        return self.styles[element]

    def text_box(self, node: HtmlElement, is_tail: bool) -> Box | None:
        """Return the rectangle around a text, named as in `TextRun`: the text of `node`, or its tail.

        None if it is not displayed, or is nothing but white space.
        """
        return self.text_boxes.get((node, is_tail))
