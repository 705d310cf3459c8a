"""How elements say that they are captions."""

import pytest
from lxml.html import fromstring

from cutline.dom.captioning.marks import is_called_caption, is_called_caption_or_picture_text


@pytest.mark.parametrize(
    "tag",
    [
        "<figcaption>",
        "<p class='wp-caption-text'>",
        "<p class=imageCaption>",
        "<p itemprop=caption>",
        "<p data-testid=photo-caption>",
        "<p id=bildunterschrift>",
        "<p class='article__legend'>",
        "<p class='image-legende'>",
        "<p class=foto-pie>",
        "<p class=piefoto>",
        "<p class='c-didascalia'>",
        "<p class=photo-cap>",
        "<span class='imgCap'>",
    ],
)
def test_elements_called_caption(tag: str) -> None:
    assert is_called_caption(fromstring(tag))


@pytest.mark.parametrize("name", ["img__description", "photo-info", "mediaSubtitleText", "bild-text", "figure__desc"])
def test_elements_called_the_text_of_a_picture(name: str) -> None:
    element = fromstring(f"<p class={name}>")
    assert is_called_caption_or_picture_text(element) and not is_called_caption(element)


@pytest.mark.parametrize(
    "name",
    ["image", "text", "description", "legendary", "informative", "photo-capture", "recap", "article-text", "imagery"],
)
def test_elements_called_otherwise(name: str) -> None:
    element = fromstring(f"<p class={name}>")
    assert not is_called_caption_or_picture_text(element) and not is_called_caption(element)


def test_only_the_beginning_of_a_long_class_is_read() -> None:
    assert not is_called_caption(fromstring(f"<p class='{'x' * 1000} caption'>"))


@pytest.mark.parametrize("name", ["author", "datePublished", "headline"])
def test_the_author_in_letters_of_the_size_of_a_caption_is_none(name: str) -> None:
    element = fromstring(f"<span class=caption-large itemprop={name}>")
    assert not is_called_caption(element) and not is_called_caption_or_picture_text(element)
