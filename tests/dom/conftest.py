"""Builders for the stages of a page."""

from collections.abc import Callable

import pytest

from cutline.config import Settings
from cutline.dom.captioning.block_captions import CaptionFinder
from cutline.dom.document import Document
from cutline.dom.images.candidates import ImageCandidate, find_images
from cutline.dom.images.pictures import Picture, find_pictures
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.segments import TextSegment
from cutline.dom.tags import breaks_line
from cutline.dom.tree import BlockFinder, common_ancestor
from tests.conftest import make_document


def open_page(html: str, url: str | None = None) -> tuple[Document, list[TextSegment]]:
    """Return the page of HTML given as text, and its segments."""
    page = make_document(html, url)
    return page, split_segments(page, breaks_line)


def split_html(html: str) -> list[TextSegment]:
    """Return the segments of HTML given as text."""
    return open_page(html)[1]


@pytest.fixture(scope="session")
def images(document: Callable[..., Document]) -> Callable[..., list[ImageCandidate]]:
    """Return the images of HTML given as text."""
    return lambda html, url=None: find_images(document(html, url))


@pytest.fixture(scope="session")
def pictures(
    document: Callable[..., Document], settings: Settings
) -> Callable[[str], tuple[list[Picture], tuple[str, ...]]]:
    """Return the pictures and warnings of HTML given as text, its body found by first-subtree."""

    def build(html: str) -> tuple[list[Picture], tuple[str, ...]]:
        page = document(html)
        constants = settings.first_subtree
        segments = split_segments(page, breaks_line)
        body = find_first_subtree(page, segments, settings)
        blocks = BlockFinder(constants.block_tags, page.body)
        kept = [segment.block for segment, decision in zip(segments, body.decisions, strict=True) if decision.kept]
        captions = CaptionFinder(page, blocks, common_ancestor(kept), settings.captions)
        return find_pictures(page, body, captions, constants.link_list_share)

    return build
