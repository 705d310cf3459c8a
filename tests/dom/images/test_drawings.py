"""Inline drawings among the paragraphs of an article."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.images.drawings import MAX_DRAWINGS, find_drawings
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line

Find = Callable[[str], list[ImageCandidate]]
LABELS = "<text>2023</text><g><text>2024</text></g><text>2025</text>"
CHART = f"<svg viewBox='0 0 640 360'><title>Passengers a year</title><path d='M0 0'/>{LABELS}</svg>"


@pytest.fixture(scope="session")
def find(document: Callable[..., Document]) -> Find:
    """Return the drawings of HTML between two paragraphs, every text of which is kept."""

    def build(html: str) -> list[ImageCandidate]:
        page = document(f"<p>The ferry is back.</p>{html}<p>It sails at noon.</p>")
        return find_drawings(page, split_segments(page, breaks_line))

    return build


def test_drawing_with_labels_has_its_title_and_size_and_no_address(find: Find) -> None:
    (drawing,) = find(f"<figure>{CHART}</figure>")
    assert (drawing.kind, drawing.url, drawing.sources) == ("drawing", "", ())
    assert (drawing.alt, drawing.width, drawing.height) == ("Passengers a year", 640, 360)


@pytest.mark.parametrize(
    "html",
    [
        "<svg viewBox='0 0 640 360'><path d='M0 0'/></svg>",
        "<svg viewBox='0 0 640 360'><text>Varn Courier</text></svg>",
        f"<svg viewBox='0 0 24 24'>{LABELS}</svg>",
        f"<svg width=48 height=48 viewBox='0 0 640 360'>{LABELS}</svg>",
        f"<svg>{LABELS}</svg>",
        f"<a href=/subscribe>{CHART}</a>",
        f"<button>{CHART}</button>",
        f"<nav><div>{CHART}</div></nav>",
        f"<div hidden>{CHART}</div>",
        f"<svg aria-hidden=true viewBox='0 0 640 360'>{LABELS}</svg>",
    ],
)
def test_icons_logos_buttons_and_hidden_drawings_are_none(find: Find, html: str) -> None:
    assert not find(html)


@pytest.mark.parametrize("html", [f"{CHART}<p>Text</p><p>Text</p>", f"<p>Text</p><p>Text</p>{CHART}"])
def test_drawing_before_or_behind_the_article_is_not_its_own(document: Callable[..., Document], html: str) -> None:
    page = document(html)
    assert not find_drawings(page, split_segments(page, breaks_line))


def test_page_without_article_has_none(document: Callable[..., Document]) -> None:
    assert not find_drawings(document(CHART), [])


def test_so_many_large_drawings_of_a_page_are_searched(find: Find) -> None:
    assert len(find(CHART * (MAX_DRAWINGS + 5))) == MAX_DRAWINGS


def test_inner_drawings_are_part_of_the_outer_one(find: Find) -> None:
    assert len(find(f"<svg viewBox='0 0 900 900'>{CHART}{LABELS}</svg>")) == 1
