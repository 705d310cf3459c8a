"""Which elements break lines, and where a rule parts an article."""

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.line_breaks import find_lines, find_rules, line_breaker, split_segments
from cutline.dom.render.layout import Layout
from cutline.dom.tags import breaks_line
from tests.conftest import make_document
from tests.dom.conftest import split_html

Lay = Callable[..., tuple[Document, Layout]]


def texts(page: Document, displays: tuple[str, ...]) -> list[str]:
    return [segment.text for segment in split_segments(page, line_breaker(page, displays))]


def test_a_parsed_page_is_broken_by_its_tags() -> None:
    assert texts(make_document("<p>a<span>b</span><div>c</div>"), ()) == ["ab", "c"]


def test_a_rendered_page_is_broken_by_its_styles(lay_out: Lay) -> None:
    html = "<p id=p>a<span id=s>b</span></p>c"
    page, _ = lay_out(html, p={"display": "inline"}, s={"display": "block"})
    assert texts(page, ("block",)) == ["a", "b", "c"]
    assert texts(lay_out(html, p={"display": "inline"})[0], ("block",)) == ["abc"]


def test_br_and_hr_always_break(lay_out: Lay) -> None:
    page, _ = lay_out("a<br id=r>b<hr id=h>c", r={"display": "inline"}, h={"display": "inline"})
    assert texts(page, ("block",)) == ["a", "b", "c"]


def test_the_papers_displays_merge_list_items(lay_out: Lay) -> None:
    item = {"display": "list-item"}
    page, _ = lay_out("<ul><li id=a>a</li><li id=b>b</li></ul>", a=item, b=item)
    assert texts(page, ("block",)) == ["ab"]
    assert texts(page, ("block", "list-item")) == ["a", "b"]


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<p>one<br>two<br>\n<b>three</b></p>", {1, 2}),
        ('<p>one<br><script type="math/tex">x</script> two</p>', {1}),
        ("<p>one<br><br>two<br>\n<br>three</p>", set()),
        ("<p>one<br/><!-- a --><i><b>two</b></i></p>", {1}),
        ("<p>one</p><p><br>two</p>", set()),
        ("<div>one<br><p>two</p>three</div>", set()),
        ("<p>one<br>" + "two<br>" * 3, {1, 2, 3}),
    ],
)
def test_one_line_break_parts_lines_and_two_part_paragraphs(html: str, lines: set[int]) -> None:
    assert find_lines(split_html(html)) == lines


@pytest.mark.parametrize(
    ("html", "parted"),
    [
        ("<p>one</p><hr><p>two</p><p>three</p>", [1]),
        ("<p>one</p><hr><hr><p>two</p>", [1]),
        ("<div><p>one</p></div><hr><div><p>two</p></div>", [1]),
        ("one<hr>two", [1]),
        ("<blockquote><p>one</p><hr><p>two</p></blockquote><p>three", [1]),
        ("<hr><p>one</p><p>two</p><hr>", []),
        ("<p>one</p><div><hr>No story</div><p>two</p>", []),
        ("<p>one</p><div><p>two</p><hr></div><p>three</p>", []),
        ("<p>one</p><hr style='display:none'><p>two</p>", []),
        ("<p>one</p><hr><p>No story<p>two</p>", [2]),
    ],
)
def test_a_rule_between_kept_segments_parts_them(html: str, parted: list[int]) -> None:
    page = make_document(html)
    kept = [segment for segment in split_segments(page, breaks_line) if "No" not in segment.text]
    assert sorted(find_rules(page, kept)) == parted
