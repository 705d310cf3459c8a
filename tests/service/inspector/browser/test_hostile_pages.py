"""What a page says is text wherever it is shown: nothing of it is markup, and nothing of it runs."""

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
RUN = "<script>window.ran = 1</script><img src=x onerror='window.ran = 2'>"
QUOTES = "\"'><svg onload=window.ran=3>"
SHOWN = RUN.replace("&", "&amp;").replace("<", "&lt;")
ALT = QUOTES.replace("'", "&#39;")
NAMES = "Aruna Benning and the captain of the ferry to Holm spoke at the town hall about the night line. "
HOSTILE = f"""
<title>{SHOWN} {QUOTES} &lt;/title&gt;</title>
<meta name=author content="{SHOWN}">
<link rel=canonical href='javascript:window.ran=4'>
<script type="application/ld+json">
{{"@type": "NewsArticle", "headline": "</scr\\u0069pt>", "author": "]]>--><b>"}}</script>
<html lang='en"><script>window.ran=5</script>'>
<article onmouseover='window.ran=6' data-score='"><script>'>
<h1>{SHOWN} {QUOTES.replace("<", "&lt;")}</h1>
<figure "<script=1 onclick=window.ran=7>
<img src='https://courier.example/a.jpg?&#39; onerror=window.ran=8 x=&#39;' alt='{ALT}' "onerror=window.ran=9>
<img src='https://courier.example/b.jpg?"><script>window.ran=8</script>' width=600 height=400>
<figcaption>{NAMES}{SHOWN} &lt;/textarea&gt;{{{{ 7777 * 7777 }}}}{{% raw %}}</figcaption></figure>
<img src="javascript:window.ran=10" width=600 height=400><img src="data:text/html,<script>window.ran=11</script>">
<img src='data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=12"/>' width=600 height=400>
<p>{NAMES * 4}</p><p>{NAMES * 4}{SHOWN}&lt;/script&gt;</p><p>{NAMES * 4}\u202e\u2066 turned around \x07</p>
<pre>{SHOWN}</pre><ul><li>{NAMES}{SHOWN}</li></ul><blockquote>{NAMES}{SHOWN}</blockquote>
</article>
"""
HOVER = """() => {
  const over = () => new Event("mouseover", {bubbles: true});
  document.querySelectorAll(".block, .card").forEach((one) => one.dispatchEvent(over()));
}"""


def check(page: Any) -> None:
    """Hold that nothing ran, and that what would have is there to read."""
    expect(page.get_by_role("heading", level=1)).to_contain_text("<script>window.ran = 1</script>")
    page.wait_for_load_state()
    page.evaluate("for (const panel of document.querySelectorAll('.panel')) panel.classList.add('open')")
    page.get_by_text("Everything", exact=True).click()
    page.evaluate(HOVER)
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.ran") is None
    text = page.locator("main").inner_text()
    assert text.count("<script>window.ran = 1</script>") >= 4
    assert "{{ 7777 * 7777 }}{% raw %}" in text and "60481729" not in text
    own = page.evaluate("[...document.scripts].filter(script => script.type !== 'application/json').length")
    assert own == 1
    names = page.evaluate("[...document.querySelectorAll('*')].flatMap(one => one.getAttributeNames())")
    assert not [name for name in names if name.startswith("on") or "<" in name or '"' in name]
    links = page.evaluate("[...document.links].map(link => link.protocol + ' ' + link.rel)")
    assert set(links) <= {"http: ", "file: ", "http: noopener noreferrer", "https: noopener noreferrer"}


@pytest.fixture
def address(inspector: str, site: Any) -> str:
    site.pages["hostile"] = HOSTILE
    return f"{inspector}/?url={site.address}/hostile"


@pytest.mark.parametrize("render", ["never", "always"])
def test_a_hostile_page_is_shown_as_text(open_page: OpenPage, address: str, render: str) -> None:
    page = open_page()
    page.goto(f"{address}&render={render}&compare=true")
    page.get_by_role("button", name="Inspect", exact=True).click()
    check(page)
    page.get_by_role("button", name="Start labelling").click()
    assert "</textarea>{{ 7777 * 7777 }}" in page.get_by_label("Correct caption").first.input_value()
    with page.expect_navigation():
        page.get_by_role("button", name="Show pictures", exact=True).click()
    check(page)
    assert page.locator(".failed").count() > 0
    addresses = "all => all.flatMap(one => [one.src, one.getAttribute('href'), one.dataset.source].filter(Boolean))"
    sources = page.locator("img, image, [data-source]").evaluate_all(addresses)
    assert not [source for source in sources if source.startswith(("javascript:", "data:text"))]


def test_a_report_of_it_is_too(open_page: OpenPage, extractor_of_pages: Any, tmp_path: Path) -> None:
    given = PageGiven(HOSTILE, "https://courier.example/</script><script>window.ran=13</script>")
    inspection = inspect_page(extractor_of_pages, given, Options(render="always"), ("auto", "first-subtree"))
    file = tmp_path / "report.html"
    file.write_text(render_report(inspection, extractor_of_pages.settings.inspector), encoding="utf-8")
    page = open_page()
    page.goto(file.as_uri())
    check(page)
    page.get_by_role("button", name="Show pictures").click()
    check(page)


def test_what_a_link_says_is_text_too(open_page: OpenPage, inspector: str) -> None:
    page = open_page()
    page.goto(f"{inspector}/?url=%22%3E%3Cscript%3Ewindow.ran=1%3C/script%3E&method=%3Cb%3E")
    assert page.get_by_label("Address of a page").input_value() == '"><script>window.ran=1</script>'
    page.goto(f"{inspector}/inspections/0?url=%22%3E%3Cscript%3Ewindow.ran=1%3C/script%3E")
    assert page.evaluate("window.ran") is None
