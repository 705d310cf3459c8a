"""axe-core finds nothing, light and dark, wide and narrow; text runs the way it is written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.inspector.report import render_report
from cutline.service.pages.extraction import inspect_page

OpenPage = Callable[..., Any]
PHONE = {"width": 390, "height": 844}
TABS = ("article", "images", "page", "methods", "labels")

ARABIC = "عاد قارب الليل إلى بحيرة فارن بعد أحد عشر عاما، وقالت رئيسة البلدية إن الرحلة الأولى ستكون في يونيو. "
CHINESE = "埃勒里港议会周一晚投票决定恢复横跨瓦恩湖的夜间渡轮，距最后一艘船停航已有十一年。"


def inspect(page: Any, inspector: str, html: str, **options: str) -> None:
    page.goto(f"{inspector}/?{'&'.join(f'{name}={value}' for name, value in options.items())}")
    page.get_by_text("Paste HTML").click()
    page.get_by_label("HTML of the page").fill(html)
    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(page.locator(".inspection")).to_be_visible()
    page.wait_for_load_state()  # its elements are there before its style sheet


def test_the_first_page(open_page: OpenPage, inspector: str) -> None:
    page = open_page()
    page.goto(f"{inspector}/?url=nowhere")
    for summary in page.locator("summary").all():
        summary.click()
    assert page.find_violations() == []
    page.get_by_label("Address of a page").fill("http://10.0.0.1/")
    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.find_violations() == []


def test_the_page_that_asks_for_a_token(open_page: OpenPage, serve_inspector: Any, tokens: Any) -> None:
    page = open_page()
    page.goto(serve_inspector(tokens=tokens("a-token-of-many-words")))
    assert page.find_violations() == []


@pytest.mark.parametrize(
    ("schemes", "options"),
    [(["light", "dark"], {}), (["light"], {"viewport": PHONE, "has_touch": True, "is_mobile": True})],
    ids=["wide", "phone"],
)
def test_an_inspection_with_all_it_can_show(
    open_page: OpenPage, inspector: str, site: Any, inspections: dict[str, str], schemes: list[str], options: Any
) -> None:
    page = open_page(**options)
    if "all it can show" in inspections:
        page.goto(inspections["all it can show"])
    else:
        inspect(page, inspector, site.pages["ferry"].replace("images/", "photos/"), render="always", compare="true")
        inspections["all it can show"] = page.url
    expect(page.get_by_role("button", name="Show pictures")).to_be_visible()
    page.evaluate("location.hash = 'labels'")
    page.get_by_role("button", name="Start labelling").click()
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
    page.evaluate("document.querySelector('[name=view][value=all]').click()")
    page.evaluate("document.querySelector('[data-mark-image]').click()")
    for tab in TABS:
        page.evaluate("tab => { location.hash = tab }", tab)
        expect(page.locator(f"#{tab}")).to_be_visible()
        assert (tab, page.find_violations(schemes)) == (tab, [])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab


def test_a_report(open_page: OpenPage, extractor_of_pages: Any, site: Any, tmp_path: Path) -> None:
    given = PageGiven(site.pages["ferry"], "https://courier.example/2026/ferry-returns")
    inspection = inspect_page(extractor_of_pages, given, Options(render="always"), ("auto", "first-subtree"))
    file = tmp_path / "report.html"
    file.write_text(render_report(inspection, extractor_of_pages.settings.inspector), encoding="utf-8")
    page = open_page()
    page.goto(file.as_uri())
    assert page.find_violations() == []


def test_text_from_right_to_left_stands_to_the_right(open_page: OpenPage, inspector: str) -> None:
    page = open_page()
    story = f"<h1>قارب الليل</h1>{f'<p>{ARABIC * 4}</p>' * 3}"
    inspect(page, inspector, f"<html lang=ar><title>قارب الليل</title><article>{story}</article>")
    page.evaluate("location.hash = 'article'")
    style = "element => [getComputedStyle(element).direction, getComputedStyle(element).textAlign]"
    assert page.locator(".flow").evaluate(style) == ["rtl", "start"]
    assert page.locator("h1").evaluate(style) == ["rtl", "start"]
    title, head = page.locator("h1").bounding_box(), page.locator(".head").bounding_box()
    assert abs(title["x"] + title["width"] - head["x"] - head["width"]) < 1
    assert page.locator(".why").first.evaluate(style) == ["ltr", "start"]
    text, flow = page.locator("p.text").first.bounding_box(), page.locator(".flow").bounding_box()
    assert flow["x"] + flow["width"] - (text["x"] + text["width"]) < 40
    assert page.find_violations() == []


def test_text_without_spaces_is_broken_into_lines(open_page: OpenPage, inspector: str) -> None:
    page = open_page(viewport=PHONE)
    inspect(page, inspector, f"<html lang=zh><title>夜间渡轮</title><article>{f'<p>{CHINESE * 8}</p>' * 3}</article>")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.locator(".flow").get_attribute("lang") == "zh"
    assert page.find_violations() == []


def test_a_page_of_many_images_that_was_not_rendered(wall: Callable[..., Any]) -> None:
    page = wall(own=4, others=12, icons=12, viewport=PHONE)
    with page.expect_navigation():
        page.get_by_role("button", name="Show pictures").click()
    expect(page.locator(".failed").first).to_be_visible()
    for tab in ("Images", "Page"):
        page.open_tab(tab)
        assert (tab, page.find_violations()) == (tab, [])
    page.open_tab("Images")
    page.evaluate("for (const fold of document.querySelectorAll('.fold')) fold.open = true")
    assert page.find_violations() == []
