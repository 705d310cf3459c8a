"""The templates of the inspector: what they and a browser may do with what comes from a page, and its pictures."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from typing import Any, Generic, Literal, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from cutline.dom.render.tab import MAX_SCREENSHOT_HEIGHT
from cutline.dom.web_addresses import split_address
from cutline.page_views import MethodsCompared, PageShown, Rectangle
from cutline.reasons import REASONS, WARNINGS
from cutline.service.formats import sentences
from cutline.service.formats.flow import is_safe, plain
from cutline.service.formats.marks import Piece
from cutline.service.formats.sentences import State
from cutline.service.inspector.page import LEAST_RUN, SHOWN_ALIKE, InspectedPage, ShownBlock, ShownImage, list_blocks
from cutline.types import Block, Factor, Image, Method

# Whether pictures are loaded from the hosts of a page: the viewer's choice, or not chosen yet.
Choice = Literal["unasked", "shown", "hidden"]
# The examples of the first page: file and address by the name that its form sends.
EXAMPLES = {
    "news": ("ferry.html", "https://courier.example/2026/ferry-returns"),
    "essay": ("essay.html", "https://oduya.example/essays/tide-book"),
    "strangers": ("strangers.html", "https://courier.example/2026/captain-retires"),
}
# The pictures of the example by their addresses, whose hosts do not exist: names under .example are reserved.
EXAMPLE = {
    **{
        f"https://courier.example/2026/images/{name}": name
        for name in ("ferry.jpg", "ferry-small.jpg", "captain.jpg", "mill.jpg", "festival.jpg")
    },
    "https://ads.example/serve/mattress-300x250.jpg": "mattress.jpg",
}
EXAMPLE_TYPE = "image/jpeg"


@dataclass(frozen=True, slots=True)
class Pictures:
    """Where the pictures of a page come from.

    Attributes:
        choice: of the viewer.
        locate: returns the address of one of the example's pictures by its name.
    """

    choice: Choice
    locate: Callable[[str], str]

    def find_source(self, image: Image) -> str | None:
        """Return the address to load now; None for a picture that is on another host and was not asked for."""
        if (own := EXAMPLE.get(image.url)) is not None:
            return self.locate(own)
        if image.url.lower().startswith("data:image/") or (self.choice == "shown" and is_safe(image.url)):
            return image.url
        return None

    def list_hosts(self, images: Iterable[Image]) -> list[str]:
        """Return the hosts of the pictures that are loaded once the viewer asks for them, each once."""
        waiting = (image.url for image in images if self.find_source(image) is None and is_safe(image.url))
        return list(dict.fromkeys(split_address(address).hostname or "this page's folder" for address in waiting))

    def find_later(self, image: Image) -> str | None:
        """Return the address to load once the viewer asks for it; None if it may never be loaded."""
        return image.url if is_safe(image.url) else None


@cache
def read_example(name: str) -> bytes:
    """Return a file of the example: `ferry.html`, or one of its pictures such as `images/ferry.jpg`."""
    return files("cutline.service.inspector").joinpath("example", name).read_bytes()


def embed_example(name: str) -> str:
    """Return a picture of the example as a `data:` address."""
    picture = read_example(f"images/{name}")
    return f"data:{EXAMPLE_TYPE};base64,{base64.b64encode(picture).decode()}"


NEAR = 600.0  # CSS pixels between the tops of two frames up to which one note may tell of both
SHOWN_CLAUSES = 2  # reasons that a note names

Shown = TypeVar("Shown", ShownBlock, ShownImage)


@dataclass(frozen=True, slots=True)
class Frame(Generic[Shown]):
    """The frame of a block or an image, which its slider moves as it does the verdict."""

    place: Rectangle
    shown: Shown


@dataclass(frozen=True, slots=True)
class Note:
    """What is said beside the picture.

    Attributes:
        top: of the frame that it belongs to, as a share of the picture's height.
        images: one; or several dropped ones that follow each other, in one line.
    """

    top: float
    images: tuple[ShownImage, ...]

    @property
    def why(self) -> str:
        """Why its images were dropped."""
        clauses = list(dict.fromkeys(image.why_alike or "" for image in self.images))
        return f"because {' or '.join(clauses)}" if len(clauses) <= SHOWN_CLAUSES else f"for {len(clauses)} reasons"


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """What a template shows of the picture.

    Attributes:
        source: the address of the picture.
        width, height: CSS pixels that it shows.
        blocks: the frames of the text, in the order of the page.
        images: the frames of the images, those of the dropped ones first, so that they cover no kept one.
        notes: what stands beside it, from top to bottom, and at the end what is said of images that are not in it.
        outside: how many images are not in it.
        is_cut: whether the page goes on below it.
    """

    source: str
    width: float
    height: float
    blocks: tuple[Frame[ShownBlock], ...]
    images: tuple[Frame[ShownImage], ...]
    notes: tuple[Note, ...]
    outside: int
    is_cut: bool


def frame_page(shown: PageShown, page: InspectedPage, source: str) -> RenderedPage:
    """Return a picture with its frames.

    Args:
        shown: the picture, and where everything stands in it.
        page: with the verdicts.
        source: the address under which a browser gets the picture.
    """
    framed = [
        Frame(place, image) for image in page.images if (place := shown.images.get(image.image.xpath)) is not None
    ]
    images = sorted(framed, key=lambda frame: (frame.place.top, frame.place.left))
    outside = [Note(1.0, (image,)) for image in page.images if image.image.xpath not in shown.images]
    inside = [Note(frame.place.top / shown.height, (frame.shown,)) for frame in images]
    return RenderedPage(
        source=source,
        width=shown.width,
        height=shown.height,
        blocks=tuple(
            Frame(place, block)
            for block in list_blocks(page.flow)
            if (place := shown.blocks.get(block.block.index)) is not None
        ),
        images=tuple(sorted(images, key=lambda frame: frame.shown.image.verdict.kept)),
        notes=(*_fold_notes(inside, shown.height), *_fold_notes(outside, shown.height)),
        outside=len(outside),
        is_cut=shown.height >= MAX_SCREENSHOT_HEIGHT,
    )


def _fold_notes(notes: Iterable[Note], height: float) -> Iterator[Note]:
    """Yield the notes, with one for all images that were dropped near each other and none of which stands alone."""
    run: list[Note] = []
    for note in notes:
        if run and not _is_near(run[-1], note, height):
            yield from _join_notes(run)
            run = []
        run.append(note)
    yield from _join_notes(run)


def _is_near(note: Note, following: Note, height: float) -> bool:
    are_alike = note.images[0].why_alike and following.images[0].why_alike
    return bool(are_alike) and (following.top - note.top) * height <= NEAR


def _join_notes(notes: Sequence[Note]) -> Sequence[Note]:
    if len(notes) < LEAST_RUN:
        return notes
    return [Note(notes[0].top, tuple(image for note in notes for image in note.images))]


NOTHING = "default-src 'none'; base-uri 'none'"
OWN_PAGE = f"{NOTHING}; frame-ancestors 'none'; form-action 'self'; script-src 'self'; style-src 'self'"
OWN_IMAGES = f"{OWN_PAGE}; img-src 'self' data:"
ALL_IMAGES = f"{OWN_PAGE}; img-src 'self' data: http: https:"  # of an answer to who asked for the page's pictures
KEPT_VALUES: dict[State, str] = {"kept": "true", "delivered": "elsewhere", "dropped": "false"}  # of `data-kept`
SHOWN_VIDEOS = 5
SHOWN_FACTORS = 5  # the weightiest; all others are one bar
REST = "all else"
WHOLE = Markup('<span class="whole">{}</span>')
WHOLE_CHARACTERS = 16  # of a word that fits into a line wherever titles are shown
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


def list_factors(factors: Sequence[Factor]) -> list[tuple[str, float]]:
    """Return what the weightiest factors of a place score say, with their weights, then the sum of all others."""
    shown, rest = sentences.sum_factors(factors, SHOWN_FACTORS)
    return [*((factor.says, factor.weight) for factor in shown), (REST, rest)]


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
        "hold_hyphens": hold_hyphens,
        "marked": mark_pieces,
        "marked_title": mark_title,
        "shorten": sentences.shorten,
        "is_web": is_web,
        "caption_tile": name_image,
        "host": find_host,
        "describe": describe_image,
        "heading": choose_heading,
        "place_number": place_number,
    }
    environment.globals |= {
        "agreement": find_agreement,
        "kept_values": KEPT_VALUES,
        "list_factors": list_factors,
        "reasons": REASONS,
        "sentences": sentences,
        "shown_alike": SHOWN_ALIKE,
        "shown_videos": SHOWN_VIDEOS,
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


def hold_hyphens(title: str) -> Markup:
    """Return a title of whose words the short ones are not broken at their hyphens, as `e-bikes` would be."""
    return Markup(" ").join(
        WHOLE.format(word) if "-" in word and len(word) <= WHOLE_CHARACTERS else word for word in title.split(" ")
    )


def mark_pieces(pieces: Iterable[Piece], write: Callable[[str], Markup] = escape) -> Markup:
    """Return a text with its terms marked."""
    return Markup("").join(_mark(piece, write(piece.text)) for piece in pieces)


def mark_title(pieces: Iterable[Piece]) -> Markup:
    """Return a title, marked, in which `hold_hyphens` holds short words."""
    return mark_pieces(pieces, hold_hyphens)


def _mark(piece: Piece, text: Markup) -> Markup:
    if piece.term is None:
        return text
    number, kind = piece.term
    if kind == "note":
        return Markup("<sup>{}</sup>").format(text)
    link = "" if number is None else f' data-term="{number}"'
    return Markup(f'<mark class="{kind}"{link}>{text}</mark>')


def is_web(address: str) -> bool:
    """Return whether an address may be a link: whatever else it is could do more than lead to a page."""
    return address.lower().startswith(("http://", "https://"))


def find_host(address: str) -> str:
    """Return the host of a picture; empty for one that has none."""
    return split_address(address).hostname or ""


def describe_image(image: Image) -> str:
    """Return what an image shows to who cannot see it."""
    return sentences.shorten(image.alt or image.caption) or "An image without a description"


def place_number(frame: Rectangle, number: int) -> Rectangle:
    """Return where the number of an image is drawn: in its frame, or before a low one, which it would hide."""
    width, height = 30 if number < 100 else 44, 26
    is_low = frame.height < 2 * height and frame.left >= width
    left = frame.left - width if is_low else frame.left
    return Rectangle(left=left, top=frame.top, width=width, height=height)


def name_image(image: Image) -> str:
    """Return the words that stand in an image's place: what it shows, or the name of its file."""
    if text := plain(image.alt or image.caption):
        return sentences.cut_line(text, TILE_CHARACTERS)
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
