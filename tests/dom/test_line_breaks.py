"""Which elements break lines."""

from collections.abc import Callable

from cutline.dom.document import Document
from cutline.dom.line_breaks import line_breaker
from cutline.dom.render.layout import Box, Layout, Style
from cutline.dom.segments import split_segments

PAGE = Box(0, 0, 1000, 1000)


def render(page: Document, displays: dict[str, str]) -> Document:
    def style(display: str) -> Style:
        return Style(display, "visible", "static", "none", 16, 400, "normal", "black", "white", "start", None, 1.0)

    styles = {element: style(displays.get(str(element.tag), "inline")) for element in page.body.iter()}
    return Document(page.root, page.body, None, None, page.hidden, (), Layout(PAGE, PAGE, {}, styles, {}))


def texts(page: Document, displays: tuple[str, ...]) -> list[str]:
    return [segment.text for segment in split_segments(page, line_breaker(page, displays))]


def test_a_parsed_page_is_broken_by_its_tags(document: Callable[..., Document]) -> None:
    assert texts(document("<p>a<span>b</span><div>c</div>"), ()) == ["ab", "c"]


def test_a_rendered_page_is_broken_by_its_styles(document: Callable[..., Document]) -> None:
    page = render(document("<div>a<span>b</span></div><div>c</div>"), {"span": "block"})
    assert texts(page, ("block",)) == ["a", "b", "c"]


def test_br_and_hr_always_break(document: Callable[..., Document]) -> None:
    assert texts(render(document("a<br>b<hr>c"), {}), ("block",)) == ["a", "b", "c"]


def test_the_papers_displays_merge_list_items(document: Callable[..., Document]) -> None:
    page = render(document("<ul><li>a</li><li>b</li></ul>"), {"ul": "block", "li": "list-item"})
    assert texts(page, ("block",)) == ["ab"]
    assert texts(page, ("block", "list-item")) == ["a", "b"]
