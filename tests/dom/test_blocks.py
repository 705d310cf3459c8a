"""What the first block element around an element is."""

from collections.abc import Callable

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.tree import BlockFinder

Build = Callable[..., Document]


def test_block_element_is_its_own_first_block(document: Build, settings: Settings) -> None:
    page = document("<div><p>x</p></div>")
    assert BlockFinder(settings.first_subtree.block_tags, page.body).first_block(page.body[0][0]).tag == "p"


def test_style_element_stands_in_its_first_block_ancestor(document: Build, settings: Settings) -> None:
    page = document("<div><section><b><i>x</i></b></section></div>")
    finder = BlockFinder(settings.first_subtree.block_tags, page.body)
    assert finder.first_block(page.body.find(".//i")) is page.body[0]
    assert finder.first_block(page.body.find(".//b")) is page.body[0]


def test_body_is_the_block_of_what_stands_in_no_other(document: Build, settings: Settings) -> None:
    page = document("<section><b>x</b></section>")
    assert BlockFinder(settings.first_subtree.block_tags, page.body).first_block(page.body[0][0]) is page.body


def test_line_break_is_no_block_of_its_own(document: Build, settings: Settings) -> None:
    page = document("<div>x<br>y</div>")
    assert BlockFinder(settings.first_subtree.block_tags, page.body).first_block(page.body[0][0]).tag == "div"


def test_block_tags_are_the_callers_choice(document: Build) -> None:
    page = document("<a><p><b>x</b></p></a>")
    assert BlockFinder(("a",), page.body).first_block(page.body.find(".//b")).tag == "a"
