"""Whether kept text can stand in a caption: never denied where the finder would find one."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.html import HtmlElement

from cutline.config import Settings
from cutline.dom.captioning.finder import AllCaptionFinder
from cutline.dom.captioning.marked import Format, read_format
from cutline.dom.captioning.possible import PossibleCaptions
from cutline.dom.document import Document
from cutline.dom.images.candidates import find_images
from cutline.dom.line_breaks import split_segments
from cutline.dom.segments import TextSegment
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]
PIECES = (
    *("<p>", "</p>", "<div>", "</div>", "<figure>", "</figure>", "<figcaption>", "</figcaption>", "<span>", "</span>"),
    *("<p class=caption>", "<b class=image-text>", "</b>", "<i>", "</i>", "<b id=i>", "<div class=caption>"),
    *("<img src=a.jpg alt='The mayor'>", "<img src=b.jpg aria-describedby=i>", "<noscript><img src=c.jpg></noscript>"),
    *("<b style='background: url(d.jpg)'>", "<x-img src=e.jpg>", "</x-img>", "The mayor kept", "kept", "other", "<br>"),
    *("Photo: kept", "<div><img src=f.jpg></div><h6>kept</h6>", "<small>kept</small>", "<img src=g.jpg alt=kept>"),
)


def list_kept(page: Document) -> list[TextSegment]:
    return [segment for segment in split_segments(page, breaks_line) if "kept" in segment.text]


@pytest.mark.parametrize(
    ("html", "may"),
    [
        ("<p>kept</p><img src=a.jpg>", False),
        ("<p><b>kept</b> text</p>", False),
        ("<figure><img src=a.jpg><figcaption>kept</figcaption></figure>", True),
        ("<div class=caption><p>kept</p></div>", True),
        ("<p><span class=image-text>kept</span> text</p>", True),
        ("<div><img src=a.jpg alt='kept'><p>kept</p></div>", True),
        ("<div><img src=a.jpg alt='kept'><hr><hr><p>kept</p></div>", True),
        ("<div><img src=a.jpg alt='kept'><hr><hr><p>kept text</p></div>", False),
        ("<p><span id=i>kept</span> text</p>", True),
        ("<p><span>kept <img src=a.jpg></span> text</p>", True),
        ("<p><img src=a.jpg><i>kept</i></p>", True),
        ("<p><noscript><img src=a.jpg></noscript><br><i>kept</i></p>", True),
        ("<p><img src=a.jpg>\n<i>kept</i></p>", True),
        ("<p><img src=a.jpg></p><p><i>kept</i></p>", True),
        ("<p><img src=a.jpg></p><p><b>kept</b></p>", False),
        ("<p><img src=a.jpg></p><p>The council kept the harbour.</p>", False),
        ("<p><img src=a.jpg></p><p>Figure 2: kept</p>", True),
        ("<p><img src=a.jpg></p><p>The harbour is kept. Photo: Jo Doe</p>", True),
        ("<p><img src=a.jpg alt='The harbour is kept'></p><hr><hr><p>The harbour is kept</p>", True),
        (3 * "<div><img src=a.jpg></div><h6>Boat</h6>" + "<p>text</p><div><img src=a.jpg></div><h6>kept</h6>", True),
        (5 * "<h6>text</h6>" + 3 * "<div><img src=a.jpg></div><h6>Boat</h6>" + "<img src=a.jpg><h6>kept</h6>", False),
        ("<p><img src=a.jpg></p>" + f"<p><i>kept {'text ' * 200}</i></p>", False),
        ("<p><img src=a.jpg></p><hr><hr><p><b>kept</b></p>", False),
    ],
)
def test_text_with_the_name_or_form_of_a_caption_may_be_one(document: Build, html: str, may: bool) -> None:
    page = document(html)
    (segment,) = list_kept(page)
    assert PossibleCaptions(page, ()).may_hold(segment) is may


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
def test_text_that_a_finder_takes_for_a_caption_is_never_ruled_out(
    document: Build, settings: Settings, html: str
) -> None:
    page = document(f"<body>{html}")
    kept = list_kept(page)
    blocks = [segment.block for segment in kept]
    found = AllCaptionFinder(page, find_images(page), blocks, {}, settings.captions).find_elements()
    inside = {element for caption in found for element in caption.iter()}
    possible = PossibleCaptions(page, ())
    assert all(possible.may_hold(segment) or segment.start not in inside for segment in kept)


def test_however_many_formats_a_page_has_each_element_is_read_twice_at_most(
    document: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Counter[object]()

    def count(element: HtmlElement) -> Format:
        read[element] += 1
        return read_format(element)

    monkeypatch.setattr("cutline.dom.captioning.possible.read_format", count)
    page = document("".join(f"<img src={n}.jpg><p class=c{n}>The council kept the harbour.</p>" for n in range(50)))
    possible = PossibleCaptions(page, ())
    assert not any(map(possible.may_hold, list_kept(page)))
    assert len(read) == 50 and max(read.values()) == 2
