"""Standfirsts below the headline, as the pages of newspapers and blogs have them."""

import pytest

from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.methods.standfirsts import DECLARED_THRESHOLD, MARKED_THRESHOLD, find_standfirsts
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

LONG = "The ferry left the harbour of Port Ellery at six in the morning, and it reached the island before noon."
SAYS = "After eleven years the Aurelia is back on the lake"


def find(between: str, score: float, head: str = "") -> list[Gap]:
    """Return what is kept between the headline and the first paragraph, all with one score."""
    title = "Night ferry returns to Lake Varn"
    page, segments = open_page(
        f"<html><head><title>{title}</title>{head}</head><article>{between.format(h=f'<h1>{title}</h1>')}<p>{LONG}</p>"
        f"<p>{LONG}</p></article>"
    )
    kept = [number for number, segment in enumerate(segments) if segment.text == LONG]
    return list(find_standfirsts(ScoredPage(page, segments, [score] * len(segments), SETTINGS.auto), kept))


@pytest.mark.parametrize(
    "between",
    [
        f"{{h}}<p class=standfirst>{SAYS}</p>",
        f"<header>{{h}}<p>{SAYS}</p></header>",
        f"{{h}}<h2 class=dek>{SAYS}</h2>",
        f"{{h}}<div class=item__subtitle>{SAYS}</div>",
        f"{{h}}<div class=article-bajada><p>{SAYS}</p></div>",
        f"{{h}}<p class=podnaslov>{SAYS}</p>",
        "{h}<p class=standfirst>The Aurelia comes home</p>",  # as short as one may be
    ],
)
def test_what_the_page_names_or_places_as_one_is_kept(between: str) -> None:
    assert find(between, MARKED_THRESHOLD) == [Gap(1, MARKED_THRESHOLD, MARKED_THRESHOLD)]
    assert find(between, MARKED_THRESHOLD - 0.01) == []


def test_the_lines_of_authors_and_dates_between_it_and_the_text_may_be_many() -> None:
    facts = "".join(f"<div>{fact}</div>" for fact in ("Authors", "Ann Lee", "Bo Ek", "Varn University", "Lakes") * 3)
    assert len(find(f"<header>{{h}}<p class=subtitle>{SAYS}</p>{facts}</header>", 0.4)) == 1


def test_the_subtitle_of_a_photo_is_none() -> None:
    assert find("{h}<div class=photo-subtitle>The ferry on her last crossing</div>", 0.4) == []


def test_what_is_said_of_the_author_is_none() -> None:
    assert find(f"<header>{{h}}<div class=author-promo>{SAYS}</div></header>", 0.4) == []


def test_a_headline_may_stand_behind_a_label() -> None:
    headline = "<h2><span>Lake traffic</span> Night ferry returns to Lake Varn</h2>"
    assert find(f"<header>{headline}<p>{SAYS}</p></header>", 0.4) == [Gap(1, 0.4, MARKED_THRESHOLD)]
    longer = f"<h2>{'Lake traffic and other news of the week ' * 2} Night ferry returns to Lake Varn</h2>"
    assert find(f"<header>{longer}<p>{SAYS}</p></header>", 0.4) == []


def test_what_the_page_declares_as_its_summary_asks_for_less() -> None:
    declared = f'<meta name="description" content="{SAYS}, with forty people on board.">'
    assert find(f"{{h}}<p>{SAYS}</p>", DECLARED_THRESHOLD, declared) == [Gap(1, DECLARED_THRESHOLD, DECLARED_THRESHOLD)]
    assert find(f"{{h}}<p>{SAYS}</p>", DECLARED_THRESHOLD - 0.01, declared) == []
    assert find(f"{{h}}<p>{SAYS}</p>", 0.4) == []


@pytest.mark.parametrize(
    "other",
    [
        "<p>Published on 4 May 2026 in Port Ellery</p>",
        "<figcaption>The ferry on her last crossing</figcaption>",
        "<p><a href=/more>More about the ferries of Lake Varn</a></p>",
        "<h2>Night ferry returns to Lake Varn: the pictures</h2>",
        "<p>By Ines Halloran</p>",
        "<p>News from Lake Varn</p>",
        "<p>Co-Founder and Marketing Director</p>",
    ],
)
def test_dates_captions_links_and_the_title_again_are_none(other: str) -> None:
    assert find(f"<header>{{h}}{other}</header>", 0.4) == []


def test_what_stands_above_the_headline_or_far_below_is_none() -> None:
    assert find(f"<header><p>{SAYS}</p>{{h}}</header>", 0.4) == []
    line = "<div>Port Ellery</div>"
    assert find(f"<header>{{h}}{line * 3}<p>{SAYS}</p></header>", 0.4) == []
