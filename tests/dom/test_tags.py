"""Which elements break lines."""

import pytest

from cutline.dom.tags import breaks_line
from tests.conftest import make_document


@pytest.mark.parametrize("tag", ["div", "p", "li", "h3", "td", "blockquote", "figcaption", "br", "hr", "article"])
def test_block_tags_break_lines(tag: str) -> None:
    assert breaks_line(make_document("<p>").root.makeelement(tag))


@pytest.mark.parametrize("tag", ["b", "span", "a", "em", "img", "wbr", "time", "my-element"])
def test_style_tags_break_no_line(tag: str) -> None:
    assert not breaks_line(make_document("<p>").root.makeelement(tag))
