"""The images of a page with their captions, judged by where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lxml.html import HtmlElement

from cutline.config.settings import Settings
from cutline.dom.blocks import BlockFinder
from cutline.dom.captions import Caption, CaptionFinder
from cutline.dom.common_ancestor import common_ancestor
from cutline.dom.document import Document
from cutline.dom.images import ImageCandidate, find_images, is_placeholder
from cutline.dom.methods.body import Body
from cutline.dom.segments import TextSegment
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


def find_pictures(
    document: Document, body: Body, captions: CaptionFinder, link_list_share: float
) -> tuple[list[Picture], tuple[str, ...]]:
    """Return the page's pictures in document order, and warnings.

    An image that stands directly in the article's own block would have the whole article for a caption; it has none,
    and the warning `caption_is_article` says so.

    Args:
        document: the page.
        body: the article subtree.
        captions: finds the caption of an image.
        link_list_share: share of a caption's characters inside links from which it is a list of links.

    Source: Joshi & Liu 2009, section 4.3 (an article image stands in the article subtree and has a caption).
    """
    inside = set() if body.root is None else set(body.root.iter())
    pictures: list[Picture] = []
    seen: set[str] = set()
    bare = False
    for image in (image for image in find_images(document) if image.kind == "image"):
        caption = captions.find_text(image.element)
        if caption is not None and not captions.is_caption(caption):
            bare |= image.element in inside
            caption = None
        dropped = _structural_reason(image, caption, image.element in inside, link_list_share)
        if dropped is None and image.key in seen:
            dropped = "duplicate"
        seen |= {image.key} if dropped is None else set()
        pictures.append(Picture(image, caption, _read_text(caption), dropped))
    return pictures, ("caption_is_article",) if bare else ()


class ArticlePictures:
    """The images of one page by the paper's rule: those inside the article subtree that have a caption."""

    def __init__(self, document: Document, segments: Sequence[TextSegment], body: Body, settings: Settings) -> None:
        """Take the page, its segments, which of them are the article, and all settings."""
        kept = [segment.block for segment, decision in zip(segments, body.decisions, strict=True) if decision.kept]
        blocks = BlockFinder(settings.first_subtree.block_tags, document.body)
        self._document, self._body = document, body
        self._captions = CaptionFinder(document, blocks, common_ancestor(kept), settings.captions)
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
