"""The inline markup of captions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cutline.dom.captioning.block_captions import Caption
from cutline.dom.captioning.finder import AllCaptionFinder
from cutline.dom.captioning.markup import CaptionMarkup
from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line


@pytest.mark.parametrize(
    ("caption", "html"),
    [
        ("The <em>old</em> pier, from <a href=/quay>Tarn</a>", '<em>old</em> pier, from <a href="/quay">Tarn'),
        ("The <b>pier</b> in May. Photo: Ann Lee", "The <b>pier</b> in May."),
        ("The <b>pier</b>  in\nMay. <small>Photo: Ann Lee</small>", "The <b>pier</b>  in\nMay."),
        ("The curve <math><mi>y</mi></math>", "The curve <math"),
        ("The <b>pier</b><br>in <i>May</i>", "The <b>pier</b> in <i>May</i>"),
        ("<p>The pier.</p><p>It was <b>new</b>.</p><p>Photo: Ann Lee</p>", "The pier. It was <b>new</b>."),
        ("<p>The <b>pier</b>.</p><button>Zoom</button>", "The <b>pier</b>."),
        ("The pier in May. Photo: Ann Lee", None),
        ("The &lt;b&gt; pier", None),
    ],
)
def test_a_caption_keeps_its_markup(
    document: Callable[..., Document], finder: Callable[..., AllCaptionFinder], caption: str, html: str | None
) -> None:
    markup, found = read(document, finder, caption)
    written = markup.write(found)
    assert written is None if html is None else html in (written or "")


@pytest.mark.parametrize(
    ("caption", "html"),
    [
        (
            "The pier. Photo by <a href=/lee>Ann Lee</a> on <a href=/u>Unsplash</a>",
            '<a href="/lee">Ann Lee</a> on <a h',
        ),
        ("The pier. <small>Photo: <a href=/lee>Ann Lee</a></small>", '<a href="/lee">Ann Lee</a>'),
        ("The pier of <a href=/tarn>Tarn</a>. Photo: Ann Lee", None),
        ("The pier. Photo: Ann Lee</figcaption><p>The captain <a href=/captain>Ann Lee</a> said so.</p>", None),
    ],
)
def test_a_credit_keeps_its_links(
    document: Callable[..., Document], finder: Callable[..., AllCaptionFinder], caption: str, html: str | None
) -> None:
    markup, found = read(document, finder, caption)
    written = markup.write_credit(found)
    assert written is None if html is None else html in (written or "")


def test_numbers_above_the_line_are_not_glued_to_the_words_of_a_caption(
    document: Callable[..., Document], finder: Callable[..., AllCaptionFinder]
) -> None:
    markup, found = read(document, finder, "The pier<sup>1</sup><br>on 20 km<sup>2</sup> of lake")
    assert markup.read(found) == "The pier¹ on 20 km² of lake"


def read(
    document: Callable[..., Document], finder: Callable[..., AllCaptionFinder], caption: str
) -> tuple[CaptionMarkup, Caption]:
    page = f"<figure><img src=/a.jpg><figcaption>{caption}</figcaption></figure><p>It rained.</p>"
    captions, whole = finder(page), document(page)
    found = captions.find(captions.images[0])
    assert found is not None
    markup = CaptionMarkup(whole, split_segments(whole, breaks_line))
    return markup, replace(found, element=whole.body.find(".//figcaption"))
