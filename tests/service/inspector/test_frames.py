"""What stands over the picture of a page, and beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutline.config import Settings
from cutline.page_views import PageShown, Rectangle
from cutline.service.inspector.page import arrange_page
from cutline.service.inspector.templating import RenderedPage, frame_page
from cutline.service.pages.answers import Inspection
from cutline.types import Article, Image

Build = Callable[..., Any]


def frame(settings: Settings, article: Article, tops: dict[str, float]) -> RenderedPage:
    """Return the picture of a page whose images stand at these heights, in CSS pixels."""
    images = {xpath: Rectangle(left=0, top=top, width=16, height=16) for xpath, top in tops.items()}
    shown = PageShown(picture=b"", media_type="image/webp", width=1280, height=9000, blocks={}, images=images)
    page = arrange_page(Inspection(article=article), settings.inspector)
    return frame_page(shown, page, "picture", 10_000)


def list_notes(picture: RenderedPage) -> list[list[str]]:
    return [[one.image.url.rpartition("/")[2] for one in note.images] for note in picture.notes]


def test_a_dropped_image_covers_no_kept_one(settings: Settings, image: Build, judged: Build, article: Build) -> None:
    images: list[Image] = [
        image("own", judged(0.9)),
        image("placeholder", judged(None, reason="placeholder", kept=False)),
    ]
    picture = frame(settings, article([], images), {one.xpath: 100 for one in images})
    assert [one.shown.image.verdict.kept for one in picture.images] == [False, True]


def test_dropped_images_near_each_other_have_one_note(
    settings: Settings, image: Build, judged: Build, article: Build
) -> None:
    icons = [image(f"{number}", judged(0.1, reason="icon")) for number in range(4)]
    teaser = image("teaser", judged(0.1, reason="teaser"))
    images = [*icons, teaser, image("own", judged(0.9)), image("far", judged(0.1, reason="icon"))]
    tops = {one.xpath: top for one, top in zip(images, (0, 20, 40, 60, 80, 100, 5000), strict=True)}
    picture = frame(settings, article([], images), tops)
    assert list_notes(picture) == [["0.jpg", "1.jpg", "2.jpg", "3.jpg", "teaser.jpg"], ["own.jpg"], ["far.jpg"]]
    assert picture.notes[0].why == "because they look like icons or logos or they link to other pages"


def test_images_outside_the_picture_come_last(settings: Settings, image: Build, judged: Build, article: Build) -> None:
    images = [image("hidden", judged(0.1, reason="hidden")), image("low", judged(0.9))]
    picture = frame(settings, article([], images), {images[1].xpath: 8000})
    assert (list_notes(picture), picture.outside) == ([["low.jpg"], ["hidden.jpg"]], 1)
