"""Each view of an inspection has an address, and shows what it is for."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

OpenPage = Callable[..., Any]
PHONE = {"width": 390, "height": 844}
READ_KEPT = "all => all.map(one => one.dataset.kept)"


def test_unrendered_it_opens_with_a_wall_of_its_pictures_and_a_sentence_for_each(ferry: Any) -> None:
    expect(ferry.locator(".tabs [aria-current]")).to_contain_text("Images")
    fits = "Kept: it is placed like the article's images, and its caption names"
    assert ferry.locator(".card .sentence").all_inner_texts() == [
        f"{fits} Holm and Port Ellery, as the article does.",
        f"{fits} Joren Haldane and Aurelia, as the article does.",
        "Dropped: its address or its link is on a host of advertisements, ads.*.",
        "Dropped: it links to another page.",
        "Dropped: it is not between the article's paragraphs.",
    ]
    widths = ferry.locator(".thumbnail:visible").evaluate_all("all => all.map(one => one.clientWidth)")
    assert min(widths[:2]) > 2 * max(widths[2:])
    naturals = ferry.locator(".card .thumbnail").evaluate_all(
        "all => Promise.all(all.map(one => one.decode().then(() => one.naturalWidth)))"
    )
    assert naturals == [1280, 1248, 600, 640, 640]


def test_each_view_has_an_address_that_leads_to_it(ferry: Any, open_page: OpenPage) -> None:
    base = ferry.url
    ferry.open_tab("Article")
    assert ferry.url == f"{base}#article"
    expect(ferry.locator("#article").get_by_text("The council of Port Ellery voted")).to_be_visible()
    expect(ferry.locator("#images")).to_be_hidden()
    ferry.go_back()
    expect(ferry.locator("#images")).to_be_visible()
    other = open_page(viewport=PHONE)
    other.goto(f"{base}#image-3")
    expect(other.locator("#image-3 .evidence-body")).to_be_in_viewport()
    other.get_by_role("link", name="Its place in the article").click()
    expect(other.locator("#figure-3")).to_be_in_viewport()


def test_everything_is_shown_with_its_reason_in_words_and_what_was_dropped_together_is_one_line(ferry: Any) -> None:
    ferry.open_tab("Article")
    expect(ferry.locator(".why").first).to_be_hidden()
    ferry.get_by_text("Everything", exact=True).click()
    menu = ferry.locator(".run", has_text="Politics").locator("summary")
    expect(menu).to_have_text("8 dropped blocks: 7 navigation, 1 outside the article")
    expect(ferry.get_by_text("Politics", exact=True)).to_be_hidden()
    menu.click()
    expect(ferry.get_by_text("Politics", exact=True)).to_be_visible()
    title = ferry.locator("[data-block]", has_text="The Varn Courier").first
    expect(title.locator(".number")).to_be_hidden()
    assert title.locator(".why").inner_text() == "dropped: outside the article"
    title.hover()
    expect(title.locator(".number")).to_have_text("0.01 < 0.50")


def test_what_other_fields_deliver_is_not_dropped(ferry: Any) -> None:
    expect(ferry.locator(".tabs a").first).to_contain_text("6 of 24")
    ferry.open_tab("Article")
    expect(ferry.get_by_text("Delivered apart from the text 2 as caption, 1 as title, 1 as byline.")).to_be_visible()
    byline = ferry.locator("[data-block]", has_text="By Ines Halloran")
    expect(byline).to_be_hidden()
    ferry.get_by_text("Everything", exact=True).click()
    assert byline.locator(".why").inner_text() == "delivered: as byline"
    ferry.move("Keep blocks scoring at least", 0)
    byline.hover()
    expect(byline.locator(".why")).to_contain_text("kept: threshold")
    ferry.move("Keep blocks scoring at least", 0.5)
    expect(byline.locator(".why")).to_contain_text("delivered: as byline")
    assert byline.get_attribute("data-kept") == "elsewhere"


def test_a_block_says_why_when_it_is_pointed_at(ferry: Any) -> None:
    ferry.open_tab("Article")
    block = ferry.locator("[data-block]", has_text="The council of Port Ellery")
    block.hover()
    expect(block.locator(".why")).to_contain_text("kept: article text")
    expect(block.locator(".meaning")).to_have_text("The classifier takes it for the article's text.")


def test_a_rendered_page_opens_with_its_picture_and_frames_that_follow_the_threshold(
    open_page: OpenPage, inspector: str, site: Any, size: dict[str, Any]
) -> None:
    page = open_page(**size)
    page.goto(f"{inspector}/?url={site.address}/ferry&render=always")
    page.get_by_role("button", name="Inspect", exact=True).click()
    picture = page.locator(".screen")
    expect(picture).to_be_in_viewport()
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
    frames = page.locator(".frame")
    strokes = "all => all.map(one => getComputedStyle(one.querySelector('rect')).stroke)"
    green, red = "rgb(28, 138, 82)", "rgb(207, 74, 38)"
    assert sorted(frames.evaluate_all(strokes)) == sorted([green] * 2 + [red] * 3)
    assert frames.evaluate_all(READ_KEPT).count("true") == 2
    expect(page.locator("[data-note='1']")).to_contain_text("and its caption names Joren Haldane")
    page.move("Keep images scoring at least", 1)
    assert set(frames.evaluate_all(READ_KEPT)) == {"false"}
    assert set(frames.evaluate_all(strokes)) == {red}
    page.locator("[data-note='1'] a").press("Enter")  # a click could miss it while the notes change their height
    expect(page.locator("#image-1 .evidence-body")).to_be_visible()


def test_whether_to_show_pictures_is_asked_where_pictures_are(wall: Callable[..., Any]) -> None:
    page = wall()
    question = page.get_by_text("Show the pictures of this page?")
    for tab, has_pictures in (("Images", 1), ("Article", 1), ("Page", 0), ("Methods", 0), ("Labels", 0)):
        page.open_tab(tab)
        expect(question.locator("visible=true")).to_have_count(has_pictures)
    page.open_tab("Article")
    page.move("Keep images scoring at least", 1)
    expect(question).to_be_hidden()  # no image is left in the article
    page.get_by_text("Everything", exact=True).click()
    expect(question).to_be_visible()


def test_a_page_that_was_not_rendered_is_with_one_button(ferry: Any) -> None:
    ferry.open_tab("Page")
    expect(ferry.locator("#page").get_by_role("link", name="its images")).to_be_visible()
    expect(ferry.get_by_label("Keep images scoring at least")).to_be_hidden()
    ferry.get_by_role("button", name="Render it now").click()
    expect(ferry.locator(".screen")).to_be_in_viewport()
    expect(ferry.get_by_role("heading", level=1)).to_have_text("Night ferry returns to Lake Varn after eleven years")


def test_the_link_of_a_page_rendered_so_says_that_it_is_rendered(wall: Callable[..., Any]) -> None:
    page = wall(own=2, others=2)
    page.open_tab("Page")
    page.get_by_role("button", name="Render it now").click()
    expect(page.locator(".screen")).to_be_in_viewport()
    assert page.url.endswith("crowd-2-2-0&render=always")


def test_keys_and_buttons_go_from_kept_image_to_kept_image(
    open_page: OpenPage, inspector: str, site: Any, size: dict[str, Any]
) -> None:
    page = open_page(**size)
    site.pages["far"] = site.pages["ferry"].replace("<figure>", "<p style='height: 3000px'></p><figure>")
    page.goto(f"{inspector}/?url={site.address}/far&render=always")
    page.get_by_role("button", name="Inspect", exact=True).click()
    jump = page.locator("[data-jump]")
    expect(jump).to_contain_text("2 kept images")
    reached = []
    for act in (
        lambda: page.keyboard.press("n"),
        lambda: jump.get_by_role("button", name="Next").click(),
        lambda: jump.get_by_role("button", name="Next").click(),
        lambda: page.keyboard.press("p"),
    ):
        act()
        frame = page.locator(".frame.pointed")
        expect(frame).to_have_count(1)
        expect(frame).to_be_in_viewport()
        reached.append(frame.get_attribute("data-frame"))
    assert reached == ["0", "1", "0", "1"]
    expect(jump).to_contain_text("2 of 2 kept images")
    expect(jump).to_contain_text("and its caption names Joren Haldane")
    page.move("Keep images scoring at least", 1)
    expect(jump).to_contain_text("dropped images")


def test_a_title_is_not_broken_at_the_hyphen_of_a_short_word(open_page: OpenPage, inspector: str) -> None:
    page = open_page(viewport=PHONE)
    title = "Council of Port Ellery votes to subsidise e-bikes in all towns of the lake"
    page.goto(inspector)
    page.get_by_text("Paste HTML").click()
    page.get_by_label("HTML of the page").fill(f"<title>{title}</title>{f'<p>{title}.</p>' * 20}")
    page.get_by_role("button", name="Inspect", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    for width in range(200, 640, 10):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.get_by_text("e-bikes", exact=True).evaluate("word => word.getClientRects().length") == 1, width
