"""How elements say that they are captions."""

import pytest
from lxml import etree
from lxml.html import HtmlElement, HTMLParser, document_fromstring, fromstring

from cutline.dom.captioning.marks import (
    find_wrapper,
    is_called_caption,
    is_called_caption_or_picture_text,
    is_called_otherwise,
    is_note,
)


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


@pytest.mark.parametrize(("name", "is_other"), [("related_posts", True), ("related", True), ("related_images", False)])
def test_the_box_of_the_pictures_that_go_with_an_article_is_none_of_other_stories(name: str, is_other: bool) -> None:
    assert is_called_otherwise(fromstring(f"<div class={name}>")) is is_other


def test_only_the_beginning_of_a_long_class_is_read() -> None:
    assert not is_called_caption(fromstring(f"<p class='{'x' * 1000} caption'>"))


class Uncounted(HtmlElement):
    """An element whose children are never counted: lxml visits each to do so."""

    def __len__(self) -> int:
        raise AssertionError


def test_notes_and_their_wrappers_are_found_without_counting_the_children_of_what_is_around_them() -> None:
    parser = HTMLParser()
    parser.set_element_class_lookup(etree.ElementDefaultClassLookup(element=Uncounted))
    page = document_fromstring("<article><p>one<div><p><em>two</em></p></div><p>three</article>", parser=parser)
    article, note = page.find(".//article"), page.find(".//em")
    assert is_note(note.getparent())
    assert not is_note(article)
    assert find_wrapper(note) is article.find("div")


@pytest.mark.parametrize("name", ["author", "datePublished", "headline"])
def test_the_author_in_letters_of_the_size_of_a_caption_is_none(name: str) -> None:
    element = fromstring(f"<span class=caption-large itemprop={name}>")
    assert not is_called_caption(element) and not is_called_caption_or_picture_text(element)
