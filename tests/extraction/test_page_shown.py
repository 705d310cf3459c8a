"""Where blocks and images stand in the picture of their page."""

from collections.abc import Callable
from typing import Any

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.render.layout import Layout
from cutline.dom.render.tab import Screenshot
from cutline.extraction.page_views import place_in_picture
from cutline.page_views import Rectangle
from cutline.types import Article, Block, Dropped, Image, ImageSource, ModelInfo, Verdict

LayOut = Callable[..., tuple[Document, Layout]]
KEPT, DROPPED = Verdict(kept=True, reason="article_text"), Verdict(kept=False, reason="outside_article")
PAGE = '<p id=a>One <b id=b>two</b></p><p id=c>Three</p><p id=d>Four</p><img id=i src="/a.jpg"><img id=j src="/b.jpg">'
BOXES = {
    "a.text": (10, 20, 30, 15),
    "b.text": (40, 18, 30, 20),
    "c.text": (10, 60, 50, 15),
    "d.text": (10, 900, 50, 15),
    "i": (100, 100, 300, 200),
}


def make_article(**more: Any) -> Article:
    texts = enumerate(("One two", "Three", "Four"))
    blocks = [
        Block(index=index, kind="paragraph", text=text, xpath="/p", verdict=DROPPED if index == 1 else KEPT)
        for index, text in texts
    ]
    images = [
        Image(url="/a.jpg", sources=(ImageSource(url="/a.jpg"),), xpath=f"/html/body/img[{number}]", verdict=KEPT)
        for number in (1, 2)
    ]
    model = ModelInfo(ner=None, config_hash="0" * 12, version="0.1.0")
    kept = (blocks[0], blocks[2])
    return Article(text="", blocks=kept, images=tuple(images), method="auto", model=model, **more)


def place(lay_out: LayOut, settings: Settings, article: Article) -> Any:
    document, _ = lay_out(PAGE, BOXES)
    shown = place_in_picture(Screenshot(b"picture", 1000, 800), document, article, settings)
    assert shown is not None
    return shown


def test_a_block_is_where_its_texts_are_and_an_image_where_its_element_is(lay_out: LayOut, settings: Settings) -> None:
    shown = place(lay_out, settings, make_article())
    assert shown.blocks == {0: Rectangle(left=10, top=18, width=60, height=20)}
    assert shown.images == {"/html/body/img[1]": Rectangle(left=100, top=100, width=300, height=200)}
    assert (shown.picture, shown.width, shown.height) == (b"picture", 1000, 800)


def test_what_was_dropped_is_there_if_the_article_tells_of_it(lay_out: LayOut, settings: Settings) -> None:
    block = Block(index=1, kind="paragraph", text="Three", xpath="/p", verdict=DROPPED)
    shown = place(lay_out, settings, make_article(dropped=Dropped(blocks=(block,))))
    assert shown.blocks.keys() == {0, 1}


def test_what_the_picture_does_not_reach_is_left_out(lay_out: LayOut, settings: Settings) -> None:
    assert 2 not in place(lay_out, settings, make_article()).blocks


def test_a_page_without_layout_has_no_places(document: Any, settings: Settings) -> None:
    picture = Screenshot(b"picture", 1000, 800)
    assert place_in_picture(picture, document(PAGE), make_article(), settings) is None
