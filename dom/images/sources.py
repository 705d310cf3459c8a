"""The addresses that an element offers for an image, ranked by quality."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.images.addresses import IMAGE_ADDRESS, find_url, find_width_in_address, is_placeholder, is_preview
from cutline.types import SourceRank

IMAGE_TAGS = frozenset(("img", "amp-img"))
BACKGROUND = re.compile(
    r"""background(?:-image)?\s*:[^;]{0,100}?url\(\s*(?:"(?P<double>[^"]++)"|'(?P<single>[^']++)'|['"]?(?P<bare>[^'")]++))""",
    re.I,
)
# Attributes with addresses, many for scripts. Other `data-` attributes count if the value is an image's address.
SRC = frozenset(
    "src poster data-src data-original data-lazy-src data-lazy data-full-src data-hi-res-src data-delayed-url".split()
)
FLAGS = frozenset(("true", "false", "yes", "no", "lazy", "auto", "0", "1"))  # for a script, in place of an address
ITEM = "itemid"  # the image's address, in a schema.org ImageObject
SRCSET_ENDINGS = ("srcset", "bgset")  # of names of attributes
# In names of attributes for images that are shown until the real one has loaded, or if it fails to.
STAND_IN = re.compile(r"placeholder|fallback|default|error|missing|blur|lqip|preview|pin-media|author|avatar|logo|icon")
SMALL = re.compile(r"[/_.-]thumb|(?:^|[/_.-])small(?:[_.-]|$)", re.I)
DESCRIPTOR = re.compile(r"\d{1,5}(?:\.\d{1,3})?[wx],?")
DENSITY = re.compile(r"(\d{1,2}(?:\.\d{1,3})?)x")
UNKNOWN_WIDTH = 600  # pixels assumed if nothing states a width: more than a thumbnail, less than a large variant
THUMBNAIL_WIDTH = 200  # pixels assumed if the address says "small" or "thumb"
KNOWN_NAMES = 1_000  # attribute names cached
LAST: tuple[SourceRank, ...] = ("preview", "placeholder")
SPACE = " \t\n\r\f"
ADDRESS = re.compile(rf"[{SPACE},]*+([^{SPACE}]++)")
VALID_DESCRIPTOR = re.compile(rf"(?:\d+(?:\.\d+)?[wxh](?:[{SPACE}]+|\Z))*", re.I)
PLAIN_DESCRIPTOR = re.compile(r"[^,(]*+(?=,|\Z)")


class Source(NamedTuple):  # a page has hundreds, and a tuple takes a third of the time of a data class
    """One address that a page offers for an image.

    Attributes:
        url: the absolute address.
        width: pixels of a `w` descriptor; None without one.
        descriptor: the srcset descriptor as written, such as `640w` or `2x`; None without one.
        media_type: the `type` of its `<source>`; None without one.
        ranked_by: the basis of its rank among the image's sources.
        ranked_width: the width in pixels used for ranking.
    """

    url: str
    width: int | None
    descriptor: str | None
    media_type: str | None
    ranked_by: SourceRank = "assumed"
    ranked_width: int = UNKNOWN_WIDTH


def read_sources(image: HtmlElement, base_url: str | None) -> Iterator[Source]:
    """Yield the addresses in an element's `<source>` siblings and attributes, with `src` last: scripts replace it."""
    parent = image.getparent()
    if parent is not None and parent.tag == "picture":
        before = takewhile(lambda sibling: sibling.tag not in IMAGE_TAGS, image.itersiblings(preceding=True))
        for source in reversed([sibling for sibling in before if sibling.tag == "source"]):
            yield from _read_element(source, base_url, source.get("type"))
    yield from _read_element(image, base_url, None)


def order_sources(
    sources: Iterable[Source], declared: int | None, stand_ins: Collection[str] = frozenset()
) -> tuple[Source, ...]:
    """Return the sources without duplicates: largest first, then previews, then placeholders.

    Args:
        sources: the sources of one image.
        declared: width in pixels that its element declares; None if unknown.
        stand_ins: addresses known to be placeholders.
    """
    unique: dict[str, Source] = {}
    for source in sources:
        if source.url not in unique or source.descriptor:
            unique[source.url] = source
    return tuple(sorted((_rank(source, declared, stand_ins) for source in unique.values()), key=_find_place))


def find_background(style: str) -> str | None:
    """Return the address of the background image in a `style` attribute; None if there is none."""
    found = BACKGROUND.search(style) if "url(" in style else None
    return found[found.lastgroup or 0] if found else None


def _read_element(element: HtmlElement, base_url: str | None, media_type: str | None) -> Iterator[Source]:
    items = element.items()
    if items and items[-1][0] != "src":  # `src` goes last, since scripts replace it
        items.sort(key=lambda item: item[0] == "src")
    for name, value in items:
        for entry in _read_attribute(name, value):
            if url := find_url(entry.url, base_url):
                yield Source(url, entry.width, entry.descriptor or None, media_type, _find_rank(name))


@lru_cache(KNOWN_NAMES)
def _find_rank(attribute: str) -> SourceRank:
    return "placeholder" if STAND_IN.search(attribute) else "assumed"


def _read_attribute(name: str, value: str) -> Iterable[SrcsetEntry]:
    """Return the image addresses in an attribute; every lazy-loading library has its own attribute names."""
    if reader := _READERS.get(name):
        return reader(value)
    if name.endswith(SRCSET_ENDINGS):
        return parse_srcset(value)
    is_kept_for_script = name.startswith("data-") or name.endswith("-src")
    if is_kept_for_script and _is_list(value):
        return parse_srcset(value)
    if name in SRC and value.strip().lower() not in FLAGS:
        return _read_address(value)
    if (is_kept_for_script or name == ITEM) and IMAGE_ADDRESS.match(value.strip()):
        return _read_address(value)
    return ()


def _is_list(value: str) -> bool:
    """Return whether a value is a srcset with several addresses or a descriptor."""
    words = value.split(maxsplit=2)[:2]
    if len(words) < 2 or value.lstrip().startswith("[") or not IMAGE_ADDRESS.match(words[0].rstrip(",")):
        return False
    return words[0].endswith(",") or DESCRIPTOR.fullmatch(words[1]) is not None


def _rank(source: Source, declared: int | None, stand_ins: Collection[str]) -> Source:
    ranked_by, width = _find_width(source, declared)
    if source.ranked_by == "placeholder" or source.url in stand_ins or is_placeholder(source.url):
        ranked_by = "placeholder"
    elif is_preview(source.url):
        ranked_by = "preview"
    return Source(source.url, source.width, source.descriptor, source.media_type, ranked_by, width)


def _find_width(source: Source, declared: int | None) -> tuple[SourceRank, int]:
    """Return the best estimate of a source's width in pixels, and its basis."""
    if source.width:
        return "descriptor", source.width
    if width := find_width_in_address(source.url):
        return "address", width
    dense = DENSITY.fullmatch(source.descriptor or "")
    density = float(dense[1]) if dense else 1
    if declared:
        return "element", int(declared * density)
    return "assumed", int((THUMBNAIL_WIDTH if SMALL.search(source.url) else UNKNOWN_WIDTH) * density)


def _find_place(source: Source) -> tuple[int, int]:
    return LAST.index(source.ranked_by) + 1 if source.ranked_by in LAST else 0, -source.ranked_width


class SrcsetEntry(NamedTuple):
    """One address of a srcset with its descriptor as written (`640w`, `2x`; may be empty)."""

    url: str
    descriptor: str

    @property
    def width(self) -> int | None:
        """Width in pixels of a `w` descriptor; None for any other."""
        if not self.descriptor.endswith("w"):
            return None
        number = self.descriptor[:-1]
        is_width = number.isascii() and number.isdigit() and len(number) < 7
        return (int(number) or None) if is_width else None


def parse_srcset(srcset: str) -> Iterator[SrcsetEntry]:
    """Yield the entries in order; commas inside an address or parentheses do not separate.

    Source: HTML Standard, 4.8.4.2.2 (parsing a srcset attribute).
    """
    position = 0
    while address := ADDRESS.match(srcset, position):
        url, position = address[1], address.end()
        if url.endswith(","):
            yield SrcsetEntry(url.rstrip(","), "")
            continue
        plain = PLAIN_DESCRIPTOR.match(srcset, position)
        descriptor, position = (plain[0], plain.end()) if plain else _read_descriptor(srcset, position)
        descriptor = descriptor.strip(SPACE)
        if VALID_DESCRIPTOR.fullmatch(descriptor) or IMAGE_ADDRESS.match(url):  # not a part of a name with spaces
            yield SrcsetEntry(url, descriptor)


def _read_descriptor(srcset: str, position: int) -> tuple[str, int]:
    """Return a descriptor, which may have parentheses, and its end."""
    start, depth = position, 0
    while position < len(srcset) and (depth or srcset[position] != ","):
        depth += (srcset[position] == "(") - (srcset[position] == ")" and depth > 0)
        position += 1
    return srcset[start:position], position


def _read_address(value: str) -> Iterable[SrcsetEntry]:
    return (SrcsetEntry(value, ""),)


def _read_style(value: str) -> Iterable[SrcsetEntry]:
    background = find_background(value)
    return _read_address(background) if background else ()


_READERS: dict[str, Callable[[str], Iterable[SrcsetEntry]]] = {
    "style": _read_style,
    "src": _read_address,
    "data-original-set": parse_srcset,
    "data-sources": parse_srcset,
}
