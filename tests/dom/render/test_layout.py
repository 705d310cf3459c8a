"""Boxes and styles are those of the browser."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from lxml.html import Element

from cutline.dom.document import Document, Page, parse
from cutline.dom.render.layout import STYLE_PROPERTIES, Box, Layout, read_style, unite
from tests.conftest import plain_style

Render = Callable[..., Document]
RESET = "<!DOCTYPE html><style>body { margin: 0 }</style>"


def layout_of(document: Document) -> Layout:
    assert document.layout is not None
    return document.layout


def test_the_smallest_box_around_boxes_touches_their_outermost_edges() -> None:
    box = unite(Box(1, 2, 3, 4), Box(10, 0, 1, 3))
    assert (box, box.right, box.bottom) == (Box(1, 0, 10, 6), 11, 6)


@pytest.mark.parametrize(
    ("weight", "slant", "expected"), [(600, "normal", (True, False)), (599, "oblique", (False, True))]
)
def test_text_is_bold_or_italic(weight: int, slant: str, expected: tuple[bool, bool]) -> None:
    style = replace(plain_style(Element("p")), font_weight=weight, font_style=slant)
    assert (style.is_bold, style.is_italic) == expected


def test_a_parsed_page_has_no_layout(render: Render) -> None:
    assert parse(Page("<p>x"), 100).layout is None


def test_a_box_is_in_pixels_of_the_page(render: Render) -> None:
    document = render(
        f"{RESET}<div style='height: 3000px'></div><div style='margin-left: 40px; width: 300px; height: 50px'>"
    )
    layout = layout_of(document)
    box = layout.box(document.body[1])
    assert box == Box(40, 3000, 300, 50)
    assert (box.right, box.bottom, box.area) == (340, 3050, 15000)
    assert layout.page == Box(0, 0, 1280, 3050)
    assert layout.viewport == Box(0, 0, 1280, 1024)


def test_boxes_do_not_depend_on_where_the_page_is_scrolled_to(render: Render) -> None:
    html = f"{RESET}<div style='height: 5000px'></div><p id=p style='margin: 0'>x<script>scrollTo(0, 4000)</script>"
    document = render(html, scripts=True)
    box = layout_of(document).box(document.body[1])
    assert box is not None and box.top == 5000


def test_an_element_that_is_not_displayed_has_no_box(render: Render) -> None:
    document = render("<div style='display: none'><p>x</p></div><div style='display: contents'>y</div><div></div>")
    layout = layout_of(document)
    gone, contents, empty = document.body
    assert layout.box(gone) is None
    assert layout.box(gone[0]) is None
    assert layout.style(gone[0]).display == "none"
    assert layout.text_box(gone[0], False) is None
    assert layout.box(contents) is None
    assert layout.text_box(contents, False) is not None
    assert layout.box(empty) is not None


def test_a_text_box_is_around_all_lines_of_the_text(render: Render) -> None:
    style = "font: 20px/30px monospace; width: 100px; margin: 0"
    document = render(f"{RESET}<p style='{style}'>aaaa aaaa<b>bb</b>cc</p>")
    layout, paragraph = layout_of(document), document.body[0]
    text, tail = layout.text_box(paragraph, False), layout.text_box(paragraph[0], True)
    assert text is not None and tail is not None
    assert text.height > 30
    assert text.left == 0
    assert tail.left > text.left
    assert tail.top > text.top
    assert layout.text_box(paragraph, True) is None


def test_the_box_of_texts_around_a_comment_is_around_both(render: Render) -> None:
    document = render(f"{RESET}<p>one<!-- x --> two</p><p><span>one two</span></p>")
    layout = layout_of(document)
    joined, whole = layout.text_box(document.body[0], False), layout.text_box(document.body[1][0], False)
    assert joined is not None and whole is not None
    assert joined.width == pytest.approx(whole.width, abs=0.1)


def test_white_space_has_no_box(render: Render) -> None:
    document = render("<p><b>a</b> <b>b</b></p>")
    assert layout_of(document).text_box(document.body[0][0], True) is None


def test_the_style_is_the_computed_one(render: Render) -> None:
    css = "display: flex; font: italic 700 15px serif; color: #0a0b0c;background: rgb(1, 2, 3); visibility: visible"
    document = render(f"<style>p {{ {css} }}</style><p>x")
    style = layout_of(document).style(document.body[0])
    assert (style.display, style.visibility) == ("flex", "visible")
    assert (style.font_size, style.font_weight, style.font_style) == (15, 700, "italic")
    assert (style.color, style.background_color) == ("rgb(10, 11, 12)", "rgb(1, 2, 3)")
    assert style.is_bold and style.is_italic


def test_the_default_style_is_the_browsers(render: Render) -> None:
    document = render("<h1>x</h1><p>y<b>z</b></p><table><tr><td>t</table>")
    layout = layout_of(document)
    heading, paragraph, table = document.body
    assert layout.style(heading).font_size == 32
    assert layout.style(paragraph[0]).font_weight == 700
    assert layout.style(table[0][0][0]).display == "table-cell"


def test_equal_styles_are_one_object(render: Render) -> None:
    document = render("<p>a<p>b")
    layout = layout_of(document)
    assert layout.style(document.body[0]) is layout.style(document.body[1])


def test_every_element_has_a_style(render: Render) -> None:
    document = render(
        "<title>x</title><svg><g><path/></g></svg><video><track></video><details><p>x</details><select><option>a"
    )
    layout = layout_of(document)
    assert all(layout.style(element).display for element in document.root.iter())


def test_style_values_are_read_in_the_order_of_the_properties() -> None:
    style = read_style([{"font-size": "1px", "font-weight": "400"}.get(name, name) for name in STYLE_PROPERTIES])
    assert (style.visibility, style.background_color) == ("visibility", "background-color")
