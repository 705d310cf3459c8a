"""Where the blocks and images of an article stand in a picture of its page."""

from __future__ import annotations

from functools import reduce

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.images import find_images
from cutline.dom.line_breaks import line_breaker
from cutline.dom.paths import Paths
from cutline.dom.render.layout import Box, Layout, unite
from cutline.dom.render.tab import Picture
from cutline.dom.segments import TextSegment, split_segments
from cutline.types import Article, PageShown, Rectangle

MEDIA_TYPE = "image/webp"


def place_in_picture(picture: Picture, document: Document, article: Article, settings: Settings) -> PageShown | None:
    """Return a picture with the places of what an article kept and dropped; None if the page has no layout.

    Args:
        picture: of the page.
        document: the page, rendered.
        article: what was made of it; with `dropped`, if the places of that are wanted too.
        settings: by which its text was split.
    """
    layout = document.layout
    if layout is None:
        return None
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    dropped = article.dropped
    indexes = {block.index for block in (*article.blocks, *(dropped.blocks if dropped else ()))}
    boxes = {segment.index: _find_text_box(segment, layout) for segment in segments if segment.index in indexes}
    paths = Paths()
    pictures = {paths.path(image.element): layout.box(image.element) for image in find_images(document)}
    wanted = {image.xpath for image in (*article.images, *(dropped.images if dropped else ()))}
    return PageShown(
        picture=picture.data,
        media_type=MEDIA_TYPE,
        width=picture.width,
        height=picture.height,
        blocks={index: _to_rectangle(box) for index, box in boxes.items() if box and _is_shown(box, picture)},
        images={
            path: _to_rectangle(box)
            for path, box in pictures.items()
            if path in wanted and box and _is_shown(box, picture)
        },
    )


def _find_text_box(segment: TextSegment, layout: Layout) -> Box | None:
    boxes = [box for run in segment.runs if (box := layout.text_box(run.node, run.is_tail))]
    return reduce(unite, boxes) if boxes else None


def _is_shown(box: Box, picture: Picture) -> bool:
    is_inside = box.left < picture.width and box.top < picture.height and box.right > 0 and box.bottom > 0
    return is_inside and box.area > 0


def _to_rectangle(box: Box) -> Rectangle:
    return Rectangle(left=box.left, top=box.top, width=box.width, height=box.height)
