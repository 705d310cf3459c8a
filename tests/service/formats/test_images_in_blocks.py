"""Images in the middle of blocks: every format shows them there, and the text stays as it is."""

from types import SimpleNamespace
from typing import cast

import pytest
from markdown_it import MarkdownIt

from cutline import Extractor
from cutline.service.formats import html, markdown, tei
from cutline.types import Article, Container

TEXT = "One two three four"


@pytest.fixture
def article(build: SimpleNamespace) -> Article:
    item = (Container(kind="list", id=0, item=1),)
    blocks = (build.block(0, TEXT), build.block(1, TEXT, "list_item", within=item))
    images = (build.image("a.jpg", position=0, offset=7), build.image("b.jpg", position=1, offset=3, within=item))
    return cast("Article", build.article(blocks, images=images))


class TestFormats:
    def test_markdown_shows_images_in_paragraphs_and_items(self, article: Article) -> None:
        tokens = MarkdownIt("commonmark").parse(markdown.render(article))
        shown = [(token.content, token.level) for token in tokens if token.type == "inline"]
        assert shown == [
            ("One two", 1),
            ("![](a.jpg)", 1),
            ("three four", 1),
            ("One", 3),
            ("![](b.jpg)", 3),
            ("two three four", 3),
        ]

    def test_html_shows_them_too(self, article: Article) -> None:
        assert (
            '<p>One two</p>\n<figure><img src="a.jpg" alt=""></figure>\n<p>three four</p>\n'
            '<ul>\n<li><p>One</p><figure><img src="b.jpg" alt=""></figure><p>two three four</p></li>\n</ul>'
        ) in html.render(article)

    def test_tei_shows_them_too(self, article: Article) -> None:
        assert (
            '<p>One two</p>\n<figure><graphic url="a.jpg"/></figure>\n<p>three four</p>\n'
            '<list rend="ul"><item><p>One</p><figure><graphic url="b.jpg"/></figure><p>two three four</p></item></list>'
        ) in tei.render(article)

    def test_blocks_and_text_stay_whole(self, article: Article) -> None:
        assert article.blocks[0].text == TEXT
        assert Article.model_validate_json(article.model_dump_json()).images[0].offset == 7


PROSE = (
    "The ferry left the harbour of Port Ellery at dawn with forty people and their bicycles on board, and it reached"
    " the island of Holm before noon. It is the first crossing since the quay was moved."
)
MORE = (
    "Captain Haldane, who sails it, says that the quay at Holm is deeper now, so that the ferry can land at any tide"
    " and in most winds. The harbour office counts on twice as many people as in the years before."
)


def slide(name: str, classes: str = "") -> str:
    """Return a slide as Slick writes it; it adds clones of the first and the last one."""
    picture = f'<img src="/photos/{name}.jpg" width="1200" height="800" alt="The {name}">'
    caption = f"<figcaption>The {name} at Port Ellery</figcaption>"
    return f'<div class="slick-slide {classes}"><figure>{picture}{caption}</figure></div>'


PAGE = f"""<title>The ferry sails again</title><article><h1>The ferry sails again</h1><p>{PROSE}</p>
<div class="slick-slider carousel"><div class="slick-list"><div class="slick-track">{slide("quay", "slick-cloned")}
{slide("ferry")}{slide("quay")}{slide("ferry", "slick-cloned")}</div></div></div>
<p>{MORE}</p><p>{PROSE.replace("dawn", "noon")} <a href="/photos/captain-large.jpg"><picture>
<source srcset="/photos/captain.webp" type="image/webp"><img src="/photos/captain.jpg" width="900" height="600"
alt="Captain Haldane on the ferry"></picture></a> {MORE.replace("tide", "time")}</p><h2>How to board</h2>
<ol><li>Go to the quay at Port Ellery and look for the ferry.
<img src="/photos/step-1.png" width="800" height="500" alt="The ferry at the quay of Port Ellery"></li>
<li><p>Show your ticket to the captain.</p>
<p><img src="/photos/step-2.png" width="800" height="500" alt="A ticket of the ferry"></p></li></ol>
<table><tr><th>Name</th><th>Picture</th></tr><tr><td>Ferry of the island</td>
<td><img src="/photos/boat.jpg" width="600" height="400" alt="The ferry of the island"></td></tr></table>
<p>{PROSE.replace("people", "sheep")}</p></article>"""


def test_images_of_a_page_stand_where_they_stood_once_each() -> None:
    article = Extractor().extract(PAGE, url="https://courier.example/ferry", render="never")
    names = [image.url.rpartition("/")[2] for image in article.images]
    assert sorted(names) == ["boat.jpg", "captain.webp", "ferry.jpg", "quay.jpg", "step-1.png", "step-2.png"]
    written = article.markdown
    assert (
        "moved.\n\n![Captain Haldane on the ferry](https://courier.example/photos/captain.webp)\n\nCaptain" in written
    )
    assert "1. Go to the quay at Port Ellery and look for the ferry.\n\n   ![The ferry at the quay" in written
    assert "2. Show your ticket to the captain.\n\n   ![A ticket of the ferry]" in written
    assert "| Ferry of the island | ![The ferry of the island](https://courier.example/photos/boat.jpg) |" in written


def test_a_caption_that_a_gallery_shares_is_written_once(build: SimpleNamespace) -> None:
    captions = ("The pier", "Two views", "Two views")
    images = [build.image(f"{place}.jpg", caption=caption) for place, caption in enumerate(captions)]
    written = markdown.render(build.article([], images=images))
    assert "![](0.jpg)\n\n*The pier*\n\n![](1.jpg)\n\n![](2.jpg)\n\n*Two views*" in written


def test_captions_keep_their_links_and_images_theirs(build: SimpleNamespace) -> None:
    caption, address = 'The <em>old</em> pier, from <a href="https://e.org/q">Tarn</a>', "https://e.org/(a"
    image = build.image("a.jpg", caption="The old pier, from Tarn", caption_html=caption, link=address)
    article = build.article([], images=[image])
    written = markdown.render(article)
    assert markdown.render(
        build.article(
            [], images=[build.image("a.jpg", credit="Ann Lee", credit_html='<a href="https://e.org/l">Ann Lee</a>')]
        )
    ).endswith("![](a.jpg)\n\n[Ann Lee](https://e.org/l)\n")
    assert "[![](a.jpg)](<https://e.org/(a>)\n\n*The old pier, from [Tarn](https://e.org/q)*" in written
    assert f'<a href="{address}"><img src="a.jpg" alt=""></a><figcaption>{caption}</figcaption>' in html.render(article)


def test_a_link_around_an_image_runs_no_script(build: SimpleNamespace) -> None:
    article = build.article([], images=[build.image("a.jpg", link="javascript:alert(1)")])
    assert "javascript" not in markdown.render(article) + html.render(article)
