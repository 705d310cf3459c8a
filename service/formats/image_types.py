"""The type and size of an image, read from its first bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

HEAD_BYTES = 4096  # where the root of an SVG stands; comments and a document type may come before it
# `ispe`, an item's width and height, of which an image made of tiles has several (ISO/IEC 23008-12, 6.5.3).
AVIF_SIZE = re.compile(rb"ispe\0{4}(.{4})(.{4})", re.DOTALL)
AVIF_BRANDS = (b"ftypavif", b"ftypavis")
# Possessive: comments could be told apart in exponentially many ways.
SVG_ROOT = re.compile(rb"\s*+(?>(?:<\?xml[^>]*+>|<!--.*?-->|<!DOCTYPE svg[^>]*+>)\s*+)*+<svg[\s>]", re.DOTALL)
# Markers of JPEG that begin a frame, whose header has the size; four of the range are something else (ITU T.81, B.1).
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
JPEG_ALONE = frozenset((0x01, *range(0xD0, 0xD9)))  # markers without a length


@dataclass(frozen=True, slots=True)
class ImageType:
    """An image's media type, such as `image/png`, and its number of pixels; None for SVG."""

    media_type: str
    pixels: int | None


def read_image_type(data: bytes) -> ImageType | None:
    """Return the type of a JPEG, PNG, GIF, WebP, AVIF or SVG; None for anything else, or if it is damaged."""
    for media_type, is_type, read_size in READERS:
        if is_type(data):
            size = read_size(data)
            return None if size is None else ImageType(media_type, size[0] * size[1])
    is_svg = SVG_ROOT.match(data.removeprefix(b"\xef\xbb\xbf")[:HEAD_BYTES])
    return ImageType("image/svg+xml", None) if is_svg else None


Size = tuple[int, int]


def _read_png(data: bytes) -> Size | None:
    return (_big(data[16:20]), _big(data[20:24])) if data[12:16] == b"IHDR" and len(data) >= 24 else None


def _read_gif(data: bytes) -> Size | None:
    return (_little(data[6:8]), _little(data[8:10])) if len(data) >= 10 else None


def _read_webp(data: bytes) -> Size | None:
    if len(data) < 30:
        return None
    match data[12:16]:
        case b"VP8 ":
            return _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF
        case b"VP8L":
            bits = _little(data[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return _little(data[24:27]) + 1, _little(data[27:30]) + 1
        case _:
            return None


def _read_avif(data: bytes) -> Size | None:
    sizes = [(_big(width), _big(height)) for width, height in AVIF_SIZE.findall(data)]
    return max(sizes, key=lambda size: size[0] * size[1], default=None)


def _read_jpeg(data: bytes) -> Size | None:
    position = 2
    while position + 9 <= len(data) and data[position] == 0xFF:
        marker = data[position + 1]
        if marker in JPEG_FRAMES:
            return _big(data[position + 7 : position + 9]), _big(data[position + 5 : position + 7])
        if marker == 0xFF:  # fill
            position += 1
        elif marker in JPEG_ALONE:
            position += 2
        else:
            position += 2 + _big(data[position + 2 : position + 4])
    return None


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


READERS: tuple[tuple[str, Callable[[bytes], bool], Callable[[bytes], Size | None]], ...] = (
    ("image/jpeg", lambda data: data.startswith(b"\xff\xd8\xff"), _read_jpeg),
    ("image/png", lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), _read_png),
    ("image/gif", lambda data: data.startswith((b"GIF87a", b"GIF89a")), _read_gif),
    ("image/webp", lambda data: data.startswith(b"RIFF") and data[8:12] == b"WEBP", _read_webp),
    ("image/avif", lambda data: data[4:12] in AVIF_BRANDS, _read_avif),
)
