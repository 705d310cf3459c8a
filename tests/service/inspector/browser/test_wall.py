"""The wall of images can be sifted, sorted, scrolled and walked by keys, however many there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from cutline.service.inspector.pictures import read_example

PICTURE = read_example("images/ferry-small.jpg")
MOST_INTERRUPTED = 2  # scrolls in which the browser may do something else, such as collecting garbage
LONG_TASK, QUIET = 0.05, 0.01  # seconds of work
SCROLL = "top => { scrollTo(0, top); return new Promise(requestAnimationFrame); }"


def read_work(tools: Any) -> float:
    """Return the seconds that all tasks of a page took, of its own thread however busy the machine is."""
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


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


def test_two_hundred_images_are_scrolled_without_a_long_task(wall: Callable[..., Any]) -> None:
    page = wall(own=30, others=170)
    page.route("https://elsewhere.example/**", lambda route: route.fulfill(body=PICTURE, content_type="image/jpeg"))
    with page.expect_navigation():
        page.get_by_role("button", name="Show pictures").click()
    page.wait_for_load_state("networkidle")
    page.evaluate("for (const fold of document.querySelectorAll('.fold')) fold.open = true")
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def scroll(top: int) -> float:
        """Return the seconds of work that it takes."""
        before = read_work(tools)
        page.evaluate(SCROLL, top)
        return read_work(tools) - before

    assert any(scroll(0) < QUIET for _ in range(100))  # until what loading the page began is done
    work = {top: scroll(top) for top in range(0, int(page.evaluate("document.body.scrollHeight")), 300)}
    assert page.locator(".thumbnail").count() > 200
    slow = {top: seconds for top, seconds in work.items() if seconds >= LONG_TASK}
    assert len(slow) <= MOST_INTERRUPTED, slow


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
