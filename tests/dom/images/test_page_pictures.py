"""All images of a page with their captions, and the text that they stand beside."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.images import pictures as pictures_module
from cutline.dom.images.advertisements import AdRules
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.images.pictures import PagePictures, Picture, read_places
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.body import Body, Decision
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.tags import breaks_line

Read = Callable[[str], tuple[Reading, list[Picture]]]
YES, NO = Decision(True, "rule"), Decision(False, "other_rule")


@pytest.fixture
def read(document: Callable[..., Document], settings: Settings) -> Read:
    """Return the reading and pictures of HTML given as text, of which a method keeps what says "story"."""

    def build(html: str) -> tuple[Reading, list[Picture]]:
        page = document(html)
        segments = split_segments(page, breaks_line)
        body = Body(None, tuple(YES if "story" in segment.text else NO for segment in segments))
        finder = PagePictures(page, segments, body, settings.captions)
        return read_blocks(page, segments, body, finder), finder.find()[0]

    return build


def test_pictures_are_all_there_and_only_placeholders_are_dropped(read: Read) -> None:
    html = "<p>One story</p><img src=a.jpg><div hidden><img src=b.jpg></div><p><img src=blank.gif></p>"
    _, pictures = read(html)
    assert [(picture.image.url, picture.dropped) for picture in pictures] == [
        ("a.jpg", None),
        ("b.jpg", None),
        ("blank.gif", "placeholder"),
    ]


def test_an_advertisement_is_dropped_with_its_rule(document: Callable[..., Document], settings: Settings) -> None:
    page = document("<img src=https://x.doubleclick.net/a.jpg><p><img src=https://x.doubleclick.net/blank.gif>")
    finder = PagePictures(page, (), Body(None, ()), settings.captions, AdRules(settings.ads))
    assert [(picture.dropped, picture.rule) for picture in finder.find()[0]] == [
        ("ad_rule", "host doubleclick.net"),
        ("placeholder", None),
    ]


def test_a_picture_without_a_caption_is_compared_by_its_alternative_text(read: Read) -> None:
    figure = "<figure><img src=a.jpg alt=One><figcaption>The harbour</figcaption></figure>"
    _, pictures = read(f"<p>One story{figure}<p>Two story<p><img src=b.jpg alt=Other>")
    assert [(picture.text, picture.compared) for picture in pictures] == [("The harbour", "The harbour"), ("", "Other")]


def test_an_alternative_text_that_is_a_credit_is_nothing_to_compare(read: Read) -> None:
    _, pictures = read("<p><img src=a.jpg alt='Photo: Jane Doe / Reuters'></p>")
    assert [picture.compared for picture in pictures] == [""]


def test_a_method_without_scores_is_sure_of_every_segment(read: Read) -> None:
    places = read_places(read("<p>One story<p>Menu")[0])
    assert places.kept.tolist() == [True, False]
    assert places.scores.tolist() == [1.0, 0.0]


def test_a_page_without_text_has_no_places(read: Read) -> None:
    places = read_places(read("<img src=a.jpg>")[0])
    assert (len(places.kept), len(places.scores), places.root) == (0, 0, None)


def test_no_picture_is_looked_at_for_text_that_can_not_be_a_caption(
    document: Callable[..., Document], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(page: Document) -> list[ImageCandidate]:
        raise AssertionError("pictures were looked for")

    monkeypatch.setattr(pictures_module, "find_images", refuse)
    page = document("<p>One story<p><img src=a.jpg><p>Two stories")
    segments = split_segments(page, breaks_line)
    body = Body(None, tuple(YES for _ in segments))
    reading = read_blocks(page, segments, body, PagePictures(page, segments, body, settings.captions))
    assert reading.texts == ["One story", "Two stories"]
