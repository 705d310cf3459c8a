"""The approximate layout of a page that no browser rendered."""

from __future__ import annotations

from cutline.dom.render.layout import Box
from cutline.dom.vips.nodes import flow_layout
from tests.conftest import make_document


def test_texts_and_pictures_flow_from_top_to_bottom() -> None:
    page = make_document(
        "lead<h1>Ferry</h1><p>word <b>bold</b><i></i></p><div><a href=x><img src=a></a> <tt>link</tt></div>"
        f"<div>one<br>two<em>{'x' * 400}</em></div>"
    )
    layout = flow_layout(page)
    assert {str(element.tag): box for element, box in layout.boxes.items()} == {
        "h1": Box(0, 34, 1280, 36),
        "b": Box(32, 102, 32, 18),
        "p": Box(0, 102, 1280, 18),
        "img": Box(0, 136, 300, 150),
        "a": Box(0, 136, 1280, 168),
        "tt": Box(300, 286, 32, 18),
        "br": Box(0, 322, 0, 18),
        "em": Box(0, 340, 1280, 54),
        "div": Box(0, 304, 1280, 90),
        "body": Box(0, 0, 1280, 394),
    }
    assert layout.page == layout.boxes[page.body]
    assert {(str(place[0].tag), place[1]): box for place, box in layout.text_boxes.items()} == {
        ("body", False): Box(0, 0, 32, 18),
        ("h1", False): Box(0, 34, 80, 36),
        ("p", False): Box(0, 102, 32, 18),
        ("b", False): Box(32, 102, 32, 18),
        ("tt", False): Box(300, 286, 32, 18),
        ("div", False): Box(0, 304, 24, 18),
        ("br", True): Box(0, 340, 24, 18),
        ("em", False): Box(0, 340, 1280, 54),
    }
