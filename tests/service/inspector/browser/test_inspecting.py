"""From an address to a link, with thresholds, views, thumbnails and labels on the way, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cutline.page_given import PageGiven
from cutline.service.inspector.report import render_report
from cutline.service.pages.answers import Inspection, inspect_page
from cutline.types import Options

MOVE = "(slider, value) => { slider.value = value; slider.dispatchEvent(new Event('input')); }"
READ_KEPT = "all => all.map(one => one.dataset.kept)"

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
    return [card.get_attribute("id") or "" for card in page.locator(f".card[data-kept={json.dumps(kept)}]").all()]


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
        assert shown_cards(ferry, True) == []
        score = float(ferry.locator("#image-1").get_attribute("data-score"))
        expect(ferry.locator("#image-1 .number").first).to_have_text(f"{score:.2f} < 1.00")
        expect(ferry.locator("#image-1 h3")).to_contain_text("dropped threshold")
        expect(ferry.locator("#image-1 .meaning")).to_have_text("Your threshold decides.")
        expect(ferry.locator("[data-figure='1']")).to_be_hidden()
        expect(ferry.locator("[data-count=images]")).to_have_text("0")
        move(ferry, "Images from", 0)
        assert shown_cards(ferry, True) == ["image-0", "image-1", "image-3", "image-4"]
        assert len(ferry.watch.requests) == asked

    def test_the_place_and_the_relevance_of_an_image_stay_as_they_are(self, ferry: Any) -> None:
        measures = ferry.locator("#image-1 .measures")
        before = measures.text_content()
        assert "place" in before and "caption" in before and "related" in before
        move(ferry, "Images from", 1)
        expect(ferry.locator("#image-1 h3")).to_contain_text("dropped")
        assert measures.text_content() == before

    def test_what_a_rule_dropped_stays_dropped(self, ferry: Any) -> None:
        move(ferry, "Images from", 0)
        assert shown_cards(ferry, False) == ["image-2"]
        expect(ferry.locator("#image-2")).to_contain_text("ad_rule")

    def test_blocks_come_and_go(self, ferry: Any) -> None:
        move(ferry, "Blocks from", 1)
        expect(ferry.get_by_text("No block was kept.")).to_be_visible()
        move(ferry, "Blocks from", 0)
        expect(ferry.get_by_text("Advertisement", exact=True)).to_be_visible()
        expect(ferry.locator("[data-count=blocks]")).to_have_text("28")

    def test_reset_goes_back(self, ferry: Any) -> None:
        reset = ferry.locator("[data-what=images] [data-reset]")
        expect(reset).to_be_hidden()
        move(ferry, "Images from", 0.85)
        reset.click()
        assert shown_cards(ferry, True) == ["image-0", "image-1"]
        expect(ferry.locator("#image-1 h3")).to_contain_text("kept article_image")
        expect(reset).to_be_hidden()


class TestViews:
    def test_everything_is_shown_with_its_reason(self, ferry: Any) -> None:
        expect(ferry.locator(".why").first).to_be_hidden()
        ferry.get_by_text("Everything", exact=True).click()
        menu = ferry.locator("[data-block]", has_text="The Varn Courier").first
        expect(menu).to_be_visible()
        expect(menu.locator(".why")).to_contain_text("dropped outside_article 0.00 < 0.50")

    def test_a_block_says_why_when_it_is_pointed_at(self, ferry: Any) -> None:
        block = ferry.locator("[data-block]", has_text="The council of Port Ellery")
        block.hover()
        expect(block.locator(".why")).to_contain_text("kept article_text")
        expect(block.locator(".meaning")).to_have_text("The classifier takes it for the article's text.")

    def test_thumbnails_are_fetched_when_asked_for_without_saying_where_from(self, ferry: Any) -> None:
        assert not [address for address in ferry.watch.requests if "courier.example" in address]
        with ferry.expect_request("https://courier.example/2026/images/ferry.svg") as asked:
            ferry.get_by_role("link", name="Load thumbnails").click()
        assert "referer" not in asked.value.headers

    def test_a_rendered_page_has_a_picture_with_frames_that_follow_the_threshold(
        self, open_page: OpenPage, inspector: str, site: Any
    ) -> None:
        page = open_page()
        page.goto(f"{inspector}/?url={site.address}/ferry&render=always")
        page.get_by_role("button", name="Inspect", exact=True).click()
        image = page.locator(".overlaid img")
        assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
        frames = page.locator(".overlaid rect.image")
        kept = frames.evaluate_all(READ_KEPT)
        assert kept.count("true") == 2
        move(page, "Images from", 1)
        assert set(frames.evaluate_all(READ_KEPT)) == {"false"}


class TestLabels:
    def test_what_is_seen_but_for_the_marks_is_downloaded_as_a_line(self, ferry: Any) -> None:
        ferry.get_by_role("button", name="Label this page").click()
        tickets = ferry.locator("[data-block]", has_text="Tickets will cost four crowns")
        tickets.focus()
        ferry.keyboard.press("m")
        expect(tickets).to_have_attribute("data-marked", "")
        ferry.locator("#image-3").get_by_role("button", name="Mark as wrong").click()
        ferry.get_by_label("Correct caption").first.fill("The Aurelia in Holm")
        ferry.get_by_label("Correct title").fill("Night ferry returns")
        ferry.locator("#image-1").get_by_role("button", name="Mark as wrong").click()
        expect(ferry.locator("[data-marks]")).to_have_text("You changed 1 block, 2 images, 1 caption, 1 title.")
        with ferry.expect_download() as download:
            ferry.get_by_role("button", name="Download the labelled line").click()
        line = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        assert download.value.suggested_filename.startswith("labelled-")
        assert line["title"] == "Night ferry returns"
        assert "Tickets will cost" not in line["text"] and "Haldane, 71" in line["text"]
        assert [(image["src"].rpartition("/")[2], image["caption"]) for image in line["images"]] == [
            ("ferry.svg", "The Aurelia in Holm"),
            ("mill.svg", None),
        ]
        assert "Night ferry returns to Lake Varn" in line["html"]

    def test_a_mark_can_be_taken_back(self, ferry: Any) -> None:
        ferry.get_by_role("button", name="Label this page").click()
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
        assert shown_cards(report, True) == ["image-0", "image-1"]
        move(report, "Images from", 1)
        assert shown_cards(report, True) == []
        assert report.locator(".overlaid img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
        expect(report.locator(".agreement")).to_contain_text("first-subtree")

    def test_its_json_is_the_article(self, report: Any) -> None:
        with report.expect_download() as download:
            report.get_by_role("button", name="Save JSON").click()
        article = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
        assert article["title"] == "Night ferry returns to Lake Varn after eleven years"

    def test_its_thumbnails_are_fetched_when_asked_for(self, report: Any) -> None:
        with report.expect_request("https://courier.example/2026/images/ferry.svg") as asked:
            report.get_by_role("button", name="Load thumbnails").click()
        assert "referer" not in asked.value.headers
