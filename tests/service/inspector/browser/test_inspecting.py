"""From an address to a link, with thresholds, views, pictures and labels on the way, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.inspector.pictures import read_example
from cutline.service.inspector.report import render_report
from cutline.service.pages.answers import Inspection, inspect_page

PICTURE = read_example("images/ferry-small.jpg")
MOST_INTERRUPTED = 2  # scrolls in which the browser may do something else, such as collecting garbage
LONG_TASK, QUIET = 0.05, 0.01  # seconds of work
SCROLL = "top => { scrollTo(0, top); return new Promise(requestAnimationFrame); }"
MOVE = "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }"
READ_KEPT = "all => all.map(one => one.dataset.kept)"

PHONE = {"width": 390, "height": 844}
SIZES = pytest.mark.parametrize(
    "size", [{}, {"viewport": PHONE, "has_touch": True}, {"color_scheme": "dark"}], ids=["1280", "390", "dark"]
)

OpenPage = Callable[..., Any]  # a page of Playwright's, which is watched


@pytest.fixture
def ferry(open_page: OpenPage, inspector: str) -> Any:
    """The example, inspected."""
    page = open_page()
    page.goto(inspector)
    page.get_by_role("button", name="an example page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Night ferry returns to Lake Varn after eleven years")
    page.wait_for_load_state()
    return page


def move(page: Any, label: str, value: float) -> None:
    page.get_by_label(label).evaluate(
        "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }", value
    )


def shown_cards(page: Any, kept: bool) -> list[str]:
    """Return the images of a group of the wall, in its order."""
    group = page.locator(f"[data-group={json.dumps(json.dumps(kept))}]")
    return [card.get_attribute("id") or "" for card in group.locator(".card:visible").all()]


def read_work(tools: Any) -> float:
    """Return the seconds that all tasks of a page took, of its own thread however busy the machine is."""
    metrics = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def open_tab(page: Any, name: str) -> None:
    page.get_by_role("navigation", name="Views of this page").get_by_role("link", name=name).click()


def test_from_an_address_to_a_link_that_another_browser_opens(open_page: OpenPage, inspector: str, site: Any) -> None:
    page = open_page()
    page.goto(inspector)
    page.get_by_label("Address of a page").fill(f"{site.address}/ferry")
    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Night ferry returns to Lake Varn after eleven years")
    expect(page.locator(".flow")).to_contain_text("The council of Port Ellery voted on Monday night")
    expect(page.get_by_text("Advertisement", exact=True)).to_be_hidden()
    link = page.get_by_label("Link to this page, valid for 24 hours").input_value()
    assert link == page.url
    assert site.asked == ["ferry"]

    other = open_page()
    other.goto(link)
    expect(other.get_by_role("heading", level=1)).to_have_text("Night ferry returns to Lake Varn after eleven years")
    assert site.asked == ["ferry"]
    assert {address.partition("/")[0] for address in other.watch.requests} <= {"http:"}
    assert all(address.startswith(inspector) for address in other.watch.requests)


def test_an_address_that_cannot_be_fetched_is_told_and_stays_in_the_form(
    open_page: OpenPage, inspector: str, site: Any
) -> None:
    page = open_page()
    page.goto(inspector)
    page.get_by_label("Address of a page").fill(f"{site.address}/nowhere")
    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The host answered with an error.")
    assert page.get_by_label("Address of a page").input_value() == f"{site.address}/nowhere"


def test_a_pasted_page_is_inspected_with_another_method(open_page: OpenPage, inspector: str) -> None:
    page = open_page()
    page.goto(inspector)
    page.get_by_text("Paste HTML").click()
    page.get_by_label("HTML of the page").fill(
        "<title>A letter</title>" + "<p>Dear Aruna, the ferry sails again.</p>" * 20
    )
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("Method", exact=True).select_option("first-subtree")
    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A letter")
    expect(page.locator(".facts-row")).to_contain_text("first-subtree")


class TestThresholds:
    def test_at_first_every_verdict_is_the_server_s(self, ferry: Any) -> None:
        article = ferry.request.get(f"{ferry.url}/article.json").json()
        blocks = {block["index"]: True for block in article["blocks"]}
        blocks |= {block["index"]: False for block in article["dropped"]["blocks"]}
        shown = ferry.locator("[data-block]").evaluate_all(
            "blocks => blocks.map(block => [Number(block.dataset.block), block.dataset.kept === 'true'])"
        )
        assert dict(map(tuple, shown)) == blocks
        # Moved to where it stands, a threshold changes nothing.
        for label, what in (("Images from", "image"), ("Blocks from", "block")):
            before = ferry.locator(f".card, [data-{what}]").evaluate_all(READ_KEPT)
            move(ferry, label, 0.5)
            assert ferry.locator(f".card, [data-{what}]").evaluate_all(READ_KEPT) == before

    def test_moving_one_judges_images_anew_at_once_and_fetches_nothing(self, ferry: Any) -> None:
        assert shown_cards(ferry, True) == ["image-0", "image-1"]
        asked = len(ferry.watch.requests)
        move(ferry, "Images from", 1)
        expect(ferry.locator("#image-1 .sentence")).to_contain_text(
            "Dropped: its score of 0.92 is below your threshold"
        )
        assert shown_cards(ferry, True) == []
        expect(ferry.get_by_text("No image is kept.")).to_be_visible()
        score = float(ferry.locator("#image-1").get_attribute("data-score"))
        expect(ferry.locator("#image-1 .score .number")).to_have_text(f"{score:.2f} < 1.00")
        expect(ferry.locator("#image-1 .meaning")).to_have_text("Your threshold decides.")
        expect(ferry.locator("[data-figure='1']")).to_be_hidden()
        expect(ferry.locator("[data-count=images]")).to_have_text("0")
        move(ferry, "Images from", 0)
        expect(ferry.locator("#image-3 .verdict").first).to_have_text("Kept")
        assert sorted(shown_cards(ferry, True)) == ["image-0", "image-1", "image-3", "image-4"]
        assert shown_cards(ferry, False) == ["image-2"]  # which a rule dropped
        assert len(ferry.watch.requests) == asked

    def test_the_place_and_the_relevance_of_an_image_stay_as_they_are(self, ferry: Any) -> None:
        measures = ferry.locator("#image-1 .measures")
        before = measures.text_content()
        assert "place" in before and "caption" in before and "related" in before
        move(ferry, "Images from", 1)
        expect(ferry.locator("#image-1 .verdict").first).to_have_text("Dropped")
        assert measures.text_content() == before

    def test_blocks_come_and_go(self, ferry: Any) -> None:
        open_tab(ferry, "Article")
        move(ferry, "Blocks from", 1)
        expect(ferry.get_by_text("No block was kept.")).to_be_visible()
        move(ferry, "Blocks from", 0)
        expect(ferry.get_by_text("Advertisement", exact=True)).to_be_visible()
        expect(ferry.locator("[data-count=blocks]")).to_have_text("28")

    def test_reset_goes_back(self, ferry: Any) -> None:
        reset = ferry.locator("[data-what=images] [data-reset]")
        expect(reset).to_be_hidden()
        move(ferry, "Images from", 0.95)
        reset.click()
        expect(ferry.locator("#image-1 .sentence")).to_have_text(
            "Kept: its caption names Joren Haldane and Aurelia, as the article does."
        )
        assert shown_cards(ferry, True) == ["image-0", "image-1"]
        expect(reset).to_be_hidden()


class TestViews:
    def test_unrendered_it_opens_with_a_wall_of_its_pictures_and_a_sentence_for_each(self, ferry: Any) -> None:
        expect(ferry.locator(".tabs [aria-current]")).to_contain_text("Images")
        assert ferry.locator(".card .sentence").all_inner_texts() == [
            "Kept: its caption names Holm and Port Ellery, as the article does.",
            "Kept: its caption names Joren Haldane and Aurelia, as the article does.",
            "Dropped: its address or its link is on a host of advertisements, ads.*.",
            "Dropped: it links to another page.",
            "Dropped: it is not between the article's paragraphs.",
        ]
        widths = ferry.locator(".thumbnail:visible").evaluate_all("all => all.map(one => one.clientWidth)")
        assert min(widths[:2]) > 2 * max(widths[2:])
        naturals = ferry.locator(".card .thumbnail").evaluate_all(
            "all => Promise.all(all.map(one => one.decode().then(() => one.naturalWidth)))"
        )
        assert naturals == [1280, 1248, 600, 640, 640]

    def test_each_view_has_an_address_that_leads_to_it(self, ferry: Any, open_page: OpenPage) -> None:
        base = ferry.url
        open_tab(ferry, "Article")
        assert ferry.url == f"{base}#article"
        expect(ferry.get_by_text("The council of Port Ellery voted")).to_be_visible()
        expect(ferry.locator("#images")).to_be_hidden()
        ferry.go_back()
        expect(ferry.locator("#images")).to_be_visible()
        other = open_page(viewport=PHONE)
        other.goto(f"{base}#image-3")
        expect(other.locator("#image-3 .evidence-body")).to_be_in_viewport()
        other.get_by_role("link", name="Its place in the article").click()
        expect(other.locator("#figure-3")).to_be_in_viewport()

    def test_everything_is_shown_with_its_reason_and_menus_are_one_line(self, ferry: Any) -> None:
        open_tab(ferry, "Article")
        expect(ferry.locator(".why").first).to_be_hidden()
        ferry.get_by_text("Everything", exact=True).click()
        title = ferry.locator("[data-block]", has_text="The Varn Courier").first
        expect(title.locator(".why")).to_contain_text("dropped outside_article 0.00 < 0.50")
        menu = ferry.locator(".run", has_text="Politics").locator("summary")
        expect(menu).to_have_text("7 blocks of navigation")
        expect(ferry.get_by_text("Politics", exact=True)).to_be_hidden()
        menu.click()
        expect(ferry.get_by_text("Politics", exact=True)).to_be_visible()

    def test_a_block_says_why_when_it_is_pointed_at(self, ferry: Any) -> None:
        open_tab(ferry, "Article")
        block = ferry.locator("[data-block]", has_text="The council of Port Ellery")
        block.hover()
        expect(block.locator(".why")).to_contain_text("kept article_text")
        expect(block.locator(".meaning")).to_have_text("The classifier takes it for the article's text.")

    @SIZES
    def test_a_rendered_page_opens_with_its_picture_and_frames_that_follow_the_threshold(
        self, open_page: OpenPage, inspector: str, site: Any, size: dict[str, Any]
    ) -> None:
        page = open_page(**size)
        page.goto(f"{inspector}/?url={site.address}/ferry&render=always")
        page.get_by_role("button", name="Inspect", exact=True).click()
        picture = page.locator(".screen")
        expect(picture).to_be_in_viewport()
        assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
        frames = page.locator(".frame")
        strokes = "all => all.map(one => getComputedStyle(one.querySelector('rect')).stroke)"
        green, red = "rgb(28, 138, 82)", "rgb(207, 74, 38)"
        assert sorted(frames.evaluate_all(strokes)) == sorted([green] * 2 + [red] * 3)
        assert frames.evaluate_all(READ_KEPT).count("true") == 2
        expect(page.locator("[data-note='1']")).to_contain_text("Kept: its caption names Joren Haldane")
        move(page, "Images from", 1)
        assert set(frames.evaluate_all(READ_KEPT)) == {"false"}
        assert set(frames.evaluate_all(strokes)) == {red}
        page.locator("[data-note='1'] a").click()
        expect(page.locator("#image-1 .evidence-body")).to_be_visible()


def crowd(own: int, others: int) -> str:
    """Return a page of so many images of its article, and so many of other stories."""
    figures = "".join(
        f"<p>{TEXT.format(number)}</p><figure><img src='https://elsewhere.example/own-{number}.jpg' width=800 "
        f"height=500><figcaption>Mayor Clara Benning in Holm, day {number}.</figcaption></figure>"
        for number in range(own)
    )
    teasers = "".join(
        f"<li><a href='/story-{number}'><img src='https://elsewhere.example/other-{number}.jpg' width=300 "
        f"height=200>Story {number} of another town</a></li>"
        for number in range(others)
    )
    return (
        f"<html lang=en><title>Ten days in Holm</title><main><article><h1>Ten days in Holm</h1>{figures}</article>"
        f"</main><aside><ul class=related>{teasers}</ul></aside>"
    )


@pytest.fixture(scope="module")
def crowded(site: Any) -> str:
    """The address of a page of 60 images, of which 10 are the article's."""
    site.pages["crowded"] = crowd(10, 50)
    return f"{site.address}/crowded"


TEXT = (
    "On day {0} the council of Port Ellery heard Mayor Clara Benning, who spoke for {0} hours about the ferry to Holm, "
    "its captain and the price of a crossing. Nobody had expected so many people, she told reporters on the steps."
)


class TestWall:
    @pytest.fixture
    def wall(self, open_page: OpenPage, inspector: str, crowded: str) -> Callable[..., Any]:
        def show(**size: Any) -> Any:
            page = open_page(**size)
            page.goto(f"{inspector}/?url={crowded}")
            page.get_by_role("button", name="Inspect", exact=True).click()
            page.wait_for_load_state()
            return page

        return show

    @SIZES
    def test_sixty_images_are_sifted_and_sorted(self, wall: Callable[..., Any], size: dict[str, Any]) -> None:
        page = wall(**size)
        expect(page.locator("[data-tally=all]")).to_have_text("60")
        kept = page.locator("[data-group=true] .card:visible").count()
        assert kept == int(page.locator("[data-tally=kept]").inner_text()) >= 8
        page.locator(".choices").get_by_text("Dropped").click()
        assert shown_cards(page, True) == [] and len(shown_cards(page, False)) == 60 - kept
        page.locator("[name=reason]").select_option("teaser")
        reasons = page.locator(".card:visible").evaluate_all("all => all.map(one => one.dataset.reason)")
        assert len(reasons) >= 40 and set(reasons) == {"teaser"}
        page.locator("[name=sort]").select_option("score")
        scores = page.locator(".card:visible").evaluate_all("all => all.map(one => Number(one.dataset.score))")
        assert scores == sorted(scores, reverse=True)

    def test_what_is_close_to_the_threshold_is_uncertain_wherever_it_is_moved(self, wall: Callable[..., Any]) -> None:
        page = wall()
        score = float(page.locator("#image-0").get_attribute("data-score"))
        move(page, "Images from", round(score, 2))
        page.locator(".choices").get_by_text("Uncertain").click()
        expect(page.locator("#image-0")).to_be_visible()
        move(page, "Images from", round(score - 0.3, 2))
        expect(page.locator("#image-0")).to_be_hidden()

    def test_pictures_are_fetched_once_asked_for_and_what_cannot_be_loaded_says_so(
        self, wall: Callable[..., Any]
    ) -> None:
        page = wall()
        assert not [address for address in page.watch.requests if "elsewhere.example" in address]
        expect(page.get_by_text("Show the pictures of this page?")).to_be_visible()
        with page.expect_request("https://elsewhere.example/own-0.jpg") as asked:
            page.get_by_role("button", name="Show pictures").click()
        assert "referer" not in asked.value.headers
        words = "The picture could not be loaded from elsewhere.example: Mayor Clara Benning in Holm, day 0."
        expect(page.locator("#image-0 .failed")).to_have_text(words)
        page.reload()
        expect(page.locator("#image-0 .failed")).to_have_text(words)  # the answer is remembered
        expect(page.get_by_text("Show the pictures of this page?")).to_be_hidden()

    def test_two_hundred_images_are_scrolled_without_a_long_task(
        self, open_page: OpenPage, inspector: str, site: Any
    ) -> None:
        site.pages["two-hundred"] = crowd(30, 170)
        page = open_page()
        page.route("https://elsewhere.example/**", lambda route: route.fulfill(body=PICTURE, content_type="image/jpeg"))
        page.goto(f"{inspector}/?url={site.address}/two-hundred")
        page.get_by_role("button", name="Inspect", exact=True).click()
        with page.expect_navigation():
            page.get_by_role("button", name="Show pictures").click()
        page.wait_for_load_state("networkidle")
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

    def test_keys_work_at_once(self, wall: Callable[..., Any]) -> None:
        page = wall()
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id") == "image-0"
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id") == "image-1"
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.id") == "image-3"
        page.keyboard.press("Enter")
        expect(page.locator("#image-3 .evidence-body")).to_be_visible()


class TestLabels:
    def test_what_is_seen_but_for_the_marks_is_downloaded_as_a_line(self, ferry: Any) -> None:
        open_tab(ferry, "Labels")
        ferry.get_by_role("button", name="Start labelling").click()
        ferry.get_by_label("Correct title").fill("Night ferry returns")
        open_tab(ferry, "Article")
        tickets = ferry.locator("[data-block]", has_text="Tickets will cost four crowns")
        tickets.focus()
        ferry.keyboard.press("m")
        expect(tickets).to_have_attribute("data-marked", "")
        open_tab(ferry, "Images")
        ferry.locator("#image-3").get_by_role("button", name="Mark as wrong").click()
        ferry.get_by_label("Correct caption").first.fill("The Aurelia in Holm")
        ferry.locator("#image-1").get_by_role("button", name="Mark as wrong").click()
        expect(ferry.locator("[data-marks]")).to_have_text("You changed 1 block, 2 images, 1 caption, 1 title.")
        with ferry.expect_download() as download:
            ferry.get_by_role("button", name="Download the labelled line").click()
        line = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        assert download.value.suggested_filename.startswith("labelled-")
        assert line["title"] == "Night ferry returns"
        assert "Tickets will cost" not in line["text"] and "Haldane, 71" in line["text"]
        assert [(image["src"].rpartition("/")[2], image["caption"]) for image in line["images"]] == [
            ("ferry.jpg", "The Aurelia in Holm"),
            ("mill.jpg", None),
        ]
        assert "Night ferry returns to Lake Varn" in line["html"]

    def test_a_mark_can_be_taken_back(self, ferry: Any) -> None:
        open_tab(ferry, "Labels")
        ferry.get_by_role("button", name="Start labelling").click()
        open_tab(ferry, "Article")
        block = ferry.locator("[data-block]", has_text="Tickets will cost four crowns")
        block.hover()
        button = block.get_by_role("button", name="Wrong")
        button.click()
        expect(ferry.locator("[data-marks]")).to_contain_text("1 block")
        button.click()
        expect(ferry.locator("[data-marks]")).to_have_text("No changes to cutline’s verdicts yet.")


class TestTokens:
    def test_with_a_token_the_inspector_opens_and_signs_out(
        self, open_page: OpenPage, serve_inspector: Any, tokens: Any, site: Any
    ) -> None:
        address = serve_inspector(tokens=tokens("a-token-of-many-words"))
        page = open_page()
        page.goto(address)
        page.get_by_label("Token").fill("a-wrong-token-of-words")
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("alert")).to_have_text("The request has no valid token.")
        page.get_by_label("Token").fill("a-token-of-many-words")
        page.get_by_role("button", name="Continue").click()
        page.get_by_label("Address of a page").fill(f"{site.address}/ferry")
        page.get_by_role("button", name="Inspect", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Night ferry returns")
        link = page.url
        page.get_by_role("button", name="Sign out").click()
        page.goto(link)
        expect(page.get_by_role("heading", level=1)).to_have_text("This service requires a token")


class TestReport:
    @pytest.fixture
    def report(self, open_page: OpenPage, extractor_of_pages: Any, site: Any, tmp_path: Path) -> Any:
        given = PageGiven(site.pages["ferry"], "https://courier.example/2026/ferry-returns")
        inspection: Inspection = inspect_page(
            extractor_of_pages, given, Options(render="always"), ("auto", "first-subtree")
        )
        file = tmp_path / "report.html"
        file.write_text(render_report(inspection, extractor_of_pages.settings.inspector), encoding="utf-8")
        page = open_page()
        page.goto(file.as_uri())
        return page

    def test_it_needs_nothing_else_and_its_thresholds_work(self, report: Any) -> None:
        assert [address.partition(":")[0] for address in report.watch.requests] == ["file"]
        open_tab(report, "Images")
        assert shown_cards(report, True) == ["image-0", "image-1"]
        move(report, "Images from", 1)
        expect(report.get_by_text("No image is kept.")).to_be_visible()
        assert report.locator(".screen").evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
        expect(report.locator(".agreement")).to_contain_text("first-subtree")

    def test_its_json_is_the_article(self, report: Any) -> None:
        with report.expect_download() as download:
            report.get_by_text("About this page").click()
            report.get_by_role("button", name="Save JSON").click()
        article = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        assert article["title"] == "Night ferry returns to Lake Varn after eleven years"

    def test_the_example_s_pictures_are_in_it(self, report: Any) -> None:
        sources = report.locator(".card .thumbnail").evaluate_all("all => all.map(one => one.src.slice(0, 23))")
        assert sources == ["data:image/jpeg;base64,"] * 5
        expect(report.get_by_text("Show the pictures of this page?")).to_have_count(0)

    def test_other_pictures_are_fetched_when_asked_for(
        self, open_page: OpenPage, extractor_of_pages: Any, site: Any, tmp_path: Path
    ) -> None:
        html = site.pages["ferry"].replace("images/", "photos/")
        inspection = inspect_page(extractor_of_pages, PageGiven(html, "https://courier.example/2026/other"), Options())
        file = tmp_path / "report.html"
        file.write_text(render_report(inspection, extractor_of_pages.settings.inspector), encoding="utf-8")
        page = open_page()
        page.goto(file.as_uri())
        with page.expect_request("https://courier.example/2026/photos/ferry.jpg") as asked:
            page.get_by_role("button", name="Show pictures").click()
        assert "referer" not in asked.value.headers
        expect(page.locator("#image-0 .failed")).to_contain_text("could not be loaded from courier.example")
