"""Shared names and words are marked, and whoever chooses one goes from place to place."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cutline.config import Settings
from cutline.service.inspector.report import render_report
from cutline.service.pages.extraction import Inspection
from cutline.types import Article


def test_a_name_chosen_in_the_evidence_leads_through_its_places_by_key(ferry: Any, size: dict[str, Any]) -> None:
    ferry.set_viewport_size(size.get("viewport", {"width": 1280, "height": 900}))
    ferry.locator("#image-1 summary").press("Enter")
    ferry.locator("#image-1").get_by_role("button", name="Joren Haldane").press("Enter")
    status = ferry.locator("[data-places] [role=status]")
    expect(status).to_have_text("Joren Haldane 2 in the text, 1 in captions")
    expect(ferry.locator("#image-1 .caption mark.chosen")).to_have_text("Joren Haldane")
    reached = []
    for key in ("n", "n", "n", "p"):
        ferry.keyboard.press(key)
        expect(ferry.locator("mark.here")).to_be_in_viewport()
        reached.append((ferry.locator("mark.here").inner_text(), status.inner_text().split(":")[0]))
    assert reached == [
        ("Joren Haldane", "Joren Haldane 1 of 3"),
        ("Joren Haldane", "Joren Haldane 2 of 3"),
        ("Haldane", "Joren Haldane 3 of 3"),
        ("Joren Haldane", "Joren Haldane 2 of 3"),
    ]
    ferry.keyboard.press("Escape")
    expect(status).to_be_hidden()
    expect(ferry.locator(".chosen, .here")).to_have_count(0)


def test_a_mark_in_the_text_leads_to_the_next_one(ferry: Any) -> None:
    ferry.open_tab("Article")
    ferry.locator(".flow mark", has_text="Holm").nth(1).click()
    expect(ferry.locator("[data-places]")).to_contain_text("Holm 2 of")
    ferry.locator("[data-places]").get_by_role("button", name="Next").press("Enter")
    expect(ferry.locator("[data-places]")).to_contain_text("Holm 3 of")


def test_what_the_text_lacks_is_marked_in_the_caption(ferry: Any) -> None:
    assert ferry.locator("#image-1 .caption mark.missing").all_inner_texts() == ["wheelhouse", "needs", "paint"]
    assert ferry.locator("#article .block[data-kept=true]:not(.picture) mark.missing").count() == 0


@pytest.fixture
def open_report(open_page: Callable[..., Any], settings: Settings, tmp_path: Path) -> Callable[..., Any]:
    """Open the article of an inspection made by hand."""

    def open_one(article: Article) -> Any:
        file = tmp_path / "report.html"
        file.write_text(render_report(Inspection(article=article), settings.inspector), encoding="utf-8")
        page = open_page()
        page.goto(f"{file.as_uri()}#article")
        return page

    return open_one


def test_the_text_as_delivered_has_the_marks_of_captions_that_stand_there(
    open_report: Any, block: Any, image: Any, judged: Any, article: Any
) -> None:
    texts = [block(0, "The Aurelia left Holm."), block(1, "The Aurelia was back in the evening.")]
    images = [
        image("kept", judged(0.9, found=("Aurelia",)), caption="The Aurelia", position=0),
        image("dropped", judged(0.2, found=("Holm",)), caption="Holm", position=1),
    ]
    page = open_report(article(texts, images, entities=()))
    marked = page.locator(".flow p mark:not(.quiet)")
    expect(marked).to_have_text(["Aurelia", "Aurelia"])
    page.locator(".flow p mark", has_text="Holm").dispatch_event("click")
    expect(page.locator("[data-places]")).to_be_hidden()
    page.move("Keep images scoring at least", 0.1)
    expect(marked).to_have_text(["Aurelia", "Holm", "Aurelia"])
    page.locator(".flow p mark", has_text="Holm").dispatch_event("click")
    expect(page.locator("[data-places]")).to_contain_text("Holm 1 of 2: 1 in the text, 1 in captions")


def test_a_word_from_right_to_left_stands_apart_and_the_bar_covers_no_evidence(
    open_report: Any, block: Any, image: Any, judged: Any, article: Any
) -> None:
    text = "عاد قارب الليل إلى بحيرة فارن بعد أحد عشر عاما، وقالت رئيسة البلدية إن الرحلة الأولى ستكون في يونيو."
    shared = image("kept", judged(0.9, found=("بحيرة",)), caption="في بحيرة فارن", position=0)
    texts = [block(index, text) for index in range(30)]
    page = open_report(article(texts, [shared], entities=(), language="ar", direction="rtl"))
    page.locator(".flow p mark").first.dispatch_event("click")
    status = page.locator("[data-places] [role=status]")
    expect(status.locator("b > bdi")).to_have_text("بحيرة")
    expect(status).to_contain_text("1 of 31")
    page.keyboard.press("n")
    expect(status).to_contain_text("2 of 31")
    evidence, bar = page.locator(".block:focus .why").bounding_box(), page.locator("[data-places]").bounding_box()
    assert evidence["x"] + evidence["width"] <= bar["x"]
