"""The wall of images can be sifted, sorted, scrolled and walked by keys, however many there are."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from cutline.service.inspector.templating import read_example

PICTURE = read_example("images/ferry-small.jpg")
SCROLL = "top => { scrollTo(0, top); return new Promise(requestAnimationFrame); }"
COUNT_LAID_OUT = "all => all.filter(one => one.checkVisibility({contentVisibilityAuto: true})).length"


def test_sixty_images_are_sifted_and_sorted(wall: Callable[..., Any], size: dict[str, Any]) -> None:
    page = wall(**size)
    expect(page.locator("[data-tally=all]")).to_have_text("60")
    kept = page.locator("[data-group=true] .card:visible").count()
    assert kept == int(page.locator("[data-tally=kept]").inner_text()) >= 8
    page.locator(".choices").get_by_text("Dropped").click()
    page.get_by_text("more, dropped because they link to other pages").click()
    assert page.shown_cards(True) == [] and len(page.shown_cards(False)) == 60 - kept
    page.locator("[name=reason]").select_option("teaser")
    reasons = page.locator(".card:visible").evaluate_all("all => all.map(one => one.dataset.reason)")
    assert len(reasons) >= 40 and set(reasons) == {"teaser"}
    page.locator("[name=sort]").select_option("score")
    scores = page.locator(".card:visible").evaluate_all("all => all.map(one => Number(one.dataset.score))")
    assert scores == sorted(scores, reverse=True)


def test_what_is_close_to_the_threshold_is_uncertain_wherever_it_is_moved(wall: Callable[..., Any]) -> None:
    page = wall()
    score = float(page.locator("#image-0").get_attribute("data-score"))
    page.move("Keep images scoring at least", round(score, 2))
    page.locator(".choices").get_by_text("Uncertain").click()
    expect(page.locator("#image-0")).to_be_visible()
    page.move("Keep images scoring at least", round(score - 0.3, 2))
    expect(page.locator("#image-0")).to_be_hidden()


def test_pictures_are_fetched_once_asked_for_and_what_cannot_be_loaded_says_so(wall: Callable[..., Any]) -> None:
    page = wall()
    assert not [address for address in page.watch.requests if "elsewhere.example" in address]
    expect(page.get_by_text("Show the pictures of this page?")).to_be_visible()
    with page.expect_request("https://elsewhere.example/own-0.jpg") as asked:
        page.get_by_role("button", name="Show pictures").click()
    assert "referer" not in asked.value.headers
    tile = page.locator("#image-0 .failed")
    expect(tile).to_have_text("Mayor Clara Benning in Holm, day 0.not loaded")
    expect(tile).to_have_attribute("title", "Could not be loaded from elsewhere.example")
    expect(page.get_by_text("pictures could not be loaded from elsewhere.example.")).to_be_visible()
    page.reload()
    expect(tile).to_be_visible()  # the answer is remembered
    expect(page.get_by_text("Show the pictures of this page?")).to_be_hidden()


def test_the_number_of_an_image_covers_nothing_of_what_stands_in_its_place(
    wall: Callable[..., Any], size: dict[str, Any]
) -> None:
    page = wall(**size)
    with page.expect_navigation():
        page.get_by_role("button", name="Show pictures").click()
    page.wait_for_load_state("networkidle")
    for card in page.locator(".card:has(.failed):visible").all():
        number, words = (card.locator(part).bounding_box() for part in (".thumb .ordinal", ".failed .name"))
        is_beside = words["x"] >= number["x"] + number["width"]
        assert is_beside or words["y"] >= number["y"] + number["height"] - 1, card.inner_text()
        assert card.locator(".failed").evaluate("tile => tile.scrollHeight <= tile.clientHeight")


def test_of_two_hundred_images_only_those_near_the_window_are_laid_out(wall: Callable[..., Any]) -> None:
    page = wall(own=30, others=170)
    page.route("https://elsewhere.example/**", lambda route: route.fulfill(body=PICTURE, content_type="image/jpeg"))
    with page.expect_navigation():
        page.get_by_role("button", name="Show pictures").click()
    page.wait_for_load_state("networkidle")
    page.evaluate("for (const fold of document.querySelectorAll('.fold')) fold.open = true")
    assert page.locator(".thumbnail").count() > 200
    for top in (0, 5000):
        page.evaluate(SCROLL, top)
        laid_out = page.locator(".card .sentence").evaluate_all(COUNT_LAID_OUT)
        assert 0 < laid_out < 100


def test_keys_work_at_once(wall: Callable[..., Any]) -> None:
    page = wall()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "image-0"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "image-1"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == "image-3"
    page.keyboard.press("Enter")
    expect(page.locator("#image-3 .evidence-body")).to_be_visible()
