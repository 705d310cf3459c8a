"""Which elements break lines."""

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]


@pytest.mark.parametrize("tag", ["div", "p", "li", "h3", "td", "blockquote", "figcaption", "br", "hr", "article"])
def test_block_tags_break_lines(document: Build, tag: str) -> None:
    assert breaks_line(document("<p>").root.makeelement(tag))


@pytest.mark.parametrize("tag", ["b", "span", "a", "em", "img", "wbr", "time", "my-element"])
def test_style_tags_break_no_line(document: Build, tag: str) -> None:
    assert not breaks_line(document("<p>").root.makeelement(tag))
