"""Images in the middle of blocks: every format shows them there, and the text stays as it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from markdown_it import MarkdownIt

from cutline.dom.split_blocks import MAX_CUTS, split_block
from cutline.service.formats import html, markdown, tei
from cutline.types import Article, Block, Container, Image

TEXT = "One two three four"


def split(block: Block, images: list[Image]) -> list[tuple[str, str | None] | str]:
    parts = split_block(block, images)
    return [(part.text, part.html) if isinstance(part, Block) else part.url for part in parts]


class TestPieces:
    @pytest.mark.parametrize(
        ("inside", "before", "behind"),
        [
            ("One two three four", "One two", "three four"),
            ("One <b>two three</b> four", "One <b>two</b>", "<b>three</b> four"),
            ("<b>One</b> two <i>three</i> four", "<b>One</b> two <i></i>", "<i>three</i> four"),
            (
                'One <a href="https://courier.example/">two <i>three</i></a> four',
                'One <a href="https://courier.example/">two <i></i></a>',
                '<a href="https://courier.example/"><i>three</i></a> four',
            ),
            (
                'One<sup><a href="#fn1" id="fnref1">1</a></sup> two\n three &lt; four',
                'One<sup><a href="#fn1" id="fnref1">1</a></sup> two',
                "three &lt; four",
            ),
        ],
    )
    def test_markup_is_closed_before_an_image_and_opened_behind_it(
        self, build: SimpleNamespace, inside: str, before: str, behind: str
    ) -> None:
        block = build.block(0, TEXT, html=inside)
        image = build.image("a.jpg", position=0, offset=7)
        assert split(block, [image]) == [("One two", before), "a.jpg", ("three four", behind)]

    def test_several_images_stand_in_their_places(self, build: SimpleNamespace) -> None:
        images = [build.image(f"{offset}.jpg", position=0, offset=offset) for offset in (3, 3, 13)]
        assert split(build.block(0, TEXT), images) == [
            ("One", None),
            "3.jpg",
            "3.jpg",
            ("two three", None),
            "13.jpg",
            ("four", None),
        ]

    @pytest.mark.parametrize("kind", ["heading", "code"])
    def test_a_heading_and_a_listing_stay_whole(self, build: SimpleNamespace, kind: str) -> None:
        image = build.image("a.jpg", position=0, offset=7)
        assert split(build.block(0, TEXT, kind), [image]) == [(TEXT, None), "a.jpg"]

    def test_an_image_beyond_the_text_stands_behind_it(self, build: SimpleNamespace) -> None:
        assert split(build.block(0, TEXT), [build.image("a.jpg", position=0, offset=99)]) == [(TEXT, None), "a.jpg"]

    def test_no_piece_is_a_sign_alone(self, build: SimpleNamespace) -> None:
        images = [build.image(f"{offset}.jpg", position=0, offset=offset) for offset in (1, 9)]
        assert split(build.block(0, "· One two."), images) == ["1.jpg", ("· One two.", None), "9.jpg"]

    def test_a_block_has_a_limited_number_of_pieces(self, build: SimpleNamespace) -> None:
        words = MAX_CUTS + 10
        images = [build.image("a.jpg", position=0, offset=2 * number + 1) for number in range(words)]
        parts = split(build.block(0, "a " * words + "a"), images)
        assert len(parts) == len(images) + MAX_CUTS + 1


@pytest.fixture
def article(build: SimpleNamespace) -> Article:
    item = (Container(kind="list", id=0, item=1),)
    blocks = (build.block(0, TEXT), build.block(1, TEXT, "list_item", within=item))
    images = (
        build.image("a.jpg", position=0, offset=7),
        build.image("b.jpg", position=1, offset=3, within=item),
    )
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
