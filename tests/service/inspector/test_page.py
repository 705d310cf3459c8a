"""What a page of the inspector shows, and in which order."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutline import Extractor
from cutline.config import Settings
from cutline.service.inspector.page import (
    InspectedPage,
    ShownBlock,
    ShownImage,
    ShownList,
    ShownRun,
    arrange_page,
    find_copies,
    is_judged,
    list_blocks,
)
from cutline.service.pages.extraction import Inspection
from cutline.types import Article, Block, Image

Build = Callable[..., Any]


def arrange(settings: Settings, article: Article, **limits: int) -> InspectedPage:
    return arrange_page(Inspection(article=article), settings.inspector.model_copy(update=limits))


def name(part: ShownBlock | ShownImage | ShownList | ShownRun) -> object:
    if isinstance(part, ShownRun):
        return part.count, part.what
    if isinstance(part, ShownList):
        return [item.block.index for item in part.items]
    return part.block.index if isinstance(part, ShownBlock) else part.image.url.rpartition("/")[2]


def test_images_stand_behind_the_block_they_follow_and_the_first_ones_before_the_article(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    blocks = [block(0, "Menu", judged(0.1)), block(1, "One"), block(2, "Two", judged(0.2)), block(3, "Three")]
    images = [
        image("lead", judged(0.9)),
        image("second", judged(0.9), position=1),
        image("teaser", judged(0.1), position=3),
    ]
    page = arrange(settings, article(blocks, images))
    assert [name(part) for part in page.flow] == [0, "lead.jpg", 1, "second.jpg", 2, 3, "teaser.jpg"]


def test_items_that_follow_each_other_are_a_list(settings: Settings, block: Build, article: Build) -> None:
    blocks = [block(0, "One"), *(block(index, "Item", kind="list_item") for index in (1, 2)), block(3, "Two")]
    assert [name(part) for part in arrange(settings, article(blocks)).flow] == [0, [1, 2], 3]


def test_four_dropped_blocks_are_a_run_that_counts_their_reasons(
    settings: Settings, block: Build, judged: Build, article: Build
) -> None:
    menu = [block(index, "Menu", judged(0.1, reason="navigation"), kind="list_item") for index in range(4)]
    mixed = [block(index, "Box", judged(0.1, reason="teaser" if index == 6 else "inset")) for index in (5, 6, 7, 8)]
    few = [block(index, "Box", judged(0.1, reason="inset")) for index in (10, 11, 12)]
    page = arrange(settings, article([*menu, block(4, "One"), *mixed, block(9, "Two"), *few]))
    assert [name(part) for part in page.flow] == [
        (4, "dropped blocks: navigation"),
        4,
        (4, "dropped blocks: 3 aside, 1 link to other pages"),
        9,
        10,
        11,
        12,
    ]
    assert [shown.block.index for shown in list_blocks(page.flow)] == [*range(13)]


def test_blocks_that_were_kept_are_never_folded(
    settings: Settings, block: Build, judged: Build, article: Build
) -> None:
    blocks = [block(index, "Text", judged(0.9, reason="teaser")) for index in range(6)]
    assert [name(part) for part in arrange(settings, article(blocks)).flow] == [*range(6)]


def test_each_image_has_its_place_on_the_page_and_its_ground(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    images = [image("b", judged(0.9), position=1), image("a", judged(0.1, reason="teaser"), position=0)]
    shown = arrange(settings, article([block(0, "One"), block(1, "Two")], images)).images
    assert [(one.number, one.place) for one in shown] == [(0, 1), (1, 0)]
    assert shown[1].ground == "it links to another page, or is in a list of such links"


def test_a_page_without_anything_kept_shows_all_it_has(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    page = arrange(settings, article([block(0, "Menu", judged(0.1))], [image("logo", judged(0.1))]))
    assert [name(part) for part in page.flow] == ["logo.jpg", 0]
    assert (page.article.blocks, page.article.images) == ((), ())


def test_each_threshold_has_one_slider_and_rules_have_none(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    blocks = [block(0, "One", judged(0.9)), block(1, "Two", judged(0.1)), block(2, "Three", judged(None))]
    images = [image("a", judged(0.5, 0.3)), image("b", judged(0.2, 0.1)), image("c", judged(None, kept=False))]
    page = arrange(settings, article(blocks, images))
    assert [(slider.what, slider.threshold, slider.moved) for slider in page.sliders] == [
        ("images", 0.1, "1 image"),
        ("images", 0.3, "1 image"),
        ("blocks", 0.5, "blocks"),
    ]
    assert [shown.slider for shown in page.images] == ["image-0.3", "image-0.1", None]


def test_several_sliders_say_which_blocks_each_moves(
    settings: Settings, block: Build, judged: Build, article: Build
) -> None:
    kinds = ("table", "table", "list_item", "heading", "quote")
    blocks = [block(index, "In a box", judged(0.4, 0.45), kind=kind) for index, kind in enumerate(kinds)]
    page = arrange(settings, article([*blocks, block(9, "Alone", judged(0.9))]))
    assert [slider.moved for slider in page.sliders] == ["2 tables, 1 list item, others", "1 paragraph"]


def test_a_block_dropped_by_its_relevance_has_no_slider_and_an_image_has(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    blocks = [block(0, "One"), block(1, "Another story", judged(0.004, 0.01, reason="off_topic"))]
    images = [image("stranger", judged(0.3, reason="off_topic"))]
    page = arrange(settings, article(blocks, images))
    assert [slider.name for slider in page.sliders] == ["image-0.5", "block-0.5"]


def test_what_was_kept_though_it_is_unrelated_is_counted(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    blocks = [block(0, "One", judged(0.9, relevance="related")), block(1, "Two", judged(0.9, relevance="unrelated"))]
    images = [image("a", judged(0.9, relevance="unrelated")), image("b", judged(0.1, relevance="unrelated"))]
    assert arrange(settings, article(blocks, images)).strangers == 2


def test_a_copy_of_a_likelier_picture_is_judged_by_no_slider(
    settings: Settings, image: Build, judged: Build, article: Build
) -> None:
    images = [image("harbour-at-night-640x360", judged(0.8)), image("harbour-at-night-320x180", judged(0.3))]
    assert [shown.slider for shown in arrange(settings, article([], images)).images] == ["image-0.5", None]


def test_of_a_huge_page_all_that_was_kept_is_shown_and_the_rest_counted(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    blocks: list[Block] = [block(index, "Text", judged(0.9 if index > 97 else 0.1)) for index in range(100)]
    images: list[Image] = [image(str(number), judged(0.9 if number > 97 else 0.1)) for number in range(100)]
    page = arrange(settings, article(blocks, images), max_blocks=10, max_images=5)
    shown = [part.block.index for part in list_blocks(page.flow)]
    assert shown == [*range(8), 98, 99]
    assert (page.blocks_left_out, page.blocks_all, page.images_left_out, len(page.images)) == (90, 100, 95, 5)


def test_reasons_are_explained_the_most_frequent_first(
    settings: Settings, block: Build, judged: Build, article: Build
) -> None:
    blocks = [block(0, "One"), *(block(index, "Menu", judged(0.1)) for index in (1, 2))]
    assert arrange(settings, article(blocks)).reasons == (
        ("outside_article", "It comes before the article's first paragraph or after its last.", 2),
        ("article_text", "The classifier takes it for the article's text.", 1),
    )


def test_images_dropped_for_one_reason_are_folded_behind_the_first_four(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    icons = [image(f"icon-{number}", judged(0.1, reason="icon")) for number in range(8)]
    teasers = [image(f"teaser-{number}", judged(0.1, reason="teaser")) for number in range(7)]
    uncertain = [image(f"close-{number}", judged(0.4, reason="icon")) for number in range(8)]
    strangers = [image(f"stranger-{number}", judged(0.1, reason="off_topic")) for number in range(8)]
    page = arrange(settings, article([block(0, "One")], [*icons, *teasers, *uncertain, *strangers]))
    (fold,) = page.folds
    assert (fold.why, [name(one) for one in fold.images]) == (
        "they look like icons or logos",
        [f"icon-{number}.jpg" for number in (4, 5, 6, 7)],
    )
    assert len(page.unfolded) == len(page.images) - 4


def test_photographs_near_to_the_threshold_come_first_in_a_fold_and_icons_last(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    teasers = [image(f"teaser-{number}", judged(number / 100, reason="teaser")) for number in range(8)]
    small = image("small", judged(0.2, reason="teaser"), width=32, height=32)
    by_rule = image("rule", judged(None, kept=False, reason="teaser"))
    icons = [image(f"icon-{number}", judged(0.3, reason="icon")) for number in range(8)]
    page = arrange(settings, article([block(0, "One")], [*icons, small, by_rule, *teasers]))
    assert [fold.reason for fold in page.folds] == ["teaser", "icon"]
    order = [f"teaser-{number}.jpg" for number in (3, 2, 1, 0)]
    assert [name(one) for one in page.folds[0].images] == [*order, "rule.jpg", "small.jpg"]


def test_images_that_follow_each_other_and_were_dropped_for_one_reason_are_a_run(
    settings: Settings, block: Build, image: Build, judged: Build, article: Build
) -> None:
    icons = [image(f"icon-{number}", judged(0.1, reason="icon"), position=0) for number in range(4)]
    own = image("own", judged(0.9), position=0)
    page = arrange(settings, article([block(0, "One")], [*icons, own]))
    assert [name(part) for part in page.flow] == [
        0,
        "own.jpg",
        (4, "images, dropped because they look like icons or logos"),
    ]


FERRY = Path(__file__).parents[3] / "examples" / "ferry.html"
TWICE = (
    '<figure><img src="/small/harbour-at-night-2026-320x180.jpg"><figcaption>The harbour of Holm</figcaption></figure>'
)


def list_images(article: Article) -> list[Image]:
    assert article.dropped is not None
    return [*article.images, *article.dropped.images]


@pytest.fixture(scope="module")
def page() -> str:
    """The example with one more picture, which stands in it twice."""
    copy = TWICE.replace("/small/", "/large/").replace("320x180", "1280x720")
    return FERRY.read_text(encoding="utf-8").replace("<p>Haldane, 71", f"{TWICE}<p>One</p>{copy}<p>Haldane, 71")


@pytest.fixture(scope="module")
def all_images(settings: Settings, page: str) -> list[Image]:
    return list_images(Extractor(settings).extract(page, include=["dropped"]))


@pytest.mark.parametrize("threshold", [0.02, 0.05, 0.3, 0.78, 0.9, 1.0])
def test_at_any_threshold_an_image_is_kept_as_if_it_had_been_judged_by_it(
    settings: Settings, page: str, all_images: list[Image], threshold: float
) -> None:
    auto = settings.auto.model_copy(update={"image_threshold": threshold})
    other = Extractor(settings.model_copy(update={"auto": auto}))
    judged_again = list_images(other.extract(page, include=["dropped"]))
    copies = find_copies(all_images)
    kept = {
        image.xpath: image.verdict.kept
        if number in copies or not is_judged(image.verdict)
        else (image.verdict.score or 0) >= threshold
        for number, image in enumerate(all_images)
    }
    kept |= {all_images[number].xpath: False for number in copies}
    assert kept == {image.xpath: image.verdict.kept for image in judged_again}


def test_at_the_own_threshold_every_verdict_stays(settings: Settings, page: str) -> None:
    article = Extractor(settings).extract(page, include=["dropped"])
    assert article.dropped is not None
    verdicts = [block.verdict for block in (*article.blocks, *article.dropped.blocks)]
    images = list_images(article)
    copies = find_copies(images)
    verdicts += [image.verdict for number, image in enumerate(images) if number not in copies]
    judged = [verdict for verdict in verdicts if is_judged(verdict)]
    assert len(judged) > 20
    assert all(((verdict.score or 0) >= (verdict.threshold or 0)) == verdict.kept for verdict in judged)


def test_of_the_same_picture_all_but_the_likeliest_are_copies(image: Callable[..., Image], judged: Any) -> None:
    images = [
        image("harbour-at-night-320x180", judged(0.6)),
        image("mill", judged(0.9)),
        image("harbour-at-night-640x360", judged(0.8)),
        image("harbour-at-night-1280x720", judged(0.8, reason="duplicate", kept=False)),
    ]
    assert find_copies(images) == {0, 3}


def test_a_picture_that_a_rule_dropped_makes_no_copy_of_another(image: Callable[..., Image], judged: Any) -> None:
    images = [image("mill", judged(None, kept=False, reason="hidden")), image("mill", judged(0.2))]
    assert find_copies(images) == frozenset()
