"""What stands before what."""

import math
from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from cutline.dom.tree import DocumentOrder

Build = Callable[..., Document]


@pytest.mark.parametrize(
    ("html", "texts_before"),
    [
        ("<img><p>one</p>", 0),
        ("<p>one</p><img><p>two</p>", 1),
        ("<p>one<img></p>", 1),
        ("<p><img>one</p>", 0),
        ("<div>one<p>two</p>three<img>four</div>", 3),
        ("<div><p><b>one</b></p>two</div><img>", 2),
        ("<div><p>one <b><i>deep</i></b></p>two<a><img></a></div>", 2),
    ],
)
def test_image_is_placed_among_the_text(document: Build, html: str, texts_before: int) -> None:
    page = document(html)
    order = DocumentOrder(page.body)
    image = order.of_element(page.body.find(".//img"))
    places = [order.of_segment(segment) for segment in split_segments(page, breaks_line)]
    assert sum(place < image for place in places) == texts_before
    assert places == sorted(places)


def test_an_element_spans_what_is_in_it(document: Build) -> None:
    page = document("<div><p><img></p></div><p>one</p>")
    order = DocumentOrder(page.body)
    (first, last), image = order.span(page.body.find(".//div")), page.body.find(".//img")
    assert first < order.of_element(image) < last < order.of_element(page.body.findall(".//p")[1])
    assert order.span(page.root) == (-1, math.inf)
