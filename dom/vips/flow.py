"""A layout for a page that was not rendered: what comes before stands above.

Every line-break node starts a line and is as wide as the window, and text flows in characters of one width. Crude, but
enough to divide a page by its tags, its order and the length of its texts.
"""

from __future__ import annotations

from functools import cache

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout, Style
from cutline.dom.segments import collapse_space
from cutline.dom.tags import breaks_line
from cutline.dom.vips.nodes import PICTURES

WIDTH = 1280.0  # pixels of the window
SIZE = 16.0  # pixels; the browsers' default font
CHARACTER = 0.5  # width of a character by font size; about the mean of Latin letters
LINE = 1.125  # height of a line by font size
MARGIN = 16.0  # pixels above and below these
SPACED_TAGS = frozenset("p ul ol dl blockquote figure pre hr h1 h2 h3 h4 h5 h6".split())
HEADING_SIZES = {"h1": 32.0, "h2": 24.0, "h3": 18.72, "h4": 16.0, "h5": 13.28, "h6": 10.72}  # HTML Standard, 15.3.7
BOLD_TAGS = frozenset(("b", "strong", "th", *HEADING_SIZES))
PICTURE = Box(0, 0, 300.0, 150.0)  # a picture whose size the page does not tell


def flow_layout(document: Document) -> Layout:
    """Return the layout of what is shown of a page."""
    flow = _Flow()
    walker = etree.iterwalk(document.body, events=("start", "end"))
    for event, element in walker:
        if element in document.hidden:
            if event == "start":
                walker.skip_subtree()
        elif event == "start":
            flow.open(element)
            flow.write(element.text, (element, False))
        else:
            flow.close(element)
        if event == "end" and element is not document.body:
            flow.write(element.tail, (element, True))
    page = Box(0, 0, WIDTH, flow.y)
    return Layout(page, page, flow.boxes, flow.styles, flow.text_boxes)


class _Flow:
    """Sets a page from top to bottom; `x` and `y` are where the next character goes."""

    def __init__(self) -> None:
        self.x = self.y = 0.0
        self.boxes: dict[HtmlElement, Box] = {}
        self.styles: dict[HtmlElement, Style] = {}
        self.text_boxes: dict[tuple[HtmlElement, bool], Box] = {}
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
        """End an element, and note its box."""
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

    def write(self, text: str | None, place: tuple[HtmlElement, bool]) -> None:
        """Set a text in as many lines as it needs."""
        length = len(collapse_space(text or ""))
        if not length:
            return
        size = self._fonts[-1][0]
        end = self.x + length * size * CHARACTER
        lines = int(end // WIDTH)
        box = Box(self.x, self.y, end - self.x, size * LINE) if lines == 0 else _box_lines(self.y, lines, size)
        self.text_boxes[place] = box
        self.x, self.y = end - lines * WIDTH, self.y + lines * size * LINE

    def _break_line(self, tag: str) -> None:
        if self.x > 0:
            self.x, self.y = 0.0, self.y + self._fonts[-1][0] * LINE
        self.y += MARGIN if tag in SPACED_TAGS else 0


def _box_lines(top: float, lines: int, size: float) -> Box:
    return Box(0, top, WIDTH, (lines + 1) * size * LINE)


@cache
def _make_style(is_block: bool, size: float, weight: int) -> Style:
    return Style(
        display="block" if is_block else "inline",
        visibility="visible",
        position="static",
        floating="none",
        font_size=size,
        font_weight=weight,
        font_style="normal",
        color="rgb(0, 0, 0)",
        background_color="rgba(0, 0, 0, 0)",
        text_align="start",
        line_height=None,
        opacity=1.0,
    )
