"""Pages with layouts made by hand."""

from dataclasses import replace

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout, Style
from tests.conftest import make_document, plain_style


def lay_out(html: str) -> Document:
    """Return a page whose layout stands in it: `box="left top width height"`, `tail`, `bg`, `size` and `weight`.

    A text has the box of its element; one behind an element has the element's `tail`, and none without it.
    """
    page = make_document(html)
    boxes = {element: read_box(element.get("box")) for element in page.body.iter() if element.get("box")}
    styles = {element: read_style(element, plain_style(element)) for element in page.root.iter()}
    texts = {(element, False): boxes[element] for element in boxes if (element.text or "").strip()}
    texts |= {(each, True): read_box(each.get("tail")) for each in page.body.iter() if each.get("tail")}
    window = boxes.get(page.body, Box(0, 0, 1000, 1000))
    return replace(page, layout=Layout(window, window, boxes, styles, texts))


def read_box(text: str | None) -> Box:
    left, top, width, height = (float(number) for number in (text or "").split())
    return Box(left, top, width, height)


def read_style(element: HtmlElement, plain: Style) -> Style:
    return replace(
        plain,
        font_size=float(element.get("size", plain.font_size)),
        font_weight=int(element.get("weight", plain.font_weight)),
        background_color=element.get("bg", plain.background_color),
    )
