"""The frames of a picture, and the bars of factors."""

from collections.abc import Callable
from typing import Any

import pytest
from lxml import html

from cutline.config import Settings
from cutline.page_views import PageShown, Rectangle
from cutline.service.inspector.page import arrange_page
from cutline.service.inspector.templating import (
    SHOWN_FACTORS,
    RenderedPage,
    frame_page,
    list_factors,
    open_templates,
    place_number,
)
from cutline.service.pages.extraction import Inspection
from cutline.types import Article, Factor, Image, Verdict

Build = Callable[..., Any]


def frame(settings: Settings, article: Article, tops: dict[str, float]) -> RenderedPage:
    """Return the picture of a page whose images stand at these heights, in CSS pixels."""
    images = {xpath: Rectangle(left=0, top=top, width=16, height=16) for xpath, top in tops.items()}
    shown = PageShown(picture=b"", media_type="image/webp", width=1280, height=9000, blocks={}, images=images)
    page = arrange_page(Inspection(article=article), settings.inspector)
    return frame_page(shown, page, "picture")


def list_notes(picture: RenderedPage) -> list[list[str]]:
    return [[one.image.url.rpartition("/")[2] for one in note.images] for note in picture.notes]


def test_a_dropped_image_covers_no_kept_one(settings: Settings, image: Build, judged: Build, article: Build) -> None:
    images: list[Image] = [
        image("own", judged(0.9)),
        image("placeholder", judged(None, reason="placeholder", kept=False)),
    ]
    picture = frame(settings, article([], images), {one.xpath: 100 for one in images})
    assert [one.shown.image.verdict.kept for one in picture.images] == [False, True]


def test_dropped_images_near_each_other_have_one_note(
    settings: Settings, image: Build, judged: Build, article: Build
) -> None:
    icons = [image(f"{number}", judged(0.1, reason="icon")) for number in range(4)]
    teaser = image("teaser", judged(0.1, reason="teaser"))
    images = [*icons, teaser, image("own", judged(0.9)), image("far", judged(0.1, reason="icon"))]
    tops = {one.xpath: top for one, top in zip(images, (0, 20, 40, 60, 80, 100, 5000), strict=True)}
    picture = frame(settings, article([], images), tops)
    assert list_notes(picture) == [["0.jpg", "1.jpg", "2.jpg", "3.jpg", "teaser.jpg"], ["own.jpg"], ["far.jpg"]]
    assert picture.notes[0].why == "because they look like icons or logos or they link to other pages"


def test_images_outside_the_picture_come_last(settings: Settings, image: Build, judged: Build, article: Build) -> None:
    images = [image("hidden", judged(0.1, reason="hidden")), image("low", judged(0.9))]
    picture = frame(settings, article([], images), {images[1].xpath: 8000})
    assert (list_notes(picture), picture.outside) == ([["low.jpg"], ["hidden.jpg"]], 1)


@pytest.mark.parametrize(
    ("left", "height", "number", "at"), [(90, 300, 1, 90), (90, 20, 1, 60), (90, 20, 100, 46), (9, 20, 1, 9)]
)
def test_a_number_stands_before_a_frame_that_it_would_hide(left: int, height: int, number: int, at: int) -> None:
    """A picture that was not loaded is as high as its alternative text."""
    assert place_number(Rectangle(left=left, top=50, width=400, height=height), number).left == at


def draw(*factors: Factor) -> list[tuple[str, ...]]:
    """Return what is said of each bar: its side, where it begins, its length, and its weight."""
    verdict = Verdict(kept=True, reason="article_image", factors=factors)
    list_ = html.fromstring(str(open_templates().get_template("parts.html").module.factors(verdict)))  # type: ignore[attr-defined]
    bars = zip(list_.iter("rect"), list_.iterfind(".//span[@class='number']"), strict=True)
    return [(bar.get("class"), bar.get("x"), bar.get("width"), number.text) for bar, number in bars]


def test_bars_go_to_both_sides_as_far_as_their_weights() -> None:
    credit, link = Factor(name="credit", says="has a credit", weight=2.0), Factor(name="link", says="", weight=-1.0)
    assert draw(credit, link) == [
        ("for", "0.0", "50.0", "+2.00"),
        ("against", "-25.0", "25.0", "-1.00"),
        ("against", "0.0", "0.0", "+0.00"),
    ]


def test_the_sum_of_all_bars_is_the_place_s_log_odds() -> None:
    factors = [Factor(name=str(number), says="", weight=number / 8) for number in range(12, 0, -1)]
    bars = list_factors(factors)
    assert len(bars) == SHOWN_FACTORS + 1
    assert bars[-1][0] == "all else"
    assert sum(weight for _, weight in bars) == pytest.approx(sum(factor.weight for factor in factors))


def test_a_score_of_nothing_has_bars_of_no_length() -> None:
    assert {bar[2] for bar in draw(Factor(name="base", says="", weight=0.0))} == {"0.0"}
