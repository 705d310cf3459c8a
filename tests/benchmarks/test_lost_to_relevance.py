from typing import Any

import pytest
from lost_to_relevance import KEPT, count_lost

from cutline.models.labelled_pages import LabelledImage, LabelledPage

URL = "https://courier.example/{}.jpg"


def show(name: str, place: float, *, kept: bool, relevance: str = "related") -> dict[str, Any]:
    verdict = {"kept": kept, "reason": "article_image" if kept else "outside_article", "place_score": place}
    image = {"url": URL.format(name), "caption": f"The {name}", "xpath": "/html/img", "sources": []}
    return {**image, "verdict": {**verdict, "relevance": relevance}}


def count(*images: dict[str, Any]) -> tuple[list[int], list[int]]:
    """Return for own and for other pictures whether the page has doubtful ones, and whether one of them is kept."""
    html = "".join(f"<img src={image['url']}>" for image in images)
    page = LabelledPage(id="1", html=html, text="Text", images=(LabelledImage(src=URL.format("ferry")),))
    kept, dropped = ([image for image in images if image["verdict"]["kept"] is is_kept] for is_kept in (True, False))
    counts = count_lost(page, {"images": kept, "dropped": {"blocks": [], "images": dropped}})
    return [counts[f"{column} all"] for column in KEPT], [counts[f"{column} own"] for column in KEPT]


@pytest.mark.parametrize(
    ("images", "asked", "kept"),
    [
        ([show("ferry", 0.4, kept=True), show("hive", 0.4, kept=False)], [1, 1], [1, 0]),
        ([show("ferry", 0.3, kept=False), show("hive", 0.45, kept=True)], [1, 1], [0, 1]),
        ([show("ferry", 0.9, kept=True), show("hive", 0.1, kept=False)], [0, 0], [0, 0]),
        ([show("ferry", 0.4, kept=True, relevance="unknown")], [0, 0], [0, 0]),
    ],
)
def test_doubtful_pictures_are_those_with_a_related_caption(
    images: list[dict[str, Any]], asked: list[int], kept: list[int]
) -> None:
    assert count(*images) == (asked, kept)
