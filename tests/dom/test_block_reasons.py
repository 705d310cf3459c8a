"""What a block is that a low score drops."""

import numpy as np
import pytest

from cutline.dom.block_reasons import BlockReasons
from cutline.dom.images.pictures import PagePictures
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.reading import read_blocks
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

STORY = "<p>The story of the old ferry that sails again to the island. " * 9
HEADLINE = "Council votes for a new harbour bridge"


def explain(html: str, score: float = 0.1) -> dict[str, str]:
    """Return the reason of each block of a page by its text; what says "story" is the article."""
    page, segments = open_page(html, "https://courier.example/2026/ferry")
    scores = np.array([0.9 if "story" in segment.text else score for segment in segments], np.float64)
    body = decide_by_scores(page, segments, scores, SETTINGS)
    candidates = read_blocks(page, segments, body, PagePictures(page, segments, body, SETTINGS)).candidates
    reasons = BlockReasons(page, candidates, SETTINGS)
    return {candidate.segment.text: reasons.find(candidate) for candidate in candidates}


def test_the_rule_that_kept_a_block_stays_its_reason() -> None:
    assert set(explain(STORY).values()) == {"article_text"}


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("<nav><ul><li><a href=/a>WORDS</a></ul></nav>", "navigation"),
        ("<footer><p>WORDS</p></footer>", "navigation"),
        ("<div class=top-menu><p>WORDS</p></div>", "navigation"),
        ("<div class=share-bar><span>WORDS</span></div>", "navigation"),
        ("<div><a href=/a>WORDS</a><br><a href=/b>Travel</a></div>", "navigation"),
        ("<form><p>WORDS</p></form>", "notice"),
        ("<div class=newsletter><p>WORDS</p></div>", "notice"),
        ("<div id=cookie-banner><p>WORDS</p></div>", "notice"),
        ("<div class=ad-slot><p>WORDS</p></div>", "advertisement"),
        ("<section id=comments><div><div><div><div><p>WORDS</p></div></div></div></div></section>", "comments"),
        ("<div><p>WORDS</p></div>", "outside_article"),
    ],
)
def test_a_block_behind_the_text_is_what_the_elements_around_it_say(html: str, reason: str) -> None:
    assert explain(f"<main>{STORY}</main>" + html.replace("WORDS", "Sport"))["Sport"] == reason


@pytest.mark.parametrize("name", ["hero-banner", "_0b53ad9", "header" + '" role="banner'])
def test_names_that_only_look_like_those_of_advertisements_say_nothing(name: str) -> None:
    assert explain(f'<main>{STORY}</main><div class="{name}"><p>Sport</p></div>')["Sport"] == "outside_article"


@pytest.mark.parametrize(
    ("html", "text", "reason"),
    [
        # a headline that links to another page is a teaser
        (f"{STORY}<div><h3><a href=/other>{HEADLINE}</a></h3></div>", HEADLINE, "teaser"),
        # a headline in the foot of the page is one of its menus
        (f"<main>{STORY}</main><footer><ul><li><a href=/terms>{HEADLINE}</a></ul></footer>", HEADLINE, "navigation"),
        # a link within the page is no teaser
        (f"<main>{STORY}</main><p><a href=#top>{HEADLINE}</a></p>", HEADLINE, "navigation"),
        # a teaser for subscribers is no notice
        (f"<main>{STORY}</main><div class=premium><h3><a href=/other>{HEADLINE}</a></h3></div>", HEADLINE, "teaser"),
        # a year in a list is no byline
        (f"{STORY}<dl><dt>2019</dl>{STORY}", "2019", "inset"),
        # what stands between paragraphs is not outside the article
        (f"{STORY}<div>A box</div>{STORY}", "A box", "inset"),
    ],
)
def test_a_block_has_the_reason_that_a_reader_would_give(html: str, text: str, reason: str) -> None:
    assert explain(html)[text] == reason


def test_what_stands_in_the_card_of_a_teaser_is_part_of_it() -> None:
    card = f"<li><a href=/other>{HEADLINE}</a><p>It costs nine million.</p><p>3 min</p></li>"
    reasons = explain(f"<main>{STORY}</main><aside><ul>{card}</ul></aside>")
    assert (reasons[HEADLINE], reasons["It costs nine million."], reasons["3 min"]) == ("teaser",) * 3


def test_the_caption_of_an_image_is_one_whatever_its_score() -> None:
    figure = "<figure><img src=ferry.jpg width=640><figcaption>The ferry in port</figcaption></figure>"
    for score in (0.1, 0.45):
        assert explain(STORY + figure + STORY, score)["The ferry in port"] == "caption"


def test_a_caption_in_a_window_that_pops_up_is_a_caption() -> None:
    figure = "<figure><img src=ferry.jpg width=640><figcaption>The ferry in port</figcaption></figure>"
    assert explain(f"<main>{STORY}</main><div class=lightbox>{figure}</div>")["The ferry in port"] == "caption"


def test_the_title_is_one_in_the_heading_and_elsewhere() -> None:
    page = f"<title>Ferry sails again</title><h1>Ferry sails again</h1>{STORY}<div>Ferry sails again!</div>"
    reasons = explain(page)
    assert (reasons["Ferry sails again"], reasons["Ferry sails again!"]) == ("title", "title")


@pytest.mark.parametrize(
    "line",
    [
        "<p class=author>By Aruna Benning</p>",
        "<p>Updated 12 March 2026, 10:15</p>",
        "<p><time>yesterday</time></p>",
        "<header><p class=byline>A. B.</p></header>",
    ],
)
def test_author_and_date_between_title_and_text_are_the_byline(line: str) -> None:
    page = f"<title>Ferry sails again</title><article><h1>Ferry sails again</h1>{line}{STORY}</article>"
    assert set(explain(page).values()) == {"title", "byline", "article_text"}


def test_an_author_s_name_far_behind_the_text_is_no_byline() -> None:
    far = "<p>One<p>Two<p>Three<p>Four<p>Five"
    reasons = explain(f"<main>{STORY}</main><div>{far}</div><div><p class=author>Aruna Benning</p></div>")
    assert reasons["Aruna Benning"] == "outside_article"


def test_a_score_near_the_threshold_is_uncertain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.dom.methods.auto.FEW_SEGMENTS", 0)
    assert explain(f"{STORY}<div>A box</div>{STORY}", 0.35)["A box"] == "uncertain"
    assert explain(f"{STORY}<div>A box</div>{STORY}", 0.34)["A box"] == "inset"


def test_names_of_elements_do_not_decide_near_the_threshold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.dom.methods.auto.FEW_SEGMENTS", 0)
    html = f"{STORY}<div class=paywall><p>The rest of it</div>{STORY}"
    assert explain(html, 0.4)["The rest of it"] == "uncertain"
    assert explain(html, 0.1)["The rest of it"] == "notice"


def test_a_page_without_an_article_has_nothing_between_paragraphs() -> None:
    assert explain("<div>A box</div><nav>Menu</nav>") == {"A box": "outside_article", "Menu": "navigation"}
