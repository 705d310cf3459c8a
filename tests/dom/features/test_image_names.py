"""What the names of images share with the article."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from cutline.dom.features.images import NONE

Columns = Callable[..., dict[str, list[float]]]
STORY = f"<p>{'The story of the ferry in the harbour of Visby. ' * 20}</p>"


@pytest.mark.parametrize(
    ("image", "column", "share"),
    [
        ("<img src=/1.jpg alt='A ferry in Oslo harbour'>", "alt_in_text", 2 / 3),
        ("<img src=/1.jpg alt='Download our guide'>", "alt_in_text", 0),
        ("<img src=/1.jpg>", "alt_in_text", NONE),
        ("<img src='/2026/visby-ferry_04.jpg?x=oslo'>", "file_in_text", 1),
        ("<img src=/harbour-course.png>", "file_in_text", 0.5),
        ("<img src='/f%C3%A4hre-visby.png'>", "file_in_text", 0.5),
        ("<img src=/0412.jpg>", "file_in_text", NONE),
    ],
)
def test_share_of_words_that_the_text_has(image_columns: Columns, image: str, column: str, share: float) -> None:
    assert image_columns(f"{STORY}{image}")[column] == [pytest.approx(share)]


def test_words_of_text_that_is_not_the_article_do_not_count(image_columns: Columns) -> None:
    html = f"{STORY}<p>{'Winter tyres on sale. ' * 20}</p><img src=/winter-tyres.jpg>"
    assert image_columns(html)["file_in_text"] == [0]


def test_words_of_the_title_are_told_apart(image_columns: Columns) -> None:
    html = f"<head><title>Ferry returns</title></head>{STORY}<img src=/ferry-returns.jpg alt=Visby>"
    columns = image_columns(html)
    assert (columns["file_in_title"], columns["alt_in_title"]) == ([1], [0])


def test_names_of_authors_are_recognised(image_columns: Columns) -> None:
    html = "<head><meta name=author content='Ann Lindqvist'></head>"
    columns = image_columns(f"{html}{STORY}<img src=/ann-lindqvist-150.jpg alt='Ann Lindqvist'><p><img src=/ferry.jpg>")
    assert columns["alt_in_authors"] == columns["file_in_authors"] == [2, 0]


def test_characters_without_spaces_are_words(image_columns: Columns) -> None:
    columns = image_columns(f"{STORY}<p>story {'渡船在港口。' * 30}</p><img src=/1.jpg alt=渡船>")
    assert columns["alt_words"] == [pytest.approx(math.log1p(2))]
    assert columns["alt_in_text"] == [1]
