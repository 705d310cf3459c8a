"""Text for screen readers is not part of an article."""

from __future__ import annotations

import pytest

from cutline.dom.document import Document, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.methods.body import Body, Decision
from cutline.dom.reading import read_blocks
from cutline.dom.screen_readers import MAX_CHARACTERS
from cutline.dom.segments import TextSegment


class NoCaptions:
    def is_caption(self, segment: TextSegment) -> bool:
        return False


def read(html: str) -> list[tuple[str, str | None]]:
    """Return text and reason of each block of a page whose text is all kept."""
    document: Document = parse(read_page(f"<body>{html}</body>", 10**6), 1_000)
    segments = split_segments(document, line_breaker(document, ()))
    decisions = tuple(Decision(True, None) for _ in segments)
    reading = read_blocks(document, segments, Body(None, decisions), NoCaptions())
    return [(each.segment.text, each.reason) for each in reading.candidates]


@pytest.mark.parametrize(
    "names",
    [
        "sr-only",
        "link__hint sr-only",
        "sr-only-focusable",
        "visually-hidden",
        "visuallyhidden",
        "u-srOnly",
        "usa-sr-only",
        "is-visually-hidden",
        "screen-reader-text",
        "screenreader-only",
        "VisuallyHidden_root__yoK4r",
        "Footer_visuallyHidden__vz2H2",
    ],
)
def test_a_hint_in_a_link_is_left_out(names: str) -> None:
    page = f'<p>The <a href="/x">report <span class="{names}">(opens in a <b>new</b> tab)</span></a> is out.</p>'
    assert read(page) == [("The report is out.", None)]


@pytest.mark.parametrize("names", ["not-sr-only", "lg:sr-only", "focus:not-sr-only", "sr-only-widget", "hidden-gem"])
def test_text_of_other_classes_stays(names: str) -> None:
    assert read(f'<p>The <b class="{names}">new</b> report.</p>') == [("The new report.", None)]


def test_a_block_of_hints_is_dropped_as_hidden() -> None:
    page = '<div class="sr-only"><p>Skip to the end of the gallery</p></div><p>The report is out.</p>'
    assert read(page) == [("Skip to the end of the gallery", "hidden"), ("The report is out.", None)]


def test_a_text_too_long_for_a_hint_stays() -> None:
    text = "The report is out. " * (MAX_CHARACTERS // 10)
    assert read(f'<div class="visually-hidden"><p>{text}</p></div>') == [(text.strip(), None)]
