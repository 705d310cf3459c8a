"""Pages with layouts made by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout, Style
from cutline.dom.tags import breaks_line

PLAIN = Style(
    "inline", "visible", "static", "none", 16, 400, "normal", "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", "start", None, 1
)

LayOut = Callable[[str], Document]


@pytest.fixture(scope="session")
def lay_out(document: Callable[..., Document]) -> LayOut:
    """Return a page whose layout stands in it: `box="left top width height"`, `tail`, `bg`, `size` and `weight`.

    A text has the box of its element; one behind an element has the element's `tail`, and none without it.
    """

    def build(html: str) -> Document:
        page = document(html)
        boxes = {element: read_box(element.get("box")) for element in page.body.iter() if element.get("box")}
        styles = {element: read_style(element) for element in page.root.iter()}
        texts = {(element, False): boxes[element] for element in boxes if (element.text or "").strip()}
        texts |= {(each, True): read_box(each.get("tail")) for each in page.body.iter() if each.get("tail")}
        window = boxes.get(page.body, Box(0, 0, 1000, 1000))
        return replace(page, layout=Layout(window, window, boxes, styles, texts))

    return build


def read_box(text: str | None) -> Box:
    left, top, width, height = (float(number) for number in (text or "").split())
    return Box(left, top, width, height)


def read_style(element: object) -> Style:
    get = element.get  # type: ignore[attr-defined]
    return replace(
        PLAIN,
        display="block" if breaks_line(element) else "inline",  # type: ignore[arg-type]
        font_size=float(get("size", 16)),
        font_weight=int(get("weight", 400)),
        background_color=get("bg", "rgba(0, 0, 0, 0)"),
    )
