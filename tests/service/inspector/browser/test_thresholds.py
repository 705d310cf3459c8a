"""Moving a threshold judges everything again in the browser, by the rule of the server."""

from typing import Any

from playwright.sync_api import expect

READ_KEPT = "all => all.map(one => one.dataset.kept)"


def test_at_first_every_verdict_is_the_server_s(ferry: Any) -> None:
    article = ferry.request.get(f"{ferry.url}/article.json").json()
    blocks = {block["index"]: True for block in article["blocks"]}
    blocks |= {block["index"]: False for block in article["dropped"]["blocks"]}
    shown = ferry.locator("[data-block]").evaluate_all(
        "blocks => blocks.map(block => [Number(block.dataset.block), block.dataset.kept === 'true'])"
    )
    assert dict(map(tuple, shown)) == blocks
    # Moved to where it stands, a threshold changes nothing.
    for label, what in (("Keep images scoring at least", "image"), ("Keep blocks scoring at least", "block")):
        before = ferry.locator(f".card, [data-{what}]").evaluate_all(READ_KEPT)
        ferry.move(label, 0.5)
        assert ferry.locator(f".card, [data-{what}]").evaluate_all(READ_KEPT) == before


def test_moving_one_judges_images_at_once_and_fetches_nothing(ferry: Any) -> None:
    assert ferry.shown_cards(True) == ["image-0", "image-1"]
    asked = len(ferry.watch.requests)
    score = float(ferry.locator("#image-1").get_attribute("data-score"))
    ferry.move("Keep images scoring at least", 1)
    below = f"Dropped: its score of {score:.2f} is below your threshold"
    expect(ferry.locator("#image-1 .sentence")).to_contain_text(below)
    assert ferry.shown_cards(True) == []
    expect(ferry.get_by_text("No image is kept.")).to_be_visible()
    expect(ferry.locator("#image-1 .score .number")).to_have_text(f"{score:.2f} < 1.00")
    expect(ferry.locator("#image-1 .meaning")).to_have_text("Your threshold decides.")
    expect(ferry.locator("[data-figure='1']")).to_be_hidden()
    expect(ferry.locator("[data-count=images]")).to_have_text("0")
    ferry.move("Keep images scoring at least", 0)
    expect(ferry.locator("#image-3 .verdict").first).to_have_text("Kept")
    assert sorted(ferry.shown_cards(True)) == ["image-0", "image-1", "image-3", "image-4"]
    assert ferry.shown_cards(False) == ["image-2"]  # which a rule dropped
    assert len(ferry.watch.requests) == asked


def test_the_place_and_the_relevance_of_an_image_stay_as_they_are(ferry: Any) -> None:
    measures = ferry.locator("#image-1 .measures")
    before = measures.text_content()
    assert "place" in before and "caption" in before and "related" in before
    ferry.move("Keep images scoring at least", 1)
    expect(ferry.locator("#image-1 .verdict").first).to_have_text("Dropped")
    assert measures.text_content() == before


def test_the_label_of_a_threshold_and_its_number_stand_beside_it_on_a_phone(ferry: Any) -> None:
    ferry.set_viewport_size({"width": 390, "height": 844})
    ferry.open_tab("Article")
    for what in ("images", "blocks"):
        slider = ferry.locator(f".slider[data-what={what}]")
        label, output = slider.locator("label"), slider.locator("output")
        expect(label).to_have_text(f"Keep {what} scoring at least")
        expect(output).to_have_text("0.50")
        assert label.evaluate("label => label.getClientRects().length === 1 && label.clientHeight < 30")
        assert slider.bounding_box()["height"] < 40
    assert ferry.evaluate("document.documentElement.scrollWidth") <= 390


def test_blocks_come_and_go(ferry: Any) -> None:
    ferry.open_tab("Article")
    ferry.move("Keep blocks scoring at least", 1)
    expect(ferry.get_by_text("No block was kept.")).to_be_visible()
    ferry.move("Keep blocks scoring at least", 0)
    expect(ferry.get_by_text("Advertisement", exact=True)).to_be_visible()
    expect(ferry.locator("[data-count=blocks]")).to_have_text("28")


def test_reset_goes_back(ferry: Any) -> None:
    reset = ferry.locator("[data-what=images] [data-reset]")
    expect(reset).to_be_hidden()
    ferry.move("Keep images scoring at least", 0.95)
    reset.click()
    expect(ferry.locator("#image-1 .sentence")).to_contain_text("Kept: it is placed like the article's images")
    assert ferry.shown_cards(True) == ["image-0", "image-1"]
    expect(reset).to_be_hidden()
