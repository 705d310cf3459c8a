"""From an address, a pasted page or a token to an inspection."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

OpenPage = Callable[..., Any]


def test_from_an_address_to_a_link_that_another_browser_opens(open_page: OpenPage, inspector: str, site: Any) -> None:
    page = open_page()
    page.goto(inspector)
    site.asked.clear()
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


def test_an_address_without_a_scheme_is_sent(open_page: OpenPage, inspector: str) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(inspector)
    page.get_by_label("Address of a page").fill("localhost:1/ferry")
    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(page.get_by_role("alert")).not_to_contain_text("`")
    assert page.url == f"{inspector}/inspections"


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


def test_a_stored_page_is_chosen(open_page: OpenPage, serve_inspector: Any, tokens: Any, tmp_path: Path) -> None:
    stored = tmp_path / "letter.html"
    stored.write_text("<title>A letter</title>" + "<p>Dear Aruna, the ferry sails again.</p>" * 1000)
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(serve_inspector(tokens=tokens("a-token-of-many-words")))
    page.get_by_label("Token").fill("a-token-of-many-words")
    page.get_by_role("button", name="Continue").click()
    page.get_by_text("Paste HTML or choose a file").click()
    page.get_by_label("Or choose a stored page").set_input_files(stored)
    form, chooser = (page.locator(name).bounding_box() for name in (".ask", "#file"))
    assert form["x"] + form["width"] - chooser["x"] - chooser["width"] == chooser["x"] - form["x"]
    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A letter")


def test_the_options_stand_in_a_row(open_page: OpenPage, inspector: str) -> None:
    page = open_page()
    page.goto(inspector)
    page.get_by_text("Options", exact=True).click()
    method, render = (page.locator(name).bounding_box() for name in ("#method", "#render"))
    assert (method["y"], method["height"]) == (render["y"], render["height"])


def test_with_a_token_the_inspector_opens_and_signs_out(
    open_page: OpenPage, serve_inspector: Any, tokens: Any, site: Any
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


def test_a_stored_page_can_be_dropped_on_the_first_page(open_page: Callable[..., Any], inspector: str) -> None:
    page = open_page()
    page.goto(inspector)
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["<title>Dropped</title><p>Words</p>"], "stored.html", { type: "text/html" }));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
    )
    assert page.locator("#file").evaluate("field => field.files[0].name") == "stored.html"
    page.get_by_role("button", name="Inspect", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dropped")
