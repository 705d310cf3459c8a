"""What the features of an image say of it in words."""

import pytest

from cutline.dom.features.image_places import FAR
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.models.image_reasons import PHRASES, describe_feature


def test_every_column_has_words_and_nothing_else() -> None:
    assert PHRASES.keys() == set(IMAGE_COLUMNS)


@pytest.mark.parametrize("value", [-1.0, 0.0, 0.4, 1.0, 4.0, 99.0])
def test_every_value_is_said_in_plain_words(value: float) -> None:
    kinds = {"extension", "caption_source", "link", "link-1", "link+1"}  # which number what there is
    for column in set(IMAGE_COLUMNS) - kinds:
        said = describe_feature(column, value)
        assert "_" not in said and not said.endswith("."), column


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("link", 0, "has no link"),
        ("link", 3, "links to another page"),
        ("link", 4, "links to another site"),
        ("caption", 3.2, "has a caption of its own"),
        ("caption", 0, "has no caption"),
        ("caption_source", 0, "its caption is a figcaption"),
        ("caption_source", -1, "has no caption"),
        ("article_before_share", 0, "comes before the text"),
        ("article_before_share", 0.4, "comes within the text"),
        ("article_before_share", 1, "comes after the text"),
        ("segments_to_next", FAR, "no paragraph of the article after it"),
        ("segments_to_next", 1, "paragraph of the article right after it"),
        ("address_icon", 1, "its address has a word of icons"),
        ("near_navigation", 1, "an element near it is named after menus"),
        ("around_navigation", 0, "no element around it is named after menus"),
        ("in_nav", 1, "is in a <nav>"),
        ("up_to_figure", 2, "a <figure> near around it"),
        ("up_to_figure", 20, "no <figure> near around it"),
        ("level3_links", 0.2, "links in the element 3 levels above it"),
        ("level3_links", -1, "its element is near the top of the page"),
        ("alike", 4, "several images are placed alike"),
        ("alike_link", 1, "images placed like it link to other pages"),
        ("caption-1", 0, "the image before it has no caption"),
        ("caption+1", -1, "no image after it"),
        ("extension", 5, "is a .svg file"),
        ("width", 640, "is 640 pixels wide"),
    ],
)
def test_words_of_a_value(column: str, value: float, said: str) -> None:
    assert describe_feature(column, value) == said
