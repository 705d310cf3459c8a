"""The rule by which the page's thresholds judge is the one that the images were judged by."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutline import Extractor
from cutline.config import Settings
from cutline.service.inspector.page import find_copies, is_judged
from cutline.types import Article, Image

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


@pytest.mark.parametrize("threshold", [0.02, 0.05, 0.3, 0.78, 0.9, 1.0])
def test_at_any_threshold_an_image_is_kept_as_if_it_had_been_judged_by_it(
    settings: Settings, page: str, threshold: float
) -> None:
    auto = settings.auto.model_copy(update={"image_threshold": threshold})
    other = Extractor(settings.model_copy(update={"auto": auto}))
    images = list_images(Extractor(settings).extract(page, include=["dropped"]))
    judged_again = list_images(other.extract(page, include=["dropped"]))
    copies = find_copies(images)
    kept = {
        image.xpath: image.verdict.kept
        if number in copies or not is_judged(image.verdict)
        else (image.verdict.score or 0) >= threshold
        for number, image in enumerate(images)
    }
    kept |= {images[number].xpath: False for number in copies}
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
