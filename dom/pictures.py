"""The images of a page with their captions, judged by where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from lxml.html import HtmlElement

from cutline.config.settings import Settings
from cutline.dom.blocks import BlockFinder
from cutline.dom.captions import Caption, CaptionFinder
from cutline.dom.common_ancestor import common_ancestor
from cutline.dom.document import Document
from cutline.dom.image_addresses import is_placeholder
from cutline.dom.images import ImageCandidate, find_images
from cutline.dom.methods.body import Body
from cutline.dom.segments import TextSegment
from cutline.dom.strict_captions import StrictCaptionFinder
from cutline.types import Reason


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """An image with its caption.

    Attributes:
        image: the image and its sources.
        caption: its caption, if it has one.
        compared: the text that tells of it and is compared with the article, empty where there is none.
        dropped: the reason that drops it whatever its caption says, or None.
        rule: which of several rules with that reason it is, or None.
    """

    image: ImageCandidate
    caption: Caption | None
    compared: str
    dropped: Reason | None
    rule: str | None = None

    @property
    def text(self) -> str:
        """The caption's text, empty where there is none."""
        return _read_text(self.caption)


class FindsCaptions(Protocol):
    """A reading of the paper's rule for captions."""

    def find_text(self, image: HtmlElement) -> Caption | None:
        """Return the text beside an image."""

    def is_article(self, found: Caption) -> bool:
        """Whether that text is the article's."""

    def is_caption(self, found: Caption) -> bool:
        """Whether it is the caption of the image."""

    def find_elements(self) -> frozenset[HtmlElement]:
        """Return the elements whose text is given with the pictures of the page, and not as the article's."""


def find_pictures(
    document: Document, body: Body, captions: FindsCaptions, link_list_share: float
) -> tuple[list[Picture], tuple[str, ...]]:
    """Return the page's pictures in document order, and warnings.

    An image that stands directly in the article's own block would have the whole article for a caption, which the
    warning `caption_is_article` says; whether it has is up to `captions`.

    Args:
        document: the page.
        body: the article subtree.
        captions: finds the caption of an image by one reading of the paper.
        link_list_share: share of a caption's characters inside links from which it is a list of links.

    Source: Joshi & Liu 2009, section 4.3 (an article image stands in the article subtree and has a caption).
    """
    inside = set() if body.root is None else set(body.root.iter())
    pictures: list[Picture] = []
    seen: set[str] = set()
    bare = False
    for image in (image for image in find_images(document) if image.kind == "image"):
        is_inside, found = image.element in inside, captions.find_text(image.element)
        bare |= found is not None and is_inside and captions.is_article(found)
        caption = found if found is not None and captions.is_caption(found) else None
        dropped = _structural_reason(image, caption, is_inside, link_list_share)
        if dropped is None and image.key in seen:
            dropped = "duplicate"
        seen |= {image.key} if dropped is None else set()
        pictures.append(Picture(image, caption, _read_text(caption), dropped))
    return pictures, ("caption_is_article",) if bare else ()


class ArticlePictures:
    """The images of one page by the paper's rule: those inside the article subtree that have a caption."""

    def __init__(self, document: Document, segments: Sequence[TextSegment], body: Body, settings: Settings) -> None:
        """Take the page, its segments, which of them are the article, and all settings."""
        self._document, self._body = document, body
        self._captions = _read_paper(document, segments, body, settings)
        self._link_list_share = settings.first_subtree.link_list_share

    def is_caption(self, segment: TextSegment) -> bool:
        """Whether a segment of the page stands in the caption of any of its pictures."""
        return segment.runs[0].parent in self._in_captions

    def find(self) -> tuple[list[Picture], tuple[str, ...]]:
        """Return the page's pictures in document order, and warnings."""
        return find_pictures(self._document, self._body, self._captions, self._link_list_share)

    @cached_property
    def _in_captions(self) -> set[HtmlElement]:
        return {element for caption in self._captions.find_elements() for element in caption.iter()}


def _read_paper(document: Document, segments: Sequence[TextSegment], body: Body, settings: Settings) -> FindsCaptions:
    """Return what finds captions by the reading of the paper that the settings ask for."""
    kept = [segment.block for segment, decision in zip(segments, body.decisions, strict=True) if decision.kept]
    blocks, article = BlockFinder(settings.first_subtree.block_tags, document.body), common_ancestor(kept)
    if settings.first_subtree.strict:
        return StrictCaptionFinder(document, segments, blocks, article, settings.captions.max_strict_characters)
    return CaptionFinder(document, blocks, article, settings.captions)


def _read_text(caption: Caption | None) -> str:
    return (caption and caption.text) or ""


def _structural_reason(
    image: ImageCandidate, caption: Caption | None, inside: bool, link_list_share: float
) -> Reason | None:
    if is_placeholder(image.url):
        return "placeholder"
    if image.hidden:
        return "hidden"
    if not inside:
        return "outside_subtree"
    if caption is None or caption.text is None:
        return "no_caption"
    if caption.source == "first_block" and caption.link_share >= link_list_share:
        return "link_list"
    return None
