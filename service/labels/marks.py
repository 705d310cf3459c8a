"""What a viewer says is wrong with an extracted article."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated

from pydantic import Field

from cutline.errors import LabelError
from cutline.types import Article, Block, Dropped, Frozen, Image

Index = Annotated[int, Field(ge=0)]


class Marks(Frozen):
    """What is wrong with an article; blocks are named by their `index`, images by their `xpath`."""

    wrongly_kept_blocks: frozenset[Index] = Field(
        default=frozenset(), description="Blocks of the article that do not belong to it."
    )
    wrongly_dropped_blocks: frozenset[Index] = Field(
        default=frozenset(), description="Dropped blocks that belong to the article."
    )
    wrongly_kept_images: frozenset[str] = Field(
        default=frozenset(), description="Images of the article that do not belong to it."
    )
    wrongly_dropped_images: frozenset[str] = Field(
        default=frozenset(), description="Dropped images that belong to the article."
    )
    captions: dict[str, str] = Field(
        default={}, description="The right captions, by the images' xpath; an empty one says that there is none."
    )
    title: str | None = Field(default=None, description="The right title; null: that of the article is right.")


def choose_blocks(article: Article, marks: Marks) -> tuple[Block, ...]:
    """Return the blocks that belong to the article by the marks, in document order.

    Raises:
        LabelError: the article was extracted without `dropped`, or a mark names a block that is not as it says.
    """
    dropped = _get_dropped(article).blocks
    _check_known("block", marks.wrongly_kept_blocks, [block.index for block in article.blocks], "kept")
    _check_known("block", marks.wrongly_dropped_blocks, [block.index for block in dropped], "dropped")
    kept = [block for block in article.blocks if block.index not in marks.wrongly_kept_blocks]
    added = [block for block in dropped if block.index in marks.wrongly_dropped_blocks]
    return tuple(sorted([*kept, *added], key=lambda block: block.index))


def part_images(article: Article, marks: Marks) -> tuple[tuple[Image, ...], tuple[Image, ...]]:
    """Return the images that belong to the article by the marks, with the right captions, and all others.

    Raises:
        LabelError: as `choose_blocks`, for images; or a caption is given to an image that is not the article's.
    """
    dropped = _get_dropped(article).images
    _check_known("image", marks.wrongly_kept_images, [image.xpath for image in article.images], "kept")
    _check_known("image", marks.wrongly_dropped_images, [image.xpath for image in dropped], "dropped")
    own = [image for image in article.images if image.xpath not in marks.wrongly_kept_images]
    own += [image for image in dropped if image.xpath in marks.wrongly_dropped_images]
    _check_known("image", marks.captions, [image.xpath for image in own], "of the article")
    others = [image for image in (*article.images, *dropped) if image not in own]
    return tuple(_correct_captions(own, marks)), tuple(others)


def _get_dropped(article: Article) -> Dropped:
    if article.dropped is None:
        raise LabelError("The article says nothing of what was dropped; extract it with include=dropped.")
    return article.dropped


def _check_known(
    what: str, marked: Collection[int] | Collection[str], known: Collection[int | str], state: str
) -> None:
    if strange := [str(one) for one in marked if one not in known]:
        named = ", ".join(sorted(strange))
        raise LabelError(f"There is no {what} {named} that is {state}; mark what this very extraction lists.")


def _correct_captions(images: Iterable[Image], marks: Marks) -> Iterator[Image]:
    for image in images:
        if image.xpath in marks.captions:
            yield image.model_copy(update={"caption": marks.captions[image.xpath].strip() or None})
        else:
            yield image
