"""What is read from an article that a peer returns as HTML."""

from article_html import read_article
from prediction import Image

BASE = "https://a.example/news/1"


def test_each_block_is_a_line_and_inline_tags_part_no_words() -> None:
    assert read_article("<div><p>One <b>t</b>wo<p>three<br>four</div>", BASE).text == "One two\nthree\nfour"


def test_comments_and_scripts_are_no_text_and_the_text_after_them_is() -> None:
    assert read_article("<p>a<!-- no -->b<script>no</script>c</p>", BASE).text == "abc"


def test_the_main_heading_is_not_in_the_text_and_others_are() -> None:
    assert read_article("<div><h1>Title</h1><h2>Part</h2><p>Text</p></div>", BASE).text == "Part\nText"


def test_an_answer_without_an_article_is_empty() -> None:
    for markup in (None, "", " "):
        assert read_article(markup, BASE).text == ""


def test_a_figcaption_is_the_caption_and_not_in_the_text() -> None:
    article = read_article(
        '<p>Text</p><figure><img src="/i.jpg" alt="Alt"><figcaption>The <i>ferry</i></figcaption></figure>', BASE
    )
    assert article.text == "Text"
    assert article.images == (Image("https://a.example/i.jpg", ("https://a.example/i.jpg",), "The ferry"),)


def test_without_a_figcaption_the_title_or_alt_is_the_caption() -> None:
    article = read_article('<img src="/i.jpg" alt="Alt"><img src="/j.jpg" alt="Alt" title="Title">', BASE)
    assert [image.caption for image in article.images] == ["Alt", "Title"]


def test_a_lazy_image_is_found_at_its_true_address() -> None:
    article = read_article('<img src="data:image/gif;base64,xx" data-src="big.jpg" srcset="s.jpg 1x, m.jpg 2x">', BASE)
    assert article.images[0].url == "https://a.example/news/big.jpg"
    assert article.images[0].sources[1:] == ("https://a.example/news/s.jpg", "https://a.example/news/m.jpg")


def test_an_empty_address_is_no_image_and_one_address_is_one_image() -> None:
    assert read_article('<img src=""><img src="i.jpg"><img src="i.jpg">', BASE).images == (
        Image("https://a.example/news/i.jpg", ("https://a.example/news/i.jpg",), None),
    )
