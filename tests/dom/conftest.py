"""Builders for the stages of a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.config import Settings
from cutline.dom.block_candidates import list_blocks
from cutline.dom.blocks import BlockFinder
from cutline.dom.document import Document
from cutline.dom.images import ImageCandidate, find_images
from cutline.dom.kinds import KindReader
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.pictures import Picture, find_pictures
from cutline.dom.segments import TextSegment, split_segments
from cutline.dom.tags import breaks_line


@pytest.fixture(scope="session")
def segments(document: Callable[..., Document]) -> Callable[[str], list[TextSegment]]:
    """Return the segments of HTML given as text."""
    return lambda html: split_segments(document(html), breaks_line)


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
        candidates = list_blocks(
            segments, body, KindReader(page, blocks, settings.captions.max_untagged_characters), None
        )
        text = [candidate.segment for candidate in candidates if candidate.kept]
        return find_pictures(page, body, text, blocks, constants.link_list_share, settings.captions)

    return build
