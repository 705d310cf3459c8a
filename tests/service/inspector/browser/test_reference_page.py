"""The reference page at `/docs`: requests are sent from it, models unfold, axe-core finds nothing."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

OpenPage = Callable[..., Any]
PHONE = {"width": 390, "height": 740}
WAIT = 30_000  # milliseconds; the models may have to be loaded first
TOKEN = "a-token-of-many-words"


@pytest.fixture
def reference(open_page: OpenPage, inspector: str) -> Any:
    page = open_page()
    page.goto(f"{inspector}/docs")
    return page


def try_it(page: Any, operation: str) -> Any:
    """Open the form of an operation, and return the operation."""
    section = page.locator(f"#{operation}")
    section.get_by_text("Try it").click()
    return section


def test_the_example_can_be_sent_as_it_is(reference: Any) -> None:
    section = try_it(reference, "extract_page")
    section.get_by_role("button", name="Send").click()
    expect(section.locator(".reply .status")).to_have_text("200 OK", timeout=WAIT)
    expect(section.locator(".reply pre")).to_contain_text('"title": "Night ferry to return"')


def test_a_file_is_uploaded_with_options(reference: Any, site: Any, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(site.pages["ferry"], encoding="utf-8")
    section = try_it(reference, "extract_page")
    section.get_by_label("Body", exact=True).select_option("multipart/form-data")
    section.get_by_label("File").set_input_files(tmp_path / "page.html")
    section.get_by_label("format").select_option("markdown")
    section.get_by_role("button", name="Send").click()
    expect(section.locator(".reply dl")).to_contain_text("text/markdown", timeout=WAIT)
    expect(section.locator(".reply pre")).to_contain_text(re.compile("^# "))


def test_a_problem_names_each_mistake_and_leads_to_its_type(reference: Any) -> None:
    section = try_it(reference, "extract_page")
    section.get_by_label("JSON", exact=True).fill('{"html": 5, "colour": "<b>red"}')
    section.get_by_role("button", name="Send").click()
    problem = section.locator(".problem")
    expect(problem.get_by_role("listitem")).to_have_text(
        ["#/html Input should be a valid string.", "#/colour There is no such field."]
    )
    problem.get_by_role("link", name="What to do").click()
    expect(reference.locator("#invalid-request")).to_be_in_viewport()


def test_parameters_go_into_the_query(reference: Any, site: Any) -> None:
    section = try_it(reference, "extract_address")
    section.get_by_label("url (required)").fill(f"{site.address}/ferry")
    section.get_by_label("images").select_option("false")
    section.get_by_role("button", name="Send").click()
    expect(section.locator(".reply pre")).to_contain_text('"images": []')


def test_the_token_of_the_page_is_sent(open_page: OpenPage, serve_inspector: Any, tokens: Any) -> None:
    page = open_page()
    page.goto(f"{serve_inspector(tokens=tokens(TOKEN))}/docs")
    section = try_it(page, "list_methods")
    section.get_by_role("button", name="Send").click()
    expect(section.locator(".problem")).to_contain_text("The request has no valid token.")
    page.get_by_label("Token for requests from this page").fill(TOKEN)
    section.get_by_role("button", name="Send").click()
    expect(section.locator(".reply .status")).to_have_text("200 OK", timeout=WAIT)


def test_a_model_unfolds_where_it_is_named_and_where_a_link_leads_to_it(reference: Any) -> None:
    section = reference.locator("#extract_page")
    section.locator('[data-model="ExtractRequest"] > summary').click()
    expect(section.get_by_text("The HTML of the page.")).to_be_visible()
    reference.evaluate("location.hash = 'Verdict'")
    expect(reference.locator("#Verdict .fields").first).to_be_visible()


def test_a_sample_names_this_service_in_the_chosen_language_and_can_be_copied(
    open_page: OpenPage, inspector: str
) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{inspector}/docs")
    page.get_by_role("button", name="Python").first.click()
    shown = page.locator("#list_methods .sample pre:visible").first
    expect(shown).to_contain_text(f'"{inspector}/v1/methods"')
    page.get_by_role("button", name="Copy List the methods with Python").click()
    assert page.evaluate("navigator.clipboard.readText()") == shown.text_content()


def test_keys_reach_the_form_from_the_contents(reference: Any) -> None:
    reference.get_by_role("navigation").get_by_role("link", name="List the methods").focus()
    reference.keyboard.press("Enter")
    expect(reference.locator("#list_methods")).to_be_in_viewport()
    reference.locator("#list_methods .try > summary").focus()
    reference.keyboard.press("Enter")
    reference.keyboard.press("Tab")
    reference.keyboard.press("Enter")
    expect(reference.locator("#list_methods .reply .status")).to_have_text("200 OK")


@pytest.mark.parametrize(
    ("schemes", "options"),
    [(["light", "dark"], {}), (["light"], {"viewport": PHONE, "has_touch": True, "is_mobile": True})],
    ids=["wide", "phone"],
)
def test_axe_finds_nothing_in_the_unfolded_page(
    open_page: OpenPage, inspector: str, schemes: list[str], options: Any
) -> None:
    page = open_page(**options)
    page.goto(f"{inspector}/docs")
    section = try_it(page, "extract_page")
    section.get_by_label("JSON", exact=True).fill("{")
    section.get_by_role("button", name="Send").click()
    expect(section.locator(".problem")).to_be_visible()
    page.evaluate("for (const one of document.querySelectorAll('.operation details')) one.open = true")
    assert page.find_violations(schemes) == []
    width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert width[0] == width[1]


def test_the_contents_fold_on_a_phone(open_page: OpenPage, inspector: str) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(f"{inspector}/docs")
    contents, menu = page.get_by_role("navigation"), page.get_by_role("button", name="Contents")
    expect(contents).to_be_hidden()
    menu.click()
    contents.get_by_role("link", name="Problems").click()
    expect(contents).to_be_hidden()
    expect(page.get_by_role("heading", name="Problems")).to_be_in_viewport()
    menu.click()
    contents.get_by_role("link", name="About").focus()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
