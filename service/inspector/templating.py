"""The templates of the inspector: what they show, and what they and a browser may do with what comes from a page."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined

from cutline.reasons import REASONS, WARNINGS
from cutline.service.formats.flow import byline, find_direction, is_safe, plain
from cutline.service.inspector.page import InspectedPage, ShownBlock, ShownImage, ShownList
from cutline.service.inspector.words import (
    EVIDENCE,
    compare_score,
    describe_doubt,
    describe_measures,
    describe_relevance,
    describe_shared,
    describe_words,
    name_told,
)
from cutline.types import Block, Factor, Image, Method, MethodsCompared, PageShown, Rectangle, Verdict


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


NOTHING = "default-src 'none'; base-uri 'none'"
OWN_PAGE = f"{NOTHING}; frame-ancestors 'none'; form-action 'self'; script-src 'self'; style-src 'self'"
OWN_IMAGES = f"{OWN_PAGE}; img-src 'self' data:"
THUMBNAILS = f"{OWN_PAGE}; img-src 'self' data: http: https:"  # of an answer to who asked for them
SHOWN_FACTORS = 5  # the weightiest; all others are one bar
REST = "all else"
HALF = 50.0  # length of the longest bar
SHOWN_CHARACTERS = 300  # of a caption or an address
FRAME = (320, 180)  # of an image that declares no size
LEAST_RATIO, GREATEST_RATIO = 0.4, 4.0  # width by height of a placeholder, whatever the page declares
MOST_PIXELS = 10_000  # that a size is believed up to
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
        "is_shown": is_safe,
        "frame": choose_frame,
        "describe": describe_image,
        "heading": choose_heading,
    }
    environment.globals |= {
        "agreement": find_agreement,
        "byline": byline,
        "compare_score": compare_score,
        "describe_doubt": describe_doubt,
        "describe_measures": describe_measures,
        "describe_words": describe_words,
        "describe_relevance": describe_relevance,
        "describe_shared": describe_shared,
        "direction": find_direction,
        "draw_factors": draw_factors,
        "evidence": EVIDENCE,
        "name_told": name_told,
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


def choose_frame(image: Image) -> str:
    """Return width and height of what stands in an image's place, as `640 360`."""
    width, height = FRAME
    if image.width and image.height:
        width, height = min(image.width, MOST_PIXELS), min(image.height, MOST_PIXELS)
    ratio = min(max(width / height, LEAST_RATIO), GREATEST_RATIO)
    return f"{FRAME[0]} {FRAME[0] / ratio:.0f}"


def describe_image(image: Image) -> str:
    """Return what an image shows to who cannot see it."""
    return shorten(image.alt or image.caption) or "An image without a description"


def choose_heading(block: Block) -> int:
    """Return the level of a heading of the article, which stands below the title and the section's own heading."""
    return min(6, max(2, block.level or 2) + 1)


def find_agreement(compared: MethodsCompared, method: Method, other: Method) -> float | None:
    """Return how far two methods agree (0..1); None for one method with itself."""
    for agreement in compared.agreements:
        if agreement.methods in ((method, other), (other, method)):
            return agreement.f1
    return None
