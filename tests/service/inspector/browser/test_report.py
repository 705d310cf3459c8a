"""A report shows the same in one file, without a service."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.inspector.report import render_report
from cutline.service.pages.extraction import Inspection, inspect_page

OpenPage = Callable[..., Any]


@pytest.fixture
def report(open_page: OpenPage, extractor_of_pages: Any, site: Any, tmp_path: Path) -> Any:
    given = PageGiven(site.pages["ferry"], "https://courier.example/2026/ferry-returns")
    inspection: Inspection = inspect_page(
        extractor_of_pages, given, Options(render="always"), ("auto", "first-subtree")
    )
    file = tmp_path / "report.html"
    file.write_text(render_report(inspection, extractor_of_pages.settings.inspector), encoding="utf-8")
    page = open_page()
    page.goto(file.as_uri())
    return page


def test_it_needs_nothing_else_and_its_thresholds_work(report: Any) -> None:
    assert [address.partition(":")[0] for address in report.watch.requests] == ["file"]
    report.open_tab("Images")
    assert report.shown_cards(True) == ["image-0", "image-1"]
    report.move("Keep images scoring at least", 1)
    expect(report.get_by_text("No image is kept.")).to_be_visible()
    assert report.locator(".screen").evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
    expect(report.locator(".agreement")).to_contain_text("first-subtree")


def test_its_json_is_the_article(report: Any) -> None:
    with report.expect_download() as download:
        report.open_tab("Export")
        report.get_by_role("button", name="Download JSON").press("Enter")
    article = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert article["title"] == "Night ferry returns to Lake Varn after eleven years"


def test_the_example_s_pictures_are_in_it(report: Any) -> None:
    sources = report.locator(".card .thumbnail").evaluate_all("all => all.map(one => one.src.slice(0, 23))")
    assert sources == ["data:image/jpeg;base64,"] * 5
    expect(report.get_by_text("Show the pictures of this page?")).to_have_count(0)


def test_other_pictures_are_fetched_when_asked_for(
    open_page: OpenPage, extractor_of_pages: Any, site: Any, tmp_path: Path
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
    expect(page.locator("#image-0 .failed")).to_have_attribute("title", "Could not be loaded from courier.example")


def test_markdown_is_copied_and_html_downloaded(ferry: Any) -> None:
    ferry.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ferry.open_tab("Export")
    ferry.get_by_role("button", name="Copy Markdown").press("Enter")
    expect(ferry.get_by_role("button", name="Copied Markdown")).to_be_visible()
    assert ferry.evaluate("navigator.clipboard.readText()").startswith("# Night ferry returns to Lake Varn")
    with ferry.expect_download() as download:
        ferry.get_by_role("button", name="Download HTML").press("Enter")
    assert download.value.suggested_filename == "article.html"
    assert "<h1>Night ferry" in Path(download.value.path()).read_text(encoding="utf-8")
    expect(ferry.get_by_label("Command line")).to_have_value(
        "cutline extract page.html --url https://courier.example/2026/ferry-returns --format markdown"
    )
