"""Labels for own pages: what a viewer marks in an extracted article becomes a line of a corpus."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Literal

from pydantic import Field

from cutline.dom.related.addresses import find_site
from cutline.dom.web_addresses import split_address
from cutline.errors import LabelError
from cutline.models.labelled_pages import ARTICLE
from cutline.service.pages.extraction import replace_surrogates
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


OTHER = "other"  # the type of a page that is no article
ID_LETTERS = 12  # of the digest that tells the pages of a site apart


class BlockLabel(Frozen):
    """One block of the article: a heading or a paragraph."""

    type: Literal["h", "p"]
    text: str


class ImageLabel(Frozen):
    """One picture of the article: its address, those of its size variants, and what stands with it."""

    src: str
    gold_urls: tuple[str, ...]
    alt: str | None
    caption: str | None
    credit: tuple[str, ...]
    cover: bool


class PageLabel(Frozen):
    """A page with all that is known of it, as `cutline.models.labelled_pages` reads it."""

    id: str
    url: str | None
    site: str | None
    lang: str | None
    page_type: Literal["article", "other"]
    title: str | None
    text: str
    blocks: tuple[BlockLabel, ...]
    without: tuple[str, ...] = Field(description="What is no text of a page without any; else the text says it.")
    authors: tuple[str, ...]
    date: str | None
    images: tuple[ImageLabel, ...]
    other_images: tuple[str, ...]
    ambiguous_images: tuple[str, ...] = ()
    html: str


def label_page(html: str, url: str | None, article: Article, marks: Marks) -> str:
    """Return a page, labelled as its article was extracted but for the marks: one line of JSON, with its end.

    A page without any kept block is labelled as no article. A picture without an address of its own (a `data:`
    address) cannot be labelled, and is left out.

    Args:
        html: the page.
        url: its address, if it has one.
        article: what was extracted from this very page, with `include=dropped`.
        marks: what is wrong with it.

    Raises:
        LabelError: the article says nothing of what was dropped or has other pages too, or a mark does not fit it.
    """
    if article.joined_pages:
        raise LabelError("The article has several pages joined; inspect each page alone to label it.")
    blocks = choose_blocks(article, marks)
    own, others = part_images(article, marks)
    labels = _label_images(own)
    site = _find_site(url or "")
    line = PageLabel(
        id=f"{site or 'page'}/{_digest(url or '', html)}",
        url=url,
        site=site,
        lang=article.language,
        page_type=ARTICLE if blocks else OTHER,
        title=marks.title or article.title,
        text="\n\n".join(block.text for block in blocks),
        blocks=tuple(BlockLabel(type="h" if block.kind == "heading" else "p", text=block.text) for block in blocks),
        without=() if blocks else tuple(block.text for block in article.blocks),
        authors=article.authors,
        date=article.published,
        images=tuple(labels),
        other_images=_list_others(others, labels),
        html=replace_surrogates(html),
    )
    return line.model_dump_json() + "\n"


def _list_others(images: Iterable[Image], labels: Iterable[ImageLabel]) -> tuple[str, ...]:
    """Return the addresses of images that no label has."""
    labelled = {address for label in labels for address in label.gold_urls}
    return tuple(address for address in _list_addresses(images) if address not in labelled)


def _find_site(url: str) -> str | None:
    host = split_address(url).hostname
    return find_site(host.removeprefix("www.")) if host else None


def _digest(url: str, html: str) -> str:
    return sha256(f"{url}\n{html}".encode(errors="surrogatepass")).hexdigest()[:ID_LETTERS]


def _label_images(images: Sequence[Image]) -> list[ImageLabel]:
    """Return a label for each picture; a dropped one that shows what a kept one shows adds its addresses to it."""
    labels: list[ImageLabel] = []
    for image in images:
        addresses = tuple(_list_addresses([image]))
        twin = next((place for place, label in enumerate(labels) if image.url in label.gold_urls), None)
        if twin is not None and not image.verdict.kept:
            known = dict.fromkeys((*labels[twin].gold_urls, *addresses))
            labels[twin] = labels[twin].model_copy(update={"gold_urls": tuple(known)})
        elif addresses:
            labels.append(_label_image(image, addresses))
    return labels


def _label_image(image: Image, addresses: tuple[str, ...]) -> ImageLabel:
    return ImageLabel(
        src=addresses[0],
        gold_urls=addresses,
        alt=image.alt,
        caption=image.caption,
        credit=(image.credit,) if image.credit else (),
        cover=image.is_lead,
    )


def _list_addresses(images: Iterable[Image]) -> list[str]:
    """Return all addresses of images, the best of each first."""
    addresses = (address for image in images for address in (image.url, *(source.url for source in image.sources)))
    return [address for address in dict.fromkeys(addresses) if not address.lower().startswith("data:")]
