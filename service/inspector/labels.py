"""Labels for own pages: what a viewer marks in an extracted article becomes a line of a corpus."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from typing import Annotated

from pydantic import Field

from cutline.dom.related.links import find_site
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

Group = tuple[Image, dict[str, None]]  # a picture of the article, and all addresses of what it shows, the best first


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
    groups = _group_addresses(own)
    site = _find_site(url or "")
    line = {
        "id": f"{site or 'page'}/{_digest(url or '', html)}",
        "url": url,
        "site": site,
        "lang": article.language,
        "page_type": ARTICLE if blocks else OTHER,
        "title": marks.title or article.title,
        "text": "\n\n".join(block.text for block in blocks),
        "blocks": list(map(_label_block, blocks)),
        "without": [] if blocks else [block.text for block in article.blocks],  # else the text says it
        "authors": article.authors,
        "date": article.published,
        "images": [_label_image(image, addresses) for image, addresses in groups],
        "other_images": _list_others(others, groups),
        "ambiguous_images": [],
        "html": replace_surrogates(html),
    }
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


def _label_block(block: Block) -> dict[str, str]:
    return {"type": "h" if block.kind == "heading" else "p", "text": block.text}


def _list_others(images: Iterable[Image], groups: Iterable[Group]) -> list[str]:
    """Return the addresses of images that no label has."""
    labelled = {address for _, addresses in groups for address in addresses}
    return [address for address in _list_addresses(images) if address not in labelled]


def _find_site(url: str) -> str | None:
    host = split_address(url).hostname
    return find_site(host.removeprefix("www.")) if host else None


def _digest(url: str, html: str) -> str:
    return sha256(f"{url}\n{html}".encode(errors="surrogatepass")).hexdigest()[:ID_LETTERS]


def _group_addresses(images: Iterable[Image]) -> list[Group]:
    """Return each picture and its addresses; a dropped one that shows what a kept one shows adds its own to those."""
    groups: list[Group] = []
    for image in images:
        addresses = dict.fromkeys(_list_addresses([image]))
        twin = next((known for _, known in groups if image.url in known), None)
        if twin is not None and not image.verdict.kept:
            twin.update(addresses)
        elif addresses:
            groups.append((image, addresses))
    return groups


def _label_image(image: Image, addresses: Iterable[str]) -> dict[str, object]:
    credit = [image.credit] if image.credit else []
    return {
        "src": next(iter(addresses)),
        "gold_urls": list(addresses),
        "alt": image.alt,
        "caption": image.caption,
        "credit": credit,
        "cover": image.is_lead,
    }


def _list_addresses(images: Iterable[Image]) -> list[str]:
    """Return all addresses of images, the best of each first."""
    addresses = (address for image in images for address in (image.url, *(source.url for source in image.sources)))
    return [address for address in dict.fromkeys(addresses) if not address.lower().startswith("data:")]
