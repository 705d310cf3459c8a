"""The article can be copied and downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import expect


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
