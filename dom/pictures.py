"""The images of a page with their captions, judged by where they stand."""

from __future__ import annotations

from dataclasses import dataclass

from cutline.dom.captions import Caption, CaptionFinder
from cutline.dom.document import Document
from cutline.dom.images import ImageCandidate, find_images, is_placeholder
from cutline.dom.methods.body import Body


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """An image with its caption.

    Attributes:
        image: the image and its sources.
        caption: its caption, if it has one.
        dropped: the rule that drops it whatever its caption says, or None.
    """

    image: ImageCandidate
    caption: Caption | None
    dropped: str | None

    @property
    def text(self) -> str:
        """The caption's text, empty where there is none."""
        return (self.caption and self.caption.text) or ""


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
    for image in find_images(document):
        caption = captions.find_text(image.element)
        if caption is not None and not captions.is_caption(caption):
            bare |= image.element in inside
            caption = None
        dropped = _structural_reason(image, caption, image.element in inside, link_list_share)
        if dropped is None and image.key in seen:
            dropped = "duplicate"
        seen |= {image.key} if dropped is None else set()
        pictures.append(Picture(image, caption, dropped))
    return pictures, ("caption_is_article",) if bare else ()


def _structural_reason(
    image: ImageCandidate, caption: Caption | None, inside: bool, link_list_share: float
) -> str | None:
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
