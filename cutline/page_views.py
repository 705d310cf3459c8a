"""What is shown of a page beside its article: what methods keep of it, its picture, its visual blocks."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from cutline.reasons import PageWarning
from cutline.types import Frozen, Method, Probability


class ComparedBlock(Frozen):
    """One text segment of the page, and the methods that keep it."""

    text: str
    xpath: str
    kept_by: tuple[Method, ...]


class Agreement(Frozen):
    """How far two methods agree on a page."""

    methods: tuple[Method, Method]
    f1: Probability = Field(description="F1 of the characters that one keeps, compared with those of the other.")


class MethodsCompared(Frozen):
    """What several methods keep of one page."""

    url: str | None = None
    title: str | None = None
    rendered: bool
    methods: tuple[Method, ...]
    blocks: tuple[ComparedBlock, ...]
    agreements: tuple[Agreement, ...]
    warnings: dict[Method, tuple[PageWarning, ...]] = Field(description="Of each method that has warnings.")


class Rectangle(Frozen):
    """A part of a page, in CSS pixels from its top left corner."""

    left: float
    top: float
    width: float
    height: float


class PageShown(Frozen):
    """A rendered page as a picture, with the positions of its blocks and images."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    picture: bytes = Field(
        description="An image file of the page, from its top, with the page's own images left blank."
    )
    media_type: str
    width: float = Field(gt=0, description="The width that the picture shows, in CSS pixels.")
    height: float = Field(gt=0, description="The height; a long page is cut.")
    blocks: dict[int, Rectangle] = Field(description="Positions of the blocks in the picture, by index.")
    images: dict[str, Rectangle] = Field(description="Positions of the images in the picture, by XPath.")


class VisualPart(Frozen):
    """One visual block of a page, or a part of one."""

    depth: int = Field(ge=0, description="The number of blocks around it; 0 for the page itself.")
    is_leaf: bool = Field(description="Whether it was not divided.")
    coherence: int = Field(ge=1, le=10, description="The degree of coherence (DoC).")
    box: Rectangle | None = Field(description="Null for a page that shows nothing.")
    tag: str | None = Field(description="Null for several elements that belong together.")
    xpath: str | None = Field(description="Of the element, or of the one around its text; null for several elements.")
    characters: int = Field(ge=0)
    text: str = Field(description="The text of a leaf; empty for a block that was divided.")


class PageDivided(Frozen):
    """A page divided into visual blocks."""

    url: str | None = None
    rendered: bool
    permitted_coherence: int = Field(description="PDoC: blocks are divided until their DoC is greater.")
    parts: tuple[VisualPart, ...] = Field(description="Each before the parts it was divided into.")
    warnings: tuple[PageWarning, ...] = ()
