"""Every picture of a page, with all the addresses it is offered under."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, takewhile
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote

from lxml.html import HtmlElement

from cutline.dom.blocks import BlockFinder
from cutline.dom.document import Document, has_many_attributes, parse_html
from cutline.dom.segments import collapse_space
from cutline.dom.srcset import SrcsetEntry, parse_srcset
from cutline.dom.web_addresses import absolute_url, split_address
from cutline.types import ImageKind

IMAGE_TAGS = frozenset(("img", "amp-img"))
PICTURE_TAGS = IMAGE_TAGS | {"video", "noscript"}
CUSTOM_IMAGE = re.compile(r"(?:^|-)(?:img|image|picture|photo)s?(?:-|$)")
BACKGROUND = re.compile(r"background(?:-image)?\s*:[^;]{0,100}?url\(\s*['\"]?([^'\")]++)", re.I)
PICTURE_FRAMES = frozenset(("noscript", "button", "object", "video"))  # their text is not shown, their pictures are
# Attributes with addresses, many of them kept for a script, beside every other `data-` attribute that looks like one.
SRC = frozenset(
    "src poster data-src data-original data-lazy-src data-lazy data-url data-full-src data-hi-res-src".split()
)
SRCSET = frozenset("srcset data-srcset data-lazy-srcset data-original-set data-sources".split())
IMAGE_ADDRESS = re.compile(r"(?=[^\s{}\"'<>]++\Z).+?\.(?:jpe?g|png|webp|avif|gif)(?:[?#]|\Z)", re.I)
PLACEHOLDER = re.compile(
    r"^data:|^about:|(?:^|[/_.-])(?:blank|spacer|transparent|placeholder|pixel|1x1|dummy|empty|loading|loader|lazy(?:load)?"
    r"|clear|trans|grey|gray|default-image|no-?image)(?:[_.-][^/]{0,40})?\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)",
    re.I,
)
SIZE_IN_ADDRESS = re.compile(
    r"(?:[?&;](?:w|width|imwidth)=|[/,_:-]w(?:idth)?[_=:-]?)(\d{2,4})(?!\d)|(\d{2,4})x\d{2,4}(?!\d)"
)
PLACEHOLDER_SCHEMES = ("data:", "about:")
# In every other address that is a placeholder's, one of these; seen faster than by the expression.
PLACEHOLDER_WORDS = (
    "blank spacer trans placeholder pixel 1x1 dummy empty loading loader lazy clear grey gray default-image no-image "
    "noimage".split()
)
# In every size that an address names, one of these, at most so many characters behind its start. They are found faster
# than by the expression, which only has to look behind the first.
WIDTH_MARK, SIZE_MARK = re.compile(r"w(?:idth)?[_=:-]?\d\d"), re.compile(r"x\d\d")
BEFORE_MARK = 4
SIZE_IN_NAME = re.compile(r"[-_@.]?(?:\d{2,4}x\d{2,4}|\d{2,4}w|[wh]_?\d{2,4}|[1-4]x|scaled)(?=[-_.]|$)", re.I)
NAME_SIZE_MARK = re.compile(r"\d[xw]|[wh]_?\d\d|scaled", re.I)  # in every name with a size, and seen faster
SIZE_PARAMETERS = frozenset(
    "w h q s width height quality format auto fit crop dpr rect resize size imwidth sig signature ixlib op fm "
    "usm".split()
)
DENSITY = re.compile(r"(\d{1,2}(?:\.\d{1,3})?)x")
PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*")
MAX_ADDRESS = 4096  # characters; a longer one is no address
KNOWN_ADDRESSES = 1_000  # kept in memory; several stages ask for those of one page
MAX_INLINE = 64  # characters kept of an inline picture: its media type
UNKNOWN_WIDTH = 600  # pixels assumed of a source that tells nothing: more than a thumbnail, less than a large variant
DISTINCT_NAME = 12  # characters of a file name that no other picture will have
NUMBER = re.compile(r"\d{6,}")  # digits that name an article or a picture rather than a size or a day
IS_FETCHED = re.compile(
    r"https?:|data:|(?![a-z][a-z\d+.-]*:)", re.I
)  # an address of the web, an inline picture, or relative
MAX_VARIANTS = 50  # addresses of one picture; more than any page offers
MAX_COPIES = 10  # images in one escaped `<noscript>`; it holds the copy of a single picture
NEAR_LEVELS = 3  # levels up in the tree within which a copy stands beside its picture


class Source(NamedTuple):  # a page has hundreds, and a tuple is built in a third of a data class's time
    """One address that a picture is offered under.

    Attributes:
        url: the address.
        width: pixels of a `w` descriptor.
        descriptor: the srcset descriptor as written, such as `640w` or `2x`.
        media_type: what a `<source>` says of it.
    """

    url: str
    width: int | None
    descriptor: str | None
    media_type: str | None


@dataclass(frozen=True, slots=True, eq=False)
class ImageCandidate:
    """A picture of the page; its size variants are one candidate.

    Attributes:
        element: where it stands in the tree.
        url: the best source: the largest that is not a placeholder.
        sources: every address it is offered under, the best first.
        alt: its alternative text.
        width, height: pixels, as the page declares them.
        link: the address that a click on it leads to.
        key: equal for two candidates that show the same picture.
        hidden: whether it stands in a part of the page that is not shown.
        kind: whether it is an image, the still of a video, or the background of another element.
    """

    element: HtmlElement
    url: str
    sources: tuple[Source, ...]
    alt: str | None
    width: int | None
    height: int | None
    link: str | None
    key: str
    hidden: bool
    kind: ImageKind = "image"


def find_images(document: Document) -> list[ImageCandidate]:
    """Return the page's pictures in document order, each once for every place where it is shown."""
    hidden = [element for element in document.hidden if element.tag not in PICTURE_FRAMES]
    unseen = {*hidden, *chain.from_iterable(element.iter() for element in hidden if len(element))}
    links = BlockFinder(("a",), document.body)
    candidates: list[ImageCandidate] = []
    for element, image, kind in _find_elements(document):
        width = _pixels(image.get("width"))
        sources = _order_sources(_read_sources(image, document.base_url), width)
        if not sources:
            continue
        href = links.first_block(element).get("href")
        candidate = ImageCandidate(
            element=element,
            url=sources[0].url,
            sources=sources,
            alt=collapse_space(image.get("alt", "")) or None,
            width=width,
            height=_pixels(image.get("height")),
            link=absolute_url(href, document.base_url) if href and _leads_elsewhere(href) else None,
            key=picture_key(sources[0].url),
            hidden=element in unseen,
            kind=kind,
        )
        if candidates and _are_variants(candidates[-1], candidate):
            candidate = _merge(candidates.pop(), candidate)
        candidates.append(candidate)
    return candidates


def _leads_elsewhere(href: str) -> bool:
    return len(href) <= MAX_ADDRESS and not href.startswith("#")


def list_possible_pictures(elements: Iterable[HtmlElement]) -> list[HtmlElement]:
    """Return those of the elements that may show a picture, or hold one in text that is no markup to the parser."""
    return [
        element
        for element in elements
        if (tag := element.tag) in PICTURE_TAGS
        or "-" in tag
        or ((style := element.get("style")) is not None and "url(" in style)
    ]


@lru_cache(KNOWN_ADDRESSES)
def is_placeholder(url: str) -> bool:
    """Whether an address is that of an empty picture which a script replaces later."""
    lower = url.lower()
    if (
        url.isascii()
        and not lower.startswith(PLACEHOLDER_SCHEMES)
        and not any(map(lower.__contains__, PLACEHOLDER_WORDS))
    ):
        return False
    return PLACEHOLDER.search(url) is not None


@lru_cache(KNOWN_ADDRESSES)
def find_width_in_address(url: str) -> int | None:
    """Return the width in pixels that an address names."""
    marks = [mark.start() for mark in (WIDTH_MARK.search(url), SIZE_MARK.search(url)) if mark is not None]
    hint = SIZE_IN_ADDRESS.search(url, max(0, min(marks) - BEFORE_MARK)) if marks else None
    return int(hint[1] or hint[2]) if hint else None


@lru_cache(KNOWN_ADDRESSES)
def picture_key(url: str) -> str:
    """Return the address without what only names a size: equal for the variants of one picture."""
    parts = split_address(url)
    path = unquote(parts.path).rstrip("/")
    folder, _, name = path.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    if dot and IMAGE_ADDRESS.match(f"a.{extension}"):
        stem = _cut_size(stem)
        # A long name tells pictures apart, with the numbers of articles above it; other folders often name the size.
        numbers = "/".join(NUMBER.findall(folder))
        return f"{numbers}/{stem}" if len(stem) >= DISTINCT_NAME else f"{_cut_size(folder)}/{stem}"
    kept = sorted(pair for pair in parse_qsl(parts.query) if pair[0].lower() not in SIZE_PARAMETERS)
    return f"{parts.netloc}{path}?{kept}"


def _cut_size(name: str) -> str:
    return name if NAME_SIZE_MARK.search(name) is None else SIZE_IN_NAME.sub("", name)


def _find_elements(document: Document) -> Iterator[tuple[HtmlElement, HtmlElement, ImageKind]]:
    """Yield where each image stands, its element, and its kind: the copy in a `<noscript>` stands where that does."""
    possible = list_possible_pictures(document.body.iter("*"))
    copies = {copy: element for element in possible if element.tag == "noscript" for copy in element.iter()}
    for element in possible:
        if (kind := _find_kind(element)) is not None:
            yield copies.get(element, element), element, kind
        elif (
            element.tag == "noscript"
            and "<img" in (text := element.text or "")
            and not has_many_attributes(data := text.encode())
        ):  # escaped
            root, _ = parse_html(data)
            yield from ((element, image, "image") for image in islice(root.iter(*sorted(IMAGE_TAGS)), MAX_COPIES))


def _find_kind(element: HtmlElement) -> ImageKind | None:
    """Return what picture an element shows, if any; sites name elements of their own after what they are."""
    tag = str(element.tag)
    if tag in IMAGE_TAGS or ("-" in tag and CUSTOM_IMAGE.search(tag)):
        return "image"
    if tag == "video":
        return "poster" if element.get("poster") else None
    style = element.get("style")
    return "background" if style and "url(" in style and BACKGROUND.search(style) else None


def _read_sources(image: HtmlElement, base_url: str | None) -> Iterator[Source]:
    parent = image.getparent()
    if parent is not None and parent.tag == "picture":
        before = takewhile(lambda sibling: sibling.tag not in IMAGE_TAGS, image.itersiblings(preceding=True))
        for source in reversed([sibling for sibling in before if sibling.tag == "source"]):
            yield from _read_element(source, base_url, source.get("type"))
    yield from _read_element(image, base_url, None)


def _read_element(element: HtmlElement, base_url: str | None, media_type: str | None) -> Iterator[Source]:
    items = element.items()
    if items and items[-1][0] != "src":  # what scripts put in its place comes first
        items.sort(key=_is_src)
    for name, value in items:
        entries: Iterable[SrcsetEntry]
        if name == "style" and (background := BACKGROUND.search(value)):
            entries = (SrcsetEntry(background[1], ""),)
        elif name in SRCSET:
            entries = parse_srcset(value)
        elif name in SRC or (name.startswith("data-") and IMAGE_ADDRESS.match(value.strip())):
            entries = (SrcsetEntry(value, ""),)
        else:
            continue
        for entry in entries:
            if url := _find_url(entry.url, base_url):
                yield Source(url, entry.width, entry.descriptor or None, media_type)


def _is_src(item: tuple[str, str]) -> bool:
    return item[0] == "src"


def _find_url(address: str, base_url: str | None) -> str | None:
    """Return the address of a picture made absolute, if it is one that a browser fetches."""
    if address.startswith("data:"):
        address = address.partition(";")[0].partition(",")[0][:MAX_INLINE]
    url = absolute_url(address, base_url) if address.strip(" \t\n/")[:1] not in ("", "#") else None
    if not url or len(url) > MAX_ADDRESS:
        return None
    return url if url.startswith("https://") or IS_FETCHED.match(url) else None


def _order_sources(sources: Iterable[Source], declared: int | None) -> tuple[Source, ...]:
    """Return the sources without repetition, the largest first and placeholders last."""
    unique: dict[str, Source] = {}
    for source in sources:
        if source.url not in unique or source.descriptor:
            unique[source.url] = source

    if len(unique) < 2:
        return tuple(unique.values())

    def rank(source: Source) -> tuple[bool, float]:
        width = source.width or find_width_in_address(source.url)
        return is_placeholder(source.url), -(width or (declared or UNKNOWN_WIDTH) * _find_density(source.descriptor))

    return tuple(sorted(unique.values(), key=rank))


def _find_density(descriptor: str | None) -> float:
    density = DENSITY.fullmatch(descriptor or "")
    return float(density[1]) if density else 1


def _are_variants(first: ImageCandidate, second: ImageCandidate) -> bool:
    """Whether two neighbours are one picture: copies for browsers without scripts, or sizes in one figure."""
    if len(first.sources) > MAX_VARIANTS:
        return False
    return _show_the_same(first, second) and _stand_together(first.element, second.element)


def _show_the_same(first: ImageCandidate, second: ImageCandidate) -> bool:
    if first.key == second.key:
        return True
    if "noscript" in (first.element.tag, second.element.tag) and (
        is_placeholder(first.url) or is_placeholder(second.url)
    ):
        return True
    offered = {source.url for source in first.sources}
    return any(source.url in offered and not is_placeholder(source.url) for source in second.sources)


def _stand_together(first: HtmlElement, second: HtmlElement) -> bool:
    around, here = ({*islice(element.iterancestors(), NEAR_LEVELS)} for element in (first, second))
    return not around.isdisjoint(here)


def _merge(first: ImageCandidate, second: ImageCandidate) -> ImageCandidate:
    shown, copy = (second, first) if first.element.tag == "noscript" else (first, second)
    sources = _order_sources((*shown.sources, *copy.sources), shown.width or copy.width)
    return replace(
        shown,
        url=sources[0].url,
        sources=sources,
        alt=shown.alt or copy.alt,
        width=shown.width or copy.width,
        height=shown.height or copy.height,
        link=shown.link or copy.link,
        key=picture_key(sources[0].url),
    )


def _pixels(value: str | None) -> int | None:
    match = PIXELS.fullmatch(value) if value else None
    return int(match[1]) if match else None
