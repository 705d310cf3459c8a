import pytest

from tests.dom.metadata.conftest import read_page


def test_the_article_body_has_a_line_for_each_paragraph() -> None:
    article = {"@type": "NewsArticle", "articleBody": "<p>The storm &amp; the <i>sea</i>.</p>\n\n<p>Then silence.</p>"}
    assert read_page(json_ld=article).article_body == "The storm & the sea.\nThen silence."


def test_an_article_body_without_paragraphs_is_one_line() -> None:
    article = {"@type": "NewsArticle", "articleBody": "The storm.  Then silence."}
    assert read_page(json_ld=article).article_body == "The storm. Then silence."


def test_an_article_body_in_parts_is_joined() -> None:
    article = {"@type": "NewsArticle", "articleBody": ["The storm.", {"a": "b"}, "Then silence."]}
    assert read_page(json_ld=article).article_body == "The storm.\nThen silence."


@pytest.mark.parametrize("body", [None, "", " \n<p></p>", 7, {"text": "Storm"}, []])
def test_an_article_body_without_text_is_none(body: object) -> None:
    assert read_page(json_ld={"@type": "NewsArticle", "articleBody": body}).article_body is None


def test_the_body_of_a_teaser_is_not_the_article_s() -> None:
    page = {"@type": "ItemList", "itemListElement": [{"@type": "NewsArticle", "articleBody": "Another story."}]}
    assert read_page(json_ld=page).article_body is None
