"""What goes on with a manual."""

from __future__ import annotations

import pytest

from cutline.dom.body import Decision
from cutline.dom.methods.manuals import THRESHOLD, find_manual_parts, place_documentation
from cutline.dom.methods.scored_page import ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

SECTION = '<h2 id="{0}">{0}<a class="headerlink" href="#{0}">¶</a></h2><p>The pool opens.</p>'
DOCUMENT = f"<h1>Pools</h1>{SECTION.format('Use')}{SECTION.format('Limits')}"
KEPT = 5  # texts of it
TABLE = "<div class=wrap><table><tr><th>Plan</th></tr><tr><td>free</td></tr></table></div>"
SEE = '<h2 id="see">See also<a href="#see">¶</a></h2><ul><li><a href="/errors">Errors</a></li></ul>'


def find(html: str, score: float = THRESHOLD) -> list[str]:
    """Return which texts are found on a page whose first five texts are kept."""
    page, segments = open_page(html)
    scored = ScoredPage(page, segments, [0.9] * KEPT + [score] * (len(segments) - KEPT), SETTINGS.auto)
    return [segments[gap.number].text for gap in find_manual_parts(scored, frozenset(range(KEPT)))]


@pytest.mark.parametrize(
    ("behind", "found"),
    [
        (TABLE, ["Plan", "free"]),
        (SEE, ["See also¶", "Errors"]),
        (f'{SEE}<ul class="prev-next"><li><a href="/next">Next</a></li></ul>', ["See also¶", "Errors"]),
        ("<dl><dt>limit</dt><dd>How many.</dd></dl><p>It closes.</p>", ["limit", "How many.", "It closes."]),
        ('<p><a href="/next">Next page</a></p>', []),
        ("<nav><p>It closes.</p></nav>", []),
        ('<div class="related"><p>It closes.</p></div>', []),
    ],
)
def test_tables_lists_and_prose_as_in_the_document_belong_to_it(behind: str, found: list[str]) -> None:
    page = f"<main><div class=document>{DOCUMENT}{behind}</div><p>Built with a tool.</p></main>"
    assert find(page) == found
    assert find(page, THRESHOLD - 0.01) == []
    assert find(page.replace('href="#', 'href="/')) == []


def test_sections_in_boxes_of_the_same_class_belong_to_the_document() -> None:
    inside = DOCUMENT.replace("<p>", '<div class="content"><p>').replace("</p>", "</p></div>")
    assert find(f"<main>{inside}<div class=content><p>It closes.</p></div></main>") == ["It closes."]


def test_one_heading_that_links_to_itself_makes_no_manual() -> None:
    html = f"<main>{SECTION.format('Use')}<p>a</p><p>b</p><p>c</p>{TABLE}</main>"
    assert find(html) == []


def test_all_of_a_documentation_is_kept_but_menus_with_their_headings_and_what_is_behind_it() -> None:
    html = (
        '<p>Docs</p><div class="bodywrapper"><div class="body"><h1>Boats</h1><p>A boat.</p><h2>Contents</h2>'
        '<div class="toctree-wrapper"><ul><li>Small boats</li></ul></div></div></div><p>Last updated</p>'
    )
    page, segments = open_page(html)
    scored = ScoredPage(page, segments, [0.1] * len(segments), SETTINGS.auto)
    doubted = [Decision(False, None, 0.1, 0.5)] * len(segments)
    decided = dict(place_documentation(scored, doubted))
    assert {segments[number].text: decision for number, decision in decided.items()} == {
        "Boats": Decision(True, "article_text", 0.1, 0.0),
        "A boat.": Decision(True, "article_text", 0.1, 0.0),
        "Contents": Decision(False, "navigation"),
        "Small boats": Decision(False, "navigation"),
        "Last updated": Decision(False, "outside_article"),
    }
    kept = [Decision(True, None, 0.9, 0.5)] * len(segments)
    assert [segments[n].text for n, decision in place_documentation(scored, kept) if not decision.kept] == [
        "Last updated"
    ]
