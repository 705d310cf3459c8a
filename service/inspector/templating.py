"""The templates of the inspector, and what they may do with what comes from a page."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from cutline.service.formats.direction import find_direction
from cutline.service.formats.flow import byline, is_safe, plain
from cutline.service.inspector.factors import draw_factors
from cutline.service.inspector.reasons import REASONS, WARNINGS
from cutline.service.verdict_words import (
    EVIDENCE,
    compare_score,
    describe_doubt,
    describe_measures,
    describe_relevance,
    describe_shared,
    describe_words,
    name_told,
)
from cutline.types import Block, Image, Method, MethodsCompared

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
