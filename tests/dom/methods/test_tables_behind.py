"""Tables that end an article."""

import pytest

from cutline.dom.methods.announced import find_tables_behind
from cutline.dom.methods.scored_page import ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

TEXT = "<p>The ferry sails again.</p>" * 3
ROWS = "<thead><tr><th>Fare</th><th>Euro</th></tr></thead><tr><td>Child</td><td>Four</td></tr>"
LINKS = "<tr><td><a href=/a>Fare</a></td><td><a href=/b>Euro</a></td></tr>" * 2


@pytest.mark.parametrize(
    ("html", "score", "is_kept"),
    [
        (f"<main>{TEXT}<table>{ROWS}</table></main>", 0.1, True),
        (f"<main>{TEXT}<figure class=wp-block-table><table>{ROWS}</table></figure></main>", 0.2, True),
        (f"<main>{TEXT[:58]}<details>{TEXT[58:]}</details><table>{ROWS}</table></main>", 0.2, True),
        (f"<main><div class=admonition>{TEXT}</div><div><table>{ROWS}</table></div></main>", 0.2, True),
        (f"<main>{TEXT}<table>{ROWS}</table></main>", 0.05, False),
        (f"<main>{TEXT}<table>{LINKS}</table></main>", 0.2, False),
        (f"<main>{TEXT}<p>Menu</p><table>{ROWS}</table></main>", 0.2, False),  # behind text that is left out
        (f"<main><div>{TEXT}</div><table>{ROWS}</table></main>", 0.2, False),  # outside
    ],
)
def test_a_table_right_behind_the_text_ends_the_article(html: str, score: float, is_kept: bool) -> None:
    page, segments = open_page(html)
    scored = ScoredPage(page, segments, [0.9, 0.9, 0.9, *[score] * (len(segments) - 3)], SETTINGS.auto)
    found = [gap.number for gap in find_tables_behind(scored, {0, 1, 2})]
    assert found == ([3, 4, 5, 6] if is_kept else [])
