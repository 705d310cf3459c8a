"""Everything can be done with the keyboard alone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

OpenPage = Callable[..., Any]


def is_focused(page: Any, selector: str) -> bool:
    return bool(page.evaluate("selector => document.activeElement.matches(selector)", selector))


def tab_to(page: Any, selector: str, most: int = 40) -> None:
    """Press the tab key until an element has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if is_focused(page, selector):
            return
    raise AssertionError(f"the tab key does not lead to {selector}")


@pytest.fixture
def inspected(open_page: OpenPage, inspector: str, site: Any) -> Any:
    """The example, inspected without touching the mouse."""
    page = open_page()
    page.goto(inspector)
    tab_to(page, "#url")
    page.keyboard.type(f"{site.address}/ferry")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Night ferry returns")
    page.wait_for_load_state()
    return page


def test_the_first_stop_skips_to_the_content(open_page: OpenPage, inspector: str) -> None:
    page = open_page()
    page.goto(inspector)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert is_focused(page, "#url")


def test_a_threshold_is_moved_by_arrows(inspected: Any) -> None:
    tab_to(inspected, "input[type=range]")
    for _ in range(2):
        inspected.keyboard.press("ArrowRight")
    expect(inspected.locator("[data-what=images] output")).to_have_text("0.52")
    inspected.keyboard.press("End")
    expect(inspected.locator("[data-what=images] output")).to_have_text("1.00")
    expect(inspected.locator("#image-1")).to_have_attribute("data-kept", "false")
    inspected.keyboard.press("Tab")
    inspected.keyboard.press("Enter")
    expect(inspected.locator("[data-what=images] output")).to_have_text("0.50")
    assert is_focused(inspected, "input[type=range]")


def read(page: Any) -> None:
    """Go to the article."""
    tab_to(page, ".tabs a[href='#article']")
    page.keyboard.press("Enter")


def test_the_view_is_changed_by_arrows(inspected: Any) -> None:
    read(inspected)
    tab_to(inspected, "input[name=view]")
    inspected.keyboard.press("ArrowRight")
    expect(inspected.get_by_text("Advertisement", exact=True)).to_be_visible()


def test_arrows_go_from_block_to_block_each_says_why_and_the_tab_key_passes_by(inspected: Any) -> None:
    read(inspected)
    tab_to(inspected, ".block")
    assert is_focused(inspected, "[data-figure='0']")
    for _ in range(2):
        inspected.keyboard.press("ArrowDown")
        focused = inspected.locator(".block:focus")
        expect(focused.locator(".why")).to_be_visible()
        expect(focused.locator(".meaning")).to_have_text("The classifier takes it for the article's text.")
        expect(inspected.locator(".why:visible")).to_have_count(1)
    expect(inspected.locator(".block:focus")).to_contain_text("People on both shores")
    inspected.keyboard.press("End")
    expect(inspected.locator(".block:focus")).to_contain_text("Tickets will cost")
    inspected.keyboard.press("ArrowDown")
    expect(inspected.locator(".block:focus")).to_contain_text("Tickets will cost")
    inspected.keyboard.press("Home")
    assert is_focused(inspected, "[data-figure='0']")
    inspected.keyboard.press("Tab")
    assert not is_focused(inspected, ".block")


def test_a_page_is_labelled_without_a_click_into_it(inspected: Any) -> None:
    tab_to(inspected, ".tabs a[href='#labels']")
    inspected.keyboard.press("Enter")
    tab_to(inspected, "[data-labelling]")
    inspected.keyboard.press("Space")
    inspected.goto(f"{inspected.url.partition('#')[0]}#article")
    inspected.evaluate("document.activeElement.blur()")
    inspected.keyboard.press("ArrowDown")
    inspected.keyboard.press("ArrowDown")
    inspected.keyboard.press("m")
    expect(inspected.locator("[data-marks]")).to_contain_text("1 block")
    expect(inspected.get_by_role("button", name="Download the labelled line")).to_be_in_viewport()
    inspected.goto(f"{inspected.url.partition('#')[0]}#images")
    inspected.evaluate("document.activeElement.blur()")
    inspected.keyboard.press("m")
    expect(inspected.locator("[data-marks]")).to_contain_text("1 block, 1 image")
    expect(inspected.locator("[data-figure='0']")).to_have_attribute("data-marked", "")


def test_the_focus_can_be_seen(inspected: Any) -> None:
    for selector in (".about summary", ".tabs a", "input[type=range]", "[name=sort]", ".card summary"):
        tab_to(inspected, selector)
        assert inspected.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)") >= 2, selector
    inspected.locator("#image-0").focus()
    assert inspected.locator("#image-0 .thumb").evaluate("one => parseFloat(getComputedStyle(one).outlineWidth)") >= 2
