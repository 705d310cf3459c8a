"""Drawings, which have no address: every format shows what is said of them, in their place."""

from types import SimpleNamespace

import pytest

from cutline.config import Settings
from cutline.service.formats import html, markdown, tei
from cutline.service.formats.article_images import embed_images
from cutline.service.formats.pdf import render
from cutline.types import Article


@pytest.fixture
def article(build: SimpleNamespace) -> Article:
    """An article with a drawing between its two paragraphs."""
    blocks = [build.block(0, "The ferry is back."), build.block(1, "It sails at noon.")]
    drawing = build.image("", position=0).model_copy(
        update={"kind": "drawing", "sources": (), "alt": "Riders < 2025", "caption": "Riders a year", "credit": "Port"}
    )
    made: Article = build.article(blocks, images=(drawing,))
    return made


def test_html_shows_title_and_caption(article: Article) -> None:
    figure = "<figure>Riders &lt; 2025<figcaption>Riders a year <small>Port</small></figcaption></figure>"
    assert figure in html.render(article)


def test_markdown_shows_title_and_caption(article: Article) -> None:
    assert "back.\n\nRiders \\< 2025\n\n*Riders a year* Port\n\nIt sails" in markdown.render(article)


def test_tei_has_a_figure_without_graphic(article: Article) -> None:
    written = tei.render(article)
    assert "<graphic" not in written
    assert "<head>Riders a year</head>" in written


def test_pdf_shows_its_title_and_fetches_nothing(article: Article, settings: Settings) -> None:
    assert "Image not included" not in render(article, {})
    assert not embed_images(article.images, settings, None).missing
