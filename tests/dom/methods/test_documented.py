"""What is sure on a page that software wrote from code."""

from cutline.dom.body import Decision
from cutline.dom.methods.auto import place_documentation
from cutline.dom.methods.scored_page import ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page


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
