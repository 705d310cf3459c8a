"""Builders for captions from every place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.config import Settings
from cutline.dom.captioning.block_captions import Caption
from cutline.dom.captioning.finder import AllCaptionFinder
from cutline.dom.captioning.stated import read_declared_captions
from cutline.dom.document import Document
from cutline.dom.images.candidates import find_images
from cutline.dom.metadata.declarations import read_declarations


@pytest.fixture(scope="session")
def finder(document: Callable[..., Document], settings: Settings) -> Callable[..., AllCaptionFinder]:
    """Return the finder of a page given as text; elements of the class `kept` hold text of the article."""

    def build(html: str, **limits: int) -> AllCaptionFinder:
        page = document(html, "https://example.org/story")
        declared = read_declared_captions(read_declarations(page.root, page.url), page.base_url)
        kept = [element for element in page.body.iter() if "kept" in element.get("class", "").split()]
        chosen = settings.captions.model_copy(update=limits)
        return AllCaptionFinder(page, find_images(page), kept, declared, chosen)

    return build


@pytest.fixture(scope="session")
def find(finder: Callable[..., AllCaptionFinder]) -> Callable[..., Caption | None]:
    """Return the caption of the first image of HTML given as text."""

    def build(html: str, **limits: int) -> Caption | None:
        built = finder(html, **limits)
        return built.find(built.images[0])

    return build
