"""The inline markup of captions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.captioning import AllCaptionFinder, CaptionMarkup
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
        ("The pier in May. Photo: Ann Lee", None),
        ("The &lt;b&gt; pier", None),
    ],
)
def test_a_caption_keeps_its_markup(
    document: Callable[..., Document], finder: Callable[..., AllCaptionFinder], caption: str, html: str | None
) -> None:
    page = f"<figure><img src=/a.jpg><figcaption>{caption}</figcaption></figure><p>It rained.</p>"
    captions, read = finder(page), document(page)
    found = captions.find(captions.images[0])
    assert found is not None
    place = read.body.find(".//figcaption")
    markup = CaptionMarkup(read, split_segments(read, breaks_line))
    written = markup.write(type(found)(found.text, found.credit, found.link_share, found.source, place))
    assert written is None if html is None else html in (written or "")
