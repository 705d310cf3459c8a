"""How often the lead image is the labelled cover."""

from typing import Any

import pytest
from lead_images import draw_corpus, judge_lead

A, B = "https://e.org/a.jpg", "https://e.org/b.jpg"
COVERED = {"images": [{"src": A, "cover": True}, {"src": B, "cover": False}]}


def lead(url: str, reason: str) -> dict[str, str]:
    return {"url": url, "reason": reason}


@pytest.mark.parametrize(
    ("answer", "judged"),
    [
        ({"lead_image": lead(A, "open_graph"), "images": [{"url": B, "is_lead": False}]}, ("open_graph", True)),
        ({"lead_image": lead(B, "first_image"), "images": [{"url": B, "is_lead": True}]}, ("first_image", False)),
        ({"lead_image": None, "images": [{"url": A, "is_lead": False}]}, ("none", False)),
        ({"error": "it broke"}, ("none", False)),
    ],
)
def test_lead_image_is_held_against_the_cover(answer: dict[str, Any], judged: Any) -> None:
    assert judge_lead(COVERED, answer) == judged


def test_page_without_a_labelled_cover_is_left_out() -> None:
    assert judge_lead({"images": [{"src": A, "cover": None}]}, {}) is None
    assert judge_lead({"images": None}, {}) is None


def test_table_has_the_share_that_is_right() -> None:
    table = draw_corpus("news", [("first_image", True), ("first_image", False), ("none", False), ("first_image", True)])
    assert table.splitlines()[0] == "### news: 0.500"
    assert "| `first_image` | 3 | 2 |" in table and "| all | 4 | 2 |" in table
