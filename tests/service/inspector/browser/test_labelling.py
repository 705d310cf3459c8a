"""Marks made in the browser become one line of a corpus."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect


def test_what_is_seen_but_for_the_marks_is_downloaded_as_a_line(ferry: Any) -> None:
    ferry.open_tab("Labels")
    ferry.get_by_role("button", name="Start labelling").click()
    ferry.get_by_label("Correct title").fill("Night ferry returns")
    ferry.open_tab("Article")
    tickets = ferry.locator("[data-block]", has_text="Tickets will cost four crowns")
    tickets.focus()
    ferry.keyboard.press("m")
    expect(tickets).to_have_attribute("data-marked", "")
    ferry.open_tab("Images")
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


def test_a_mark_can_be_taken_back(ferry: Any) -> None:
    ferry.open_tab("Labels")
    ferry.get_by_role("button", name="Start labelling").click()
    ferry.open_tab("Article")
    block = ferry.locator("[data-block]", has_text="Tickets will cost four crowns")
    block.hover()
    button = block.get_by_role("button", name="Wrong")
    button.click()
    expect(ferry.locator("[data-marks]")).to_contain_text("1 block")
    button.click()
    expect(ferry.locator("[data-marks]")).to_have_text("No changes to cutline’s verdicts yet.")


def test_cards_have_fields_only_while_labels_are_made(ferry: Any) -> None:
    fields = ferry.locator(".card textarea")
    expect(fields).to_have_count(0)  # a browser lays the whole page out, to fill in forms, when a card with one moves
    ferry.open_tab("Labels")
    ferry.get_by_role("button", name="Start labelling").click()
    expect(fields).to_have_count(ferry.locator(".card").count())
    ferry.get_by_role("button", name="Stop labelling").first.click()
    expect(fields).to_have_count(0)
