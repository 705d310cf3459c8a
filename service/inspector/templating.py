"""The templates of the inspector: what they show, and what they and a browser may do with what comes from a page."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from cutline.dom.web_addresses import split_address
from cutline.page_views import MethodsCompared, PageShown, Rectangle
from cutline.reasons import REASONS, WARNINGS
from cutline.service.formats.flow import find_direction, plain
from cutline.service.formats.sentences import name_text
from cutline.service.inspector.page import InspectedPage, ShownImage, list_blocks
from cutline.service.inspector.words import (
    EVIDENCE,
    compare_score,
    describe_measures,
    describe_relevance,
    describe_shared,
    describe_words,
)
from cutline.types import Block, Factor, Image, Method, Verdict


@dataclass(frozen=True, slots=True)
class BlockFrame:
    """The frame of a block, which its slider moves as it does the verdict."""

    place: Rectangle
    verdict: Verdict
    slider: str | None


@dataclass(frozen=True, slots=True)
class ImageFrame:
    """The frame of an image."""

    place: Rectangle
    shown: ShownImage


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """What a template shows of the picture.

    Attributes:
        source: the address of the picture.
        width, height: CSS pixels that it shows.
        blocks: the frames of the text, in the order of the page.
        images: the frames of the images, from top to bottom.
        outside: the images that are not in it.
        is_cut: whether the page goes on below it.
    """

    source: str
    width: float
    height: float
    blocks: tuple[BlockFrame, ...]
    images: tuple[ImageFrame, ...]
    outside: tuple[ShownImage, ...]
    is_cut: bool


def frame_page(shown: PageShown, page: InspectedPage, source: str, max_height: int) -> RenderedPage:
    """Return a picture with its frames.

    Args:
        shown: the picture, and where everything stands in it.
        page: with the verdicts.
        source: the address under which a browser gets the picture.
        max_height: CSS pixels at which pictures are cut.
    """
    images = [
        ImageFrame(place, image) for image in page.images if (place := shown.images.get(image.image.xpath)) is not None
    ]
    return RenderedPage(
        source=source,
        width=shown.width,
        height=shown.height,
        blocks=tuple(
            BlockFrame(place, block.block.verdict, block.slider)
            for block in list_blocks(page.flow)
            if (place := shown.blocks.get(block.block.index)) is not None
        ),
        images=tuple(sorted(images, key=lambda frame: (frame.place.top, frame.place.left))),
        outside=tuple(image for image in page.images if image.image.xpath not in shown.images),
        is_cut=shown.height >= max_height,
    )


NOTHING = "default-src 'none'; base-uri 'none'"
OWN_PAGE = f"{NOTHING}; frame-ancestors 'none'; form-action 'self'; script-src 'self'; style-src 'self'"
OWN_IMAGES = f"{OWN_PAGE}; img-src 'self' data:"
ALL_IMAGES = f"{OWN_PAGE}; img-src 'self' data: http: https:"  # of an answer to who asked for the page's pictures
SHOWN_FACTORS = 5  # the weightiest; all others are one bar
REST = "all else"
HALF = 50.0  # length of the longest bar
SHOWN_CHARACTERS = 300  # of a caption or an address
TILE_CHARACTERS = 90  # of the words that stand in a picture's place
SOURCES = {
    "figcaption": "figcaption",
    "first_block": "the block around the image",
    "sibling": "the text beside it",
    "aria": "the element that describes it",
    "attribute": "an attribute",
    "json_ld": "what the page declares for machines",
    "alt": "the alternative text",
}


def make_report_policy(style: str, script: str) -> str:
    """Return the policy of a file: its one style sheet and its one script; images from anywhere, once asked for."""
    images = "img-src data: http: https:"
    return f"{NOTHING}; form-action 'none'; {images}; script-src {_hash(script)}; style-src {_hash(style)}"


def _hash(source: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"


@dataclass(frozen=True, slots=True)
class Bar:
    """One factor, or the sum of several.

    Attributes:
        name: what the factor says of the image.
        side: `for` or `against` the image.
        start, length: of the bar, from -`HALF` to `HALF`.
        weight: in figures, with its sign.
    """

    name: str
    side: str
    start: str
    length: str
    weight: str


def draw_factors(factors: Sequence[Factor]) -> tuple[Bar, ...]:
    """Return the weightiest factors of a place score, given first, and the sum of all others."""
    rest = math.fsum(factor.weight for factor in factors[SHOWN_FACTORS:])
    shown = [(factor.says, factor.weight) for factor in factors[:SHOWN_FACTORS]] + [(REST, rest)]
    most = max(abs(weight) for _, weight in shown) or 1.0
    return tuple(_draw(name, weight, weight / most * HALF) for name, weight in shown)


def _draw(name: str, weight: float, length: float) -> Bar:
    side = "for" if weight > 0 else "against"
    return Bar(name, side, f"{min(length, 0):.1f}", f"{abs(length):.1f}", f"{weight:+.2f}")


@cache
def open_templates() -> Environment:
    """Return the templates; all they are given is text to them, never markup."""
    environment = Environment(
        loader=PackageLoader("cutline.service.inspector"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "plain": plain,
        "shorten": shorten,
        "is_web": is_web,
        "caption_tile": name_image,
        "host": find_host,
        "describe": describe_image,
        "heading": choose_heading,
    }
    environment.globals |= {
        "agreement": find_agreement,
        "compare_score": compare_score,
        "describe_measures": describe_measures,
        "describe_words": describe_words,
        "describe_relevance": describe_relevance,
        "describe_shared": describe_shared,
        "direction": find_direction,
        "draw_factors": draw_factors,
        "evidence": EVIDENCE,
        "name_told": name_text,
        "reasons": REASONS,
        "sources": SOURCES,
        "version": version("cutline"),
        "warnings": WARNINGS,
    }
    return environment


def render_template(name: str, **values: Any) -> str:
    """Return a page."""
    return open_templates().get_template(name).render(**values)


@cache
def read_asset(name: str) -> str:
    """Return the style sheet or the script: `inspector.css`, `inspector.js`."""
    return files("cutline.service.inspector").joinpath("static", name).read_text(encoding="utf-8")


def shorten(text: str | None) -> str:
    """Return a text in one line, cut if it is long: a `data:` address is as long as its picture."""
    line = plain((text or "")[: 2 * SHOWN_CHARACTERS])
    return line if len(line) <= SHOWN_CHARACTERS else f"{line[:SHOWN_CHARACTERS].rstrip()}…"


def is_web(address: str) -> bool:
    """Return whether an address may be a link: whatever else it is could do more than lead to a page."""
    return address.lower().startswith(("http://", "https://"))


def find_host(address: str) -> str:
    """Return the host of a picture; empty for one that has none."""
    return split_address(address).hostname or ""


def describe_image(image: Image) -> str:
    """Return what an image shows to who cannot see it."""
    return shorten(image.alt or image.caption) or "An image without a description"


def name_image(image: Image) -> str:
    """Return the words that stand in an image's place: what it shows, or the name of its file."""
    if text := plain(image.alt or image.caption):
        return text if len(text) <= TILE_CHARACTERS else f"{text[:TILE_CHARACTERS].rstrip()}…"
    if image.url.lower().startswith("data:"):
        return "Embedded picture"
    return split_address(image.url).path.rpartition("/")[2][-TILE_CHARACTERS:] or "Picture"


def choose_heading(block: Block) -> int:
    """Return the level of a heading of the article, which stands below the title and the section's own heading."""
    return min(6, max(2, block.level or 2) + 1)


def find_agreement(compared: MethodsCompared, method: Method, other: Method) -> float | None:
    """Return how far two methods agree (0..1); None for one method with itself."""
    for agreement in compared.agreements:
        if agreement.methods in ((method, other), (other, method)):
            return agreement.f1
    return None
