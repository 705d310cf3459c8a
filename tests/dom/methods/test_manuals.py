"""What goes on with a manual."""

from __future__ import annotations

import pytest

from cutline.dom.methods.manuals import THRESHOLD, find_manual_parts
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
