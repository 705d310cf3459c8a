"""The layout of a rendered page: the rectangle and style of each element and text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from lxml.html import HtmlElement

TextPlace = tuple[HtmlElement, bool]  # an element, and whether the text is its tail


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in CSS pixels; `left` and `top` are relative to the page's corner, not the window's."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its bottom edge."""
        return self.top + self.height

    @property
    def area(self) -> float:
        """Its area in square pixels."""
        return self.width * self.height


def unite(*boxes: Box) -> Box:
    """Return the smallest box around one or more boxes."""
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


@dataclass(frozen=True, slots=True)
class Style:
    """The computed style of an element: the properties that the methods use.

    Attributes:
        display: such as `block`, `inline`, `table-cell`, `none`.
        visibility: `visible`, `hidden` or `collapse`.
        font_size: in pixels.
        font_weight: 1 to 1000; normal is 400, bold 700.
        font_style: such as `normal`, `italic`.
        color: as CSS writes it, such as `rgb(0, 0, 0)`.
        background_color: the same; `rgba(0, 0, 0, 0)` if there is none.
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
        """Whether text is bold (weight 600 or more)."""
        return self.font_weight >= 600

    @property
    def is_italic(self) -> bool:
        """Whether text is italic or oblique."""
        return self.font_style != "normal"


STYLE_PROPERTIES = tuple(each.name.replace("_", "-") for each in fields(Style))  # CSS properties, in this order


def read_style(values: Iterable[str]) -> Style:
    """Return the style for the browser's values of `STYLE_PROPERTIES`, in that order."""
    display, visibility, size, weight, slant, color, background = values
    pixels = float(size.removesuffix("px"))
    return Style(display, visibility, pixels, round(float(weight)), slant, color, background)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The layout of one page, by the nodes of its tree.

    Attributes:
        viewport: the window, at the top left of the page.
        page: the whole scrollable page.
        boxes: the rectangle of each displayed element.
        styles: the style of each element.
        text_boxes: the rectangle of each displayed text, by element and whether the text is its tail.
    """

    viewport: Box
    page: Box
    boxes: Mapping[HtmlElement, Box]
    styles: Mapping[HtmlElement, Style]
    text_boxes: Mapping[TextPlace, Box]

    def box(self, element: HtmlElement) -> Box | None:
        """Return the rectangle around all of the element's own boxes; None if the element is not displayed."""
        return self.boxes.get(element)

    def style(self, element: HtmlElement) -> Style:
        """Return the element's computed style; inside an element that is not displayed, the style of that element."""
        return self.styles[element]

    def text_box(self, node: HtmlElement, is_tail: bool) -> Box | None:
        """Return the rectangle of the text of `node`, or of its tail.

        None if it is not displayed or only white space.
        """
        return self.text_boxes.get((node, is_tail))
