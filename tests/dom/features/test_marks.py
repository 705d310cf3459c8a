"""What the names of elements say they are for."""

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.features.marks import MARKS, MAX_CHARACTERS, read_marks


def read(html: str) -> set[str]:
    bits = read_marks(fragment_fromstring(html).attrib)
    return {mark for place, mark in enumerate(MARKS) if bits >> place & 1}


@pytest.mark.parametrize(
    ("html", "marks"),
    [
        ("<div></div>", set()),
        ("<div style='color: red'></div>", set()),
        ("<div class='xyz'></div>", set()),
        ("<div class='comments'></div>", {"comment"}),
        ("<div id='Disqus'></div>", {"comment"}),
        ("<div role='navigation'></div>", {"navigation"}),
        ("<div itemprop='author'></div>", {"author"}),
        ("<div class='article' id='newsletter'></div>", {"body", "subscription"}),
    ],
)
def test_marks_are_words_in_the_names_of_an_element(html: str, marks: set[str]) -> None:
    assert read(html) == marks


def test_short_words_count_only_when_they_stand_alone() -> None:
    assert read("<div class='top-ad'></div>") == {"advertisement"}
    assert read("<div class='adapted'></div>") == set()


def test_words_are_also_parted_by_capitals() -> None:
    assert "advertisement" in read("<div class='sideAd'></div>")


def test_names_behind_the_limit_are_not_read() -> None:
    assert read(f"<div class='{'x' * MAX_CHARACTERS} comment'></div>") == set()
