"""What a page has beside text and images: the picture that leads, names, links, comments; and what things stand in."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from cutline.verdicts import Frozen, ShortRepr, shorten

LeadReason = Literal["first_image", "declared_image", "open_graph", "twitter", "json_ld"]
ContainerKind = Literal["list", "definitions", "quote", "table", "code", "callout", "details"]
CalloutType = Literal["note", "tip", "important", "warning", "caution"]


class Container(Frozen):
    """A list, quote, table, listing, callout or `<details>` around a block or an image, and its position inside."""

    kind: ContainerKind
    id: int = Field(ge=0, description="The same for everything inside this one.")
    item: int | None = Field(
        default=None, ge=0, description="For a list or table: the same for everything in this item or cell."
    )
    number: int | None = Field(default=None, description="For a numbered list: the number of the item.")
    is_done: bool | None = Field(
        default=None, description="For an item of a task list: whether the task is done; null for any other."
    )
    row: int | None = Field(
        default=None, ge=0, description="For a table: the number of rows above the cell; null for its caption."
    )
    column: int | None = Field(
        default=None, ge=0, description="For a table: the number of columns before the cell, at most 100."
    )
    columns: int = Field(default=1, ge=1, description="The number of columns that the cell spans.")
    rows: int = Field(default=1, ge=1, description="The number of rows that the cell spans.")
    is_header: bool = Field(
        default=False,
        description="Whether it is a header cell, the term of a definition, or the title of a callout or `<details>`.",
    )
    type: CalloutType | None = Field(default=None, description="For a callout: its type, one of those that GitHub has.")
    word: str | None = Field(
        default=None, description="For a callout: the page's own word for its type, such as `danger`; null if none."
    )
    title: str | None = Field(
        default=None, description="For a callout or `<details>`: the text of its title; null if it has none."
    )


class LeadImage(Frozen):
    """The picture that represents the article."""

    url: str = Field(description="The address of its best source.")
    declared: bool = Field(
        description="Whether the page only declares it (such as Open Graph), so that it is not among `images`."
    )
    reason: LeadReason = Field(
        description="Why it leads. `declared_image`: it is among `images`, and the page declares it; `first_image`: it "
        "is the first of `images`, before the second block of text; else where the page declares it."
    )
    alt: str | None = Field(default=None, description="As for the image; null if it is only declared.")
    caption: str | None = Field(default=None, description="The same.")
    credit: str | None = Field(default=None, description="The same.")


class Entity(Frozen):
    """A name in the article, with all its mentions."""

    name: str
    label: str | None
    count: int = Field(ge=1)


class Breadcrumb(Frozen):
    """One step on the way from the site's front page to the article."""

    name: str
    url: str | None = Field(default=None, description="Absolute, http or https; null if the page names none.")


class AuthorLink(Frozen):
    """The page of an author."""

    name: str = Field(description="As in `authors`.")
    url: str = Field(description="Absolute, http or https.")


class RelatedLink(Frozen):
    """A link to a related story."""

    title: str = Field(description="The text of the link.")
    url: str = Field(description="Absolute, http or https.")


class Comment(Frozen):
    """A comment of a reader."""

    author: str | None = None
    published: str | None = Field(default=None, description="ISO 8601, as of the article; null without a full date.")
    text: str = Field(description="Its paragraphs, joined by blank lines.")
    depth: int = Field(ge=0, description="How many comments are above it, each an answer to the one before.")
    answers: int | None = Field(
        default=None, ge=0, description="The place in `comments` of the one that it answers; null: it answers none."
    )
    xpath: str | None = Field(default=None, description="Null if the page only declares it (JSON-LD).")

    def __repr_args__(self) -> ShortRepr:
        """Yield its author, its depth and the beginning of its text."""
        yield from (("author", self.author), ("depth", self.depth), ("text", shorten(self.text)))


class SavedImages(Frozen):
    """What became of images that were to be saved."""

    paths: dict[str, Path] = Field(description="The files, by the addresses of the images.")
    missing: dict[str, str] = Field(description="Why the other images could not be saved, in a sentence; likewise.")
