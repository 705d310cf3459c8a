"""The picture of a rendered page, with a frame around each block and image that it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cutline.service.inspector.page import InspectedPage, ShownBlock, ShownImage, ShownList
from cutline.types import PageShown, Rectangle, Verdict


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of a block or an image, which its slider moves as it does the verdict."""

    what: Literal["block", "image"]
    place: Rectangle
    verdict: Verdict
    slider: str | None


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """What a template shows of the picture.

    Attributes:
        source: the address of the picture.
        width, height: CSS pixels that it shows.
        boxes: the frames, in the order of the page; images behind blocks.
        is_cut: whether the page goes on below it.
    """

    source: str
    width: float
    height: float
    boxes: tuple[Frame, ...]
    is_cut: bool


def frame_page(shown: PageShown, page: InspectedPage, source: str, max_height: int) -> RenderedPage:
    """Return a picture with its frames.

    Args:
        shown: the picture, and where everything stands in it.
        page: with the verdicts.
        source: the address under which a browser gets the picture.
        max_height: CSS pixels at which pictures are cut.
    """
    boxes = tuple(_frame(shown, page))
    return RenderedPage(source, shown.width, shown.height, boxes, is_cut=shown.height >= max_height)


def _frame(shown: PageShown, page: InspectedPage) -> Iterator[Frame]:
    for block in _list_blocks(page):
        if (place := shown.blocks.get(block.block.index)) is not None:
            yield Frame("block", place, block.block.verdict, block.slider)
    for image in page.images:
        if (place := shown.images.get(image.image.xpath)) is not None:
            yield Frame("image", place, image.image.verdict, image.slider)


def _list_blocks(page: InspectedPage) -> Iterator[ShownBlock]:
    for part in page.flow:
        if isinstance(part, ShownList):
            yield from part.items
        elif not isinstance(part, ShownImage):
            yield part
