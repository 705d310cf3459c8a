"""Lines with links to the pages beside one are left out."""

import pytest

from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.menus import find_pagers
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.tags import breaks_line
from tests.conftest import SETTINGS, make_document

LONG = "The ferry sails again, and the town of Holm has waited for it all winter long."


def find(html: str) -> list[str]:
    page = make_document(html)
    lines = split_segments(page, breaks_line)
    scored = ScoredPage(page, lines, [0.9] * len(lines), SETTINGS.auto)
    return [lines[number].text for number in find_pagers(scored, range(len(lines)))]


@pytest.mark.parametrize(
    ("line", "is_pager"),
    [
        # links that declare where they lead
        ('<p>Next: <a rel="next" href="#b">Boats</a>, Up: <a rel="up" href="#t">The ferry</a></p>', True),
        ('<p><a rel="prev" href="/1">Fares of last year</a></p>', True),
        ("<p>Next: <a rel=next href=/b>Boats</a> [<a rel=contents href=/c>All of it</a>]</p>", True),
        ('<div><a accesskey="n" href="/2">Boats</a> »</div>', True),
        ('<p><a rel="contents" href="/c">What the law says</a></p>', False),
        ('<p>The <a rel="next" href="/2">second part</a> tells what became of it.</p>', False),
        # links that say it
        ("<p>[<a href=/1>Up</a>] [<a href=/2>Previous</a>] [<a href=/3>Next</a>] [<a href=/4>Index</a>]</p>", True),
        ("<p>[<a href=/1>前へ</a>] [<a href=/2>次へ</a>] [<a href=/3>目次</a>]</p>", True),
        ("<p><b>Links</b>: <a href=/1>Next</a> <a href=/2>Previous</a></p>", True),
        ("<p><a href=/>Back to the index.</a></p>", True),
        ("<p>Next: <a href=/2>Boats</a></p>", False),
        ("<p><a href=/1>Next</a> comes <a href=/2>home</a> the ferry</p>", False),
        ("<p><a href=/school>Back to school</a></p>", False),
        ("<p><a href=/docs>Docs</a> and <a href=/blog>blog</a></p>", False),
    ],
)  # fmt: skip
def test_a_line_of_links_to_the_pages_beside_this_one_is_left_out(line: str, is_pager: bool) -> None:
    assert bool(find(f"<p>{LONG}</p>{line}<p>{LONG}</p>")) is is_pager


def test_one_link_is_such_a_line_before_and_behind_the_text() -> None:
    item = "<ul><li><a href=/2>Next chapter</a></ul>"
    assert find(f"{item}<p>{LONG}</p>{item}<p>{LONG}</p>{item}") == ["Next chapter"] * 2
    assert find(f"<p>{LONG}</p><p><a href=/c>Contents</a></p>") == []


def test_a_quoted_title_over_two_lines_is_not_drawn_with_an_arrow() -> None:
    assert find(f"<p>{LONG}</p><p><a href=/a>« Fares\nof the ferry »</a></p>") == []
    assert find(f"<p>{LONG}</p><p><a href=/a>« Fares\nof the ferry</a></p>") == ["« Fares of the ferry"]
