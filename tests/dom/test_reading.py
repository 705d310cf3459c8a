"""A page read up to its article's text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.images.pictures import PagePictures
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.body import Body, Decision
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.tags import breaks_line

Read = Callable[..., Reading]
YES, NO = Decision(True, "rule"), Decision(False, "other_rule")


@pytest.fixture
def read(document: Callable[..., Document], settings: Settings) -> Read:
    """Return the reading of HTML given as text, of which a method keeps what says "story"."""

    def build(html: str, language: str | None = None) -> Reading:
        page = document(html)
        segments = split_segments(page, breaks_line)
        decisions = tuple(YES if "story" in segment.text else NO for segment in segments)
        body = Body(None, decisions)
        return read_blocks(page, segments, body, PagePictures(page, segments, body, settings.captions), language)

    return build


def test_texts_are_the_kept_ones_without_title_and_captions(read: Read) -> None:
    figure = "<figure><img src=a.jpg><figcaption>A story's ferry</figcaption></figure>"
    reading = read(f"<title>The story</title><h1>The story</h1><p>One story{figure}<p>Two stories<p>Three story")
    assert reading.texts == ["One story", "Three story"]
    assert [candidate.reason for candidate in reading.candidates] == ["title", "rule", "caption", "other_rule", "rule"]


def test_a_given_language_is_not_looked_for(read: Read) -> None:
    html = "<html lang=de><p>The story of the old ferry that sails again"
    assert read(html, "fr").language == "fr"
    assert read("<p>story" * 3).language != "fr"
