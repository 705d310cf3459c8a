"""Shared names and words are marked, and whoever chooses one goes from place to place."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect


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
