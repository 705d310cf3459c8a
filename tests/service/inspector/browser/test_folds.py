"""Images dropped for the same reason are one line, however many; kept and uncertain ones always stand alone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

TEXT = "On day {0} the council of Port Ellery heard Mayor Clara Benning, who spoke of the ferry to Holm for hours."
PHONE = {"width": 390, "height": 844}
SCREENS = 8  # of a phone, that a page of 200 icons may take
MORE_ICONS = "196 more, dropped because they look like icons or logos"


@pytest.fixture
def icons(wall: Callable[..., Any]) -> Any:
    """A page of 200 icons on a phone."""
    return wall(own=4, others=20, icons=200, viewport=PHONE, has_touch=True, is_mobile=True)


def test_two_hundred_icons_are_four_and_a_line(icons: Any) -> None:
    expect(icons.get_by_text(MORE_ICONS)).to_be_visible()
    expect(icons.locator(".card[data-reason=icon]:visible")).to_have_count(4)
    assert icons.locator(".card[data-kept=true]:visible").count() == int(
        icons.locator("[data-tally=kept]").inner_text()
    )
    assert icons.evaluate("document.documentElement.scrollHeight") < SCREENS * PHONE["height"]


def test_the_line_is_opened_by_keys_and_arrows_go_on_behind_it(icons: Any) -> None:
    line = icons.locator("summary", has_text=MORE_ICONS)
    line.focus()
    icons.keyboard.press("Enter")
    expect(icons.locator(".card[data-reason=icon]:visible")).to_have_count(200)
    first = icons.locator(".fold[data-fold=icon] .card").first
    first.focus()
    icons.keyboard.press("ArrowRight")
    expect(icons.locator(".fold[data-fold=icon] .card").nth(1)).to_be_focused()
    line.focus()
    icons.keyboard.press("Enter")
    expect(first).to_be_hidden()
    icons.locator(".wall.dropped > .card").last.focus()
    icons.keyboard.press("ArrowRight")
    assert icons.evaluate("document.activeElement.checkVisibility()")


def test_who_asks_for_a_reason_sees_all_of_it(icons: Any) -> None:
    icons.locator("[name=reason]").select_option("icon")
    expect(icons.locator(".card:visible")).to_have_count(200)
    expect(icons.locator(".fold:visible")).to_have_count(0)
    icons.locator("[name=reason]").select_option("")
    expect(icons.get_by_text(MORE_ICONS)).to_be_visible()
    icons.locator(".choices").get_by_text("Kept").click()
    expect(icons.locator(".fold:visible")).to_have_count(0)


def test_sorted_by_score_the_likeliest_stand_before_the_line(icons: Any) -> None:
    read = "all => all.map(one => Number(one.dataset.score ?? -1))"
    icons.locator("[name=sort]").select_option("score")
    expect(icons.get_by_text(MORE_ICONS)).to_be_visible()
    shown = icons.locator("[data-group=false] > .wall > .card").evaluate_all(read)
    folded = icons.locator(".fold[data-fold=icon] .card").evaluate_all(read)
    assert shown == sorted(shown, reverse=True) and folded == sorted(folded, reverse=True)
    assert len(folded) == 196


def test_the_likeliest_of_a_fold_are_shown_and_the_others_follow_in_that_order(wall: Callable[..., Any]) -> None:
    page = wall()
    read = "all => all.map(one => Number(one.dataset.score))"
    shown = page.locator("[data-group=false] > .wall > .card[data-reason=teaser]").evaluate_all(read)
    folded = page.locator(".fold[data-fold=teaser] .card").evaluate_all(read)
    assert len(shown) == 4 and min(shown) >= folded[0]
    assert folded == sorted(folded, reverse=True)


def test_what_a_threshold_makes_uncertain_is_folded_no_more(wall: Callable[..., Any]) -> None:
    page = wall()
    teasers = page.locator(".card[data-reason=teaser]:visible")
    expect(teasers).to_have_count(4)
    score = float(page.locator(".fold .card").first.get_attribute("data-score"))
    page.move("Keep images scoring at least", round(score + 0.05, 2))
    expect(page.locator(".fold:visible")).to_have_count(0)
    assert teasers.count() >= 40
    page.move("Keep images scoring at least", 0)
    expect(page.locator("[data-group=false] .card:visible")).to_have_count(0)
    expect(page.locator(".fold:visible")).to_have_count(0)
    page.locator("[data-what=images] [data-reset]").click()
    expect(teasers).to_have_count(4)


def test_a_link_to_a_folded_image_opens_its_line(icons: Any, open_page: Callable[..., Any]) -> None:
    number = icons.locator(".fold[data-fold=icon] .card").last.get_attribute("data-image")
    other = open_page()
    other.goto(f"{icons.url}#image-{number}")
    expect(other.locator(f"#image-{number} .evidence-body")).to_be_in_viewport()


def test_in_the_article_they_are_one_line_too(icons: Any) -> None:
    icons.open_tab("Article")
    icons.get_by_text("Everything", exact=True).click()
    line = icons.locator(".run summary", has_text="200 images, dropped because they look like icons or logos")
    expect(icons.locator(".run figure.picture:visible")).to_have_count(0)
    line.focus()
    icons.keyboard.press("Enter")
    expect(icons.locator(".run[open] figure.picture:visible")).to_have_count(200)


def test_a_page_whose_reasons_alternate_is_short_on_a_phone(
    open_page: Callable[..., Any], inspector: str, site: Any
) -> None:
    story = "".join(f"<p>{TEXT.format(number)}</p>" for number in range(6))
    others = "".join(
        f"<ul class=related><li><a href='/{number}'>Story {number} of another town</a></ul>"
        f"<form><p>Subscribe to letter {number}</p></form>"
        for number in range(60)
    )
    site.pages["alternating"] = f"<html lang=en><title>Holm</title><article>{story}</article><aside>{others}</aside>"
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(f"{inspector}/?url={site.address}/alternating")
    page.get_by_role("button", name="Inspect", exact=True).click()
    page.open_tab("Article")
    page.get_by_text("Everything", exact=True).click()
    line = page.locator(".run > summary", has_text="dropped blocks: ")
    expect(line).to_have_count(1)
    expect(line).to_contain_text(", ")
    assert page.evaluate("document.documentElement.scrollHeight") < SCREENS * PHONE["height"]


def test_without_scripts_the_line_opens(icons: Any, open_page: Callable[..., Any]) -> None:
    plain = open_page(java_script_enabled=False)
    plain.goto(icons.url)
    plain.get_by_text(MORE_ICONS).click()
    expect(plain.locator(".fold[data-fold=icon] .card:visible")).to_have_count(196)
